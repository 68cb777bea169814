/* The keys that choose a card of the hand by the place at which it was dealt: 1 to 9, 0 for the tenth, then a to f. Further
   cards have none. */

const KEYS = "1234567890abcdef";

/** Return the key of the card at this place; undefined if it has none. */
export const keyOf = (place) => KEYS[place];

/** Return which place of the hand a key chooses; -1 if it chooses none. */
export const placeOf = (key) => (key.length === 1 ? KEYS.indexOf(key) : -1);

/** Return the key of an event in lower case: what it writes or, if that is no Latin letter or digit, as on a French or
    Arabic keyboard, the one that is at its place on others. Return "" for the shortcuts of browser and system. */
export function pressedKey({ key, code, shiftKey, repeat, ctrlKey, metaKey, altKey }) {
  if (repeat || ctrlKey || metaKey || altKey) return "";
  if (key.length > 1 || /[0-9a-z]/i.test(key) || shiftKey) return key.toLowerCase();
  return /^(?:Digit|Key)(.)$/.exec(code)?.[1].toLowerCase() ?? key;
}
