/* Card animations. They only illustrate events: with reduced motion, the same state is shown without them. */

import { back } from "./cards.js";

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
const FLIGHT = 300;
const SHOW_CAPTURE = 340; // how long a capture is shown before the cards are taken
const TAKE_CAPTURE = 320;
const EASE = "cubic-bezier(0.3, 0.7, 0.2, 1)";
const SETTLE = "cubic-bezier(0.25, 0.9, 0.3, 1.06)"; // a card slides a little too far, and back

let speed = 1;

/** Set the speed of all animations, as a multiple of the normal speed. */
export function setSpeed(times) {
  speed = times;
}

export const isMotionReduced = () => reducedMotion.matches || document.hidden;

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds / speed));

function animate(node, frames, duration, delay, fill, easing = EASE) {
  return node.animate(frames, { duration: duration / speed, delay: delay / speed, easing, fill }).finished;
}

function shift(from, to) {
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
  return `translate(${x}px, ${y}px) scale(${from.width / to.width || 1})`;
}

/** Animate `node` from the rectangle `from` to its position. */
export function animateFrom(node, from, delay = 0) {
  if (isMotionReduced() || !from || !from.width) return;
  const to = node.getBoundingClientRect();
  if (Math.hypot(from.left - to.left, from.top - to.top) < 2) return;
  const frames = [{ transform: shift(from, to) }, { transform: "none" }];
  animate(node, frames, FLIGHT, delay, "backwards", SETTLE);
}

/** Turn the card in `node`, which has lain face down, over on its way. */
export async function turnOver(node, delay = 0) {
  if (isMotionReduced()) return;
  const cover = back();
  cover.classList.add("card--cover");
  const front = node.firstElementChild;
  node.append(cover);
  const edge = { scale: "0 1", offset: 0.5 };
  animate(front, [{ scale: "0 1" }, edge, { scale: "1 1" }], FLIGHT, delay, "backwards", "linear");
  await animate(cover, [{ scale: "1 1" }, edge, { scale: "0 1" }], FLIGHT, delay, "both", "linear").catch(() => {});
  cover.remove();
}

/** Animate `node` to the rectangle `to`, where it fades out. */
function animateTo(node, to, delay) {
  const from = node.getBoundingClientRect();
  const frames = [
    { transform: "none", opacity: 1 },
    { transform: shift(to, from), opacity: 1, offset: 0.85 },
    { transform: shift(to, from), opacity: 0 },
  ];
  return animate(node, frames, TAKE_CAPTURE, delay, "forwards");
}

/** Animate the events on the board, which still shows the view before them. Skips unknown kinds. */
export async function animateEvents(board, events) {
  board.origins.clear();
  for (const event of events) {
    const animation = ANIMATIONS[event.kind];
    if (animation && (board.panelOf(event.seat) || event.side in board.view.scores)) await animation(board, event);
  }
}

async function capture(board, event) {
  if (!event.card) return;
  const [first, ...others] = (event.cards ?? []).map((card) => board.tableCard(card)).filter(Boolean);
  const played = board.lift(event.card, event.seat);
  const over = first?.getBoundingClientRect();
  if (over) moveOver(played, over);
  await pause(FLIGHT + SHOW_CAPTURE);
  const pile = board.pileRect(board.sideOf(event.seat));
  const gone = [first, played, ...others].filter(Boolean);
  await Promise.all(gone.map((node, place) => animateTo(node, pile, place * 60)));
  played.remove();
}

/** Move a lifted card next to the one it captures, so that both ranks are visible. */
function moveOver(node, over) {
  const from = node.getBoundingClientRect();
  const layer = node.parentElement.getBoundingClientRect();
  node.style.left = `${over.left - layer.left + over.width * 0.22}px`;
  node.style.top = `${over.top - layer.top + over.height * 0.2}px`;
  node.style.width = `${over.width}px`;
  animateFrom(node, from);
}

async function overcall(board, event) {
  if (!event.card) return;
  const played = board.lift(event.card, event.seat);
  moveOver(played, board.middleRect());
  await pause(FLIGHT + SHOW_CAPTURE);
  await animateTo(played, board.pileRect(board.sideOf(event.seat)), 0);
  played.remove();
}

function lay(board, event) {
  board.leave(event.card, event.seat);
}

/** Show the completed trick for a moment, then move it to the winner's pile. */
async function trick(board, event) {
  const { leader } = board.view.trick;
  event.cards.forEach((card, place) => {
    if (!board.tableCard(card)) board.layInTrick(card, (leader + place) % event.cards.length);
  });
  await pause(FLIGHT + 2 * SHOW_CAPTURE);
  await sweep(board, event);
}

async function sweep(board, event) {
  const pile = board.pileRect(event.side ?? board.sideOf(event.seat));
  const gone = (event.cards ?? []).map((card) => board.tableCard(card)).filter(Boolean);
  await Promise.all(gone.map((node, place) => animateTo(node, pile, place * 50)));
}

const ANIMATIONS = { play: lay, capture, five: overcall, ten: overcall, overcall, sweep, trick };
