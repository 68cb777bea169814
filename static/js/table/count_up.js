/* How the count of a deal is shown, one side after the other: the number of its cards runs up, the points for them appear,
   and its score runs up to the new one. All texts are there from the start, for screen readers and for the layout. */

import { drawFor, numberAt } from "../board/motion.js";

const CARDS = 400; // milliseconds in which the cards of a side are counted
const SCORE = 300; // in which its score grows
const APART = 350; // between two sides, if they are few
const ALL = 1400; // for all of them, at most

/** Let the numbers of a panel with a count run up, until it is clicked. */
export function countUp(panel) {
  const rows = [...panel.querySelectorAll("tbody tr")].map((row) => ({
    row,
    gain: row.querySelector(".count-table__gain"),
    numbers: [...row.querySelectorAll(".count-table__number")],
  }));
  const apart = Math.min(APART, (ALL - CARDS - SCORE) / Math.max(1, rows.length - 1));
  const draw = (passed) => rows.forEach((parts, place) => drawRow(parts, passed - place * apart));
  const end = drawFor((rows.length - 1) * apart + CARDS + SCORE, draw);
  panel.addEventListener("click", end);
}

/** Show the row of a side as it is some time after its beginning, which may be to come. */
function drawRow({ row, gain, numbers: [cards, score] }, passed) {
  row.classList.toggle("is-due", passed < 0);
  gain?.classList.toggle("is-due", passed < CARDS);
  showNumber(cards, passed / CARDS);
  showNumber(score, (passed - CARDS) / SCORE);
}

function showNumber(node, part) {
  if (part < 1) node.dataset.now = numberAt(part, Number(node.dataset.from), Number(node.textContent));
  else delete node.dataset.now;
}
