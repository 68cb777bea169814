/* The replay page, which steps through an ended match with all hands, no hands or a single seat's hand open. */

import { Board } from "../board/board.js";
import { isOff, pressedKey, renameKeys } from "../board/card_keys.js";
import { copyText } from "../lib/copy.js";
import { byId, el, pageData } from "../lib/dom.js";
import { KEYS_OF_LIST, showKeys } from "../lib/keys_dialog.js";
import { setSpeed, skipMotion } from "../board/motion.js";
import { countPanel } from "../board/count_panel.js";
import { showScores } from "../board/scores.js";
import { TableTexts } from "../board/event_text.js";
import { play, sound } from "../table/cues.js";
import { SoundTool } from "../table/sound_tool.js";
import { judgement } from "./judgement.js";
import { MoveList } from "./move_list.js";
import { unpackViews } from "./views.js";

const MOVE_DELAY = 900; // milliseconds between moves in autoplay

const SHOWN_BEFORE = 40; // how many steps before the current one are searched for the last capture

const page = pageData("replay-data");
const { steps } = page;
const viewAt = unpackViews(steps);
const last = steps.length - 1;
const analysed = steps.some((step) => step.decision);
const seats = page.players.map((name, seat) => ({ name, bot: page.bots[seat] }));

const texts = new TableTexts(page);
texts.setPlayers(page.players, page.sides);
const landed = (events, seat) => sound(board, events, seat);
const { clockwise, verbs, own_seat: bottom } = page; // unless the view is another seat’s
const board = new Board(byId("board"), texts, { clockwise, verbs, landed, bottom });
const soundTool = new SoundTool(board);
const [slider, seenBy, run] = ["slider", "seen-by", "run"].map(byId);

let wanted = 0; // the requested step
let shown = -1; // the step on the board
let busy = false;
let running = 0; // the timer of autoplay

const moves = new MoveList(byId("moves"), steps.length, {
  line: (place) => el("span", "", ...sentences(steps[place]).flatMap((sentence) => [sentence, " "])),
  isHighlight: (place) => steps[place].highlights.length > 0,
  onChoose: (place) => jump(() => place),
});

// ---- navigation ----

async function goTo(to) {
  wanted = Math.max(0, Math.min(last, to));
  showPosition();
  await showWanted();
}

async function showWanted() {
  if (busy || !running) skipMotion(true); // the board never lags behind the reader’s steps
  if (busy) return;
  busy = true;
  // continue with a step that was requested in the meantime
  while (shown !== wanted) await showStep(wanted);
  busy = false;
}

async function showStep(to) {
  const step = steps[to];
  const reader = seenBy.value;
  const state = { view: viewAt(to, reader), seats, me: seat() };
  const one = to === shown + 1;
  skipMotion(false);
  board.showNote(null);
  board.silence();
  if (one && shown >= 0) await board.advance(state, step.events);
  else {
    board.follow(steps.slice(Math.max(0, to - SHOWN_BEFORE), to + 1).flatMap(({ events }) => events), true);
    board.show(state);
  }
  shown = reader === seenBy.value ? to : -1; // the view may have been changed during the animation
  showScores(byId("scores"), state.view, texts);
  const count = step.events.find((event) => event.kind === "count");
  if (!count) return;
  board.showNote(countPanel(count, texts));
  if (one) play("count");
}

/** Return the seat whose view is shown, or null if all hands or none are open. */
function seat() {
  return /^\d+$/.test(seenBy.value) ? Number(seenBy.value) : null;
}

function sentences(step) {
  return step.events.map((event) => texts.sentence(event)).filter(Boolean);
}

/** Show the requested step: its text, and its place on the slider, in the list and in the URL. */
function showPosition() {
  const step = steps[wanted];
  byId("told").replaceChildren(...sentences(step).flatMap((line) => [line, " "]));
  showJudgement(step);
  slider.value = wanted;
  const where = interpolate(gettext("Step %(move)s of %(last)s"), { move: step.move, last: steps[last].move }, true);
  byId("where").textContent = where;
  slider.setAttribute("aria-valuetext", where);
  moves.mark(wanted);
  const address = new URL(location.href);
  address.searchParams.set("move", step.move);
  address.searchParams.set("view", seenBy.value);
  history.replaceState(null, "", address);
}

/** Show what an analysis says about the decision at this step. In an analysed match, the panel is always there. */
function showJudgement(step) {
  const panel = byId("judgement");
  panel.hidden = !analysed;
  panel.replaceChildren(...(step.decision ? judgement(step.decision, texts) : []));
}

// ---- autoplay ----

function moveDelay() {
  return MOVE_DELAY / Number(byId("speed").value);
}

function setRunning(on) {
  clearTimeout(running);
  running = on ? setTimeout(tick, moveDelay()) : 0;
  run.setAttribute("aria-pressed", String(on));
}

async function tick() {
  await goTo(wanted + 1);
  if (running) setRunning(wanted < last);
}

function toggleRunning() {
  if (!running && wanted === last) goTo(0);
  setRunning(!running);
}

// ---- highlights: calls, caidas, missas ----

function isHighlight(step) {
  const kind = byId("moment").value;
  return kind ? step.highlights.includes(kind) : step.highlights.length > 0;
}

/** Return the next highlight of the chosen kind in this direction, or the current step if there is none. */
function highlightFrom(way) {
  let step = wanted + way;
  while (steps[step] && !isHighlight(steps[step])) step += way;
  return steps[step] ? step : wanted;
}

function listHighlights() {
  for (const [kind, name] of Object.entries(page.highlights)) {
    const count = steps.filter((step) => step.highlights.includes(kind)).length;
    if (count) byId("moment").append(new Option(`${name} (${count})`, kind));
  }
  for (const id of ["jump", "earlier", "later"]) byId(id).hidden = !steps.some((step) => step.highlights.length);
}

function changeSpeed(by) {
  const speed = byId("speed");
  speed.selectedIndex = Math.max(0, Math.min(speed.length - 1, speed.selectedIndex + by));
  setSpeed(Number(speed.value));
}

// ---- controls ----

function jump(step) {
  setRunning(false);
  goTo(step());
}

const STEPS = { first: () => 0, back: () => wanted - 1, next: () => wanted + 1, last: () => last };
for (const [name, step] of Object.entries(STEPS)) byId(name).addEventListener("click", () => jump(step));
run.addEventListener("click", toggleRunning);
slider.addEventListener("input", () => jump(() => Number(slider.value)));
seenBy.addEventListener("change", () => {
  shown = -1;
  goTo(wanted);
});
byId("speed").addEventListener("change", () => setSpeed(Number(byId("speed").value)));
byId("earlier").addEventListener("click", () => jump(() => highlightFrom(-1)));
byId("later").addEventListener("click", () => jump(() => highlightFrom(1)));
byId("moment").addEventListener("change", () => jump(() => (isHighlight(steps[wanted]) ? wanted : highlightFrom(1))));
byId("copy-link").addEventListener("click", (event) => copyText(event.currentTarget, location.href));
byId("copy-link").hidden = !navigator.clipboard;

addEventListener("keydown", (event) => {
  const own = event.target.closest?.("input, select, textarea, button, a");
  if (event.ctrlKey || event.metaKey || event.altKey || isOff(event.key)) return;
  if (event.target.closest?.("input, select, textarea, dialog[open]")) return;
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
  if (step) jump(step);
  else if (event.key === "+" || event.key === "-") changeSpeed(event.key === "+" ? 1 : -1);
  else if (event.key === " " && !own) toggleRunning();
  else if (pressedKey(event) === "m") soundTool.mute();
  else if (KEYS_OF_LIST.includes(event.key)) showKeys();
  else return;
  event.preventDefault();
});

// ---- setup ----

renameKeys();

page.players.forEach((name, number) => seenBy.append(new Option(name, String(number))));
const asked = new URLSearchParams(location.search);
const view = asked.get("view");
if ([...seenBy.options].some((option) => option.value === view)) seenBy.value = view;
slider.max = last;
listHighlights();
wanted = Math.max(0, steps.findIndex((step) => String(step.move) === asked.get("move")));
showPosition();
// in tasks of their own, so that a phone stays responsive
setTimeout(() => {
  board.seat(page.players.length, seat());
  requestAnimationFrame(() => setTimeout(showWanted));
});
