/* Local storage. Where it is not available, every visit is like the first. */

/** Return the value stored under a key, or null. */
export function load(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null; // storage is disabled, or the value is not ours
  }
}

/** Store a value, if storage is available. */
export function save(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // full or forbidden
  }
}
