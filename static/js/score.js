/* The scores, a side each, with the way to the target. */

import { el, reconcile } from "./dom.js";

export function showScores(root, view, words) {
  const sides = view.scores.map((_, side) => String(side));
  reconcile(root, sides, () => {
    const bar = el("progress", "score__bar");
    return el("li", "score", el("span", "score__name"), el("b", "score__points"), bar, el("small", "score__owed"));
  });
  view.scores.forEach((points, side) => {
    const [name, number, bar, owed] = root.children[side].children;
    name.textContent = words.side(side);
    if (number.textContent !== String(points)) number.textContent = points;
    bar.hidden = view.target === null;
    bar.max = view.target ?? 1;
    bar.value = Math.min(points, bar.max);
    const reach = gettext("%(points)s of %(target)s points");
    bar.setAttribute("aria-label", interpolate(reach, { points, target: view.target }, true));
    const debt = (view.owed?.[side] ?? []).reduce((sum, cards) => sum + cards, 0);
    owed.hidden = debt === 0;
    owed.textContent = interpolate(ngettext("owes %s card", "owes %s cards", debt), [debt]);
  });
  root.dataset.target = view.target ?? "";
}
