/* How the reader wants to play, kept in this browser: sound and its volume, the speed of animations, vibration, whether
   moves are read aloud, whether the pack is cut for them, whether moves are confirmed, and whether single-key shortcuts work. */

import { load, save } from "../lib/store.js";

const PREFIX = "ronda.play.";
const SOUNDS = { sound: true, card_sounds: true, score_sounds: true, alert_sounds: true, volume: 70 };
const USUAL = { ...SOUNDS, speed: 1, cut: true, vibration: true, aloud: false, confirm: false, keys: true };
const OLD_KEYS = { cut: "ronda.cut_for_me" }; // browsers have stored it under this key

const keyOf = (name) => OLD_KEYS[name] ?? PREFIX + name;

/** Return whether the device may vibrate: desktop browsers have the function too. */
export const canVibrate = () => "vibrate" in navigator && matchMedia("(any-pointer: coarse)").matches;

/** Return what a preference is until the reader changes it. */
export const usual = (name) => USUAL[name];

/** Return a preference: whether it is on, the volume in per cent, or the speed of animations (0 for none). */
export const wants = (name) => load(keyOf(name)) ?? usual(name);

/** Connect a checkbox or a toggle button to a preference; `changed(on)` is called now and when it changes. */
export function connect(node, name, changed = () => {}) {
  const isBox = node.type === "checkbox";
  const show = (on) => {
    if (isBox) node.checked = on;
    else node.setAttribute("aria-pressed", String(on));
    changed(on);
  };
  node.addEventListener(isBox ? "change" : "click", () => {
    const on = isBox ? node.checked : !wants(name);
    save(keyOf(name), on);
    show(on);
  });
  show(wants(name));
}

/** Connect a slider or a list of numbers to a preference; `changed()` is called when the reader has changed it. */
export function connectNumber(node, name, changed = () => {}) {
  node.value = wants(name);
  node.addEventListener("change", () => {
    save(keyOf(name), Number(node.value));
    changed();
  });
}
