/* Rating charts, which are redrawn when the page is resized or its colours change. */

import uPlot from "../../vendor/uplot/uPlot.js";
import { colour } from "../lib/colour.js";
import { pageData } from "../lib/dom.js";
import { WHOLE_STEPS } from "../lib/numbers.js";

const figures = [...document.querySelectorAll(".chart__plot")];
const charts = pageData("charts-data");
const drawn = figures.map(() => null);
const { lang } = document.documentElement;
const locale = lang === "en" ? "en-GB" : lang; // the day comes before the month, as on the rest of the site
const SPACE = 90; // pixels for a date
const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "2-digit" });

function draw(number) {
  const [figure, data] = [figures[number], charts[number]];
  const { font } = getComputedStyle(figure);
  const axis = { stroke: colour(figure, "ink-soft"), grid: { stroke: colour(figure, "line"), width: 1 }, font };
  const line = colour(figure, "green");
  const options = {
    width: figure.clientWidth,
    height: figure.clientHeight,
    legend: { show: false },
    padding: [null, 44, null, null],
    cursor: { y: false, drag: { setScale: false } },
    scales: { x: { time: false }, y: { range: (_, low, high) => [low - 10, high + 10] } },
    axes: [
      { ...axis, splits: (plot) => labelled(data, plot.bbox.width / devicePixelRatio), values: (_, places) => labels(data, places) },
      { ...axis, incrs: WHOLE_STEPS, size: 56, values: (_, values) => values.map(String) },
    ],
    series: [{}, { stroke: line, width: 2, points: { show: data.values.length < 40, fill: line, size: 5 } }],
  };
  drawn[number]?.destroy();
  // The x axis counts matches, not days, so that both a busy evening and an idle year are readable.
  drawn[number] = new uPlot(options, [data.values.map((_, place) => place + 1), data.values], figure);
}

/** Return the matches below which this width has room for a date: the first, the last, and some evenly in between. */
function labelled(data, width) {
  const steps = data.values.length - 1;
  const count = Math.max(1, Math.min(steps, Math.floor(width / SPACE)));
  return Array.from({ length: count + 1 }, (_, number) => 1 + Math.round((number * steps) / count));
}

/** Return the days of these matches, or an empty string for a repeated day: the first and the last have theirs. */
function labels(data, places) {
  const days = places.map((place) => `\u2068${day.format(data.times[place - 1] * 1000)}\u2069`); // the chart is left to right
  const [first, last] = [days[0], days.at(-1)];
  return days.map((date, number) => {
    const isRepeated = number === days.length - 1 ? date === first : [first, last, days[number - 1]].includes(date);
    return number && isRepeated ? "" : date;
  });
}

const all = () => figures.forEach((_, number) => draw(number));
const sizes = new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries) {
    const number = figures.indexOf(target);
    if (!drawn[number]) draw(number);
    else drawn[number].setSize({ width: Math.floor(contentRect.width), height: Math.floor(contentRect.height) });
  }
});
figures.forEach((figure) => sizes.observe(figure));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", all);
