/* Push notifications, which the browser shows even while no page of the site is open.

   An element with `data-push` contains the address that accepts subscriptions, and that of the service worker. The
   attribute is absent if the site sends no push notifications, or none to this reader. */

const node = document.querySelector("[data-push]");

/** Whether the site offers push notifications and this browser supports them. */
export const isPushPossible = node !== null && "PushManager" in window && "serviceWorker" in navigator;

/** Resolve to the browser's subscription, or null. */
export async function findSubscription() {
  const worker = isPushPossible && (await navigator.serviceWorker.getRegistration(node.dataset.worker));
  return worker ? worker.pushManager.getSubscription() : null;
}

/** Subscribe this browser, which already permits notifications. Resolves to a sentence that says what failed, or "". */
export async function subscribe() {
  try {
    await navigator.serviceWorker.register(node.dataset.worker);
    const worker = await navigator.serviceWorker.ready;
    const { key, csrf } = await (await fetch(node.dataset.push)).json();
    await dropOld(worker, key);
    const found = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const refusal = await post(found, csrf);
    if (refusal) await found.unsubscribe();
    return refusal;
  } catch {
    return gettext("Your browser couldn’t turn on notifications. Try again later.");
  }
}

/** Send the subscription to the server. Resolves to its refusal, or "". */
async function post(subscription, csrf) {
  const { endpoint, keys } = subscription.toJSON();
  const answer = await fetch(node.dataset.push, {
    method: "POST",
    headers: { Accept: "application/json", "X-CSRFToken": csrf },
    body: new URLSearchParams({ endpoint, ...keys }),
  });
  return answer.ok ? "" : (await answer.json()).message;
}

/** End a subscription made with another key of the site, because the browser allows only one key at a time. */
async function dropOld(worker, key) {
  const old = await worker.pushManager.getSubscription();
  const bytes = old?.options.applicationServerKey;
  if (bytes && encode(bytes) !== key) await old.unsubscribe();
}

const encode = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
