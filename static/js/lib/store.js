/* Storage in the browser. Where it is not available, every visit is like the first.

   `storage` is "localStorage" (permanent, for all windows) or "sessionStorage" (for this window, until it closes). */

/** Return the value stored under a key, or null. */
export function load(key, storage = "localStorage") {
  try {
    return JSON.parse(window[storage].getItem(key));
  } catch {
    return null; // storage is disabled, or the value is not ours
  }
}

/** Store a value, if storage is available. */
export function save(key, value, storage = "localStorage") {
  try {
    window[storage].setItem(key, JSON.stringify(value));
  } catch {
    // full or forbidden
  }
}
