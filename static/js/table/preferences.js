/* How the reader wants to play, kept in this browser: sound and its volume, vibration, and whether moves are confirmed. */

import { load, save } from "../lib/store.js";

const PREFIX = "ronda.play.";
const USUAL = { sound: true, volume: 100, vibration: true, confirm: false };

/** Return whether the reader wants this; of the volume, how many per cent. */
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

/** Connect a slider to a preference; `changed()` is called when the reader has moved it. */
export function connectSlider(node, name, changed) {
  node.value = wants(name);
  node.addEventListener("change", () => {
    save(PREFIX + name, node.valueAsNumber);
    changed();
  });
}
