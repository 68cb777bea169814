/* Browser notifications, if enabled in this browser. */

const KEY = "ronda.notify";

/** Whether the browser supports notifications. */
export const isSupported = "Notification" in window;

/** Return whether notifications are enabled and permitted. */
export const isEnabled = () => isSupported && localStorage.getItem(KEY) === "on" && Notification.permission === "granted";

/** Enable or disable notifications. Resolves to whether they will be shown. Call this when the reader asks for it. */
export async function setEnabled(on) {
  if (on && (await Notification.requestPermission()) === "granted") localStorage.setItem(KEY, "on");
  else localStorage.removeItem(KEY);
  return isEnabled();
}

/** Show a notification that links to `address`. It replaces any earlier one with this address, even a pushed one. */
export async function notify(text, address) {
  if (!isEnabled()) return;
  const options = { body: text, tag: address, data: { url: address } };
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker?.active) await worker.showNotification(gettext("Ronda"), options);
    else showFromPage(options, address);
  } catch {
    // some phones allow notifications only from a service worker, which private windows do not have
  }
}

function showFromPage(options, address) {
  const shown = new Notification(gettext("Ronda"), options);
  shown.addEventListener("click", () => {
    window.focus();
    location.assign(address);
  });
}

const { title } = document;
let wasTurn = false;

/** At the table: mark the reader's turn in the title, and notify them when it begins while the page is hidden. */
export function noteTurn(isTurn) {
  document.title = isTurn ? `● ${title}` : title;
  if (isTurn && !wasTurn && document.hidden) notify(gettext("It’s your turn."), location.pathname);
  wasTurn = isTurn;
}
