/* What is laid over the table for a while: the count of a deal, the end of the match. */

import { button, el } from "./dom.js";
import { tieBreak } from "./facts.js";

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
  const node = el("div", "panel panel--count", el("h2", "", gettext("The deal is counted")), table);
  if (close) node.append(button(gettext("Go on"), "button button--small", close));
  return node;
}

const REASONS = {
  resigned: gettext("%s gave up."),
  timeout: gettext("%s ran out of time."),
};

function headline(state, words) {
  if (state.status === "voided") return gettext("This match was voided");
  const winners = state.result?.winners ?? [];
  if (state.status === "aborted") return gettext("This table was closed");
  if (!winners.length) return gettext("A draw");
  const mine = state.me === null ? null : state.view?.seats[state.me].side;
  if (winners.includes(mine)) return gettext("You have won!");
  const names = winners.map((side) => words.side(side)).join(", ");
  return interpolate(gettext("%s won"), [names]);
}

/** The end of the match; `home` is the address of another game. */
export function endPanel(state, words, home) {
  const { result } = state;
  const parts = [el("h2", "", headline(state, words))];
  if (REASONS[result?.reason] && result.seat !== null) {
    parts.push(el("p", "", interpolate(REASONS[result.reason], [words.seat(result.seat)])));
  }
  if (result?.sides?.length) {
    const scores = result.sides.map((score, side) => el("li", "", `${words.side(side)}: `, el("b", "", String(score))));
    parts.push(el("ul", "panel__scores", ...scores));
  }
  const tie = state.view && tieBreak(state.view, words);
  if (tie) parts.push(tie);
  const links = [];
  if (result?.url) links.push(link(result.url, gettext("Result and replay"), "button"));
  links.push(link(home, gettext("Another game"), "button button--quiet"));
  parts.push(el("div", "actions", ...links));
  return el("div", "panel panel--end", ...parts);
}

function link(address, text, className) {
  const node = el("a", className, text);
  node.href = address;
  return node;
}
