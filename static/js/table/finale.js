/* The moment a match ends: the scores, with the winners' within a laurel. If the reader won, the scores count up, and
   stars light up around them. */

import { drawFor, numberAt } from "../board/motion.js";
import { el } from "../lib/dom.js";
import { numbersFrom, signed } from "../lib/numbers.js";
import { isolate, labelledNodes, listing, labelled } from "../lib/sentence.js";

const BEFORE = 1000; // milliseconds until the panel is visible, as in finale.css and panels.css
const COUNTING = 1100;
const STARS = 6;

/** Return the side that the reader sees first: their own, if they play. */
export const sideOf = ({ me, view }) => (me === null ? 0 : view.seats[me].side);

/** Return the sides of a result in the order in which the reader sees them. */
export const sidesOf = (state) => numbersFrom(sideOf(state), state.result.sides);

/** Return the seats in the same order. */
export const seatsOf = ({ me, view }) => numbersFrom(me ?? 0, view.seats);

/** Return the scores at the end of a match. `isWon`: whether the reader won; `isLive`: whether they saw it end;
    `isRated`: whether to keep room for ratings. */
export function finale(state, texts, { isWon, isLive, isRated }) {
  const { sides: scores, winners } = state.result;
  const list = el("ul", "panel__scores finale");
  for (const side of sidesOf(state)) {
    const name = texts.sideName(side);
    const points = el("b", "finale__points", String(scores[side]));
    const shown = el("span", "finale__side", el("span", "finale__laurel", points), el("bdi", "", name));
    shown.setAttribute("aria-hidden", "true"); // the numbers change while they count up
    const said = el("span", "visually-hidden", labelledNodes(el("bdi", "", name), String(scores[side])));
    const item = el("li", winners.includes(side) ? "is-winner" : "", said, shown);
    item.dataset.side = side;
    if (isRated) item.append(el("span", "finale__rating", "\u00a0"));
    list.append(item);
    if (isWon && isLive) countUp(points, scores[side]);
  }
  list.classList.toggle("is-live", isLive);
  if (isWon) list.append(stars());
  return list;
}

/** Show the players' new ratings below their names. `seats` are those of the match's story. */
export function showRatings(panel, view, seats) {
  seats.forEach((seat, number) => {
    const place = panel.querySelector(`[data-side="${view.seats[number].side}"] .finale__rating`);
    if (!place || seat.change === null) return;
    const change = el("b", seat.change < 0 ? "is-loss" : "is-gain", isolate(signed(seat.change)));
    const label = el("span", "visually-hidden", gettext("Rating"), " ");
    place.replaceChildren(label, String(seat.rating + seat.change), " ", change);
  });
}

/** Return a player's new rating and its change, "1534 (+14)", from the match's story; "" if the match was not rated. */
export function ratingText({ rating, change }) {
  return change === null ? "" : `${rating + change} (${signed(change)})`;
}

/** Return the scores at the end of a match as a text: "Amina: 42, Sota: 32". */
export function finalScores(state, texts) {
  return listing(sidesOf(state).map((side) => labelled(texts.sideName(side), state.result.sides[side])), "unit");
}

function stars() {
  const node = el("li", "finale__stars", ...Array.from({ length: STARS }, () => el("i")));
  node.setAttribute("aria-hidden", "true");
  return node;
}

function countUp(node, points) {
  drawFor(BEFORE + COUNTING, (passed) => (node.textContent = String(numberAt((passed - BEFORE) / COUNTING, 0, points))));
}
