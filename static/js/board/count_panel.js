/* The panel with the count at the end of a deal. */

import { el } from "../lib/dom.js";
import { numbersFrom, signed } from "../lib/numbers.js";
import { isolate } from "../lib/sentence.js";

function headings(...texts) {
  return el("tr", "", ...texts.map((text) => el("th", "", isolate(text))));
}

/** Return a cell with numbers, each in the direction of numbers. */
function cell(...numbers) {
  const line = isolate("");
  line.append(...numbers.flatMap((number, place) => (place ? [" ", number] : [number])));
  return el("td", "", line);
}

/** Return a number that count_up.js lets run from `from`. It keeps its text, and so its width, meanwhile. */
function running(number, from) {
  const node = el("span", "count-table__number", String(number));
  node.dataset.from = from;
  return node;
}

/** Return why the cards score these points, or "" in games that do not count cards. */
function whyOf({ free, captured }) {
  if (free === undefined) return "";
  if (!free) return gettext("Each card scores a point.");
  const isEqual = captured.every((cards) => cards === free);
  return interpolate(isEqual ? gettext("%s cards each: no points.") : gettext("Each card above %s scores a point."), [free]);
}

/**
 * Return the count of a deal, with a row for each side. In games that count cards, `event.free` is the number of cards that
 * score nothing, and `event.before` has the scores at the start of the deal, so that the row can show the points scored before
 * the count. In trick games, each trick has already scored. The rows begin with the side `first`, the reader's.
 */
export function countTable(event, texts, first = 0) {
  // Translators: a column with the points that a side scored while a deal was played, before its cards are counted
  const scored = event.before ? [gettext("During play")] : [];
  const head = headings(texts.hasPartners ? gettext("Side") : gettext("Player"), ...scored, texts.pile, gettext("Score"));
  const rows = numbersFrom(first, event.scores).map((side) => {
    const score = event.scores[side];
    const [captured, points] = [event.captured[side], event.points[side]];
    const cards = running(captured, 0);
    const gain = el("span", points ? "count-table__gain is-gain" : "count-table__gain", signed(points));
    const counted = event.before ? [cell(signed(score - points - event.before[side])), cell(cards, gain)] : [cell(cards)];
    const line = el("tr", "", ...counted, cell(running(score, event.before ? score - points : score)));
    const name = el("th", "", texts.sideName(side));
    name.scope = "row";
    line.prepend(name);
    return line;
  });
  const table = el("table", "count-table", el("thead", "", head), el("tbody", "", ...rows));
  const why = whyOf(event);
  return why ? [el("p", "panel__why", why), table] : [table];
}

/** Return a panel with the count of a deal. Its rows begin with the side `first`, the reader's. */
export function countPanel(event, texts, first = 0) {
  const count = el("div", "panel__content", el("h2", "", gettext("Deal over")), ...countTable(event, texts, first));
  count.tabIndex = 0; // it may scroll
  count.setAttribute("role", "group");
  count.setAttribute("aria-label", gettext("Deal over"));
  return el("div", "panel panel--count", count);
}
