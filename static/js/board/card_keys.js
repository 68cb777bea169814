/* The keys that choose a card of the hand by the place at which it was dealt: 1 to 9, 0 for the tenth, then a to f. Further
   cards have none. Players can switch off all single-key shortcuts, for example because dictation software triggers them. */

import { wants } from "../table/preferences.js";

const KEYS = "1234567890abcdef";

/** Return the key of the card at this place, or undefined. */
export const keyOf = (place) => KEYS[place];

/** Return the place of the hand that a key chooses, or -1. */
export const placeOf = (key) => (key.length === 1 ? KEYS.indexOf(key) : -1);

/** Let keys choose cards of a board that has no other shortcuts, and M mute it. */
export function listenForCards(board, mute) {
  addEventListener("keydown", (event) => {
    const key = pressedKey(event);
    if (key === "m") mute();
    else if (placeOf(key) >= 0) board.chooseAt(placeOf(key));
  });
}

/** Return whether this key is a single-key shortcut, and the player has switched those off. Escape and arrows always work. */
export const isOff = (key) => key.length === 1 && !wants("keys");

/** Declare the shortcut of an element, if any. Cards display it. */
export function nameKey(node, key = "") {
  node.dataset.shortcut = key;
  if (key && !isOff(key)) node.setAttribute("aria-keyshortcuts", key);
  else node.removeAttribute("aria-keyshortcuts");
}

/** Declare all shortcuts again, because they may have been switched on or off. */
export function renameKeys() {
  for (const node of document.querySelectorAll("[data-shortcut]")) nameKey(node, node.dataset.shortcut);
}

/** Return the key of an event in lower case: what it writes or, if that is no Latin letter or digit, as on a French or
    Arabic keyboard, the one that is at its place on others. Return "" for the shortcuts of browser and system, and for keys
    that are switched off. */
export function pressedKey({ key, code, shiftKey, repeat, ctrlKey, metaKey, altKey }) {
  if (repeat || ctrlKey || metaKey || altKey || isOff(key)) return "";
  if (key.length > 1 || /[0-9a-z]/i.test(key) || shiftKey) return key.toLowerCase();
  return /^(?:Digit|Key)(.)$/.exec(code)?.[1].toLowerCase() ?? key;
}
