/* Browser notifications, if enabled in this browser. */

const KEY = "ronda.notify";

/** Whether the browser supports notifications. */
export const isSupported = "Notification" in window;

/** Return whether notifications are enabled and permitted. */
export const isEnabled = () => isSupported && localStorage.getItem(KEY) === "on" && Notification.permission === "granted";

/** Enable or disable notifications. Resolves to whether they will be shown. */
export async function setEnabled(on) {
  if (on && (await Notification.requestPermission()) === "granted") localStorage.setItem(KEY, "on");
  else localStorage.removeItem(KEY);
  return isEnabled();
}

/** Show a notification that links to `address`. Several tabs with the same notification show it once. */
export function notify(text, address) {
  if (!isEnabled()) return;
  try {
    const shown = new Notification(gettext("Ronda"), { body: text, tag: address });
    shown.addEventListener("click", () => {
      window.focus();
      location.assign(address);
    });
  } catch {
    // some phones allow notifications only from a service worker, which this site does not have
  }
}

let wasTurn = false;

/** At the table: notify the reader when their turn begins while the page is hidden. */
export function noteTurn(isTurn) {
  if (isTurn && !wasTurn && document.hidden) notify(gettext("It’s your turn."), location.pathname);
  wasTurn = isTurn;
}
