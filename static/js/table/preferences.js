/* How the reader wants to play, kept in this browser: sound, vibration, and whether moves are confirmed. */

import { load, save } from "../lib/store.js";

const PREFIX = "ronda.play.";
const USUAL = { sound: true, vibration: true, confirm: false };

/** Return whether the reader wants this. */
export const wants = (name) => load(PREFIX + name) ?? USUAL[name];

/** Connect a checkbox or a toggle button to a preference; `changed(on)` is called now and when it changes. */
export function connect(node, name, changed = () => {}) {
  const isBox = node.type === "checkbox";
  const show = (on) => {
    if (isBox) node.checked = on;
    else node.setAttribute("aria-pressed", String(on));
    changed(on);
  };
  node.addEventListener(isBox ? "change" : "click", () => {
    const on = !wants(name);
    save(PREFIX + name, on);
    show(on);
  });
  show(wants(name));
}
