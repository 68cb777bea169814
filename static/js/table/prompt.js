/* The prompt below the table: whose turn it is, and buttons for all moves other than cards. Its place has the same size
   whatever it says, so that the table beside it keeps its own. */

import { allow, button, el, markHints, reconcile } from "../lib/dom.js";
import { fillIn, rewrite } from "../lib/sentence.js";
import { callsOf, markCall } from "./call_hints.js";
import { CallMeanings } from "./call_meanings.js";
import { newsOf } from "./prompt_news.js";

const EQUAL_DELAY = 1500; // milliseconds before any answer to a question that depends on the hand

const WAITING = {
  cut: gettext("%s to cut the pack."),
  deal: gettext("Dealing…"),
  tendido: gettext("%s to decide: tendido now or later? No cards have been seen yet."),
  announce: gettext("Waiting for %s to announce."),
  respond: gettext("%s to accept or challenge the call."),
  play: gettext("%s to play."),
  close: gettext("Waiting for %s: any claims?"),
};
const ASKED = {
  cut: gettext("Cut the pack:"),
  tendido: gettext("Lay the tendido now or later?"),
  announce: gettext("Announce your hand:"),
  respond: gettext("Accept the call, or challenge it?"),
  play: gettext("Your turn: play a card."),
  close: gettext("Deal over. Any hidden ronda to claim?"),
};
const QUIET = ["now", "nothing"]; // “now” cannot be undone, and “nothing” should not be mistaken for a call beside it
const OTHERS = JSON.stringify(["others"]); // the key of the button that shows the calls behind it
const GENTLY = gettext("Announcing for you at first…");
const ALONE = gettext("You have nothing to announce.");

/** Return the phases in which the site answers for the player of a seat. */
function answeredFor(sitter) {
  if (sitter?.gentle_start) return ["announce", "close"];
  return sitter?.auto_call ? ["announce"] : [];
}

const batchOf = ({ deal, batch }) => `${deal} ${batch}`;

/** Return whether the site announces for the player of a seat. */
export const isAnnouncedFor = (sitter) => answeredFor(sitter).includes("announce");

/**
 * `send(move)` makes a move; `verbs` are the ruleset's labels.
 *
 * In games with `only_true_calls`, a hand without a holding can only announce nothing, so the prompt does that itself.
 * An immediate answer would reveal that there was no choice, so every announcement is sent after the same delay.
 */
export class Prompt {
  #question = ""; // the batch whose announcement is asked for
  #timer = 0;
  #answer = null; // the chosen announcement that waits for the delay
  #view = null; // the view that is shown
  #isCutting = false; // the browser cuts the pack for the reader
  #answered = []; // the phases in which the site answers for the reader
  #isGentle = false; // it does so because they are new to the game
  #isIdle = true; // there is nothing to say about the match
  #opened = ""; // the batch in which all calls are shown although they were folded

  /** Return whether the call of a button has to wait for another press; the coach sets this. */
  holdsBack = () => false;

  /** Return whether the calls other than the true one wait behind a button; the coach sets this. */
  foldsCalls = () => false;

  /** All calls have been shown instead of that button; the coach sets this. */
  unfolded = () => {};

  constructor(root, texts, { verbs, bots, only_true_calls: hasEqualDelay, call_meanings: meanings = {}, send }) {
    this.texts = texts;
    this.bots = bots; // which seats a bot has
    this.verbs = verbs;
    this.hasEqualDelay = hasEqualDelay;
    this.send = send;
    this.text = el("p", "prompt__text");
    this.text.setAttribute("role", "status");
    this.messages = [...root.children]; // at a live table: the banner of the connection, the toast, and the preview of the chat
    this.words = el("div", "prompt__words", ...root.querySelectorAll(".banner, .toast"), this.text); // hints and the coach add to it
    this.news = el("ul", "prompt__news"); // on a phone, where the log is below the screen
    this.news.setAttribute("aria-hidden", "true"); // the log has the same lines
    this.buttons = el("div", "prompt__buttons");
    root.prepend(this.words, this.news, this.buttons);
    this.next = el("p", "prompt__next");
    this.next.hidden = true;
    this.next.setAttribute("aria-hidden", "true"); // it is spoken when the card is chosen
    this.words.append(this.next);
    this.root = root;
    this.meanings = new CallMeanings(this, meanings);
    const isShown = { attributeFilter: ["hidden"], subtree: true };
    for (const node of this.messages) new MutationObserver(() => this.#place()).observe(node, isShown);
    // The second click of a double click may land on a button that has just appeared there.
    this.buttons.addEventListener("click", (event) => event.detail > 1 && event.stopPropagation(), true);
    // So may the second press of a key that is held down.
    this.buttons.addEventListener("keydown", (event) => event.repeat && event.preventDefault());
    new ResizeObserver(() => this.#scroll()).observe(this.words);
    const isSaid = { characterData: true, childList: true, subtree: true };
    new MutationObserver(() => this.#follow()).observe(this.words, isSaid);
  }

  /** The words have changed. */
  #follow() {
    this.#scroll();
    this.#place();
  }

  /** Let the keyboard reach words that are too long for their place, and only those. */
  #scroll() {
    if (this.words.scrollHeight > this.words.clientHeight + 1) this.words.tabIndex = 0;
    else this.words.removeAttribute("tabindex");
  }

  /** Show the prompt if it contains anything: a text about the match or connection, a notice, or a line of the chat. */
  #place() {
    const isShown = (node) => !(node.firstElementChild ?? node).hidden;
    const isNoticed = this.words.querySelector(".remark") !== null; // on a phone
    this.root.closest(".match").classList.toggle("is-noticed", isNoticed);
    this.root.hidden = this.#isIdle && !isNoticed && !this.messages.some(isShown);
  }

  /** Show what the view asks for; a lesson may say it in other words. */
  show(view, text = this.#sentence(view)) {
    this.#view = view;
    this.#setText(text);
    this.#isIdle = view.to_act === null && !["count", "over"].includes(view.phase); // it stays while the last card moves
    this.#place();
    this.root.classList.toggle("is-asked", this.isAsked(view));
    this.root.classList.remove("is-alone");
    this.#showMoves();
    if (this.buttons.hasChildNodes()) this.next.hidden = true; // a card was chosen before this question, which needs the room
    this.markCalls();
    this.#wait(view);
  }

  #showMoves() {
    const isButton = ([verb]) => !["play", "cut"].includes(verb); // cards and pack are clickable
    const moves = this.isAsked(this.#view) ? this.#view.moves.filter(isButton) : [];
    const keys = moves.map((move) => JSON.stringify(move));
    const main = this.#mainCall;
    const others = this.#opened === batchOf(this.#view) ? keys.filter((key) => key !== main) : [OTHERS];
    reconcile(this.buttons, keys.includes(main) ? [main, ...others] : keys, (key) => {
      if (key === OTHERS) return button(gettext("Other calls…"), "button button--quiet", () => this.#openCalls());
      const move = JSON.parse(key);
      const quiet = QUIET.includes(move[1]) && key !== main ? " button--quiet" : "";
      return button(this.#label(move), `button button--${move[0]}${quiet}`, () => this.#choose(key));
    });
  }

  /** The key of the true call if the others wait, or have waited, behind a button, else null. */
  get #mainCall() {
    const { phase, seats, to_act: seat } = this.#view;
    if (phase !== "announce" || !this.foldsCalls()) return null;
    const held = seats[seat]?.hand && callsOf(seats[seat].hand, this.texts.trueCalls);
    return held ? JSON.stringify(["announce", held[0]]) : null;
  }

  /** Whether calls are behind a button. */
  get isFolded() {
    return [...this.buttons.children].some((node) => node.dataset.key === OTHERS);
  }

  /** Show all calls. A focus on the button that goes moves to the first call that comes. */
  #openCalls() {
    const hasFocus = this.buttons.contains(document.activeElement);
    const shown = [...this.buttons.children];
    this.unfold();
    if (hasFocus) [...this.buttons.children].find((node) => !shown.includes(node))?.focus();
  }

  /** Show all calls until the next question. */
  unfold() {
    if (!this.isFolded) return;
    this.#opened = batchOf(this.#view);
    this.#showMoves();
    this.unfolded();
  }

  /** Mark the true and false calls among the buttons. This reveals nothing: the reader sees their own hand. With the
      `coaching`, also say what each call would mean. */
  markCalls(coaching = null) {
    if (!this.#view) return;
    const { phase, seats, to_act: seat } = this.#view;
    const isMarked = phase === "announce" && (coaching || !this.hasEqualDelay); // otherwise all calls are true
    const held = isMarked && seats[seat]?.hand ? callsOf(seats[seat].hand, this.texts.trueCalls) : null;
    for (const node of this.buttons.children) markCall(node, held, coaching);
    const calls = phase === "announce" && !coaching && this.isAsked(this.#view) ? this.#view.moves : [];
    this.meanings.show(calls.length > 1 ? calls.map(([, call]) => call) : []);
  }

  /** Show a text about the card that the reader has chosen, to play next or to confirm; an empty text hides it. */
  showNext(text) {
    this.next.textContent = text;
    this.next.hidden = !text;
  }

  /** Show copies of these lines of the log, the newest first, where the prompt has room for them, but not the last one if
      `told`, the line above the cards, says the same. */
  showNews(lines, told = "") {
    const isTold = (line) => told && line === lines.at(-1) && line.textContent.startsWith(told);
    this.news.replaceChildren(...newsOf(lines.filter((line) => !isTold(line))));
  }

  /** Before and after a match, and after a lesson: show this text and these buttons, [key, label, action]; one without an
      action is disabled. */
  offer(text, actions) {
    this.#wait({ moves: [] });
    this.#view = null;
    this.meanings.show([]);
    this.#setText(text);
    this.#isIdle = false;
    this.#place();
    this.root.classList.remove("is-asked");
    this.root.classList.toggle("is-alone", actions.length > 0 && !this.news.hasChildNodes());
    const made = new Map(actions.map(([key, ...how]) => [key, how]));
    reconcile(this.buttons, [...made.keys()], (key) => {
      const quiet = ["result", "back", "decline"].includes(key) ? " button--quiet" : "";
      const [label, action] = made.get(key);
      const node = button(label, `button${quiet}`, action);
      allow(node, Boolean(action));
      return node;
    });
  }

  /** Add a button that closes the count, which covers the table, until the next question; null removes it. If the count
      closes by itself after `time` milliseconds, the button shows how much of that is left. */
  goOn(close, time = 0) {
    this.buttons.querySelector(".button--continue")?.remove();
    if (!close) return;
    const node = button(gettext("Continue"), "button button--continue", close);
    if (time) node.style.setProperty("--time", `${time}ms`);
    node.classList.toggle("is-timed", time > 0);
    this.buttons.append(node);
  }

  /** Say whether the browser cuts the pack, so that the reader is not asked to. */
  cutsForReader(isCutting) {
    this.#isCutting = isCutting;
    if (this.#view?.phase === "cut") this.#setText(this.#sentence(this.#view));
  }

  /** Note in which phases the site answers for the reader, who has this seat. Takes effect with the next view. */
  answersFor(sitter) {
    this.#answered = answeredFor(sitter);
    this.#isGentle = Boolean(sitter?.gentle_start);
  }

  /** Return whether the reader is asked for a move that the site does not make for them. */
  isAsked({ moves, phase }) {
    return moves.length > 0 && !this.#answered.includes(phase);
  }

  /** What the reader is asked; empty if nothing, or if the page answers by itself. */
  get question() {
    const isDone = !this.isAsked(this.#view) || (this.#view.phase === "cut" && this.#isCutting);
    return isDone ? "" : this.text.textContent;
  }

  /** Say whether screen readers are told elsewhere what the prompt asks. */
  silence(isSilent) {
    this.text.setAttribute("aria-live", isSilent ? "off" : "polite");
  }

  /** Show whether the buttons are inactive: during an animation, and until an answer. */
  hold(isHeld) {
    this.root.classList.toggle("is-held", isHeld);
  }

  /** Return the button to begin with, or null: the first, or the call that says what the hand holds. */
  get first() {
    return this.buttons.querySelector(".button:not(.is-untrue)") ?? this.buttons.firstElementChild;
  }

  /** Start the delay of a question that depends on the hand, and end that of an earlier one. */
  #wait(view) {
    const isDelayed = this.hasEqualDelay && view.phase === "announce" && this.isAsked(view);
    const question = isDelayed ? batchOf(view) : "";
    if (question === this.#question) return;
    this.#question = question;
    clearTimeout(this.#timer);
    this.#answer = isDelayed && view.moves.length === 1 ? JSON.stringify(view.moves[0]) : null;
    this.#timer = isDelayed ? setTimeout(() => this.#end(), EQUAL_DELAY) : 0;
  }

  #end() {
    this.#timer = 0;
    const answer = this.#answer;
    this.#answer = null;
    if (answer) this.send(JSON.parse(answer));
  }

  #choose(key) {
    if (this.holdsBack([...this.buttons.children].find((node) => node.dataset.key === key))) return;
    if (!this.#timer) {
      this.send(JSON.parse(key));
      return;
    }
    this.#answer = key;
    for (const node of this.buttons.children) node.setAttribute("aria-pressed", String(node.dataset.key === key));
  }

  /** Mark the buttons of the move that a hint suggests, and of others that are as good. */
  markHint(moves) {
    const keys = moves.map((move) => JSON.stringify(move));
    if (keys.some((key) => key !== this.first?.dataset.key)) this.unfold(); // it may suggest a call behind the button
    markHints(this.buttons.children, keys);
  }

  #setText(text) {
    rewrite(this.text, text);
  }

  #sentence(view) {
    if (view.phase === "count") return fillIn(gettext("Deal %s is next."), [view.deal + 1]); // they count from 0
    if (view.phase === "over") return gettext("This count decides the match.");
    if (view.to_act === null) return "";
    const isAnswered = view.moves.length > 0 && !this.isAsked(view);
    if (isAnswered && view.phase === "announce") return this.#isGentle ? GENTLY : gettext("Announcing for you…");
    if (this.hasEqualDelay && view.phase === "announce" && view.moves.length === 1) return ALONE;
    if (view.phase === "cut" && view.moves.length && this.#isCutting) return gettext("Cutting the pack for you…");
    const isBrief = isAnswered || this.bots?.[view.to_act]; // the answer comes before a question is read
    if (view.phase === "close" && isBrief) return gettext("Deal over");
    if (view.moves.length) return ASKED[view.phase] ?? gettext("Your turn.");
    return fillIn(WAITING[view.phase] ?? gettext("Waiting for %s."), [this.texts.seatName(view.to_act)]);
  }

  #label([verb, argument]) {
    if (typeof argument === "string") return this.texts.callName(argument);
    return this.verbs[verb] ?? verb;
  }
}
