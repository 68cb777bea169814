/* The switch for the browser's notifications, on the page of settings. Each browser has its own. */

import { possible, want, wanted } from "../site/notify.js";

const box = document.getElementById("notify");
const help = document.getElementById("notify-help");

function show() {
  box.checked = wanted();
  box.disabled = !possible;
  if (!possible) help.textContent = gettext("This browser cannot show notifications here.");
  else if (Notification.permission === "denied") {
    help.textContent = gettext("Your browser forbids this site to show notifications. Its own settings can allow them.");
  } else help.textContent = gettext("It will ask whether this site may.");
}

box.addEventListener("change", async () => {
  await want(box.checked);
  show();
});

show();
