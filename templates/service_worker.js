{% autoescape off %}/* The service worker. Without a connection, it shows a page that says so.

   It keeps only that page and what the page needs. It never stores any other page: they may be private, and a table must
   never be out of date. */

const { cache: CACHE, offline: OFFLINE, shell: SHELL } = {{ data_json }};
const kept = new Set(SHELL.map((path) => new URL(path, location.origin).href));

addEventListener("install", (event) => {
  event.waitUntil(keepShell());
});

addEventListener("activate", (event) => {
  event.waitUntil(dropOldShells());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") {
    if (request.method === "GET") event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  } else if (kept.has(request.url)) {
    event.respondWith(caches.match(request.url).then((found) => found ?? fetch(request)));
  }
});

async function keepShell() {
  const cache = await caches.open(CACHE);
  // without cookies, so that nothing of the reader is kept
  await cache.addAll(SHELL.map((path) => new Request(path, { credentials: "omit" })));
  await skipWaiting();
}

async function dropOldShells() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await clients.claim();
}
{% endautoescape %}
