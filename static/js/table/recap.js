/* What a newcomer's first match has shown of the tutorial and, in a line each, what it has not, with links to those steps. */

import { el } from "../lib/dom.js";
import { fillIn, listingNodes } from "../lib/sentence.js";

/** Return the recap, or null if the game has none. `ideas`: [title, number, whether the match has shown it, what it is] of
    each step; `learn`: the tutorial's address. */
export function recapOf(ideas, learn) {
  const seen = ideas.filter(([, , isShown]) => isShown).map(([title]) => el("span", "recap__seen", title));
  const missed = ideas.filter(([, , isShown]) => !isShown);
  const parts = [];
  if (seen.length) parts.push(el("p", "", fillIn(gettext("You’ve seen: %(steps)s"), { steps: listingNodes(seen, "unit") })));
  if (missed.length) {
    const links = missed.map(([title, number, , gist]) => el("li", "", stepLink(title, gist, `${learn}#step-${number}`)));
    parts.push(el("p", "", gettext("Not in this match, but in the tutorial:")), el("ul", "recap__missed", ...links));
  }
  return parts.length ? el("div", "recap", ...parts) : null;
}

function stepLink(title, gist, address) {
  const node = el("a", "recap__step", el("b", "", title), " ", gist);
  node.href = address;
  return node;
}
