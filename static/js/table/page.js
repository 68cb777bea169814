/* The page of a table: frames come in, are shown one after the other, and moves go out. */

import { Board } from "../board/board.js";
import { Chat } from "../chat/chat.js";
import { Clocks } from "./clock.js";
import "../lib/copy.js";
import { pageData } from "../lib/dom.js";
import { Ending } from "./game_over.js";
import { Kept } from "./premove.js";
import { Log } from "./log.js";
import { shownName } from "../lib/names.js";
import { noteTurn } from "../site/notify.js";
import { Outbox } from "../lib/outbox.js";
import { PackCut } from "./pack_cut.js";
import { countPanel } from "../board/count_panel.js";
import { Prompt } from "./prompt.js";
import { Remarks } from "./notices.js";
import { showProof } from "./commitment.js";
import { showScores } from "../board/scores.js";
import { MatchSocket } from "../lib/socket.js";
import { askFirst, Tools } from "./leave_actions.js";
import { showClosed, showWaiting } from "./open_table.js";
import { Words } from "../board/event_text.js";

const page = pageData("table-data");
const part = (name) => document.getElementById(name);
const [root, banner, toast] = ["match", "banner", "toast"].map(part);
const confirmation = part("confirm-challenge");

const words = new Words(page);
const board = new Board(part("board"), words, { ...page, play: take, keep, interrupt });
const kept = new Kept(board, { make: take, interrupt, speak });
const prompt = new Prompt(part("prompt"), words, { verbs: page.verbs, send: take });
const cut = new PackCut(part("prompt"), part("auto-cut"), take);
const log = new Log(part("log"), words);
const clocks = new Clocks(board, speak);
const outbox = new Outbox((frame) => socket.send(frame));
const tools = new Tools(request);
const ending = new Ending(part("panel"), words, page, request);
const remarks = new Remarks(part("remarks"), words, tools, speak);

const chat = new Chat(page, { send: (frame) => socket.send(frame), command: request, notify });

const SERVER_RESTARTS = 4012;
const OUTAGES = {
  messages: gettext("Part of the site is having trouble. Other players’ moves may arrive a second late, but you can keep playing."),
  database: gettext("The site can’t accept moves right now. Reconnecting… You’ll get the lost time back."),
};
const TOO_MUCH = 4429;
const { title } = document;
const waiting = []; // frames that came while cards were flying
let latest = null; // the newest state, shown or not
let showing = false;
let sent = null; // the last move that was sent, until the page is free again
let moving = false; // the reader's move has no answer yet
let made = 0; // the version that the reader's last move made
let wasCutOff = false; // the connection was lost while the move had no answer
let toastTimer = 0;

const socket = new MatchSocket(page.ws_path, { onFrame, onChange: onLine });

// ---- what comes in ----

function onFrame(frame) {
  if (frame.type === "state") onState(frame);
  else if (outbox.take(frame)) return;
  else if (frame.type === "refused") notify(frame.message);
  else if (frame.type === "presence") onPresence(frame);
  else if (frame.type === "closing") say(gettext("The server is restarting. You’ll be back in a moment."));
  else if (frame.type === "outage") say(OUTAGES[frame.part] ?? "");
  else chat.take(frame);
}

async function onState(frame) {
  latest = frame;
  meet(frame);
  clocks.take(frame);
  remarks.take(frame);
  tools.show(frame);
  waiting.push(frame);
  if (showing) return;
  showing = true;
  try {
    while (waiting.length) await show(waiting.shift());
  } finally {
    showing = false;
    release();
  }
}

async function show(state) {
  hold();
  meet(state);
  chat.meet(state);
  root.dataset.status = state.view || state.status === "open" ? state.status : "closed";
  part("waiting").hidden = Boolean(state.view);
  part("play").hidden = !state.view;
  part("watching").hidden = state.me !== null || state.status !== "running";
  if (state.status === "open") showWaiting(part("seats"), state, page);
  else if (!state.view) showClosed(part("seats"), page.urls.home);
  if (state.view) await showView(state);
  showPanels(state);
}

async function showView(state) {
  if (state.recent) log.restart(state.recent);
  log.add(state.events);
  // who is behind, or has just come, sees how things stand and not how they came about
  if (waiting.length || state.recent) board.show(state);
  else await board.advance(state, state.events);
  clocks.draw();
  prompt.show(state.view);
  cut.show(state.view);
  showProof(part("proof"), state.pack, page.code);
  document.title = state.view.moves.length ? `● ${title}` : title;
  noteTurn(state.view.moves.length > 0);
  showScores(part("scores"), state.view, words);
  const toggle = part("auto-call");
  toggle.closest("label").hidden = !state.view.interrupts.length;
  toggle.checked = Boolean(state.seats[state.me]?.auto_call);
}

function meet({ seats, view }) {
  const names = seats.map((sitter) => (sitter ? shownName(sitter.name) : gettext("Free seat")));
  words.meet(names, view ? view.seats.map((seat) => seat.side) : page.sides);
}

function showPanels(state) {
  const over = !["open", "running"].includes(state.status);
  const count = state.events.find((event) => event.kind === "count");
  const card = state.events.some((event) => event.card !== undefined);
  ending.show(state);
  if (over || (card && !count)) note(null);
  else if (count) note(countPanel(count, words, () => note(null)));
}

function note(node) {
  const hadFocus = board.note.contains(document.activeElement);
  board.note.replaceChildren(...(node ? [node] : []));
  if (hadFocus) part("prompt").querySelector("button")?.focus();
}

function onPresence({ online, watching }) {
  if (!latest) return;
  latest.watching = watching;
  chat.watching(watching);
  online.forEach((here, seat) => {
    if (latest.seats[seat]) latest.seats[seat].online = here;
  });
  for (const plate of board.plates) plate.sitter(latest.seats[plate.seat]);
}

function onLine(how, code) {
  if (how === "open") {
    say("");
    outbox.resend();
  } else if (how === "lost") tellLine(code);
  else if (code === 4404) say(gettext("Match not found, or you can’t view it."));
  else say(gettext("The connection was closed. Please reload this page."));
  hold();
}

function tellLine(code) {
  wasCutOff = moving;
  kept.clear();
  if (code === SERVER_RESTARTS) say(gettext("The server is restarting. You’ll be back in a moment."));
  else if (code === TOO_MUCH)
    say(gettext("Too many pages of this site are open. Close some of them; this one will retry in 30 seconds."));
  else if (moving) say(gettext("Connection lost. Reconnecting… Your move is saved and will be sent."));
  else say(gettext("Connection lost. Reconnecting…"));
}

// ---- what goes out ----

/** Send a move of the reader's seat; nothing is shown before the server has said so. */
async function send(move) {
  if (!latest || isMoving()) return;
  moving = true;
  wasCutOff = false;
  sent = move;
  if (move[0] === "play") board.going = move[1];
  const answered = outbox.post({ type: "move", version: latest.version, move });
  if (!socket.isOpen) tellLine();
  hold();
  const answer = await answered;
  moving = false;
  if (answer.type === "done") {
    made = answer.version;
    release();
  } else {
    board.going = sent = null;
    kept.clear();
    cut.refused();
    hold();
    notify(whyNotMade(answer, move));
  }
}

function whyNotMade({ code, message }, [verb]) {
  if (!wasCutOff || code !== "stale" || verb !== "play") return message;
  return gettext("The match moved on while you were disconnected, so your card wasn’t played.");
}

/** Have the server carry out a command that is no move. Resolves with whether it did; a refusal is told. */
async function request(frame) {
  if (!socket.isOpen) {
    notify(gettext("You’re offline. Try again in a moment."));
    return false;
  }
  const { type, message } = await outbox.post(frame);
  if (type === "refused") notify(message);
  return type === "done";
}

/** Whether a move has no answer yet, or is not in any state yet. */
const isMoving = () => moving || latest?.version < made;

/** Whether the page shows what is old already, since an answer is awaited or cards fly. */
const isBusy = () => isMoving() || showing;

/** Take one's turn, on what is shown; what is chosen while that is old waits. */
function take(move) {
  if (move[0] === "challenge") interrupt(...move);
  else if (!isBusy()) send(move);
  else if (socket.isOpen && String(move) !== String(sent)) kept.move(move); // else it is the second click of two
}

/** A card was chosen that cannot be played yet. Nobody plans ahead without a line. */
function keep(card) {
  if (socket.isOpen && latest?.status === "running") kept.card(card);
}

/** Where everything is shown and answered: let the reader act, and do what was chosen meanwhile. */
function release() {
  hold();
  if (isBusy()) return;
  sent = null;
  cut.ready();
  if (latest?.status === "running" && latest.view) kept.release(latest.view);
  else kept.clear();
}

/** A challenge is asked about once more: a wrong one loses the match. */
function interrupt(verb, seat) {
  if (isBusy()) {
    kept.interruption(verb, seat);
    return;
  }
  if (verb !== "challenge") {
    send([verb, seat]);
    return;
  }
  confirmation.querySelector("[data-name]").textContent = words.seat(seat);
  askFirst(confirmation, () => send([verb, seat]));
}

/** While an answer or the last card's flight is awaited, cards and buttons do nothing. */
function hold() {
  board.hold(isBusy());
  root.classList.toggle("is-offline", !socket?.isOpen);
}

part("auto-call").addEventListener("change", async ({ target }) => {
  const isDone = await request({ type: "auto_call", on: target.checked });
  if (!isDone) target.checked = Boolean(latest?.seats[latest.me]?.auto_call);
});

addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, textarea, select, dialog");
  if (typing || event.repeat || event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return;
  board.chooseAt(Number(event.key) - 1);
});

// ---- what is said ----

function say(text) {
  banner.textContent = text;
  banner.hidden = !text;
}

/** Say something once to whoever listens instead of looking. */
function speak(text) {
  part("spoken").textContent = text;
}

function notify(text) {
  toast.textContent = text;
  toast.classList.add("is-shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => toast.classList.remove("is-shown"), 4500);
}
