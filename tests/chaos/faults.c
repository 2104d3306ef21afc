/* Faults of disk and clock for one process and its children, loaded with LD_PRELOAD.

   The file named by CINQ_FAULTS holds three 64-bit numbers: an errno that writes to databases fail
   with (0: none), milliseconds that each sync takes, seconds that the clock is ahead. It is mapped,
   so a change counts at once. SQLite writes with pwrite; logs and sockets are left alone. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

struct faults { volatile int64_t error, sync_ms, ahead; };
static struct faults none, *faults = &none;
static ssize_t (*real_pwrite)(int, const void *, size_t, off64_t);
static int (*real_sync)(int), (*real_truncate)(int, off64_t), (*real_clock)(clockid_t, struct timespec *);

__attribute__((constructor)) static void load(void) {
  real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  real_sync = dlsym(RTLD_NEXT, "fdatasync");
  real_truncate = dlsym(RTLD_NEXT, "ftruncate64");
  real_clock = dlsym(RTLD_NEXT, "clock_gettime");
  const char *name = getenv("CINQ_FAULTS");
  int file = name ? open(name, O_RDONLY) : -1;
  if (file < 0) return;
  void *mapped = mmap(0, sizeof none, PROT_READ, MAP_SHARED, file, 0);
  if (mapped != MAP_FAILED) faults = mapped;
  close(file);
}

static int failing(void) {
  if (!faults->error) return 0;
  errno = (int)faults->error;
  return 1;
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
  return failing() ? -1 : real_pwrite(fd, data, size, at);
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) { return pwrite64(fd, data, size, at); }

int ftruncate64(int fd, off64_t size) { return failing() ? -1 : real_truncate(fd, size); }
int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

static int slow_sync(int fd) {
  if (faults->sync_ms) usleep((useconds_t)faults->sync_ms * 1000);
  return failing() ? -1 : real_sync(fd);
}
int fdatasync(int fd) { return slow_sync(fd); }
int fsync(int fd) { return slow_sync(fd); }

int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = real_clock ? real_clock(clock, now) : -1;
  if (clock == CLOCK_REALTIME) now->tv_sec += faults->ahead;
  return result;
}
