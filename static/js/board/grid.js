/* The grid in which the cards on the table lie: the one in which they are largest, with some free places. */

import { CARD_HEIGHT } from "./cards.js";

const RESERVED = [8, 6]; // numbers of places to reserve, the larger one if possible,
const ENOUGH = 0.8; // if cards then keep at least this share of the size that they would have otherwise,
const LEAST = 40; // and at least this width in pixels
const ALMOST = 0.9; // the share of their size that cards keep in longer rows, in which no card is alone beside empty space
const READABLE = 30; // pixels: cards that would be narrower cover each other
const CLOSE = 0.5; // the share of a card's width that stays in view, with its rank and suit
const TRICK = { columns: 3, rows: 2 }; // the grid in front of the seats

/**
 * Return the grid for cards with at least `needed` places: {columns, rows, width, step, isClose}. Cards are `width` wide, and
 * columns are `step` apart. If `isClose`, cards cover each other. `room`: {width, height, gap, largest}, where no card may be
 * wider than `largest`.
 */
export function gridFor(needed, room) {
  const shape = roomyShape(needed, (one) => cardWidth(one, room));
  const grid = spread(shape, room);
  return grid.width < READABLE ? closeGrid(needed, room) : grid;
}

/** Return the grid for the cards of a trick, in the form of `gridFor`. */
export const trickGrid = (room) => spread(TRICK, room);

function spread(shape, room) {
  const width = cardWidth(shape, room);
  return { ...shape, width, step: width + room.gap, isClose: false };
}

function closeGrid(needed, room) {
  const widthOf = (shape) => closeWidth(shape, { ...room, largest: Math.min(room.largest, LEAST) });
  const shape = bestShape(needed, widthOf);
  const width = widthOf(shape);
  const step = Math.min(width + room.gap, (room.width - width) / (shape.columns - 1));
  return { ...shape, width, step, isClose: true };
}

/** Return the shape with as many free places as there is room for, and as many in a row. */
function roomyShape(needed, widthOf) {
  const tight = bestShape(needed, widthOf);
  const least = Math.max(LEAST, ENOUGH * widthOf(tight));
  const roomy = RESERVED.filter((count) => count > needed).map((count) => bestShape(count, widthOf));
  return longestRows(roomy.find((shape) => widthOf(shape) >= least) ?? tight, widthOf);
}

/** Return the shape of at least `count` places in which cards are largest; of several, the one with the fewest rows. */
function bestShape(count, widthOf) {
  const shapes = Array.from({ length: count }, (_, number) => ({ columns: Math.ceil(count / (number + 1)), rows: number + 1 }));
  return shapes.reduce((best, shape) => (widthOf(shape) > widthOf(best) ? shape : best));
}

/** Return the shape with the longest rows in which cards are almost as large. */
function longestRows({ columns, rows }, widthOf) {
  const width = widthOf({ columns, rows });
  const least = Math.max(ALMOST * width, Math.min(width, LEAST), 1);
  let longest = columns;
  while (widthOf({ columns: longest + 1, rows }) >= least) longest += 1;
  return { columns: longest, rows };
}

function cardWidth({ columns, rows }, { width, height, gap, largest }) {
  const byWidth = (width - (columns - 1) * gap) / columns;
  const byHeight = (height - (rows - 1) * gap) / rows / CARD_HEIGHT;
  return Math.max(0, Math.floor(Math.min(byWidth, byHeight, largest)));
}

/** Return the width of cards that cover each other up to rank and suit. */
function closeWidth({ columns, rows }, room) {
  const byWidth = room.width / (1 + (columns - 1) * CLOSE);
  return Math.floor(Math.min(byWidth, cardWidth({ columns: 1, rows }, room)));
}

/** Return the same cards in the same order: in these rows, or in fewer rows if they fit. */
export function fewestRows(rows, columns) {
  const all = rows.flat();
  const count = Math.ceil(all.length / columns);
  if (count === rows.length) return rows;
  const length = Math.ceil(all.length / count);
  return Array.from({ length: count }, (_, number) => all.slice(number * length, (number + 1) * length));
}

/** Return the cells of a grid row by row, the nearest to the middle of its row first, then to its right and left in turn.
    So cards have the same order in rows of any length. */
export function byRow({ columns, rows }) {
  const cells = Array.from({ length: columns * rows }, (_, number) => ({ row: Math.floor(number / columns), column: number % columns }));
  const middle = Math.floor((columns - 1) / 2) + 0.25; // the cell on the right is nearer than that on the left
  const distance = ({ column }) => Math.abs(column - middle);
  return cells.sort((one, other) => one.row - other.row || distance(one) - distance(other));
}
