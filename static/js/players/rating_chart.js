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
const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "2-digit" });

function draw(number) {
  const [figure, data] = [figures[number], charts[number]];
  const { font } = getComputedStyle(figure);
  const axis = { stroke: colour(figure, "ink-soft"), grid: { stroke: colour(figure, "line"), width: 1 }, font, incrs: WHOLE_STEPS };
  const line = colour(figure, "green");
  const options = {
    width: figure.clientWidth,
    height: figure.clientHeight,
    legend: { show: false },
    padding: [null, 44, null, null],
    cursor: { y: false, drag: { setScale: false } },
    scales: { x: { time: false }, y: { range: (_, low, high) => [low - 10, high + 10] } },
    axes: [
      { ...axis, values: (_, places) => labels(data, places), space: 90 },
      { ...axis, size: 56, values: (_, values) => values.map(String) },
    ],
    series: [{}, { stroke: line, width: 2, points: { show: data.values.length < 40, fill: line, size: 5 } }],
  };
  drawn[number]?.destroy();
  // The x axis counts matches, not days, so that both a busy evening and an idle year are readable.
  drawn[number] = new uPlot(options, [data.values.map((_, place) => place + 1), data.values], figure);
}

/** Return the days of these matches, or an empty string for a repeated day. */
function labels(data, places) {
  let before = "";
  return places.map((place) => {
    const seconds = data.times[place - 1];
    const date = seconds === undefined ? "" : `\u2068${day.format(seconds * 1000)}\u2069`; // the chart is left to right
    const label = date === before ? "" : date;
    before = date;
    return label;
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
