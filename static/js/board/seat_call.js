/* The call of a seat, as its panel shows it. */

import { chip } from "./cards.js";
import { el } from "../lib/dom.js";

/** Return the parts of a call: its name, whether it was false, and the cards that have been shown. */
export function callParts(made, texts) {
  const parts = [el("span", made.void ? "is-void" : "", texts.callName(made.call))];
  // Translators: a call that was exposed
  if (made.void) parts.push(" ", el("span", "seat__void", gettext("false")));
  if (made.shown) parts.push(" ", ...made.shown.map((card) => chip(card)));
  return parts;
}
