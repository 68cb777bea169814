/* How ratings went: a line a rating, drawn anew when the page grows, shrinks or changes its colours. */

import uPlot from "../../vendor/uplot/uPlot.js";
import { pageData } from "../lib/dom.js";

const figures = [...document.querySelectorAll(".chart__plot")];
const charts = pageData("charts-data");
const drawn = figures.map(() => null);
const day = new Intl.DateTimeFormat(document.documentElement.lang, { day: "numeric", month: "short", year: "2-digit" });

/** The page's colour of this name, as a canvas takes it. */
function colour(figure, name) {
  const probe = document.createElement("i");
  probe.style.color = `var(--${name})`;
  figure.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

function draw(number) {
  const [figure, data] = [figures[number], charts[number]];
  const { font } = getComputedStyle(figure);
  const axis = { stroke: colour(figure, "ink-soft"), grid: { stroke: colour(figure, "line"), width: 1 }, font };
  const line = colour(figure, "green");
  const options = {
    width: figure.clientWidth,
    height: figure.clientHeight,
    legend: { show: false },
    padding: [null, 36, null, null],
    cursor: { y: false, drag: { setScale: false } },
    scales: { x: { time: false }, y: { range: (_, low, high) => [low - 10, high + 10] } },
    axes: [
      { ...axis, values: (_, places) => labels(data, places), space: 90, incrs: [1, 2, 5, 10, 20, 50, 100] },
      { ...axis, size: 56, values: (_, values) => values.map(String) },
    ],
    series: [{}, { stroke: line, width: 2, points: { show: data.values.length < 40, fill: line, size: 5 } }],
  };
  drawn[number]?.destroy();
  // By matches and not by days, so that an evening of many and a year of none are both to be read.
  drawn[number] = new uPlot(options, [data.values.map((_, place) => place + 1), data.values], figure);
}

/** The days of these matches, each day once. */
function labels(data, places) {
  let before = "";
  return places.map((place) => {
    const seconds = data.times[place - 1];
    const told = seconds === undefined ? "" : day.format(seconds * 1000);
    const label = told === before ? "" : told;
    before = told;
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
