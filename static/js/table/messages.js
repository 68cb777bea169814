/* Messages to the reader: the banner, toasts, and texts for screen readers. */

import { byId } from "../lib/dom.js";

const SHOW_TOAST = 4500;

const spoken = []; // texts of this moment, which are spoken together
let toastTimer = 0;
let toastVersion = 0; // the version of the match that the toast is about, if it is ahead of the page

/** Show a text about the connection until it changes. An empty text hides the banner. */
export function showBanner(text) {
  byId("banner").textContent = text;
  byId("banner").hidden = !text;
}

/** Place the banner and the toast at the start of an element, where the reader looks and they cover nothing. */
export function placeMessages(node) {
  if (byId("banner").parentElement !== node) node.prepend(byId("banner"), byId("toast"));
}

/** Announce a text to screen readers, together with others of the same moment. */
export function speak(text) {
  if (!spoken.length) queueMicrotask(() => (byId("spoken").textContent = spoken.splice(0).filter(Boolean).join(" ")));
  spoken.push(text);
}

/** Take back a text that was announced and no longer holds. */
export function unspeak(text) {
  byId("spoken").textContent = byId("spoken").textContent.replace(text, "").trim();
}

/** Show a text for a few seconds, but no longer than until the next move. The text may be about a `version` of the match that
    the page has yet to receive. */
export function notify(text, version = 0) {
  toastVersion = version;
  const toast = byId("toast");
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(hideToast, SHOW_TOAST);
}

/** A move has led to this version of the match: hide a text about an earlier one. */
export function outdateToast(version) {
  if (version > toastVersion) hideToast();
}

/** Hide the text that `notify` has shown. */
export function hideToast() {
  byId("toast").hidden = true;
}
