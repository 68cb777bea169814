/* The grid in which the cards on the table lie. Few cards are as large as the room allows. More cards are smaller, in steps,
   as long as they remain large enough to lie beside each other. Beyond that, they cover each other up to their rank and
   suit. */

import { CARD_HEIGHT } from "./cards.js";

const FIRST = 4; // cards that do not cover each other, if they are not too small then: those that are dealt to the table
const SMALL = { width: 42, across: 0.9 }; // if all cards would be less wide, in pixels, this share of the first is in view
const USUAL = 8; // cards that do not cover each other, if there is any room for that
const IN_VIEW = { across: 0.5, down: 0.6 }; // the least share of a card's width and height that stays in view
// A row takes more cards if a second one would leave less than `most` of its height in view. Then at least `least` of the
// width of each card stays in view, and no less than the second row would leave.
const CLOSE = { most: 0.78, least: 0.68 };
const ALMOST = 0.9; // the share of their size that cards keep in a grid in which they cover less of each other
const MORE = 1.05; // how much more of the cards a grid with more rows must show
const APART = { share: 0.8, width: 56 }; // how wide cards must be at least, as a share of those in rows that cover each
// other and in pixels, if their rows lie apart
// More cards than the first ones lie beside each other, and their size is the largest at which one of these numbers of cards
// does so. But where they would have less than a share of the size of the first ones, or fewer pixels, they cover each other.
const MOST = 10; // the most that lie beside each other
const STEPS = [5, 6, USUAL, MOST];
const BETWEEN = 7; // another step from six to eight, which are far apart in a single row
const LESS = { share: 0.56, width: 46 };
const NEAR = 4; // pixels between cards that lie beside each other
// The cards in front of the seats, of which none lies opposite: the reader's below the two others, over the lower half of them,
// or, if that makes them so much smaller, beside each other.
const TRICK = { beside: { columns: 3, rows: 1 }, below: { columns: 2, rows: 1.5 }, smaller: 0.9 };

/**
 * Return the grid for cards with at least `needed` places: {columns, rows, width}.
 * `room`: {width, height, gap, largest}, where no card may be wider than `largest`.
 */
export function gridFor(needed, room) {
  const few = gridOfFew(room);
  const usual = Math.min(USUAL, few.columns * few.rows);
  if (needed <= FIRST || (needed <= usual && liesApart(few, needed, room))) return few;
  if (needed > MOST) return gridOfMany(needed, gridFor(MOST, room).width, room);
  const least = Math.min(few.width, Math.max(Math.floor(LESS.share * few.width), LESS.width));
  const isBetween = needed === BETWEEN && isStep(few, least, room);
  const apart = largestApart(isBetween ? BETWEEN : STEPS.find((step) => step >= needed), room);
  if (apart.width < least) {
    const inRow = Math.floor(room.width / (1 + (MOST - 1) * CLOSE.least));
    const close = Math.min(few.width, inRow, APART.width); // large cards need not be larger
    return gridOfMany(needed, needed > USUAL ? gridFor(USUAL, room).width : Math.max(least, close), room);
  }
  return withLongRows({ ...apart, width: Math.min(apart.width, few.width) }, room);
}

/** Return whether `BETWEEN` cards have a size of their own: if five are as large as a few, so that up to eight have no more
    than four sizes, and if eight do not cover each other, which may make them larger. */
const isStep = (few, least, room) =>
  largestApart(FIRST + 1, room).width >= few.width && largestApart(USUAL, room).width >= least;

/** Return the grid in which few cards are largest or almost, with room for the usual number if they cover each other, or
    only for the first ones where they would be small. */
function gridOfFew(room) {
  const apart = largestApart(USUAL, room);
  const covering = mostInView(coveringGrids(USUAL, room), room);
  const isLarge = apart.width >= Math.max(APART.share * covering.width, APART.width);
  if (covering.width < APART.width) return withLongRows(widest([covering, largestApart(FIRST, room)]), room);
  return withLongRows(covering.rows > 1 && isLarge ? apart : covering, room);
}

/** Return the grid in which many cards, no wider than `most`, cover the least of each other. */
function gridOfMany(needed, most, room) {
  const grids = coveringGrids(Math.max(USUAL, needed), room);
  const grid = withLongRows(mostInView(grids.map((one) => ({ ...one, width: Math.min(one.width, most) })), room), room);
  const columns = Math.ceil(needed / (Math.ceil(needed / grid.columns) - 1));
  const isAlone = needed % grid.columns === 1 && !liesApart(grid, needed, room); // a card that would cover several others
  return isAlone && widthAcross(columns, room) >= grid.width ? { ...grid, columns } : grid;
}

/** Return the largest grid of cards that do not cover each other. */
const largestApart = (count, room) => widest(shapes(count).map((shape) => ({ ...shape, width: cardWidth(shape, room) })));

/** Return the grids of cards that cover each other up to rank and suit. */
function coveringGrids(count, room) {
  const by = (across) => shapes(count).map((shape) => ({ ...shape, width: coveringWidth(shape, room, across) }));
  const usual = by(1);
  return widest(usual).width < SMALL.width ? by(SMALL.across) : usual;
}

/** Return whether this many cards do not cover each other in a grid. */
function liesApart({ columns, width }, count, room) {
  const taken = { columns: Math.min(columns, count), rows: Math.ceil(count / columns) };
  const { across, down } = stepsFor(taken, width, room);
  return across >= width + NEAR && down >= CARD_HEIGHT * width;
}

/** Return the same grid with all the columns for which there is room. */
const withLongRows = (grid, room) => ({ ...grid, columns: Math.max(grid.columns, longestRow(grid, room)) });

/** Return how many cards fit in a row. They overlap a little if a second row would hide more of the first. */
function longestRow({ width }, room) {
  const { down } = stepsFor({ columns: 1, rows: 2 }, width, room);
  const shown = down / (CARD_HEIGHT * width);
  const across = shown < CLOSE.most ? Math.max(CLOSE.least, shown) * width : width + room.gap;
  return Math.floor((room.width - width) / across) + 1;
}

const widest = (grids) => grids.reduce((one, other) => (other.width > one.width ? other : one));

/** Return the grid that shows the most of its cards, or almost, of those in which they are largest or almost. */
function mostInView(grids, room) {
  const least = ALMOST * widest(grids).width;
  const large = grids.filter(({ width }) => width >= least);
  const shown = (grid) => grid.width * inView(grid, room);
  return large.reduce((one, other) => (shown(other) > MORE * shown(one) ? other : one));
}

/** Return the grid for the cards of a trick, in the form of `gridFor`. */
export function trickGrid(room) {
  const [beside, below] = [TRICK.beside, TRICK.below].map((shape) => ({ ...shape, width: cardWidth(shape, room) }));
  return below.width >= TRICK.smaller * beside.width ? below : beside;
}

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
