/* The settings page's list of devices, and its switch for notifications in this browser only. */

import { isSupported, setEnabled, isEnabled } from "../site/notify.js";
import { findSubscription, isPushPossible, subscribe } from "../site/push.js";

const box = document.getElementById("notify");
const help = document.getElementById("notify-help");
const devices = [...document.querySelectorAll("[data-endpoint]")];

/** Resolve to this browser's item in the list of devices, or undefined. */
async function ownDevice() {
  const found = await findSubscription();
  return found ? devices.find(({ dataset }) => dataset.endpoint === found.endpoint) : undefined;
}

async function show() {
  const own = await ownDevice();
  if (own) own.querySelector(".badge").hidden = false;
  box.checked = isEnabled() && (Boolean(own) || !isPushPossible);
  box.disabled = !isSupported;
  help.textContent = state();
}

function state() {
  if (!isSupported) {
    const needsApp = /iPhone|iPad/.test(navigator.userAgent); // on these, only installed sites can show notifications
    return needsApp
      ? gettext("To get notifications on an iPhone or iPad, add the site to your home screen and open it from there.")
      : gettext("This browser can’t show notifications.");
  }
  if (Notification.permission === "denied") {
    return gettext("Your browser blocks notifications from this site. Allow them with the icon next to the address, then reload the page.");
  }
  return box.checked ? gettext("Notifications are on.") : gettext("Your browser will ask for permission.");
}

async function turnOn() {
  const failure = isPushPossible ? await subscribe() : "";
  if (failure) {
    await setEnabled(false);
    await show();
    help.textContent = failure;
  } else if (isPushPossible) location.reload(); // to show the new list of devices
  else await show();
}

/** Turn off push notifications in this browser, and remove it from the list. */
async function turnOff() {
  const [own, subscription] = await Promise.all([ownDevice(), findSubscription()]);
  await subscription?.unsubscribe();
  if (own) own.querySelector("form").requestSubmit();
  else await show();
}

box.addEventListener("change", async () => {
  if (await setEnabled(box.checked)) await turnOn();
  else await turnOff();
});

for (const item of devices) {
  item.querySelector("form").addEventListener("submit", async (event) => {
    if (!box.checked) return;
    event.preventDefault();
    if (item === (await ownDevice())) box.click();
    else event.target.submit();
  });
}

show();
