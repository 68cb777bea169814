/* An analysis as a graph: the expected lead after each move, which is the sum of luck and decisions. It starts at 0, before
   the first deal. */

import uPlot from "../../vendor/uplot/uPlot.js";
import { colour } from "../lib/colour.js";
import { signedPoints } from "../board/points.js";
import { byId, pageData } from "../lib/dom.js";
import { numberFormat, WHOLE_STEPS } from "../lib/numbers.js";
import { fillIn } from "../lib/sentence.js";

const figure = byId("course");
const data = pageData("course-data");
const whole = numberFormat({ maximumFractionDigits: 0, signDisplay: "exceptZero" });
const LEAST = 1; // the graph shows at least this many points on either side of zero, so that zero is not its only label
let chart = null;

/** The first two points, before and after the first deal, share a place on the axis. The pointer selects the second. */
const afterDeal = (point) => Math.max(point, 1);

/** Describe the point under the pointer. */
function tell({ cursor: { idx } }) {
  const point = idx === null || idx === undefined ? -1 : afterDeal(idx);
  const words = {
    move: data.numbers[point],
    lead: signedPoints(data.lead[point]),
    luck: signedPoints(data.luck[point]),
    skill: signedPoints(data.skill[point]),
  };
  const sentence = words.move === 0
    ? gettext("First deal: lead %(lead)s = luck %(luck)s, decisions %(skill)s")
    : gettext("Move %(move)s: lead %(lead)s = luck %(luck)s, decisions %(skill)s");
  byId("course-point").replaceChildren(point < 0 ? "" : fillIn(sentence, words));
}

/** Draw a line at the beginning of each deal, and a stronger one at zero. */
function drawMarks(plot) {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.lineWidth = devicePixelRatio;
  ctx.strokeStyle = colour(figure, "line-strong");
  ctx.beginPath();
  const zero = Math.round(plot.valToPos(0, "y", true));
  ctx.moveTo(bbox.left, zero);
  ctx.lineTo(bbox.left + bbox.width, zero);
  ctx.stroke();
  ctx.setLineDash([2 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.beginPath();
  for (const deal of data.deals.slice(1)) {
    const x = Math.round(plot.valToPos(deal, "x", true));
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
  }
  ctx.stroke();
  ctx.restore();
}

function draw() {
  const { font } = getComputedStyle(figure);
  const grid = { stroke: colour(figure, "line"), width: 1 };
  const axis = { stroke: colour(figure, "ink-soft"), grid, font, labelFont: font, labelSize: 24, incrs: WHOLE_STEPS };
  const line = (name, width, dash) => ({ stroke: colour(figure, name), width, dash, points: { show: false } });
  const options = {
    width: figure.clientWidth,
    height: figure.clientHeight,
    legend: { show: false },
    padding: [12, 24, null, null], // half of the last number extends beyond the end of its axis
    cursor: { y: false, drag: { setScale: false }, dataIdx: (_plot, _line, point) => afterDeal(point) },
    scales: { x: { time: false }, y: { range: (_, low, high) => uPlot.rangeNum(Math.min(low, -LEAST), Math.max(high, LEAST), 0.1, true) } },
    axes: [
      { ...axis, label: gettext("Move"), grid: { show: false }, space: 60, values: (_, moves) => moves.map(String) },
      { ...axis, label: gettext("Points"), size: 48, values: (_, points) => points.map(whole) },
    ],
    series: [{}, line("ink", 2.5), line("saffron", 1.8, [7, 4]), line("green", 1.8)],
    hooks: { drawClear: [drawMarks], setCursor: [tell] },
  };
  chart?.destroy();
  figure.parentElement.classList.add("is-drawn");
  chart = new uPlot(options, [data.numbers, data.lead, data.luck, data.skill], figure);
}

new ResizeObserver(() => {
  if (!chart) draw();
  else chart.setSize({ width: Math.floor(figure.clientWidth), height: Math.floor(figure.clientHeight) });
}).observe(figure);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
