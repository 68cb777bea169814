/* The commitment to the current pack: shown abbreviated and in full, and stored in the browser for later verification. */

import { copyText } from "../lib/copy.js";
import { remember } from "../fair/seen_commitments.js";

const SHORT = 10;

/** Show a frame's `pack`, or nothing if the match has none. */
export function showProof(root, pack, code) {
  root.hidden = !pack;
  if (!pack) return;
  remember(code, pack.number, pack.commitment);
  const field = (name) => root.querySelector(`.proof__${name}`);
  const { cut } = pack;
  const state = cut === null ? gettext("not cut yet") : ngettext("%s card cut", "%s cards cut", cut);
  field("short").textContent = `${pack.commitment.slice(0, SHORT)}…`;
  field("full").textContent = pack.commitment;
  field("deal").textContent = `${interpolate(gettext("Deal %s"), [pack.number + 1])} · ${interpolate(state, [cut])}`;
  const copy = field("copy");
  copy.hidden = !navigator.clipboard; // without a secure connection there is no clipboard, but the text can be selected
  copy.onclick = () => copyText(copy, pack.commitment);
}
