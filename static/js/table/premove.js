/* Premoves: what the player chose too early, out of turn, during an animation or before an answer.

A chosen card stays marked until it is the player's turn; choosing it again cancels it, unless the turn has come and the
page only has to show it. Any other move is made as soon as the page is ready, if it is then still possible. */

import { play } from "./cues.js";

const NEXT = gettext("This card will be played next. Select it again to cancel.");
const isOffered = (card, { moves }) => moves.some(([verb, one]) => verb === "play" && one === card);
const same = (move, other) => JSON.stringify(move) === JSON.stringify(other);

export class Premove {
  #card = null;
  #isDue = false; // the card is going to be played as soon as the page is ready
  #view = { moves: [] }; // the newest one, which the page may still have to show
  #place = null; // of a card that is still being dealt
  #action = null;

  /**
   * `make(move)` makes a move, `interrupt(verb, seat)` acts out of turn; `show(text)` shows a text in the prompt,
   * `speak(text)` announces it to screen readers, and `unspeak(text)` takes that back. `keep(card)` is called when another
   * card is to be played next, or none (null).
   */
  constructor(board, { make, interrupt, show, speak, unspeak, keep }) {
    Object.assign(this, { board, make, interrupt, show, speak, unspeak, keep });
  }

  /** The card that is to be played next, or null. */
  get card() {
    return this.#card;
  }

  /** Select a card again that was selected before the page was reloaded or the connection lost. */
  resume(card) {
    this.#mark(card);
    this.speak(NEXT);
  }

  /** Select a card of the hand to play next, or deselect it. */
  setCard(card) {
    const again = card === this.#card;
    if (again && this.#isDue) return; // meant to play it
    this.#mark(again ? null : card);
    play("premove");
    this.speak(again ? gettext("Card deselected.") : NEXT);
  }

  /** A new view has come, which the page may still have to show. */
  foresee(view) {
    this.#view = view;
    if (this.#card === null) return;
    this.#isDue = isOffered(this.#card, view);
    this.#describe();
  }

  /** Select the card at this place of the hand that is being dealt. */
  setPlace(place) {
    this.#place = place;
    play("premove");
  }

  /** Take the chosen card back. */
  takeBack() {
    if (this.#card === null && this.#place === null) return;
    this.clear();
    this.speak(gettext("Card deselected."));
  }

  /** Store a move that does not play a card. */
  setMove(move) {
    this.#action = { isOffered: ({ moves }) => moves.some((asked) => same(asked, move)), run: () => this.make(move) };
  }

  /** Store a claim or a challenge. */
  setInterrupt(verb, seat) {
    this.#action = { isOffered: ({ interrupts }) => interrupts.includes(verb), run: () => this.interrupt(verb, seat) };
  }

  /** Discard the premove, because the situation has changed. */
  clear() {
    this.#action = this.#place = null;
    this.#unmark();
  }

  /** The page is ready and shows `view`: carry out the premove if possible, else discard it. */
  release(view) {
    const action = this.#action;
    this.#action = null;
    if (action?.isOffered(view)) {
      action.run();
      return;
    }
    const place = this.#place;
    this.#place = null;
    if (place !== null) this.board.ownHand.chooseUnseen(place);
    const card = this.#card;
    if (card === null) return;
    const isAsked = isOffered(card, view);
    if (isAsked || !this.board.holds(card)) this.#unmark();
    if (isAsked) this.board.choose(card);
  }

  /** No card is to be played next any more: take back what was said about it. */
  #unmark() {
    if (this.#card !== null) this.unspeak(NEXT);
    this.#mark(null);
  }

  #mark(card) {
    this.#card = card;
    this.#isDue = false;
    this.keep?.(card);
    this.board.markNext(card);
    this.#describe();
  }

  /** Say that the card comes next, unless it is the player's turn: the prompt may ask for a card already. */
  #describe() {
    this.show(this.#card === null || isOffered(this.#card, this.#view) ? "" : NEXT);
  }
}
