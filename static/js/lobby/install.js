/* Installing the site as an app, which the home page offers if the browser supports it. */

import { byId } from "../lib/dom.js";

const install = byId("install");
let prompt = null; // the browser's offer

// after everything else that the page needs
addEventListener("load", () => {
  navigator.serviceWorker?.register(install.dataset.worker).catch(() => {
    // private windows and insecure addresses have no service worker; the site works without one
  });
});

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  prompt = event;
  install.hidden = false;
});

addEventListener("appinstalled", () => {
  install.hidden = true;
});

install.addEventListener("click", async () => {
  await prompt.prompt();
  install.hidden = true;
});
