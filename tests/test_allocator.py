"""What is freed goes back to the system, in a process that has freed a large block before."""

import ctypes
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.client import running

pytestmark = pytest.mark.skipif(
    not hasattr(ctypes.CDLL(None), "mallopt"), reason="the C library is not glibc"
)
ARENA = 64 * 2**20
"""Bytes that glibc reserves for the arena of a thread."""
KEPT = """
import sys
from pathlib import Path
from cinq.allocator import give_memory_back

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

if sys.argv[1] == "given back":
    give_memory_back()
largest = b"x" * 16_000_000
del largest
before, large, small = resident(), [], []
for _ in range(100):
    large.append(b"x" * 500_000)
    small.append(bytes(2_000))
del large
print(resident() - before)
"""


@pytest.mark.parametrize(("setting", "least", "most"), [("given back", 0, 5e6), ("as it is", 25e6, 1e9)])
def test_large_blocks_among_small_ones_are_given_back(setting: str, least: float, most: float) -> None:
    run = subprocess.run([sys.executable, "-c", KEPT, setting], capture_output=True, check=True, timeout=60)
    assert least <= int(run.stdout) <= most


def arenas_of_threads(pid: int) -> list[str]:
    """The mappings that glibc has reserved for arenas beside the main one."""
    found = []
    for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
        span, rights, *_ = line.split()
        first, last = (int(one, 16) for one in span.split("-"))
        if rights == "---p" and last % ARENA == 0 and ARENA / 2 < last - first < ARENA:
            found.append(line)
    return found


def test_the_threads_of_a_server_share_one_arena(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        made = server.request("/api/tables", {"game": "dix-mille", "name": "Ana"})
        server.request(f"/api/tables/{made['table']}")
        assert server.process is not None
        assert arenas_of_threads(server.process.pid) == []
