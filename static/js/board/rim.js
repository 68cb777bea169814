/* Where the seats lie around the table, and how large the cards between them can be. */

const HEIGHT = 1.54; // of a card, as a multiple of its width
const WIDE = 5 / 4; // the shape from which the own seat lies beside the hand, as in board.css
const NARROW = 640; // the width below which a board is as narrow as a phone: a long hand takes two rows, as in many.css
const LONGEST = 16; // the cards of the longest hand
const CORNER = 0.42; // the part of a card, from its left edge, that shows its rank and suit in every set of cards
const FEWEST = 4; // cards for which there is always room, so that the first ones do not shrink
const TRICK = { columns: 3, rows: 2 }; // the grid in front of the seats
const LARGEST = 0.26; // the largest card on the table, as a share of the board's width
const LOW = 480; // the height below which a wide board has more room beside its cards than above and below
// The largest width of a card, as a share of the board's height: on the table, and in the hand of a wide board.
const USUAL = { laid: 0.2, own: 0.19 };
const ROOMY = { laid: 0.26, own: 0.24 };

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

/** Return the largest width at which `count` cards fit into a box of these pixels, in rows of equal length. */
export function fitCards(count, box, gap, largest) {
  const rows = Array.from({ length: count }, (_, number) => number + 1);
  return Math.max(...rows.map((number) => cardWidth(Math.ceil(count / number), number, box, gap, largest)));
}

function cardWidth(columns, rows, { width, height }, gap, largest) {
  const byWidth = (width - (columns - 1) * gap) / columns;
  const byHeight = (height - (rows - 1) * gap) / rows / HEIGHT;
  return Math.max(0, Math.floor(Math.min(byWidth, byHeight, largest)));
}

/** Return how many columns give rows of equal length, as few as the width of the box allows. */
function columnsFor(count, width, box, gap) {
  const most = Math.max(1, Math.floor((box.width + gap) / (width + gap)));
  return Math.ceil(count / Math.ceil(count / most));
}

const isWide = ({ width, height }) => width > WIDE * height;

/** Return whether cards can be larger, because a board is wide and low, and nothing beside them needs its height. */
function isRoomy(board, root, cloth) {
  const isFull = root.dataset.players === "many" || cloth.classList.contains("is-trick");
  return board.height < LOW && isWide(board) && !isFull;
}

/** Return the width of a card of the player's hand, from the size of the board. */
function ownWidth(board, hand, share) {
  const { width, height } = board;
  const ofHeight = width < NARROW ? 0.16 : 0.18;
  const usual = isWide(board) ? Math.min(0.14 * width, share.own * height) : Math.min(0.26 * width, ofHeight * height);
  if (!hand.classList.contains("is-long")) return usual;
  if (width >= NARROW) return Math.min(usual, hand.clientWidth / (1 + (LONGEST - 1) * CORNER));
  return isWide(board) ? Math.min(0.13 * width, 0.15 * height) : Math.min(0.19 * width, 0.13 * height); // in two rows
}

/** Return the largest width of a card on the table. It is no larger than one of the hand, except on phones in portrait and
    above a long hand on a high board. */
function largestLaid(board, share, own, hand) {
  const isPhone = board.width < NARROW && !isWide(board);
  const isLow = board.height < LOW && board.width > board.height;
  const isFree = !isLow && (isPhone || hand.classList.contains("is-long"));
  const most = Math.min(LARGEST * board.width, share.laid * board.height);
  return isFree ? most : Math.min(most, own);
}

/** Size all cards by the room on the board: first those of the hand, then those on the cloth, which lies in `field`. */
export function fitBoard(root, cloth, field, hand) {
  const board = { width: root.clientWidth, height: root.clientHeight };
  const share = isRoomy(board, root, cloth) ? ROOMY : USUAL;
  const own = Math.floor(ownWidth(board, hand, share));
  root.style.setProperty("--own", `${own}px`);
  const box = { width: field.clientWidth, height: field.clientHeight };
  const gap = parseFloat(getComputedStyle(cloth).columnGap) || 0;
  const largest = largestLaid(board, share, own, hand);
  const isTrick = cloth.classList.contains("is-trick");
  const count = cloth.children.length;
  const width = isTrick
    ? cardWidth(TRICK.columns, TRICK.rows, box, gap, largest)
    : fitCards(Math.max(count, FEWEST), box, gap, largest);
  const columns = isTrick ? TRICK.columns : columnsFor(Math.max(count, 1), width, box, gap);
  cloth.style.setProperty("--laid", `${width}px`);
  cloth.style.inlineSize = `${columns * width + (columns - 1) * gap + 1}px`;
}
