/* What a newcomer's first match has shown of the tutorial, and links to the steps that play the rest. */

import { el } from "../lib/dom.js";
import { fillIn, listingNodes } from "../lib/sentence.js";

/** Return the recap, or null if the game has none. `ideas`: [title, number, whether the match has shown it] of each step;
    `learn`: the tutorial's address. */
export function recapOf(ideas, learn) {
  const seen = ideas.filter(([, , isShown]) => isShown).map(([title]) => el("span", "recap__seen", title));
  const missed = ideas.filter(([, , isShown]) => !isShown).map(([title, number]) => stepLink(title, `${learn}#step-${number}`));
  const lines = [
    seen.length && fillIn(gettext("You’ve seen: %(steps)s"), { steps: listingNodes(seen, "unit") }),
    missed.length && fillIn(gettext("Try in the tutorial: %(steps)s"), { steps: el("span", "recap__links", ...missed) }),
  ].filter(Boolean);
  return lines.length ? el("div", "recap", ...lines.map((line) => el("p", "", line))) : null;
}

function stepLink(title, address) {
  const node = el("a", "recap__step", title);
  node.href = address;
  return node;
}
