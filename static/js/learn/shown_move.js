/* What "Show me" shows: a right move and, for a card, what it would capture. The learner then makes the move, or lets the
   button make it. */

import { isMotionReduced } from "../board/motion.js";

const MOVE = 1800; // milliseconds for the way to the table and back
let shown = null; // the animation

export const markHint = (node) => node?.classList.add("is-hinted");

/**
 * Mark the cards that the hand's card `own` would take, and lay it on the first of them for a moment. A card that takes
 * nothing stays where it is: on its way, it would only cover the scores. `events` are those of the move, and `cloth` has the
 * cards on the table.
 */
export function showCard(own, events, cloth) {
  const { cards: taken = [] } = events.find(({ kind }) => kind === "capture" || kind === "overcall") ?? {};
  const marked = cloth.cards.filter((node) => taken.includes(node.dataset.key));
  for (const node of marked) node.classList.add("is-target");
  const first = marked.find((node) => node.dataset.key === taken[0])?.getBoundingClientRect();
  if (!own || !first || isMotionReduced()) return;
  const { x, y } = own.getBoundingClientRect();
  // Not quite above it, so that both ranks are seen.
  const [toX, toY] = [first.x + first.width / 4, first.y + first.height / 4];
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
