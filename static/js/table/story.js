/* How the match went, at its end: the score after each deal, and what each player did. */

import { el } from "../lib/dom.js";
import { isolate } from "../lib/sentence.js";
import { ratingText } from "./finale.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, EDGE, SCALE] = [240, 72, 6, 22]; // SCALE: the width of the numbers beside the lines

const DEEDS = {
  calls: gettext("Calls"),
  caught: gettext("Caught bluffing"),
};

/** Load the story from its address; null if it cannot be loaded. */
export async function loadStory(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null; // offline; the result page has it too
  }
}

/** Scroll the deals of a story that is on the page to the last one. */
export function showLatest(story) {
  const end = document.documentElement.dir === "rtl" ? -1 : 1;
  const deals = story.querySelector(".story__table:has([data-line])");
  if (deals) deals.scrollLeft = end * deals.scrollWidth;
}

/** Return the element of a story, or null if it has nothing to tell: where the points come from, what each player did, and
    the course of the score. `order`: the numbers of the sides and the seats in the order in which the reader sees them. */
export function storyNode(story, texts, order) {
  const { deals, score_note: note } = story;
  const points = pointsTable(story, texts, order.sides);
  const parts = [points, note && el("p", "muted", note), playersTable(story, texts, order.seats)].filter(Boolean);
  if (deals.length > 1) parts.push(graph(deals), dealsTable(deals, texts, order.sides));
  return parts.length ? el("div", "story", ...parts) : null; // which is set off by a line
}

/** Return a part of a graph with these attributes. */
function shape(kind, attributes) {
  const node = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

/** Return a graph with a line for each side's score over the deals, on a scale from 0 to the highest score. */
function graph(deals) {
  const steps = [deals[0].map(() => 0), ...deals];
  const most = Math.max(1, ...steps.flat());
  const height = (score) => (HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * score) / most).toFixed(1);
  // the table has the same numbers
  const node = shape("svg", { class: "story__graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" });
  for (const score of [0, most]) {
    const number = shape("text", { x: SCALE - 5, y: height(score), dy: "0.35em", "text-anchor": "end" });
    number.textContent = score;
    node.append(number, shape("path", { d: `M${SCALE} ${height(score)}H${WIDTH - EDGE}` }));
  }
  deals[0].forEach((_, side) => {
    const points = steps.map((scores, place) => {
      const x = SCALE + ((WIDTH - SCALE - EDGE) * place) / (steps.length - 1);
      return `${x.toFixed(1)},${height(scores[side])}`;
    });
    const line = shape("polyline", { points: points.join(" ") });
    line.dataset.line = side;
    node.append(line);
  });
  return node;
}

function row(name, cells) {
  const head = el("th", "", isolate(name));
  head.scope = "row";
  return el("tr", "", head, ...cells.map((cell) => el("td", "", isolate(cell))));
}

function table(caption, heads, rows) {
  const line = el("tr", "", ...heads.map((head) => el("th", "", head)));
  for (const head of line.children) head.scope = "col";
  const node = el("table", "count-table", el("caption", "visually-hidden", caption), el("thead", "", line), el("tbody", "", ...rows));
  const frame = el("div", "story__table", node);
  frame.tabIndex = 0; // it scrolls
  frame.setAttribute("role", "group");
  frame.setAttribute("aria-label", caption);
  frame.addEventListener("scroll", () => frame.classList.toggle("is-scrolled", frame.scrollLeft !== 0), { passive: true });
  return frame;
}

function dealsTable(deals, texts, sides) {
  const rows = sides.map((side) => {
    const line = row(texts.sideName(side), deals.map((scores) => String(scores[side])));
    line.dataset.line = side;
    return line;
  });
  return table(gettext("Score after each deal"), [gettext("Deal"), ...deals.map((_, place) => String(place + 1))], rows);
}

/** Return a table with a column for each of `numbers`, named by `nameOf`; each row has a label and a text for each number. */
function rowsTable(caption, head, { numbers, nameOf }, rows) {
  if (!rows.length) return "";
  const names = numbers.map((number) => isolate(nameOf(number)));
  return table(caption, [head, ...names], rows.map(([label, ...cells]) => row(label, numbers.map((number) => cells[number]))));
}

function pointsTable({ sources }, texts, sides) {
  const columns = { numbers: sides, nameOf: (side) => texts.sideName(side) };
  // Translators: the head of a table of the points that players got for cards, caidas and so on
  return rowsTable(gettext("Where the points come from"), gettext("Points for"), columns, sources);
}

/** Return a table of what each player did, as numbers; and of partners' ratings, for which there is no room above. */
function playersTable({ deals, seats, sources, captures }, texts, order) {
  const deeds = { ...captures, ...DEEDS };
  const hasPartners = seats.length > deals.at(-1).length;
  // A player's points for caidas, say, make their number redundant.
  const told = new Set(hasPartners ? [] : sources.map(([label]) => label));
  const done = Object.keys(deeds).filter((deed) => !told.has(deeds[deed]) && seats.some((seat) => seat[deed] > 0));
  const rows = done.map((deed) => [deeds[deed], ...seats.map((seat) => String(seat[deed]))]);
  const isRated = hasPartners && seats.some(({ change }) => change !== null);
  if (isRated) rows.unshift([gettext("Rating"), ...seats.map((seat) => ratingText(seat) || "–")]);
  const columns = { numbers: order, nameOf: (seat) => texts.seatName(seat) };
  return rowsTable(gettext("Player statistics"), gettext("Player"), columns, rows);
}
