/* The page of a replay: steps through a match that is over, as its table, a seat or nobody saw it. */

import { Board } from "../board/board.js";
import { copyText } from "../lib/copy.js";
import { el, pageData } from "../lib/dom.js";
import { setPace } from "../board/motion.js";
import { countPanel } from "../board/count_panel.js";
import { showScores } from "../board/scores.js";
import { Words } from "../board/event_text.js";

const REST = 900; // milliseconds between two moves when it plays by itself

const page = pageData("replay-data");
const part = (name) => document.getElementById(name);
const { steps } = page;
const last = steps.length - 1;
const seats = page.players.map((name, seat) => ({ name, bot: page.bots[seat] }));

const words = new Words(page);
words.meet(page.players, page.sides);
const board = new Board(part("board"), words, { clockwise: page.clockwise, verbs: page.verbs });
const [slider, seenBy, run] = ["slider", "seen-by", "run"].map(part);

let wanted = 0; // the step that is asked for
let shown = -1; // the step on the board
let busy = false;
let running = 0; // a timer while it plays by itself

// ---- going from step to step ----

async function go(to) {
  wanted = Math.max(0, Math.min(last, to));
  tell();
  if (busy) return;
  busy = true;
  // a step that is asked for meanwhile is shown at once
  while (shown !== wanted) await showStep(wanted);
  busy = false;
}

async function showStep(to) {
  const step = steps[to];
  const reader = seenBy.value;
  const state = { view: step.views[reader], seats, me: seat() };
  const one = to === shown + 1;
  board.note.replaceChildren();
  board.shouts.replaceChildren();
  if (one && shown >= 0) await board.advance(state, step.events);
  else board.show(state);
  shown = reader === seenBy.value ? to : -1; // another reader may have been chosen while cards flew
  showScores(part("scores"), state.view, words);
  const count = step.events.find((event) => event.kind === "count");
  if (count) board.note.replaceChildren(countPanel(count, words));
}

/** The seat whose view is shown; null when all hands or none are open. */
function seat() {
  return /^\d+$/.test(seenBy.value) ? Number(seenBy.value) : null;
}

function sentences(step) {
  return step.events.map((event) => words.tell(event)).filter(Boolean);
}

/** Say which step is asked for: in words, on the slider, in the list and in the address. */
function tell() {
  const step = steps[wanted];
  part("told").replaceChildren(...sentences(step).flatMap((line) => [line, " "]));
  slider.value = wanted;
  const where = interpolate(gettext("Move %(move)s of %(last)s"), { move: step.move, last: steps[last].move }, true);
  part("where").textContent = where;
  slider.setAttribute("aria-valuetext", where);
  const list = part("moves");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const line = list.children[wanted].firstElementChild;
  line.setAttribute("aria-current", "step");
  list.scrollTop = line.offsetTop - list.clientHeight / 2;
  const address = new URL(location.href);
  address.searchParams.set("move", step.move);
  address.searchParams.set("view", seenBy.value);
  history.replaceState(null, "", address);
}

// ---- playing by itself ----

function rest() {
  return REST / Number(part("speed").value);
}

function setRunning(on) {
  clearTimeout(running);
  running = on ? setTimeout(tick, rest()) : 0;
  run.setAttribute("aria-pressed", String(on));
}

async function tick() {
  await go(wanted + 1);
  if (running) setRunning(wanted < last);
}

function toggleRunning() {
  if (!running && wanted === last) go(0);
  setRunning(!running);
}

// ---- calls, caidas, missas ----

function isHighlight(step) {
  const kind = part("moment").value;
  return kind ? step.highlights.includes(kind) : step.highlights.length > 0;
}

/** The next moment of the kind that is chosen, in this direction; where there is none, the step that is asked for. */
function highlightFrom(way) {
  let step = wanted + way;
  while (steps[step] && !isHighlight(steps[step])) step += way;
  return steps[step] ? step : wanted;
}

function listHighlights() {
  for (const [kind, name] of Object.entries(page.highlights)) {
    const count = steps.filter((step) => step.highlights.includes(kind)).length;
    if (count) part("moment").append(new Option(`${name} (${count})`, kind));
  }
  part("jump").hidden = !steps.some((step) => step.highlights.length);
}

function changeSpeed(by) {
  const speed = part("speed");
  speed.selectedIndex = Math.max(0, Math.min(speed.length - 1, speed.selectedIndex + by));
  setPace(Number(speed.value));
}

// ---- what the reader does ----

function by(step) {
  setRunning(false);
  go(step());
}

const STEPS = { first: () => 0, back: () => wanted - 1, next: () => wanted + 1, last: () => last };
for (const [name, step] of Object.entries(STEPS)) part(name).addEventListener("click", () => by(step));
run.addEventListener("click", toggleRunning);
slider.addEventListener("input", () => by(() => Number(slider.value)));
seenBy.addEventListener("change", () => {
  shown = -1;
  go(wanted);
});
part("speed").addEventListener("change", () => setPace(Number(part("speed").value)));
part("earlier").addEventListener("click", () => by(() => highlightFrom(-1)));
part("later").addEventListener("click", () => by(() => highlightFrom(1)));
part("moment").addEventListener("change", () => by(() => (isHighlight(steps[wanted]) ? wanted : highlightFrom(1))));
part("copy-link").addEventListener("click", (event) => copyText(event.currentTarget, location.href));
part("copy-link").hidden = !navigator.clipboard;

addEventListener("keydown", (event) => {
  const own = event.target.closest?.("input, select, textarea, button, a");
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, select, textarea")) return;
  const forward = getComputedStyle(document.body).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  const backward = forward === "ArrowLeft" ? "ArrowRight" : "ArrowLeft";
  const step = {
    [forward]: STEPS.next,
    [backward]: STEPS.back,
    Home: STEPS.first,
    End: STEPS.last,
    PageUp: () => highlightFrom(-1),
    PageDown: () => highlightFrom(1),
  }[event.key];
  if (step) by(step);
  else if (event.key === "+" || event.key === "-") changeSpeed(event.key === "+" ? 1 : -1);
  else if (event.key === " " && !own) toggleRunning();
  else return;
  event.preventDefault();
});

// ---- the beginning ----

function listMoves() {
  part("moves").replaceChildren(
    ...steps.map((step, place) => {
      const kind = step.highlights.length ? "moves__move is-moment" : "moves__move";
      const line = el("button", kind, el("span", "moves__number", step.move ? String(step.move) : ""));
      line.type = "button";
      line.append(el("span", "", ...sentences(step).flatMap((sentence) => [sentence, " "])));
      line.addEventListener("click", () => by(() => place));
      return el("li", "log__line", line);
    }),
  );
}

page.players.forEach((name, number) => seenBy.append(new Option(name, String(number))));
const asked = new URLSearchParams(location.search);
const view = asked.get("view");
if ([...seenBy.options].some((option) => option.value === view)) seenBy.value = view;
slider.max = last;
listMoves();
listHighlights();
const place = steps.findIndex((step) => String(step.move) === asked.get("move"));
go(place);
