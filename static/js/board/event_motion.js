/* The animations of events. They only illustrate: with reduced motion, captures stand still for a moment instead. */

import { animate, cardsLanded, EASE, isMotionReduced, pause, rectsOf, shake, shift } from "./motion.js";
import { CORNER } from "./sizes.js";

const SHOW_CAPTURE = 220; // how long a capture is shown before the cards are taken,
const SHOW_STILL = 600; // if they do not move
const GATHER = 150; // how long captured cards take to gather
const HOLD = 50; // how long they stay together
const TAKE = 240; // how long they take to reach the pile
const COUNT = 120; // how long before that, when they are almost there, the number of the pile begins to grow
const FAN = 0.2; // the part of a gathered card that the next one leaves visible, as a share of its width
const SLAP = 200;
const TOUCH = 130; // how long a captured card gives way to the touch of the one that takes it,
const SPREAD = 90; // and how long it takes the touch to reach the last card of a run
const LOWER = 0.42; // how far a card lies below the one that it captures, as a share of its height,
const BESIDE = 0.12; // and to its right, as a share of its width, so that it does not cover the next one

/** Slap a card that has landed onto the one that it captures, if that is on the table. */
function slap(played, captured) {
  if (isMotionReduced()) return;
  animate(played, [{ scale: 1 }, { scale: 1.14, offset: 0.3 }, { scale: 0.95, offset: 0.7 }, { scale: 1 }], SLAP, 0, "none");
  if (captured) shake(captured);
}

/** Let a card that has landed come to rest on the one that it captures, and its touch run through those that follow. */
function touch(played, captured) {
  if (isMotionReduced()) return;
  const still = { transform: "none" };
  const press = (node, size, delay) => animate(node, [still, { transform: `scale(${size})` }, still], TOUCH, delay, "none");
  press(played, 0.95, 0);
  captured.forEach((node, number) => press(node, 1.06, (number * SPREAD) / captured.length));
}

/**
 * Gather elements at the rectangle `at`, if it is given, then animate them to the pile of a side, where they are counted
 * and fade out. Then remove them: the next view may show the same card, and would find an element that has faded out.
 * The number of the pile grows by `worth`.
 */
async function takeTo(flights, nodes, side, at, worth = nodes.length) {
  if (isMotionReduced()) flights.addToPile(side, worth);
  else {
    const to = flights.pileRect(side);
    flights.isTaking = true;
    nodes.forEach((node, number) => {
      node.classList.add("is-leaving");
      node.style.setProperty("--number", number); // each covers those before it
    });
    const places = rectsOf(nodes);
    const moves = nodes.map((node, number) => animateAway(node, places[number], to, at && fanned(at, number)));
    const begins = takingTime(at) - COUNT;
    const countOne = (_, number) => pause(begins + (number * COUNT) / worth).then(() => flights.addToPile(side, 1));
    const counts = Array.from({ length: worth }, countOne);
    await Promise.all([...moves, ...counts]);
    flights.isTaking = false;
  }
  for (const node of nodes) node.remove();
}

/** Return how long captured cards take to reach the pile, with the time to gather if they do. */
const takingTime = (gathers) => (gathers ? GATHER + HOLD + TAKE : TAKE);

/** Return the place of a gathered card, which shows a part of those below it. */
const fanned = ({ left, top, width, height }, number) => new DOMRect(left + number * FAN * width, top, width, height);

function animateAway(node, from, to, at) {
  const time = takingTime(at);
  const gathered = at && { transform: shift(at, from), opacity: 1 };
  const frames = [
    { transform: "none", opacity: 1, easing: EASE },
    ...(at ? [{ ...gathered, offset: GATHER / time }, { ...gathered, offset: (GATHER + HOLD) / time, easing: EASE }] : []),
    { transform: shift(to, from), opacity: 1, offset: 1 - (0.15 * TAKE) / time },
    { transform: shift(to, from), opacity: 0 },
  ];
  return animate(node, frames, time, 0, "forwards", "linear");
}

/** Wait until the reader has seen what is captured. */
const captureSeen = (times = 1) => pause(times * (isMotionReduced() ? SHOW_STILL : SHOW_CAPTURE));

/**
 * Animate the events on the board of `flights`, which still shows the view before them. Unknown kinds are not animated.
 * When the card of an event has landed, `landed(step)` is called with that event and those that follow from it. Return
 * the events whose cards land only with the next view: those that are laid or dealt.
 */
export async function animateEvents(flights, events, landed) {
  flights.forget();
  const arriving = [];
  for (const step of splitIntoSteps(events)) {
    const [event] = step;
    const isSeen = flights.panelOf(event.seat) || event.side in flights.view.scores;
    const animation = isSeen && ANIMATIONS[event.kind];
    if (animation === lay) lay(flights, event);
    if (animation && animation !== lay) {
      await animation(flights, event, () => landed([...arriving.splice(0), ...step]), step.some(isStrike));
    } else if (animation || arriving.length || isDealing(event)) arriving.push(...step);
    else landed(step);
  }
  return arriving;
}

/** Return whether an event deals cards. */
export const isDealing = ({ kind }) => kind === "deal" || kind === "batch";

/** Return the events in steps: each event that moves cards with those that follow from it. */
function splitIntoSteps(events) {
  const steps = [];
  for (const event of events) {
    if (!steps.length || event.kind in ANIMATIONS || isDealing(event)) steps.push([event]);
    else steps.at(-1).push(event);
  }
  return steps;
}

async function capture(flights, event, landed, isStrike) {
  if (!event.card) {
    landed();
    return;
  }
  const [first, ...others] = (event.cards ?? []).map((card) => flights.tableCard(card)).filter(Boolean);
  const over = first?.getBoundingClientRect();
  const played = flights.lift(event.card, event.seat, (from) => (over ? nextTo(over, flights.floor) : from));
  await cardsLanded();
  if (isStrike) slap(played, first);
  else touch(played, [first, ...others].filter(Boolean));
  const nodes = [first, ...others, played].filter(Boolean);
  for (const node of nodes) node.classList.toggle("is-taken", isMotionReduced());
  landed();
  await captureSeen();
  await takeTo(flights, nodes, flights.sideOf(event.seat), others.length ? over : null);
}

/** Return the place of a lifted card next to the one it captures, so that both ranks are visible: a little lower and to the
    right or, if it would reach below `floor`, further to the right. Above, it would lie below the shout. */
function nextTo({ left, top, width, height }, floor = Infinity) {
  const down = Math.max(0, Math.min(LOWER * height, floor - top - height));
  return new DOMRect(left + (down < LOWER * height ? CORNER : BESIDE) * width, top + down, width, height);
}

async function overcall(flights, event, landed) {
  if (!event.card) {
    landed();
    return;
  }
  const played = flights.lift(event.card, event.seat, ({ width }) => nextTo(flights.middleRect(width)));
  await cardsLanded();
  slap(played);
  landed();
  await captureSeen();
  await takeTo(flights, [played], flights.sideOf(event.seat));
}

function lay(flights, event) {
  flights.leave(event.card, event.seat);
}

/** Show the completed trick for a moment, then move it to the winner's pile. */
async function trick(flights, event, landed) {
  const { leader } = flights.view.trick;
  event.cards.forEach((card, place) => {
    if (!flights.tableCard(card)) flights.layInTrick(card, (leader + place) % event.cards.length);
  });
  await cardsLanded();
  landed();
  await captureSeen(2);
  await takeAway(flights, event, 1); // the pile counts tricks
}

async function sweep(flights, event, landed) {
  landed();
  await takeAway(flights, event);
}

async function takeAway(flights, event, worth) {
  const gone = (event.cards ?? []).map((card) => flights.tableCard(card)).filter(Boolean);
  const middle = gone.length > 1 && flights.middleRect(gone[0].getBoundingClientRect().width);
  await takeTo(flights, gone, event.side ?? flights.sideOf(event.seat), middle, worth);
}

const STRIKES = ["caida", "porrazo"]; // captures of the card that was just laid
const isStrike = ({ kind }) => STRIKES.includes(kind);

const ANIMATIONS = { play: lay, capture, five: overcall, ten: overcall, overcall, sweep, trick };
