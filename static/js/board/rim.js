/* Where the seats lie around the table. */

import { el } from "../lib/dom.js";
import { isWide } from "./sizes.js";

const LOW = { least: 19, end: 30 }; // from which height and below which one a board is low, but not too low for a row, in rem
const FOUR_ACROSS = 36; // the least width at which four seats have room side by side, in rem

/** Return the place of each seat in turn order from the one at the bottom: bottom, left, right or top. */
export function rimPlaces(count, isClockwise) {
  const others = count - 1;
  const beside = others < 2 ? 0 : others < 6 ? 1 : 2;
  const [first, last] = isClockwise ? ["left", "right"] : ["right", "left"];
  return Array.from({ length: count }, (_, after) => {
    if (after === 0) return "bottom";
    if (after <= beside) return first;
    return after > others - beside ? last : "top";
  });
}

/** Return the sides of the rim with their panels, in turn order. */
export function rimSides(panels, isClockwise) {
  const sides = isClockwise ? ["left", "top", "right"] : ["right", "top", "left"];
  return sides.flatMap((side) => {
    const roots = panels.filter(({ place }) => place === side).map(({ root }) => root);
    return roots.length ? [el("div", `board__rim board__rim--${side}`, ...roots)] : [];
  });
}

/** Return whether the other seats of a board are in one row (seat_row.css): two to four of them on a low and wide board, if
    no hand but the reader’s is open, and the cards of a trick do not lie in front of them. */
export function hasRow({ seats, suit_ring: ring }, board) {
  if (seats.length < 3 || seats.length > 5 || ring || seats.filter(({ hand }) => hand !== null).length > 1) return false;
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const [width, height] = [board.clientWidth / rem, board.clientHeight / rem];
  const isLow = height >= LOW.least && height < LOW.end;
  return isLow && isWide({ width, height }) && (seats.length < 5 || width >= FOUR_ACROSS);
}
