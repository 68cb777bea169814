{% autoescape off %}/* The service worker. Without a connection, it shows a page that says so.

   It keeps only that page and what the page needs. It never stores any other page: they may be private, and a table must
   never be out of date.

   It shows the push notifications that the site sends, unless a page that the reader can see shows the same. */

const { cache: CACHE, offline: OFFLINE, shell: SHELL, icon: ICON, push: PUSH } = {{ data_json }};
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
  // requested without cookies, so that the cache contains no personal data
  await cache.addAll(SHELL.map((path) => new Request(path, { credentials: "omit" })));
  await skipWaiting();
}

async function dropOldShells() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await clients.claim();
}

addEventListener("push", (event) => {
  event.waitUntil(showPushed(event.data.json()));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openTable(event.notification.data.url));
});

addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renew(event.oldSubscription, event.newSubscription));
});

async function showPushed({ kind, title, body, url, lang, dir }) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const visible = pages.filter((page) => page.visibilityState === "visible");
  // every page shows notices of turns, invitations and starts; only the table shows the end of its match
  if (visible.some((page) => kind !== "end" || new URL(page.url).pathname === url)) return;
  await registration.showNotification(title, { body, lang, dir, icon: ICON, tag: url, data: { url } });
}

async function openTable(url) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const table = pages.find((page) => new URL(page.url).pathname === url);
  await (table ? table.focus() : clients.openWindow(url));
}

async function renew(old, replacement) {
  const { key, csrf } = await (await fetch(PUSH)).json();
  const found = replacement ?? (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const { endpoint, keys } = found.toJSON();
  await fetch(PUSH, {
    method: "POST",
    headers: { Accept: "application/json", "X-CSRFToken": csrf },
    body: new URLSearchParams({ endpoint, old: old?.endpoint ?? "", ...keys }),
  });
}
{% endautoescape %}
