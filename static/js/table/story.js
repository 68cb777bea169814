/* How the match went, at its end: the score after each deal, and what each player did. */

import { el } from "../lib/dom.js";
import { isolate } from "../lib/sentence.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, EDGE] = [240, 72, 4];

const DEEDS = {
  caidas: gettext("Caidas"),
  missas: gettext("Missas"),
  calls: gettext("Calls"),
  caught: gettext("Caught bluffing"),
};

/** Load the story from its address, and return its element; null if it cannot be loaded or has nothing to tell. */
export async function loadStory(address, texts) {
  try {
    const answer = await fetch(address);
    return answer.ok ? story(await answer.json(), texts) : null;
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

function story({ deals, seats, sources, score_note: note }, texts) {
  // Without partners, a column with the points for something says as much as one with how often it was done.
  const told = seats.length === deals.at(-1).length ? sources.map(([label]) => label) : [];
  const points = sourcesTable(sources, deals.at(-1), texts);
  const parts = [points, note ? el("p", "muted", note) : "", deedsTable(seats, texts, told)];
  if (deals.length > 1) parts.unshift(graph(deals), dealsTable(deals, texts));
  return parts.some(Boolean) ? el("div", "story", ...parts) : null; // which is set off by a line
}

/** Return a graph with a line for each side's score over the deals. */
function graph(deals) {
  const steps = [deals[0].map(() => 0), ...deals];
  const most = Math.max(1, ...steps.flat());
  const node = document.createElementNS(SVG, "svg");
  node.setAttribute("class", "story__graph");
  node.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  node.setAttribute("aria-hidden", "true"); // the table has the same numbers
  deals[0].forEach((_, side) => {
    const points = steps.map((scores, place) => {
      const x = EDGE + ((WIDTH - 2 * EDGE) * place) / (steps.length - 1);
      return `${x.toFixed(1)},${(HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * scores[side]) / most).toFixed(1)}`;
    });
    const line = document.createElementNS(SVG, "polyline");
    line.setAttribute("points", points.join(" "));
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

function dealsTable(deals, texts) {
  const rows = deals[0].map((_, side) => {
    const line = row(texts.sideName(side), deals.map((scores) => String(scores[side])));
    line.dataset.line = side;
    return line;
  });
  return table(gettext("Score after each deal"), [gettext("Deal"), ...deals.map((_, place) => String(place + 1))], rows);
}

/** Return a table of where the points of each side come from. */
function sourcesTable(sources, scores, texts) {
  if (!sources.length) return "";
  const rows = scores.map((score, side) =>
    row(texts.sideName(side), [...sources.map((source) => source[side + 1]), String(score)]),
  );
  // Translators: the head of a table of the points that players got for cards, caidas and so on
  const heads = [gettext("Points for"), ...sources.map(([label]) => label), gettext("Score")];
  return table(gettext("Where the points come from"), heads, rows);
}

function ratingText({ rating, change }) {
  if (change === null) return "–";
  const sign = change < 0 ? "−" : "+";
  return `${rating + change} (${sign}${Math.abs(change)})`;
}

/** Return a table of what each player did, except what another table has `told`. */
function deedsTable(seats, texts, told) {
  const isRated = seats.some(({ change }) => change !== null);
  const isNew = (deed) => !told.includes(DEEDS[deed]) && seats.some((seat) => seat[deed] > 0);
  const deeds = Object.keys(DEEDS).filter(isNew);
  const heads = [gettext("Player"), ...(isRated ? [gettext("Rating")] : []), ...deeds.map((deed) => DEEDS[deed])];
  const rows = seats.map((seat, number) => {
    const cells = deeds.map((deed) => String(seat[deed]));
    return row(texts.seatName(number), isRated ? [ratingText(seat), ...cells] : cells);
  });
  return heads.length > 1 ? table(gettext("Player statistics"), heads, rows) : "";
}
