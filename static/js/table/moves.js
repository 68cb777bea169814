/* The reader's moves: sends them one at a time, and stores those that come too early as premoves. */

import { byId } from "../lib/dom.js";
import { load, save } from "../lib/store.js";
import { showLost } from "./connection.js";
import { play } from "./cues.js";
import { askFirst } from "./leave_actions.js";
import { notify, speak, unspeak } from "./messages.js";
import { Premove } from "./premove.js";

const NEXT_CARD = "ronda-next-card"; // the key of the store

/** Return the number of cards in the reader's hand in a state, if any. */
const cardsLeft = (state) => state?.view?.seats[state.me]?.hand?.length;

export class Moves {
  latest = null; // the newest state, shown or not
  isShowing = false; // the board is still showing earlier changes
  #last = null; // the last move sent, until the page is ready for another
  #lastVersion = 0; // the version that the last move made
  #isAwaitingAnswer = false; // the last move has no answer yet
  #wasCutOff = false; // the connection was lost while the move had no answer
  #isPlayedElsewhere = false; // the board is showing a card that another window of the reader has played
  #challenged = null; // the seat whose call the reader may want to challenge

  /** `post(frame)` sends a command and resolves to its answer; `isOnline()` tells whether there is a connection. */
  constructor({ root, board, prompt, cut, texts }, { post, isOnline }) {
    Object.assign(this, { root, board, prompt, cut, texts, post, isOnline });
    this.confirmation = byId("confirm-challenge");
    const interrupt = (verb, seat) => this.interrupt(verb, seat);
    const show = (text) => prompt.showNext(text);
    const keep = (card) => this.#keep(card);
    this.premove = new Premove(board, { make: (move) => this.make(move), interrupt, show, speak, unspeak, keep });
  }

  /** Whether the board is out of date, because an answer or an animation is pending. */
  get isBusy() {
    return this.#isMoving || this.isShowing;
  }

  /** Whether the last move is unanswered, or not yet part of a received state. */
  get #isMoving() {
    return this.#isAwaitingAnswer || this.latest?.version < this.#lastVersion;
  }

  /** A state has arrived, which the board may still have to show. */
  receive(state) {
    const had = cardsLeft(this.latest);
    this.latest = state;
    if (this.#last === null && cardsLeft(state) < had) this.#isPlayedElsewhere = true;
    if (this.premove.card !== null) this.#keep(this.premove.card);
    if (state.view) this.premove.foresee(state.view);
  }

  /** Make a move, or store it as a premove while the board is out of date. */
  make(move) {
    if (move[0] === "challenge") this.interrupt(...move);
    else if (!this.isBusy) this.#send(move);
    else if (this.isOnline() && String(move) !== String(this.#last)) this.premove.setMove(move); // otherwise it is a double click
  }

  /** Store a card that cannot be played yet as a premove. Premoves need a connection. A card that is chosen while the board
      shows what another window has played was meant for the same turn. */
  premoveCard(card) {
    if (this.#isPlayedElsewhere) notify(gettext("You’ve already played this turn in another window."));
    else if (this.isOnline() && this.latest?.status === "running") this.premove.setCard(card);
  }

  /** Claim or challenge. A challenge needs a confirmation, because a wrong one loses the match. */
  interrupt(verb, seat) {
    if (this.isBusy) {
      this.premove.setInterrupt(verb, seat);
      return;
    }
    if (verb !== "challenge") {
      this.#send([verb, seat]);
      return;
    }
    this.#challenged = seat;
    this.confirmation.querySelector("[data-name]").textContent = this.texts.seatName(seat);
    askFirst(this.confirmation, () => this.#send([verb, seat]), { isModal: false }); // the cards stay in view
  }

  /** Withdraw a question that this view makes pointless, because the call can no longer be challenged. */
  showView({ interrupts, calls }) {
    if (!interrupts.includes("challenge") || !calls?.[this.#challenged]?.open) this.confirmation.close();
  }

  /** Once everything is shown and answered, unlock the board and carry out the premove. */
  release() {
    this.hold();
    if (this.isBusy) return;
    this.#last = null;
    this.#isPlayedElsewhere = false;
    this.cut.ready();
    if (this.latest?.status === "running" && this.latest.view) {
      this.#resume();
      this.premove.release(this.latest.view);
    } else this.premove.clear();
  }

  /** The reader's turn that comes next, or that it is: neither what others do nor a reload changes it. */
  get #turn() {
    const { me, view } = this.latest;
    return [this.board.page.code, view?.deal, view?.batch, view?.seats[me]?.hand?.length].join(" ");
  }

  /** Store the card to be played next (null for none), so that a reload or a lost connection does not cancel it. */
  #keep(card) {
    if (this.isOnline()) save(NEXT_CARD, { turn: this.#turn, card }, "sessionStorage");
  }

  /** Select the stored card, unless the reader has played since, perhaps in another window, or has a new hand. */
  #resume() {
    const { turn, card } = load(NEXT_CARD, "sessionStorage") ?? {};
    if (turn === this.#turn && card !== this.premove.card && this.board.holds(card)) this.premove.resume(card);
  }

  /** Lock cards and buttons while an answer or an animation is pending. */
  hold() {
    this.board.hold(this.isBusy);
    this.prompt.hold(this.isBusy);
    this.root.classList.toggle("is-offline", !this.isOnline());
  }

  /** The connection was lost. A card that waits for it is marked as one that is played next; the banner says the rest. */
  cutOff(code) {
    this.#wasCutOff = this.#isAwaitingAnswer;
    this.premove.clear();
    if (this.#isAwaitingAnswer && this.#last[0] === "play") this.board.markNext(this.#last[1]);
    showLost(code, this.#isAwaitingAnswer);
  }

  /** Send a move. The board changes only after the server has accepted it. */
  async #send(move) {
    if (!this.latest || this.#isMoving) return;
    this.#isAwaitingAnswer = true;
    this.#wasCutOff = false;
    this.#last = move;
    if (move[0] === "play") {
      this.board.going = move[1];
      play("lift"); // the card itself is heard when it lands
    }
    const { version } = this.latest;
    const answered = this.post({ type: "move", version, move });
    if (!this.isOnline()) this.cutOff();
    this.hold();
    const answer = await answered;
    this.#isAwaitingAnswer = false;
    if (this.#wasCutOff) this.board.markNext(null);
    if (answer.type === "done") {
      this.#lastVersion = answer.version;
      this.release();
    } else if (answer.code === "stale" && move[0] === "cut" && this.cut.isAutomatic) {
      // The reader did not choose this move, so they need not hear of it: another window was faster, or will try again.
      if (this.latest.version > version) this.release();
      else this.hold();
    } else this.#takeBack(answer, move);
  }

  /** The server has refused a move. */
  #takeBack({ code, message, version }, move) {
    this.board.going = this.#last = null;
    this.premove.clear();
    this.cut.refused();
    this.hold();
    play("refused");
    const isLate = this.#wasCutOff && code === "stale" && move[0] === "play";
    notify(isLate ? gettext("The match moved on while you were disconnected, so your card wasn’t played.") : message, version);
  }
}
