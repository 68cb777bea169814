/* The switch for browser notifications on the settings page. It applies to this browser only. */

import { isSupported, setEnabled, isEnabled } from "../site/notify.js";

const box = document.getElementById("notify");
const help = document.getElementById("notify-help");

function show() {
  box.checked = isEnabled();
  box.disabled = !isSupported;
  if (!isSupported) help.textContent = gettext("This browser can’t show notifications.");
  else if (Notification.permission === "denied") {
    help.textContent = gettext("Your browser blocks notifications from this site. You can allow them in the browser’s settings.");
  } else help.textContent = gettext("Your browser will ask for permission.");
}

box.addEventListener("change", async () => {
  await setEnabled(box.checked);
  show();
});

show();
