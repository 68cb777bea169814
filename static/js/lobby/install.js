/* Installing the site as an app, offered on the home page where the browser can. */

import { byId } from "../lib/dom.js";

const install = byId("install");
let prompt = null; // the browser's offer

// after everything that the page needs
addEventListener("load", () => {
  navigator.serviceWorker?.register(install.dataset.worker).catch(() => {
    // private windows and insecure addresses have none; the site works without
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
