/* The page of a live table: shows the received frames one after another, and sends moves. */

import { Board } from "../board/board.js";
import { Chat } from "../chat/chat.js";
import { ChatScores } from "../chat/chat_scores.js";
import { Clocks } from "./clock.js";
import { Coach } from "./coach.js";
import { cueLowTime, cueMessage, cueTurn, play as playSound, sound } from "./cues.js";
import "../lib/copy.js";
import { Commands, readFirstEvents } from "./commands.js";
import { showClosedConnection, showOutage, showRestart } from "./connection.js";
import { byId, pageData } from "../lib/dom.js";
import { splitAtCount } from "./counted_deal.js";
import { DealCount } from "./deal_count.js";
import { TableFocus } from "./focus.js";
import { GameOver } from "./game_over.js";
import { HintBox } from "./hint_box.js";
import { Log } from "./log.js";
import { hideToast, notify, outdateToast, placeMessages, showBanner, speak, unspeak } from "./messages.js";
import { Moves } from "./moves.js";
import { namesAtTable } from "../lib/names.js";
import { noteTurn } from "../site/notify.js";
import { endLine, soundOfEnd } from "./outcome.js";
import { Outbox } from "../lib/outbox.js";
import { PackCut } from "./pack_cut.js";
import { Prompt } from "./prompt.js";
import { PromptTips } from "./prompt_tips.js";
import { Notices } from "./notices.js";
import { showProof } from "./commitment.js";
import { connectRules } from "./rules_drawer.js";
import { closeSheets, connectSideSheet, spareAreas } from "./side_sheet.js";
import { SheetNews } from "./sheet_news.js";
import { showScores } from "../board/scores.js";
import { listenForKeys } from "./shortcuts.js";
import { readAloud } from "./speech.js";
import { SpokenNews } from "./spoken_news.js";
import { TableTools } from "./table_tools.js";
import { Told } from "./told.js";
import { Welcome } from "./welcome.js";
import { endTurn, showDealing } from "./turn_end.js";
import { MatchSocket } from "../lib/socket.js";
import { LeaveActions, stopAsking } from "./leave_actions.js";
import { showClosed, showOpenTable } from "./open_table.js";
import { TableTexts } from "../board/event_text.js";

const page = pageData("table-data");
const root = byId("match");

connectRules();
const texts = new TableTexts(page);
const promptRect = () => byId("prompt").getBoundingClientRect();
const makeMove = (move) => moves.make(move);
const afterCount = (act) => (...given) => {
  dealCount.close(); // the reader goes on
  act(...given);
};
const answer = afterCount(makeMove);
const premoveCard = afterCount((card) => moves.premoveCard(card));
const interrupt = afterCount((verb, seat) => moves.interrupt(verb, seat));
const openPlayer = page.me_name && ((name) => chat.playerActions.open(name));
const isMuted = (name) => chat.isMuted(name);
const deals = ({ view }) => showDealing(prompt, view);
const said = { speak, chosen: (text) => prompt.showNext(text), landed: tell, deals, emptied: () => focus.restore() };
const takesPremoves = () => moves.latest?.status === "running";
const handlers = { play: answer, premove: premoveCard, takesPremoves, interrupt, openPlayer, isMuted, promptRect, spareAreas, ...said };
const board = new Board(byId("board"), texts, { ...page, ...handlers });
const prompt = new Prompt(byId("prompt"), texts, { ...page, send: answer });
connectSideSheet(prompt.text);
const askForHint = () => moves.isBusy || request({ type: "hint", version: moves.latest.version });
const markTaken = (card) => coach?.markHint(card);
const previewCard = (card) => coach?.previewCard(card);
const hints = new HintBox({ board, prompt, texts, verbs: page.verbs, ask: askForHint, markTaken, preview: previewCard });
const cut = new PackCut(prompt, byId("auto-cut"), makeMove);
const log = new Log(byId("log"), texts, (count) => readFirstEvents(page.urls.log, count));
const told = new Told();
const coaching = { root, prompt, log, toggle: byId("coaching"), told };
const coach = page.coach && new Coach(page.coach, board, coaching);
const tips = new PromptTips(prompt, texts, told);
const chatScores = new ChatScores();
const clocks = new Clocks(board, chatScores, speak, warnOfLowTime);
const spokenNews = new SpokenNews(texts, speak);
const focus = new TableFocus(byId("play"), byId("prompt"), byId("skip-to-turn"), nextThing);
const parts = { board, prompt, hints, coach, tips, focus };
const welcome = new Welcome({ board, prompt, cut, coach });
const dealCount = new DealCount({ board, prompt, texts, coach }, () => focus.restore());
const outbox = new Outbox((frame) => socket.send(frame));
const channel = { post: (frame) => outbox.post(frame), isOnline: () => socket.isOpen };
const moves = new Moves({ root, board, prompt, cut, texts }, channel);
const request = new Commands(channel).send;
const leaveActions = new LeaveActions(request);
const tools = new TableTools(board, request);
const gameOver = new GameOver({ root: byId("panel"), prompt, effects: board.effects, coach }, texts, page, request);
const sheetNews = new SheetNews((isTurn) => (isTurn ? focus.goToNext() : byId("remarks").querySelector("button")?.focus()));
const notices = new Notices(byId("remarks"), texts, leaveActions, { speak, unspeak, notify, asked: sheetNews.showNotices });

const toServer = { send: (frame) => socket.send(frame), command: request };
const chat = new Chat(page, { ...toServer, notify, onMessage: cueMessage, onKeptAway: showSitters });

const queue = []; // states that arrived during an animation

const socket = new MatchSocket(page.ws_path, { onFrame, onChange: onConnection });

// ---- receiving ----

function onFrame(frame) {
  if (frame.type === "state") onState(frame);
  else if (outbox.take(frame)) return;
  else if (frame.type === "refused") notify(frame.message);
  else if (frame.type === "presence") onPresence(frame);
  else if (frame.type === "closing") showRestart();
  else if (frame.type === "outage") showOutage(frame.part);
  else chat.onFrame(frame);
}

async function onState(frame) {
  if (moves.latest && frame.events.length) outdateToast(frame.version);
  moves.receive(frame);
  setNames(frame);
  clocks.update(frame);
  notices.update(frame);
  leaveActions.show(frame);
  queue.push(...splitAtCount(frame));
  if (moves.isShowing) return;
  moves.isShowing = true;
  try {
    while (queue.length) await show(queue.shift());
  } finally {
    moves.isShowing = false;
    moves.release();
  }
}

async function show(state) {
  const isAfterCount = await dealCount.makeWay(state);
  moves.hold();
  setNames(state);
  chat.showState(state);
  const hasEnded = root.dataset.status === "running" && state.status !== "running";
  if (hasEnded) {
    if (closeSheets()) document.activeElement.blur(); // they would cover the result, which then gets the focus
    speak(""); // in place of a warning that no longer holds
    hideToast(); // it was about an offer, say
  }
  if (state.status !== "running") stopAsking();
  const status = state.view || state.status === "open" ? state.status : "closed";
  root.dataset.status = document.body.dataset.status = status; // the header depends on it, too
  byId("waiting").hidden = Boolean(state.view);
  byId("play").hidden = !state.view;
  placeMessages(state.view ? prompt.words : byId("waiting"));
  byId("watching").hidden = state.me !== null || state.status !== "running";
  if (state.status === "open") showOpenTable(state, page);
  else if (!state.view) showClosed(page.urls.home);
  if (state.view) await showView(state, hasEnded ? gameOver.said(state) : "", isAfterCount);
  showPanels(state);
  focus.restore();
  if (!hasEnded) return;
  playSound(soundOfEnd(state)); // after those of the last card
  gameOver.arrive(state);
}

/** Show the board and what is around it; `end` says how the match has just ended. */
async function showView(state, end, isAfterCount) {
  welcome.close();
  if (state.recent) log.restart(state.recent, state.earlier);
  // A page that is behind, or has just connected, shows the state without animation. After a count, it still deals.
  const isBehind = queue.some(({ version }) => version !== state.version) && !isAfterCount;
  if (isBehind || state.recent) {
    log.add(state.events);
    board.follow(state.recent ?? state.events, Boolean(state.recent));
    board.show(state);
    showQuestion(state);
  } else {
    endTurn(parts, state);
    await board.advance(state, state.events, () => showQuestion(state)); // with the seat that is marked
  }
  const ownSide = state.me === null ? 0 : state.view.seats[state.me].side;
  chatScores.show(state.view, texts, ownSide);
  clocks.draw();
  const isRunning = state.status === "running";
  moves.showView(state.view);
  hints.show(state); // the coach knows what its card takes
  const greeting = welcome.show(state);
  board.fit(); // the prompt may have grown; otherwise the cards would move in the first frame that shows them
  showProof(byId("proof"), state.pack, page.code);
  const lines = log.takeUntold();
  spokenNews.show(state, { lines, question: greeting || (isRunning ? prompt.question : ""), end });
  readAloud([...lines, end]);
  showTurn(prompt.isAsked(state.view));
  showScores(byId("scores"), state.view, texts, ownSide);
  tools.show(state);
}

/** Show in the prompt whose turn it is, what the reader is asked, and what the coach says about it. */
function showQuestion(state) {
  const { view, seats, me, status } = state;
  cut.show(view);
  prompt.answersFor(seats[me]);
  prompt.silence(status === "running");
  if (status === "running") prompt.show(view); // later it belongs to the result
  log.end(endLine(state, texts));
  prompt.showNews(log.newest, board.news.line.textContent); // without the reasons that the coach adds
  coach?.show(state);
  tips.show(state, coach);
}

/** The card of these events, from a seat, has landed. */
function tell(events, seat) {
  log.add(events);
  prompt.showNews(log.newest); // all of it: the line above the cards is seen only once none of them moves
  sound(board, events, seat);
}

function warnOfLowTime() {
  cueLowTime();
  dealCount.close();
}

/** Return the element that waits for the reader. */
function nextThing() {
  const panel = byId("panel").hidden ? null : byId("panel").querySelector(".actions :is(button, a)");
  return panel ?? prompt.first ?? board.next;
}

function showTurn(isTurn) {
  noteTurn(isTurn);
  cueTurn(isTurn);
  sheetNews.showTurn(isTurn);
}

function setNames({ seats, view, me }) {
  texts.setPlayers(namesAtTable(seats, gettext("Free seat")), view ? view.seats.map((seat) => seat.side) : page.sides, me);
}

function showPanels(state) {
  gameOver.show(state);
  const isOver = !["open", "running"].includes(state.status);
  board.root.classList.toggle("is-over", isOver);
  if (isOver) board.showNote(null);
  if (!isOver && state.view) dealCount.show(state, clocks.isLow);
}

function onPresence({ online, watching }) {
  const { latest } = moves;
  if (!latest) return;
  latest.watching = watching;
  chat.showSpectators(watching);
  online.forEach((here, seat) => {
    if (latest.seats[seat]) latest.seats[seat].online = here;
  });
  notices.refresh();
  showSitters();
}

function showSitters() {
  for (const panel of board.panels) panel.showSitter(moves.latest.seats[panel.seat]);
}

function onConnection(how, code) {
  if (how === "open") {
    showBanner("");
    outbox.resend();
  } else if (how === "lost") moves.cutOff(code);
  else showClosedConnection(code);
  moves.hold();
}

// ---- keys ----

listenForKeys(board, {
  isShowing: () => moves.isShowing,
  setPlace: (place) => moves.premove.setPlace(place),
  takeBack: () => board.recall.close() || gameOver.close() || dealCount.close() || moves.premove.takeBack(),
  notify,
  goToPrompt: () => focus.goToNext(),
  mute: tools.sound.mute,
  askForHint: () => hints.ask(),
  goOn: () => dealCount.close(),
});
