/* The grid in which the cards on the table lie. Their size is that at which the usual number of cards finds room, so that it
   stays the same during a deal. Where they would be too small side by side, cards cover each other up to their rank and
   suit. */

import { CARD_HEIGHT } from "./cards.js";

const FIRST = 4; // cards that do not cover each other, if they are not too small then: those that are dealt to the table
const SMALL = { width: 42, across: 0.9 }; // if all cards would be less wide, in pixels, this share of the first is in view
const USUAL = 8; // cards for which there is always room
const IN_VIEW = { across: 0.5, down: 0.6 }; // the least share of a card's width and height that stays in view
// A row takes more cards if a second one would leave less than `most` of its height in view. Then at least `least` of the
// width of each card stays in view, and no less than the second row would leave.
const CLOSE = { most: 0.78, least: 0.68 };
const ALMOST = 0.9; // the share of their size that cards keep in a grid in which they cover less of each other
const APART = { share: 0.8, width: 56 }; // how wide cards must be at least, as a share of those in rows that cover each
// other and in pixels, if their rows lie apart
const TRICK = { columns: 3, rows: 2 }; // the grid in front of the seats

/**
 * Return the grid for cards with at least `needed` places, in which they are largest or almost: {columns, rows, width}.
 * `room`: {width, height, gap, largest}, where no card may be wider than `largest`.
 */
export function gridFor(needed, room) {
  const all = shapes(Math.max(USUAL, needed));
  const coveringBy = (across) => all.map((shape) => ({ ...shape, width: coveringWidth(shape, room, across) }));
  const usual = coveringBy(1);
  const close = widest(usual).width < SMALL.width ? coveringBy(SMALL.across) : usual;
  const apart = rowsApart(needed, room);
  const covering = mostInView(close, room);
  const isLarge = apart.width >= Math.max(APART.share * covering.width, APART.width);
  const best = covering.rows > 1 && isLarge ? apart : covering;
  return { ...best, columns: Math.max(best.columns, longestRow(best, room)) };
}

/** Return how many cards fit in a row. They overlap a little if a second row would hide more of the first. */
function longestRow({ width }, room) {
  const { down } = stepsFor({ columns: 1, rows: 2 }, width, room);
  const shown = down / (CARD_HEIGHT * width);
  const across = shown < CLOSE.most ? Math.max(CLOSE.least, shown) * width : width + room.gap;
  return Math.floor((room.width - width) / across) + 1;
}

/** Return the largest grid of rows that do not cover each other. The usual number of cards do not cover each other at all. */
function rowsApart(needed, room) {
  const { rows, width } = widest(shapes(USUAL).map((shape) => ({ ...shape, width: cardWidth(shape, room) })));
  const columns = Math.ceil(Math.max(USUAL, needed) / rows);
  return { columns, rows, width: Math.min(width, widthAcross(columns, room)) };
}

const widest = (grids) => grids.reduce((one, other) => (other.width > one.width ? other : one));

/** Return the grid that shows the most of its cards, of those in which they are largest or almost. */
function mostInView(grids, room) {
  const least = ALMOST * widest(grids).width;
  const large = grids.filter(({ width }) => width >= least);
  const shown = (grid) => grid.width * inView(grid, room);
  return large.reduce((one, other) => (shown(other) > shown(one) ? other : one));
}

/** Return the grid for the cards of a trick, in the form of `gridFor`. */
export const trickGrid = (room) => ({ ...TRICK, width: cardWidth(TRICK, room) });

/** Return how far the columns and rows of cards with this width are apart, if `columns` by `rows` of them hold cards. */
export function stepsFor({ columns, rows }, width, room) {
  const apart = (length, size, count) => Math.min(size + room.gap, count > 1 ? (length - size) / (count - 1) : Infinity);
  return { across: apart(room.width, width, columns), down: apart(room.height, CARD_HEIGHT * width, rows) };
}

/** Return the shapes of at least `count` places, from the fewest rows to the most. */
function shapes(count) {
  return Array.from({ length: count }, (_, number) => ({ columns: Math.ceil(count / (number + 1)), rows: number + 1 }));
}

/** Return the part of a card that stays in view when the grid is full. */
function inView({ columns, rows, width }, room) {
  const { across, down } = stepsFor({ columns, rows }, width, room);
  return Math.min(1, across / width) * Math.min(1, down / (CARD_HEIGHT * width));
}

/** Return the width of cards that do not cover each other. */
function cardWidth({ columns, rows }, { width, height, gap, largest }) {
  const byWidth = (width - (columns - 1) * gap) / columns;
  const byHeight = (height - (rows - 1) * gap) / rows / CARD_HEIGHT;
  return Math.max(0, Math.floor(Math.min(byWidth, byHeight, largest)));
}

/** Return the width of cards in a row if they cover each other up to rank and suit. */
const widthAcross = (columns, { width }) => Math.floor(width / (1 + (columns - 1) * IN_VIEW.across));

/** Return the width of cards that cover each other up to rank and suit. Of the first ones, the share `firstAcross` stays in
    view, unless they are large enough. */
function coveringWidth({ columns, rows }, room, firstAcross) {
  const byWidth = widthAcross(columns, room);
  const byHeight = room.height / (1 + (rows - 1) * IN_VIEW.down) / CARD_HEIGHT;
  const across = Math.min(FIRST, columns);
  const first = cardWidth({ columns: across, rows: Math.ceil(FIRST / across) }, room);
  const touching = firstAcross < 1 ? room.width / (1 + (across - 1) * firstAcross) : 0;
  const least = Math.min(SMALL.width, touching, room.largest);
  return Math.max(0, Math.floor(Math.min(byWidth, byHeight, Math.max(first, least))));
}

/** Return the same cards in the same order: in these rows, or in fewer rows if they fit. */
export function fewestRows(rows, columns) {
  const all = rows.flat();
  const count = Math.ceil(all.length / columns);
  if (count === rows.length) return rows;
  const length = Math.ceil(all.length / count);
  return Array.from({ length: count }, (_, number) => all.slice(number * length, (number + 1) * length));
}

/** Return the cell of a place in a grid. Places are numbered row by row, so cards have the same order in rows of any length. */
export const cellOf = (place, { columns }) => ({ row: Math.floor(place / columns), column: place % columns });
