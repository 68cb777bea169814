/* The switch for the browser's notifications, on the page of settings. Each browser has its own. */

import { possible, want, wanted } from "../site/notify.js";

const box = document.getElementById("notify");
const help = document.getElementById("notify-help");

function show() {
  box.checked = wanted();
  box.disabled = !possible;
  if (!possible) help.textContent = gettext("This browser can’t show notifications.");
  else if (Notification.permission === "denied") {
    help.textContent = gettext("Your browser blocks notifications from this site. You can allow them in the browser’s settings.");
  } else help.textContent = gettext("Your browser will ask for permission.");
}

box.addEventListener("change", async () => {
  await want(box.checked);
  show();
});

show();
