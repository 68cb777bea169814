/* What "Show me" shows: the right moves and, for a card, what it would capture. The learner then makes the move. */

import { isMotionReduced } from "../board/motion.js";

const MOVE = 1800; // milliseconds for the way to the table and back
let shown = null; // the animation

export const markHint = (node) => node?.classList.add("is-hinted");

/**
 * Mark the cards that the hand's card `own` would take, and lay it on the first of them for a moment. If it takes nothing,
 * lay it at the edge of the table. `events` are those of the move, and `cloth` has the cards on the table.
 */
export function showCard(own, events, cloth) {
  const { cards: taken = [] } = events.find(({ kind }) => kind === "capture" || kind === "overcall") ?? {};
  const marked = cloth.cards.filter((node) => taken.includes(node.dataset.key));
  for (const node of marked) node.classList.add("is-target");
  if (!own || isMotionReduced()) return;
  const { x, y } = own.getBoundingClientRect();
  const first = marked.find((node) => node.dataset.key === taken[0])?.getBoundingClientRect();
  const edge = cloth.root.getBoundingClientRect().bottom;
  // Not quite above it, so that both ranks are seen.
  const [toX, toY] = first ? [first.x + first.width / 4, first.y + first.height / 4] : [x, edge - own.offsetHeight / 2];
  const here = { translate: "0px 0px", zIndex: 3 };
  const there = { translate: `${toX - x}px ${toY - y}px`, zIndex: 3 };
  const way = [here, { ...there, offset: 0.35 }, { ...there, offset: 0.75 }, here];
  shown = own.animate(way, { duration: MOVE, easing: "ease-in-out" });
}

/** Take back what is shown. */
export function clearHint() {
  shown?.cancel();
  for (const node of document.querySelectorAll(".is-hinted, .is-target")) node.classList.remove("is-hinted", "is-target");
}
