/* A puzzle's page: the position on the board, the reader's answer, and the solution. */

import { Board } from "../board/board.js";
import { listenForCards } from "../board/card_keys.js";
import { cardName, chip } from "../board/cards.js";
import { TableTexts } from "../board/event_text.js";
import { points as asPoints, signedPoints } from "../board/points.js";
import { outcomeText, reasonText } from "../board/reasons.js";
import { showScores } from "../board/scores.js";
import { byId, el, pageData } from "../lib/dom.js";
import { signed } from "../lib/numbers.js";
import { fillIn, isolate } from "../lib/sentence.js";
import { sound } from "../table/cues.js";
import { Log } from "../table/log.js";
import { newsOf } from "../table/prompt_news.js";
import { SoundTool } from "../table/sound_tool.js";

const page = pageData("puzzle-data");
const texts = new TableTexts(page);
texts.setPlayers(page.players, page.sides);
const landed = (events, seat) => sound(board, events, seat);
const board = new Board(byId("board"), texts, { ...page, play: answer, landed });
const told = byId("told");
const seats = page.players.map((name) => ({ name }));

const question = told.textContent;

let isAnswered = false; // also true while the answer is being sent
let isRepeated = false; // the reader tries again

const same = (move, other) => JSON.stringify(move) === JSON.stringify(other);

// ---- answering ----

async function answer(move) {
  if (isAnswered) return;
  isAnswered = true;
  board.hold(true);
  const { solution, refusal } = await send(move);
  board.hold(false);
  if (solution) showSolution(solution, move);
  else {
    isAnswered = false;
    told.textContent = refusal;
  }
}

/** Send an answer. Return the solution, or a sentence that says why there is none. */
async function send(move) {
  try {
    const body = new URLSearchParams({ move: JSON.stringify(move), csrfmiddlewaretoken: page.csrf });
    const response = await fetch(page.answer_url, { method: "POST", body });
    if (!response.headers.get("Content-Type")?.startsWith("application/json")) {
      return { refusal: gettext("This page is out of date. Reload it and try again.") };
    }
    const answered = await response.json();
    return response.ok ? { solution: answered } : { refusal: answered.message };
  } catch {
    return { refusal: gettext("You’re offline. Try again in a moment.") };
  }
}

// ---- the solution ----

function moveName([, card, manner]) {
  if (!manner) return cardName(card);
  return interpolate(gettext("%(card)s, %(way)s"), { card: cardName(card), way: texts.callName(manner) }, true);
}

/** Show the solution to a reader who has answered. `sent` is the answer that was just sent, if any. */
function showSolution(solution, sent = null) {
  const shown = sent ?? solution.move;
  const isRight = same(shown, solution.best);
  isAnswered = true;
  showAnswer(solution, Boolean(sent), isRight);
  told.closest(".prompt").classList.remove("is-asked");
  told.replaceChildren(verdict(solution, shown));
  if (!isRepeated && !same(shown, solution.move)) {
    told.prepend(`${gettext("You’ve already answered this puzzle, and your first answer counts.")} `);
  }
  byId("choices").replaceChildren(...solution.choices.map((choice) => choiceRow(choice, solution)));
  byId("outcome").replaceChildren(...ownOutcome(solution));
  byId("solvers").textContent = solversText(solution.found_by);
  byId("rating").replaceChildren(...ratingText(solution.rating));
  byId("streak").textContent = streakText(solution);
  byId("replay-link").href = solution.replay;
  byId("replay-link").hidden = byId("solution").hidden = byId("onwards").hidden = false;
  byId("again").hidden = isRight;
}

/** Put the position back, so that the reader can play another card. */
function tryAgain() {
  isAnswered = false;
  isRepeated = true;
  board.silence();
  board.follow([], true);
  showPosition();
  board.markHint();
  told.closest(".prompt").classList.add("is-asked");
  told.textContent = question;
  byId("replay-link").hidden = byId("solution").hidden = byId("onwards").hidden = true;
  board.next.focus();
}

function showPosition() {
  board.show({ view: page.view, seats, me: page.me });
  showScores(byId("scores"), page.view, texts);
}

/** Play the reader's card on the board, and mark the best card if it is another one. A card that is not the best one is not
    celebrated, whatever it scores. */
async function showAnswer({ after: { events, view }, best }, isNew, isRight) {
  const state = { view, seats, me: page.me };
  if (isNew) await board.advance(state, isRight ? events : events.filter((event) => !texts.shout(event)));
  else board.show(state);
  board.markHint(best[1]);
  showScores(byId("scores"), view, texts);
}

/** Say whether this move is best. */
function verdict({ best, choices, reason }, move) {
  const [first, second] = choices;
  const isRight = same(move, best);
  const other = isRight ? second : choices.find((choice) => same(choice.move, move));
  const names = { best: moveName(best), own: moveName(move), points: asPoints(first.points - other.points) };
  const [result, comparison] = isRight
    ? [gettext("Right!"), gettext("On average, it’s %(points)s points better than the next best card.")]
    : [
        gettext("The %(best)s is better."),
        gettext("On average, it’s %(points)s points better than the %(own)s."),
      ];
  const line = fillIn(result, names);
  line.append(" ", reasonText(reason, texts.isDuel), " ", fillIn(comparison, names));
  return line;
}

/** Return what the reader's card would have led to, or nothing for the best card. */
function ownOutcome({ move, outcome }) {
  if (!outcome) return [];
  return [fillIn(gettext("You chose the %(own)s."), { own: moveName(move) }), " ", outcomeText(outcome)];
}

function choiceRow({ move, points }, { best, move: own, played }) {
  const remarks = [
    same(move, best) && el("span", "badge badge--good", pgettext("card", "best")),
    same(move, own) && el("span", "badge", gettext("your answer")),
    same(move, played) && el("span", "badge", gettext("played in the match")),
  ].filter(Boolean);
  const name = el("th", "", chip(move[1]));
  name.scope = "row";
  if (move[2]) name.append(" ", texts.callName(move[2]));
  const number = el("td", "number", isolate(signedPoints(points)));
  return el("tr", same(move, best) ? "is-best" : "", name, number, el("td", "", ...remarks.flatMap((node) => [node, " "])));
}

/** Say how many players have solved the puzzle, unless only the reader has tried. */
function solversText([solved, answered]) {
  if (answered < 2) return "";
  return interpolate(gettext("Solved by %(solved)s of %(answered)s players."), { solved, answered }, true);
}

function ratingText(rating) {
  if (!rating) return [];
  const [value, change] = rating;
  return [fillIn(gettext("Your puzzle rating: %(rating)s (%(change)s)"), { rating: value, change: signed(change) })];
}

function streakText({ solved, on_time: onTime, streak }) {
  if (streak === null) return gettext("With an account, you can build a streak of solved puzzles.");
  if (!onTime) return gettext("Only answers given on the day of the puzzle count towards your streak.");
  if (!solved) return "";
  return interpolate(ngettext("Your streak: %s day", "Your streak: %s days", streak), [streak]);
}

// ---- setup ----

listenForCards(board, new SoundTool(board).mute);

byId("again").addEventListener("click", tryAgain);
const log = new Log(byId("log"), texts);
log.restart(page.events);
byId("news").append(...newsOf(log.newest));
if (page.solution) showSolution(page.solution);
else showPosition();
