/* Notifications of the browser, where the reader has asked for them in this browser. */

const KEY = "ronda.notify";

/** Whether this browser can show them at all. */
export const possible = "Notification" in window;

/** Whether they are asked for, and allowed. */
export const wanted = () => possible && localStorage.getItem(KEY) === "on" && Notification.permission === "granted";

/** Ask for them, or no more; whether they will be shown. */
export async function want(on) {
  if (on && (await Notification.requestPermission()) === "granted") localStorage.setItem(KEY, "on");
  else localStorage.removeItem(KEY);
  return wanted();
}

/** Show one that leads to an address; tabs of one browser that know the same news show it once. */
export function notify(text, address) {
  if (!wanted()) return;
  try {
    const shown = new Notification(gettext("Ronda"), { body: text, tag: address });
    shown.addEventListener("click", () => {
      window.focus();
      location.assign(address);
    });
  } catch {
    // some phones show notifications from a service worker only, which this site does not have
  }
}

let wasTurn = false;

/** At the table itself: whether it is the reader's turn now, who may be looking elsewhere. */
export function noteTurn(isTurn) {
  if (isTurn && !wasTurn && document.hidden) notify(gettext("It’s your turn."), location.pathname);
  wasTurn = isTurn;
}
