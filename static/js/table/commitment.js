/* The commitment to the pack in play: shown in short and in full, and kept by this browser for the check afterwards. */

import { copyText } from "../lib/copy.js";
import { remember } from "../fair/seen_commitments.js";

const SHORT = 10;

/** Show a frame's `pack`, or nothing where the match has none. */
export function showProof(root, pack, code) {
  root.hidden = !pack;
  if (!pack) return;
  remember(code, pack.number, pack.commitment);
  const part = (name) => root.querySelector(`.proof__${name}`);
  const { cut } = pack;
  const state = cut === null ? gettext("not cut yet") : ngettext("%s card cut", "%s cards cut", cut);
  part("short").textContent = `${pack.commitment.slice(0, SHORT)}…`;
  part("full").textContent = pack.commitment;
  part("deal").textContent = `${interpolate(gettext("Deal %s"), [pack.number + 1])} · ${interpolate(state, [cut])}`;
  const copy = part("copy");
  copy.hidden = !navigator.clipboard; // without a secure connection there is none; the text can still be selected
  copy.onclick = () => copyText(copy, pack.commitment);
}
