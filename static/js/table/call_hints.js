/* The marks of true and false calls on the prompt's buttons, which follow from the player's own hand, and what the coach says
   about each. */

import { el } from "../lib/dom.js";

const PLAIN = {
  exact: pgettext("a call", "true"),
  less: pgettext("a call", "true"),
  false: pgettext("a call", "bluff"),
};

const rankOf = (card) => card.slice(0, -1);

/** Return the true calls of a hand, the exact one first, or null if they are unknown. `trueCalls`: the ruleset's. */
export function callsOf(hand, trueCalls) {
  const ranks = hand.map(rankOf);
  const counts = [...new Set(ranks)].map((rank) => ranks.filter((one) => one === rank).length);
  const sets = counts.filter((count) => count > 1).sort((one, other) => other - one);
  return trueCalls[sets.join("")] ?? null;
}

/** Mark the button of a call as true or false, given the true calls; null removes the mark. With the `coaching`, the button
    also says what the call would mean. */
export function markCall(node, held, coaching = null) {
  node.querySelector(".call-hint")?.remove();
  node.removeAttribute("aria-description");
  const [verb, call] = JSON.parse(node.dataset.key);
  const relation = held && verb === "announce" ? relationOf(call, held) : "";
  node.classList.toggle("is-untrue", !["", "exact"].includes(relation));
  node.classList.toggle("is-bluff", relation === "false");
  const text = coaching ? coaching.hints[relation]?.replace("{worth}", coaching.worth[call]) : PLAIN[relation];
  if (!text || (call === "nothing" && relation === "exact")) return;
  const hint = el("small", "call-hint", text);
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
