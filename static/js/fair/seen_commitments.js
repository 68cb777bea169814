/* The commitments that this browser was shown, match by match, so that they can be compared with the record later. */

import { load, save } from "../lib/store.js";

const KEY = "ronda.commitments";
const MATCHES = 200; // the last ones are kept

/** Keep the commitment of a deal. The first one stays: a site that showed another one later is to be found out. */
export function remember(code, number, commitment) {
  const { [code]: seen = {}, ...others } = load(KEY) ?? {};
  if (seen[number]) return;
  const kept = Object.fromEntries(Object.entries(others).slice(1 - MATCHES));
  save(KEY, { ...kept, [code]: { ...seen, [number]: commitment } });
}

/** The commitments shown in a match, by the deal's number; where no code is known, in a match that had one of these. */
export function seenIn(code, commitments) {
  const matches = load(KEY) ?? {};
  if (code) return matches[code] ?? {};
  const shown = new Set(commitments);
  return Object.values(matches).find((seen) => Object.values(seen).some((one) => shown.has(one))) ?? {};
}
