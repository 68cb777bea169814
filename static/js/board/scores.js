/* The scores of the sides, with their progress towards the target. */

import { el, reconcile } from "../lib/dom.js";
import { splitName } from "../lib/names.js";
import { fillIn, labelled, listing } from "../lib/sentence.js";
import { isMotionReduced } from "./motion.js";

/** Show a score; a new one is emphasised for a moment. */
export function showPoints(node, points) {
  const changed = node.textContent && node.textContent !== points;
  node.textContent = points;
  if (changed && !isMotionReduced()) node.animate([{ scale: 1.6 }, { scale: 1 }], { duration: 500, easing: "ease-out" });
}

/** Return the text of what a side owes the others; empty if nothing. */
function debts(owed, texts) {
  const list = owed.map((cards, to) => (cards ? labelled(texts.sideName(to), cards) : "")).filter(Boolean);
  // Translators: what a side owes: the sides that it owes cards, each with the number
  return list.length ? fillIn(gettext("debts: %s"), [listing(list, "unit")]) : "";
}

/** Show the scores of all sides, beginning with the reader's `own`. */
export function showScores(root, view, texts, own = 0) {
  const sides = view.scores.map((_, side) => (own + side) % view.scores.length);
  reconcile(root, sides.map(String), () => {
    const bar = el("progress", "score__bar");
    bar.setAttribute("aria-hidden", "true"); // the numbers have the same content
    const number = el("span", "", el("b", "score__points"), " ", el("span", "score__target"));
    number.dir = "ltr"; // "3 / 41" in every language
    const name = el("bdi", "score__name", el("span", "score__base"), el("span", "score__last"));
    return el("li", "score", name, number, bar, el("small", "score__owed"));
  });
  // Beside a live table and in a replay, the boxes are shown only for what the seats do not say.
  root.classList.toggle("has-debts", Boolean(view.owed?.some((owed) => owed.some(Boolean))));
  const bases = texts.names.map((name) => splitName(name)[0]);
  sides.forEach((side, place) => {
    const node = root.children[place];
    const [name, number, bar, owed] = node.children;
    const isShared = view.seats.filter((seat) => seat.side === side).length > 1;
    const [base, last] = isShared ? [texts.sideName(side), ""] : splitName(texts.sideName(side));
    name.firstElementChild.textContent = base;
    name.lastElementChild.textContent = last;
    name.title = texts.sideName(side);
    name.classList.toggle("is-twin", Boolean(last) && bases.filter((one) => one === base).length > 1);
    showPoints(number.firstElementChild, String(view.scores[side]));
    number.lastElementChild.textContent = view.target === null ? "" : `/ ${view.target}`;
    bar.hidden = view.target === null;
    bar.max = view.target ?? 1;
    bar.value = Math.min(view.scores[side], bar.max);
    if (view.scores.length < view.seats.length) node.dataset.side = side;
    owed.replaceChildren(debts(view.owed?.[side] ?? [], texts));
    owed.hidden = !owed.textContent;
  });
}
