/* Hints in casual matches against bots: the button below the table, and the answer, which also marks what it suggests. */

import { nameKey } from "../board/card_keys.js";
import { cardName } from "../board/cards.js";
import { points as asPoints } from "../board/points.js";
import { previewText, reasonText } from "../board/reasons.js";
import { allow, el } from "../lib/dom.js";
import { fillIn, listing, rewrite } from "../lib/sentence.js";
import { hideToast } from "./messages.js";

const LEAST = 0.05; // points that make a difference
const rankOf = (card) => card.slice(0, -1);
const isSame = (move, other) => JSON.stringify(move) === JSON.stringify(other);

export class HintBox {
  #asked = null; // the version of the last move when the pending hint was requested
  #isAllowed = false;
  #moves = null; // what the reader can choose from, if hints can be requested in their turns

  /** `ask()` requests a hint, `markTaken(card)` marks what a card would take, and `preview(card)` returns what it would do,
      if that is known; `verbs` are the ruleset's labels. */
  constructor({ board, prompt, texts, verbs, ask, markTaken, preview }) {
    this.board = board;
    this.prompt = prompt;
    this.texts = texts;
    this.verbs = verbs;
    this.send = ask;
    this.markTaken = markTaken;
    this.preview = preview;
    this.button = el("button", "button button--quiet button--small prompt__hint", gettext("Hint"));
    this.button.type = "button";
    this.#describe("");
    this.button.addEventListener("click", () => this.ask()); // also while it is grey: it then says why
    nameKey(this.button, "h");
    this.text = el("p", "hint__text");
    this.text.setAttribute("role", "status");
    this.button.hidden = true;
    prompt.words.append(this.text);
    prompt.root.append(this.button);
  }

  /** Ask for a hint or, if that is not possible now, say why. The key also works where there is nothing to choose. */
  ask() {
    const refusal = this.#moves ? this.#refusalOf(this.#moves) : "";
    if (!this.#isAllowed && !this.text.textContent && !refusal) return;
    this.prompt.showNext(""); // what was said about a selected card gives way to the hint
    hideToast(); // so does the message about a key that was refused
    if (this.#isAllowed) this.send();
    else if (refusal) rewrite(this.text, refusal);
  }

  /** The position has changed: remove its hint. No hint can be requested until the next position is shown. */
  forget() {
    this.#isAllowed = false;
    this.#moves = null;
    allow(this.button, false);
    this.#mark([]);
    rewrite(this.text, "");
  }

  /** Show the hint of a state, if there is one. After the match there is nothing to ask for. */
  show({ status, hint, view, moved }) {
    this.button.hidden = status !== "running" || hint === null || view.phase === "cut" || view.to_act === null;
    if (hint !== null) this.prompt.root.closest(".match").classList.add("has-hints"); // also after the match
    const moves = this.prompt.isAsked(view) ? view.moves : []; // the site may answer for the reader
    this.#moves = this.button.hidden ? null : moves;
    this.#isAllowed = this.#moves?.length > 1 && !hint.asked;
    allow(this.button, this.#isAllowed);
    this.button.classList.toggle("is-needless", this.#moves?.length === 1); // its place stays
    this.#describe(this.#moves ? this.#refusalOf(this.#moves) : "");
    const move = hint?.move ?? null;
    this.#mark(move ? [move, ...this.#equals(hint)] : []);
    rewrite(this.text, this.#sentence(hint, moved));
    this.#asked = hint?.asked && !move ? moved : null;
  }

  /** Say what the button is for or, while it is grey, why. */
  #describe(refusal) {
    this.button.title = (refusal.textContent ?? refusal) || gettext("Ask for a hint (H)");
    this.button.setAttribute("aria-description", this.button.title);
  }

  /** Mark the cards or the buttons of the best move and of its equals, and what the best one takes from the table. */
  #mark(moves) {
    const [verb, card, manner] = moves[0] ?? [];
    this.board.markHint(...moves.map(([one, argument]) => (one === "play" ? argument : null)));
    this.markTaken(verb === "play" && manner === undefined ? card : null);
    this.prompt.markHint(moves);
  }

  /** Return the other moves that are as good as the one suggested, as far as the estimate can tell. */
  #equals({ move, points, next_points: next, next_move: other }) {
    if (points !== null && next === null) return (this.#moves ?? []).filter((one) => !isSame(one, move));
    const isClose = other && points - next < LEAST;
    const twins = this.#twins(move);
    return isClose && !twins.some((one) => isSame(one, other)) ? [...twins, other] : twins;
  }

  /** Return the plays of other cards of the same rank, if suits do not matter. */
  #twins(move) {
    if (!this.#previewOf(move)) return [];
    const isTwin = ([verb, card, manner]) => verb === "play" && manner === undefined && rankOf(card) === rankOf(move[1]);
    return (this.#moves ?? []).filter((one) => isTwin(one) && !isSame(one, move));
  }

  #sentence(hint, moved) {
    if (hint?.move) {
      const line = this.#suggestion(hint.move);
      for (const sentence of this.#sentences(hint)) if (sentence) line.append(" ", sentence);
      return line;
    }
    if (hint?.asked) return gettext("Looking for a hint…");
    return this.#asked === moved ? gettext("No hint available.") : "";
  }

  /** Return what is said about a suggestion, and why not to challenge a call instead. */
  #sentences(hint) {
    const { call_chance: chance } = hint;
    const warning = chance === null ? "" : reasonText(["accept", chance]);
    return [this.#reason(hint), this.#asGoodTwins(hint), this.#worth(hint), warning];
  }

  #suggestion([verb, argument, manner]) {
    if (verb === "play") {
      const names = { card: cardName(argument), way: manner && this.texts.callName(manner) };
      return fillIn(manner ? gettext("Play the %(card)s: %(way)s.") : gettext("Play the %(card)s."), names);
    }
    const label = this.verbs[verb] ?? verb;
    if (typeof argument === "string") return fillIn(gettext("Choose “%s”."), [this.texts.callName(argument)]);
    if (argument === undefined) return fillIn(gettext("Choose “%s”."), [label]);
    return fillIn(gettext("Choose “%(verb)s” against %(name)s."), { verb: label, name: this.texts.seatName(argument) });
  }

  #reason({ move, reason, points }) {
    const preview = this.#previewOf(move);
    const isEmpty = reason?.[0] === "best" && points !== null; // the values are compared anyway
    if (reason && !isEmpty) return reasonText(reason, this.texts.isDuel, preview?.kinds);
    return preview ? previewText(preview) : "";
  }

  /** Return what a card would do, or null. In a way of its own, it takes nothing. */
  #previewOf([verb, card, manner]) {
    return verb === "play" && manner === undefined ? this.preview(card) : null;
  }

  /** Return whether all choices are worth the same, and not only because all cards are of one rank. */
  #areAllEqual({ move, points, next_points: next }) {
    return points !== null && next === null && this.#twins(move).length + 1 !== this.#moves?.length;
  }

  #worth(hint) {
    const { points, next_points: next, move, next_move: other, reason } = hint;
    const hasChance = reason?.length > 1 && move[0] === "announce"; // says enough beside the buttons of the calls
    if (points === null || (hasChance && next !== null && points - next >= LEAST)) return "";
    if (next === null) return this.#areAllEqual(hint) ? gettext("All choices are worth the same.") : "";
    if (other && this.#twins(move).some((one) => isSame(one, other))) return ""; // a difference by chance
    const more = points - next;
    if (more < LEAST) return other && this.#asGood(other, move); // hints of an earlier version have no other
    return fillIn(gettext("On average, it’s %(points)s points better than the next best choice."), { points: asPoints(more) });
  }

  /** Name the cards of the same rank, which are worth the same. */
  #asGoodTwins(hint) {
    const names = this.#areAllEqual(hint) ? "" : listing(this.#twins(hint.move).map(([, card]) => cardName(card)));
    return names && fillIn(gettext("Just as good: %(cards)s."), { cards: names });
  }

  /** Name the move that is about as good: another card, or another way to play the same one, or another call. */
  #asGood([verb, argument, manner], [, suggested]) {
    if (verb === "play" && argument !== suggested) return fillIn(gettext("The %s is about as good."), [cardName(argument)]);
    const choice = verb === "play" ? manner ?? "play" : argument;
    return fillIn(gettext("“%s” is about as good."), [this.texts.callName(choice)]);
  }

  /** Return why there is no hint on a choice between these moves; empty if there is one. */
  #refusalOf(moves) {
    if (!moves.length) return gettext("You can ask for a hint on your turn.");
    if (moves.length > 1) return "";
    const [[verb, card]] = moves;
    if (verb !== "play") return gettext("You have only one move.");
    const line = fillIn(gettext("You have only one move: play the %(card)s."), { card: cardName(card) });
    const preview = this.#previewOf(moves[0]);
    if (preview) line.append(" ", previewText(preview));
    return line;
  }
}
