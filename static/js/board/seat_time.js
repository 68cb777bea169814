/* The time of a seat's clock. */

import { el } from "../lib/dom.js";

/** Return the element of a clock, which is hidden until it has a time. */
export function timeNode(name) {
  const node = el("span", name);
  node.setAttribute("role", "timer");
  node.setAttribute("aria-label", gettext("time left"));
  node.dir = "ltr";
  node.hidden = true;
  return node;
}

/** Show the time of a clock: {text, runs, low}, or null without a clock. */
export function showTime(node, face) {
  node.hidden = !face;
  if (!face) return;
  if (node.textContent !== face.text) node.textContent = face.text;
  node.classList.toggle("is-running", face.runs);
  node.classList.toggle("is-low", face.low);
}
