/* What this browser keeps for the reader; where it keeps nothing, everything is as on a first visit. */

/** The value under this key, or null. */
export function load(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null; // no storage here, or something else in it
  }
}

/** Keep a value, if this browser keeps any. */
export function save(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // full or forbidden
  }
}
