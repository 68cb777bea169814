/* How large the cards are, depending on the room on the board. */

import { CARD_HEIGHT } from "./cards.js";

const WIDE = 5 / 4; // the aspect ratio from which the player's seat is beside the hand, as in board.css
const NARROW = 640; // the width below which a board is as narrow as a phone
const NARROW_WIDE = 576; // the same for a wide board
const LONGEST = 16; // the cards of the longest hand
// On a narrow board, a long hand lies in rows that cover each other. Its cards show their whole width, and as much of their
// height as a finger and their rank and suit need (`finger` in pixels, `corner` as a share of their width). The longest row
// of an upright board and of a wide one; the gap in pixels; the least width of a card where there is room for no more.
const LONG = { upright: 6, wide: 8, gap: 4, finger: 44, corner: 0.75, narrowest: 36 };
const LONG_SHARE = { high: 0.404, low: 0.385 }; // the share of the board's height that the rows take
const WHOLE = 0.85; // rows lie apart if that leaves cards at least this share of their size in rows that overlap
const TRICK = 1.3; // how much larger than the cards of such a hand those of a trick may be: there are few of them
const BROAD = { gap: 4, least: 48 }; // between the four cards of a broad hand, unless they would be too small, in pixels
export const CORNER = 0.42; // the part of a card, from its left edge, that shows its rank and suit in every set of cards
const LARGEST = 0.26; // the largest card on the table, as a share of the board's width
const SHORT = 416; // the height below which a coach's labels take their room from the hand if seats are at the sides
const LOWEST = 304; // the height below which a wide board has no room for larger cards
const LOW = 480; // the height below which a wide board has more room beside its cards than above and below
// The largest width of a card, as a share of the board's height: on the table, and in the hand of a wide board, where
// `across` is a share of its width.
const USUAL = { laid: 0.2, own: 0.175, across: 0.14 };
const ROOMY = { laid: 0.26, own: 0.24, across: 0.155 };
const ROW_OF_TOP = { ...ROOMY, own: 0.205, across: 0.13 }; // with a row for the seat opposite and another for the news
const ROW = { ...ROOMY, own: 0.2, across: 0.14 }; // with a row for the other seats and another for the news
const OF_MANY = { ...ROOMY, own: 0.22, across: 0.14 };
const OF_FEW = { ...USUAL, own: 0.2 }; // on a high board with seats at its sides
const OF_TWO = { laid: 0.22, own: 0.22, across: 0.17 }; // on a high board with no seats at its sides

export const isWide = ({ width, height }) => width > WIDE * height;

/** Return how large cards may be, as shares of the board's size. */
function largestShare(board, root, cloth) {
  const { players } = root.dataset;
  if (isWide(board) && board.height < LOW && !cloth.root.classList.contains("is-trick")) {
    const isLowest = board.height < LOWEST;
    if (root.classList.contains("has-row")) return ROW;
    if (players === "many") return isLowest ? USUAL : OF_MANY;
    return isLowest || players === "4" ? ROW_OF_TOP : ROOMY;
  }
  if (players === "many" || board.height < LOW) return USUAL;
  return players === "2" ? OF_TWO : OF_FEW;
}

/** Return the width of a card of the player's hand, from the size of the board. */
function ownWidth(board, root, hand, share) {
  const { width, height } = board;
  const { players } = root.dataset;
  const ofPhone = players === "many" ? 0.145 : 0.16;
  const ofHeight = width < NARROW ? ofPhone : 0.18;
  const isTight = ["4", "many"].includes(players) && height < SHORT;
  const ofLabels = isTight ? parseFloat(getComputedStyle(hand).paddingBlockEnd) / CARD_HEIGHT : 0;
  const usual = isWide(board)
    ? Math.min(share.across * width, share.own * height)
    : Math.min(0.26 * width, ofHeight * height - ofLabels);
  if (hand.classList.contains("is-broad") && isWide(board)) {
    return Math.min(usual, Math.max(BROAD.least, (hand.clientWidth - 3 * BROAD.gap) / 4));
  }
  const isLong = hand.classList.contains("is-long");
  const hasRows = isLong && width < (isWide(board) ? NARROW_WIDE : NARROW);
  hand.classList.toggle("has-rows", hasRows);
  if (hasRows) return layRows(board, hand, usual);
  return isLong ? Math.min(usual, hand.clientWidth / (1 + (LONGEST - 1) * CORNER)) : usual; // its cards overlap
}

/** Choose the rows of a long hand, and return the width of its cards, at most `most`. They change only once half of the hand
    has been played: if they did so after each card, the next tap could meet another one. Until then, rows that cover each
    other share the room of an empty one. */
function layRows(board, hand, most) {
  const count = Number(hand.style.getPropertyValue("--cards"));
  const cards = count > LONGEST / 2 ? LONGEST : LONGEST / 2;
  const form = isWide(board) ? "wide" : "upright";
  const rows = Math.ceil(cards / LONG[form]);
  const columns = Math.ceil(cards / rows);
  const covered = rows - 1;
  const height = LONG_SHARE[board.height < LOW ? "low" : "high"] * board.height;
  const fitting = Math.max(LONG.narrowest, (hand.clientWidth - (columns - 1) * LONG.gap) / columns);
  const byFinger = Math.max(LONG.finger, (height - covered * LONG.finger) / CARD_HEIGHT);
  const byCorner = height / (CARD_HEIGHT + covered * LONG.corner);
  const covering = Math.min(most, fitting, covered ? Math.min(byFinger, Math.max(byCorner, LONG.finger)) : most);
  const whole = (height - covered * LONG.gap) / rows / CARD_HEIGHT;
  const own = Math.floor(whole >= Math.max(WHOLE * covering, LONG.finger) ? Math.min(covering, whole) : covering);
  const high = CARD_HEIGHT * own;
  const apart = covered ? Math.max(LONG.finger, (height - high) / covered) : high;
  const step = Math.floor(Math.min(high + LONG.gap, apart));
  const lines = count ? Math.min(Math.ceil(count / columns), rows) : rows;
  const row = lines > 1 ? Math.floor(Math.min(high + LONG.gap, (covered * step) / (lines - 1))) : step;
  hand.style.setProperty("--columns", columns);
  hand.style.setProperty("--lines", lines);
  hand.style.setProperty("--row", `${row}px`);
  hand.style.setProperty("--tall", `${Math.max(covered * step + high, rows * step)}px`);
  return own;
}

/** Fit all cards to the room on the board: first those of the hand, then those on the cloth, which are no larger, unless
    the hand lies in rows. */
export function fitBoard(root, cloth, hand) {
  const board = { width: root.clientWidth, height: root.clientHeight };
  const share = largestShare(board, root, cloth);
  const own = Math.floor(ownWidth(board, root, hand, share));
  const mine = hand.parentElement;
  mine.style.setProperty("--own", `${own}px`); // on the board, it would restyle every element
  const { offsetHeight } = mine;
  const largest = hand.classList.contains("has-rows") ? Math.floor(TRICK * own) : own;
  cloth.fit(Math.min(LARGEST * board.width, share.laid * board.height, largest));
  root.style.setProperty("--mine", `${offsetHeight}px`); // for welcome.css; after all that is read from the page
}
