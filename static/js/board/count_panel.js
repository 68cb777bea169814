/* What is laid over the table for a while: the count of a deal. */

import { button, el } from "../lib/dom.js";

function row(kind, ...cells) {
  return el("tr", "", ...cells.map((cell) => el(kind, "", String(cell))));
}

/** The count of a deal, a side a row; where `close` is given, a button calls it. */
export function countPanel(event, words, close = null) {
  const head = row("th", gettext("Side"), words.pile, gettext("Points"), gettext("Score"));
  const rows = event.scores.map((score, side) => {
    const line = row("td", event.captured?.[side] ?? "", `+${event.points?.[side] ?? 0}`, score);
    const name = el("th", "", words.side(side));
    name.scope = "row";
    line.prepend(name);
    return line;
  });
  const table = el("table", "count-table", el("thead", "", head), el("tbody", "", ...rows));
  const node = el("div", "panel panel--count", el("h2", "", gettext("Deal over")), table);
  if (close) node.append(button(gettext("Continue"), "button button--small", close));
  return node;
}
