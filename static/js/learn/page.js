/* A tutorial's page: positions on the real board. The server has already played every move according to the rules. */

import { Board } from "../board/board.js";
import { listenForCards } from "../board/card_keys.js";
import { cardName } from "../board/cards.js";
import { countPanel } from "../board/count_panel.js";
import { TableTexts } from "../board/event_text.js";
import { isMotionReduced, pause, skipMotion } from "../board/motion.js";
import { showScores } from "../board/scores.js";
import { setCoaching } from "../table/coach_setting.js";
import { play, sound } from "../table/cues.js";
import { allow, byId, el, pageData } from "../lib/dom.js";
import { listing } from "../lib/sentence.js";
import { Premove } from "../table/premove.js";
import { Prompt } from "../table/prompt.js";
import { SoundTool } from "../table/sound_tool.js";
import { showAnswer, showExample } from "./answers.js";
import { showText } from "./card_text.js";
import { Progress } from "./progress.js";
import { clearHint, markHint, showCard } from "./shown_move.js";
import { listSteps } from "./step_list.js";

const PAUSE = 900; // milliseconds between the moves that follow the learner's move
const MOST_NAMED = 3; // of the skipped steps

const page = pageData("learn-data");
const { steps } = page;
const me = 0;
const seats = page.players.map((name, seat) => ({ name, bot: page.bots[seat] }));
const progress = new Progress(page.ruleset, steps.length);

const texts = new TableTexts(page);
texts.setPlayers(page.players, page.sides, me);
const board = new Board(byId("board"), texts, {
  clockwise: page.clockwise,
  me_name: page.players[me],
  verbs: page.verbs,
  play: choose,
  premove: (card) => isOpening && premove.setCard(card),
  interrupt,
  landed: (events, seat) => sound(board, events, seat),
});
const premove = new Premove(board, { make: choose, interrupt, show: (text) => prompt.showNext(text), speak, unspeak: () => speak("") });
const prompt = new Prompt(byId("prompt"), texts, { verbs: page.verbs, send: choose });

let visit = 0; // counts the steps opened, to stop showing one that the learner has left
let isOpening = false; // moves before the learner's are being shown; a move chosen meanwhile is made afterwards
let isOpen = false; // whether the learner may move
let wantsHint = false; // whether the learner asked for a hint before they could move
let work = Promise.resolve(); // the board shows one thing after another

const later = (action) => (work = work.then(action));
const rest = () => (isMotionReduced() ? Promise.resolve() : pause(PAUSE));
const sameMove = (move) => (answer) => JSON.stringify(answer.move) === JSON.stringify(move);

// ---- steps ----

/** Open the current step, or the end. */
function open() {
  visit += 1;
  isOpen = false;
  wantsHint = false;
  premove.clear();
  skipMotion(true); // what is left of the step before, whose board would stay below the new text
  later(() => skipMotion(false));
  const isEnd = progress.at === steps.length;
  isOpening = !isEnd;
  byId("finish").hidden = !isEnd;
  byId("guide").hidden = isEnd;
  byId("buttons").hidden = isEnd; // the list of steps above leads back
  showSteps();
  allow(byId("back"), progress.at > 0);
  if (isEnd) showEnd();
  else openStep(steps[progress.at], visit);
}

function showEnd() {
  const number = visit;
  later(() => {
    if (number !== visit) return;
    markSolved(false);
    board.showNote(null); // the count of the last step
    board.silence();
    prompt.offer(gettext("That was the last step."), []);
  });
  const skipped = steps.flatMap((_, place) => (progress.done.has(place) ? [] : [String(place + 1)]));
  const few = ngettext("You skipped step %s.", "You skipped steps %s.", skipped.length);
  const text = skipped.length > MOST_NAMED
    ? interpolate(gettext("You skipped %s of the %s steps."), [skipped.length, steps.length])
    : interpolate(few, [listing(skipped)]);
  byId("skipped").textContent = text;
  byId("skipped").hidden = !skipped.length;
  byId("finish-title").focus();
}

function openStep(step, number) {
  later(async () => {
    if (number !== visit) return;
    showTask(step);
    board.hold(false);
    board.showNote(null);
    board.silence();
    board.follow([], true);
    show(step.start);
    for (const frame of step.lead) {
      await rest();
      if (number !== visit) return;
      await advance(frame, number);
    }
    if (number !== visit) return;
    speak(describe(board.view));
    isOpening = false;
    isOpen = true;
    premove.release(board.view);
    if (wantsHint) showHint();
  });
}

function showTask(step) {
  byId("guide").removeAttribute("aria-busy");
  byId("step-title").textContent = step.title;
  showText(byId("task"), step.task);
  speak("");
  showAnswer("");
  byId("prompt").style.removeProperty("--asked");
  nameHint(false);
  markSolved(false);
}

function show(view) {
  board.show({ view, seats, me });
  showAround(view);
}

/** Show a move of the step opened as `number`, which the learner may leave meanwhile. */
async function advance({ events, view }, number) {
  await board.advance({ view, seats, me }, events);
  if (number !== visit) return;
  showAround(view);
  const count = events.find((event) => event.kind === "count");
  if (!count) return;
  board.showNote(countPanel(count, texts));
  play("count");
}

function showAround(view) {
  showScores(byId("scores"), view, texts);
  if (view.to_act === null) prompt.offer(gettext("Deal over."), []);
  else prompt.show(view, isInterrupting(view) ? gettext("Your turn.") : undefined);
}

/** Return whether the step asks the learner for something other than the card that the prompt would ask for. */
function isInterrupting({ phase, to_act }) {
  const right = steps[progress.at].answers.filter((answer) => answer.right);
  return phase === "play" && to_act === me && right.every(({ move: [verb] }) => verb !== "play");
}

/** Return the position in words, for those who cannot see it. */
function describe(view) {
  const names = (cards) => listing(cards.map(cardName), "unit");
  const fields = { table: names(view.table), hand: names(view.seats[me].hand) };
  return interpolate(gettext("On the table: %(table)s. Your hand: %(hand)s."), fields, true);
}

function speak(text) {
  byId("seen").textContent = text;
}

// ---- answers ----

function interrupt(verb, seat) {
  if (isOpening) premove.setInterrupt(verb, seat);
  else choose([verb, seat]);
}

function choose(move) {
  if (isOpening) premove.setMove(move);
  const answer = steps[progress.at]?.answers.find(sameMove(move));
  if (!isOpen || !answer) return;
  showAnswer(answer.text, answer.right);
  if (answer.right) solve(answer, visit);
  else nudge(nodeOf(move));
}

function solve(answer, number) {
  isOpen = false;
  byId("prompt").style.setProperty("--asked", `${byId("prompt").getBoundingClientRect().height}px`); // its height with the buttons
  speak(""); // the position is no longer the one described
  progress.finish();
  showSteps();
  clearHint();
  markSolved(true);
  byId("next").focus({ preventScroll: true });
  later(async () => {
    for (const [place, frame] of answer.frames.entries()) {
      if (place) await rest();
      if (number !== visit) return;
      await advance(frame, number);
    }
  });
}

/** Return the element that makes a move: a card in the hand, a button in the prompt, or a button at a seat. */
function nodeOf([verb, argument, manner]) {
  if (verb === "play") return document.querySelector(`.board__own[data-key="${argument}"]`);
  const key = JSON.stringify(manner ? [verb, argument, manner] : argument === undefined ? [verb] : [verb, argument]);
  const asked = [...byId("prompt").querySelectorAll("button")].find((node) => node.dataset.key === key);
  return asked ?? document.querySelector(`.seat[data-seat="${argument}"] [data-key="${verb}"]`);
}

function nudge(node) {
  if (!node || isMotionReduced()) return;
  const shift = [0, -6, 6, -4, 4, 0].map((x) => ({ translate: `${x}px` }));
  node.animate(shift, { duration: 350, easing: "ease-out" });
}

/** Show a right move; once it is shown, make it. */
function showHint() {
  wantsHint = isOpening;
  if (!isOpen) return;
  const { move, frames } = steps[progress.at].answers.find((answer) => answer.right);
  if (nodeOf(move)?.matches(".is-hinted")) {
    choose(move);
    return;
  }
  markHint(nodeOf(move));
  nameHint(true);
  showExample(move, frames[0].events);
  nodeOf(move)?.focus();
  if (move[0] === "play") showCard(nodeOf(move), frames[0].events, board.cloth);
}

// ---- controls ----

/** Say what the button of the hint does next: show a move, or make the one that it has shown. */
function nameHint(isShown) {
  byId("hint").textContent = isShown ? gettext("Play it for me") : gettext("Show me");
}

/** Go to the step that the address names, as in #step-4, but only once: after a reload, the learner is where they were. */
function followAddress() {
  const [, number] = location.hash.match(/^#step-(\d+)$/) ?? [];
  if (!number) return;
  history.replaceState(null, "", location.pathname + location.search);
  progress.goTo(Number(number) - 1);
}

const showSteps = () => listSteps(byId("steps"), steps, progress, goTo);

/** Once a step is solved, the prompt asks for nothing more, and no move is left to be shown. Both keep their room. */
function markSolved(isSolved) {
  byId("lesson").classList.toggle("is-solved", isSolved);
  byId("next").textContent = isSolved ? gettext("Next") : gettext("Skip");
  byId("next").classList.toggle("button--quiet", !isSolved);
}

function goTo(step) {
  clearHint();
  progress.goTo(step);
  open();
}

byId("back").addEventListener("click", () => progress.at > 0 && goTo(progress.at - 1));
byId("next").addEventListener("click", () => goTo(progress.at + 1));
byId("hint").addEventListener("click", showHint);
byId("restart").addEventListener("click", () => {
  progress.restart();
  open();
});
byId("coached").addEventListener("submit", () => setCoaching(true));

listenForCards(board, new SoundTool(board).mute);

followAddress();
open();
