/* What the coach says about calls: which are true of a hand, and what each would mean. */

import { el } from "../lib/dom.js";

const rankOf = (card) => card.slice(0, -1);

/** Return the true calls of a hand, the exact one first, or null if they are unknown. `calls`: the coaching's. */
export function trueCalls(hand, calls) {
  const ranks = hand.map(rankOf);
  const counts = [...new Set(ranks)].map((rank) => ranks.filter((one) => one === rank).length);
  const sets = counts.filter((count) => count > 1).sort((one, other) => other - one);
  return calls[sets.join("")] ?? null;
}

/** Show at a button of the prompt what its call would mean, given the true calls, or nothing if they are null. */
export function hintAtCall(node, held, { hints, worth }) {
  node.querySelector(".coach__hint")?.remove();
  node.removeAttribute("aria-description");
  const [verb, call] = JSON.parse(node.dataset.key);
  const relation = held && verb === "announce" ? relationOf(call, held) : "";
  node.classList.toggle("is-untrue", !["", "exact"].includes(relation));
  node.classList.toggle("is-bluff", relation === "false");
  if (!relation || (call === "nothing" && relation === "exact")) return;
  const text = hints[relation].replace("{worth}", worth[call]);
  const hint = el("small", "coach__hint", text);
  hint.setAttribute("aria-hidden", "true");
  node.append(hint);
  node.setAttribute("aria-description", text);
}

/** Return how a call relates to a hand with these true calls. */
function relationOf(call, held) {
  if (call === held[0]) return "exact";
  if (call === "nothing") return "silent";
  return held.includes(call) ? "less" : "false";
}
