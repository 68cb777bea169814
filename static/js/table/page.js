/* The page of a live table: shows the received frames one after another, and sends moves. */

import { Board } from "../board/board.js";
import { Chat } from "../chat/chat.js";
import { Clocks } from "./clock.js";
import { Coach } from "./coach.js";
import { cueLowTime, cueTurn, play as playSound, sound } from "./cues.js";
import "../lib/copy.js";
import { byId, pageData } from "../lib/dom.js";
import { DealCount } from "./deal_count.js";
import { TableFocus } from "./focus.js";
import { GameOver, hasLost } from "./game_over.js";
import { HintBox } from "./hint_box.js";
import { Premove } from "./premove.js";
import { Log } from "./log.js";
import { notify, showBanner, speak } from "./messages.js";
import { shownName } from "../lib/names.js";
import { noteTurn } from "../site/notify.js";
import { Outbox } from "../lib/outbox.js";
import { PackCut } from "./pack_cut.js";
import { isAnnouncedFor, Prompt } from "./prompt.js";
import { Notices } from "./notices.js";
import { showProof } from "./commitment.js";
import { connectRules } from "./rules_drawer.js";
import { connectSideSheet } from "./side_sheet.js";
import { showScores } from "../board/scores.js";
import { listenForKeys } from "./shortcuts.js";
import { SpokenNews } from "./spoken_news.js";
import { TableTools } from "./table_tools.js";
import { MatchSocket } from "../lib/socket.js";
import { askFirst, LeaveActions, stopAsking } from "./leave_actions.js";
import { showClosed, showOpenTable } from "./open_table.js";
import { TableTexts } from "../board/event_text.js";

const page = pageData("table-data");
const root = byId("match");
const confirmation = byId("confirm-challenge");

connectRules();
connectSideSheet();
const texts = new TableTexts(page);
const promptRect = () => byId("prompt").getBoundingClientRect();
const handlers = { play: makeMove, premove: premoveCard, interrupt, promptRect, speak, landed: sound };
const board = new Board(byId("board"), texts, { ...page, ...handlers });
const premove = new Premove(board, { make: makeMove, interrupt, speak });
const prompt = new Prompt(byId("prompt"), texts, { ...page, send: makeMove });
const hints = new HintBox({ board, prompt, texts, verbs: page.verbs, ask: askForHint });
const cut = new PackCut(prompt, byId("auto-cut"), makeMove);
const log = new Log(byId("log"), texts, readFirstEvents);
const coach = page.coach && new Coach(page.coach, board, { root, prompt: byId("prompt"), log, toggle: byId("coaching") });
const clocks = new Clocks(board, speak, cueLowTime);
const spokenNews = new SpokenNews(texts, speak);
const focus = new TableFocus(byId("play"), byId("prompt"), nextThing);
const dealCount = new DealCount(board, texts, () => focus.restore());
const outbox = new Outbox((frame) => socket.send(frame));
const leaveActions = new LeaveActions(request);
const tools = new TableTools(board, request);
const gameOver = new GameOver({ root: byId("panel"), prompt }, texts, page, request);
const notices = new Notices(byId("remarks"), texts, leaveActions, speak);

const chat = new Chat(page, { send: (frame) => socket.send(frame), command: request, notify });

const SERVER_RESTARTS = 4012;
const OUTAGES = {
  messages: gettext("Part of the site is having trouble. Other players’ moves may arrive a second late, but you can keep playing."),
  database: gettext("The site can’t accept moves right now. Reconnecting… You’ll get the lost time back."),
};
const TOO_MUCH = 4429;
const { title } = document;
const queue = []; // states that arrived during an animation
let challenged = null; // the seat whose call the reader may want to challenge
let latest = null; // the newest state, shown or not
let isShowing = false;
let lastMove = null; // the last move sent, until the page is ready for another
let isAwaitingAnswer = false; // the last move has no answer yet
let lastMoveVersion = 0; // the version that the last move made
let wasCutOff = false; // the connection was lost while the move had no answer

const socket = new MatchSocket(page.ws_path, { onFrame, onChange: onConnection });

// ---- receiving ----

function onFrame(frame) {
  if (frame.type === "state") onState(frame);
  else if (outbox.take(frame)) return;
  else if (frame.type === "refused") notify(frame.message);
  else if (frame.type === "presence") onPresence(frame);
  else if (frame.type === "closing") showBanner(gettext("The server is restarting. You’ll be back in a moment."));
  else if (frame.type === "outage") showBanner(OUTAGES[frame.part] ?? "");
  else chat.onFrame(frame);
}

async function onState(frame) {
  latest = frame;
  setNames(frame);
  clocks.update(frame);
  notices.update(frame);
  leaveActions.show(frame);
  queue.push(frame);
  if (isShowing) return;
  isShowing = true;
  try {
    while (queue.length) await show(queue.shift());
  } finally {
    isShowing = false;
    release();
  }
}

async function show(state) {
  await dealCount.makeWay(state);
  hold();
  setNames(state);
  chat.showState(state);
  const hasEnded = root.dataset.status === "running" && state.status !== "running";
  if (hasEnded) {
    playSound(hasLost(state) ? "lost" : "end");
    speak(""); // in place of a warning that no longer holds
  }
  if (state.status !== "running") stopAsking();
  const status = state.view || state.status === "open" ? state.status : "closed";
  root.dataset.status = document.body.dataset.status = status; // the header depends on it, too
  byId("waiting").hidden = Boolean(state.view);
  byId("play").hidden = !state.view;
  byId("watching").hidden = state.me !== null || state.status !== "running";
  if (state.status === "open") showOpenTable(state, page);
  else if (!state.view) showClosed(page.urls.home);
  if (state.view) await showView(state);
  showPanels(state);
  if (hasEnded) byId("panel").scrollIntoView({ block: "nearest" }); // the button to resign is further down
  focus.restore();
}

async function showView(state) {
  if (state.recent) log.restart(state.recent, state.earlier);
  log.add(state.events);
  // a page that is behind, or has just connected, shows the state without animation
  if (queue.length || state.recent) {
    board.follow(state.recent ?? state.events, Boolean(state.recent));
    board.show(state);
  } else {
    endTurn(state);
    await board.advance(state, state.events);
  }
  clocks.draw();
  cut.show(state.view);
  prompt.announcesForReader(isAnnouncedFor(state.seats[state.me]));
  if (state.status === "running") prompt.show(state.view); // later it belongs to the result
  prompt.showNews(state.status === "running" ? log.newest : []);
  if (!mayChallenge(state.view)) confirmation.close();
  hints.show(state);
  coach?.show(state);
  board.fit(); // the prompt may have grown; otherwise the cards would move in the first frame that shows them
  showProof(byId("proof"), state.pack, page.code);
  spokenNews.show(state);
  showTurn(state.view.moves.length > 0);
  showScores(byId("scores"), state.view, texts, state.me === null ? 0 : state.view.seats[state.me].side);
  tools.show(state);
}

/** Before an event is shown: take back what was said about the turn that it ended. If another player is to move, say so. */
function endTurn(state) {
  const { events, status, view } = state;
  if (!events.length) return;
  coach?.forget(state);
  hints.forget();
  if (view.moves.length || (status !== "running" && view.to_act !== null)) return;
  board.showTurn(view);
  prompt.show(view);
}

/** Return whether the call that a challenge is asked about can still be challenged. */
const mayChallenge = ({ interrupts, calls }) => interrupts.includes("challenge") && calls?.[challenged]?.open;

/** Return the element that waits for the reader. */
function nextThing() {
  const panel = byId("panel").hidden ? null : byId("panel").querySelector(".actions :is(button, a)");
  return panel ?? prompt.first ?? board.next;
}

function showTurn(isTurn) {
  document.title = isTurn ? `● ${title}` : title;
  noteTurn(isTurn);
  cueTurn(isTurn);
  chat.showTurn(isTurn);
}

function setNames({ seats, view, me }) {
  const names = seats.map((sitter) => (sitter ? shownName(sitter.name) : gettext("Free seat")));
  texts.setPlayers(names, view ? view.seats.map((seat) => seat.side) : page.sides, me);
}

function showPanels(state) {
  gameOver.show(state);
  const isOver = !["open", "running"].includes(state.status);
  if (isOver) board.showNote(null);
  if (!isOver && state.view) dealCount.show(state, clocks.isLow);
}

function onPresence({ online, watching }) {
  if (!latest) return;
  latest.watching = watching;
  chat.showSpectators(watching);
  online.forEach((here, seat) => {
    if (latest.seats[seat]) latest.seats[seat].online = here;
  });
  for (const panel of board.panels) panel.showSitter(latest.seats[panel.seat]);
}

function onConnection(how, code) {
  if (how === "open") {
    showBanner("");
    outbox.resend();
  } else if (how === "lost") showConnectionLost(code);
  else if (code === 4404) showBanner(gettext("Match not found, or you can’t view it."));
  else showBanner(gettext("The connection was closed. Please reload this page."));
  hold();
}

function showConnectionLost(code) {
  wasCutOff = isAwaitingAnswer;
  premove.clear();
  if (code === SERVER_RESTARTS) showBanner(gettext("The server is restarting. You’ll be back in a moment."));
  else if (code === TOO_MUCH)
    showBanner(gettext("Too many pages of this site are open. Close some of them; this one will retry in 30 seconds."));
  else if (isAwaitingAnswer) showBanner(gettext("Connection lost. Reconnecting… Your move is saved and will be sent."));
  else showBanner(gettext("Connection lost. Reconnecting…"));
}

// ---- sending ----

/** Send a move. The board changes only after the server has accepted it. */
async function send(move) {
  if (!latest || isMoving()) return;
  isAwaitingAnswer = true;
  wasCutOff = false;
  lastMove = move;
  if (move[0] === "play") board.going = move[1];
  const { version } = latest;
  const answered = outbox.post({ type: "move", version, move });
  if (!socket.isOpen) showConnectionLost();
  hold();
  const answer = await answered;
  isAwaitingAnswer = false;
  if (answer.type === "done") {
    lastMoveVersion = answer.version;
    release();
  } else if (answer.code === "stale" && move[0] === "cut" && cut.isAutomatic) {
    // The reader has not chosen this move, so they need not hear of it: another window was faster, or will try again.
    if (latest.version > version) release();
    else hold();
  } else {
    board.going = lastMove = null;
    premove.clear();
    cut.refused();
    hold();
    notify(whyNotMade(answer, move));
  }
}

function whyNotMade({ code, message }, [verb]) {
  if (!wasCutOff || code !== "stale" || verb !== "play") return message;
  return gettext("The match moved on while you were disconnected, so your card wasn’t played.");
}

/** Send a command other than a move. Resolves to whether it was carried out; shows a refusal. */
async function request(frame) {
  if (!socket.isOpen) {
    notify(gettext("You’re offline. Try again in a moment."));
    return false;
  }
  const { type, message } = await outbox.post(frame);
  if (type === "refused") notify(message);
  return type === "done";
}

/** Return the first events of the match, for its log. Null if they cannot be read. */
async function readFirstEvents(count) {
  try {
    const answer = await fetch(`${page.urls.log}?count=${count}`);
    if (answer.ok) return (await answer.json()).events;
  } catch {
    // offline, as the reader is told below
  }
  notify(gettext("The log can’t be read right now. Try again in a moment."));
  return null;
}

function askForHint() {
  if (!isBusy()) request({ type: "hint", version: latest.version });
}

/** Return whether the last move is unanswered, or not yet part of a received state. */
const isMoving = () => isAwaitingAnswer || latest?.version < lastMoveVersion;

/** Return whether the board is out of date, because an answer or an animation is pending. */
const isBusy = () => isMoving() || isShowing;

/** Make a move, or store it as a premove while the board is out of date. */
function makeMove(move) {
  if (move[0] === "challenge") interrupt(...move);
  else if (!isBusy()) send(move);
  else if (socket.isOpen && String(move) !== String(lastMove)) premove.setMove(move); // otherwise it is a double click
}

/** Store a card that cannot be played yet as a premove. Premoves need a connection. */
function premoveCard(card) {
  if (socket.isOpen && latest?.status === "running") premove.setCard(card);
}

/** Once everything is shown and answered, unlock the board and carry out the premove. */
function release() {
  hold();
  if (isBusy()) return;
  lastMove = null;
  cut.ready();
  if (latest?.status === "running" && latest.view) premove.release(latest.view);
  else premove.clear();
}

/** Claim or challenge. A challenge needs a confirmation, because a wrong one loses the match. */
function interrupt(verb, seat) {
  if (isBusy()) {
    premove.setInterrupt(verb, seat);
    return;
  }
  if (verb !== "challenge") {
    send([verb, seat]);
    return;
  }
  challenged = seat;
  confirmation.querySelector("[data-name]").textContent = texts.seatName(seat);
  askFirst(confirmation, () => send([verb, seat]), { isModal: false }); // the cards stay in view
}

/** Lock cards and buttons while an answer or an animation is pending. */
function hold() {
  board.hold(isBusy());
  prompt.hold(isBusy());
  root.classList.toggle("is-offline", !socket?.isOpen);
}

const goToTurn = () => nextThing()?.focus();

byId("skip-to-turn")?.addEventListener("click", (event) => {
  event.preventDefault();
  goToTurn();
});
listenForKeys(board, {
  isShowing: () => isShowing,
  setPlace: (place) => premove.setPlace(place),
  takeBack: () => board.recall.close() || gameOver.close() || dealCount.close() || premove.takeBack(),
  goToPrompt: goToTurn,
  mute: tools.mute,
  askForHint: () => hints.ask(),
});
