// Makes the page installable and quick to open again. Built files carry their content in
// their name, so a cached one is never wrong; everything else goes to the server first,
// and the cached home page is shown only when there is no server to be found.
const CACHE = "cinq-2";

self.addEventListener("install", (event) => event.waitUntil(install()));

// The first visit has fetched the home page's parts before this worker was there to keep them.
async function install() {
  const [cache, shell] = [await caches.open(CACHE), await fetch("/")];
  const parts = [...(await shell.clone().text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  await cache.put("/", shell);
  await cache.addAll(["/icon.svg", ...parts]);
  await self.skipWaiting();
}

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (url.pathname.startsWith("/assets/")) event.respondWith(keep(event.request));
  else if (event.request.mode === "navigate") event.respondWith(homePage(event.request));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(come(event.notification.data));
});

// Back to the table that called, in the tab where it is open.
async function come(address) {
  const tabs = await self.clients.matchAll({ type: "window" });
  const tab = tabs.find(({ url }) => url === address);
  return tab ? tab.focus() : self.clients.openWindow(address);
}

async function keep(request) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) cache.put(request, answer.clone());
  return answer;
}

async function homePage(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) (await caches.open(CACHE)).put("/", answer.clone());
    return answer;
  } catch {
    return (await caches.match("/")) ?? Response.error();
  }
}
