/* The commitments seen by this browser in each match, for comparison with the record later. */

import { load, save } from "../lib/store.js";

const KEY = "ronda.commitments";
const MATCHES = 200; // only this many of the latest are stored

/** Store the commitment of a deal. The first one is never replaced, to expose a site that changes it later. */
export function remember(code, number, commitment) {
  const { [code]: seen = {}, ...others } = load(KEY) ?? {};
  if (seen[number]) return;
  const latest = Object.fromEntries(Object.entries(others).slice(1 - MATCHES));
  save(KEY, { ...latest, [code]: { ...seen, [number]: commitment } });
}

/** Return the commitments seen in a match, by deal number. Without a code, find a match that has one of `commitments`. */
export function seenIn(code, commitments) {
  const matches = load(KEY) ?? {};
  if (code) return matches[code] ?? {};
  const shown = new Set(commitments);
  return Object.values(matches).find((seen) => Object.values(seen).some((one) => shown.has(one))) ?? {};
}
