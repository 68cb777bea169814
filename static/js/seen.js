/* The commitments that this browser was shown, match by match, so that they can be compared with the record later. */

const KEY = "ronda.commitments";
const MATCHES = 200; // the last ones are kept

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // no storage here, or something else in it
  }
}

/** Keep the commitment of a deal. The first one shown stays: a site that showed another one later is to be found out. */
export function remember(code, number, commitment) {
  const matches = read();
  const { [code]: seen = {}, ...others } = matches;
  if (seen[number]) return;
  const kept = Object.entries(others).slice(1 - MATCHES);
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(kept), [code]: { ...seen, [number]: commitment } }));
  } catch {
    // full or forbidden: the record can be checked all the same
  }
}

/** The commitments shown in a match, by the number of the deal; where no code is known, in a match that had one of these. */
export function seenIn(code, commitments) {
  const matches = read();
  if (code) return matches[code] ?? {};
  const shown = new Set(commitments);
  return Object.values(matches).find((seen) => Object.values(seen).some((one) => shown.has(one))) ?? {};
}
