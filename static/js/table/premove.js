/* What the reader chose too early: it was not their turn, cards were flying, or an answer was on its way.

A card waits, marked, until the reader is asked for one; choosing it again takes it back. Anything else is done as soon
as the page is free, if the table then still offers it. */

const same = (move, other) => JSON.stringify(move) === JSON.stringify(other);

export class Kept {
  #card = null;
  #act = null;

  /** `make(move)` makes a move, `interrupt(verb, seat)` acts out of turn, `speak(text)` tells whoever listens. */
  constructor(board, { make, interrupt, speak }) {
    this.board = board;
    this.make = make;
    this.interrupt = interrupt;
    this.speak = speak;
  }

  /** Keep a card of the reader's hand for their turn, or keep it no longer. */
  card(card) {
    const again = card === this.#card;
    this.#mark(again ? null : card);
    if (again) this.speak(gettext("Card deselected."));
    else this.speak(gettext("This card will be played next. Select it again to cancel."));
  }

  /** Keep a move that is no card of the hand. */
  move(move) {
    this.#act = { isOffered: ({ moves }) => moves.some((asked) => same(asked, move)), run: () => this.make(move) };
  }

  /** Keep a claim or a challenge. */
  interruption(verb, seat) {
    this.#act = { isOffered: ({ interrupts }) => interrupts.includes(verb), run: () => this.interrupt(verb, seat) };
  }

  /** Nothing is to be done any more: the table is not what it was when it was chosen. */
  clear() {
    this.#act = null;
    this.#mark(null);
  }

  /** The page is free and shows `view`: do what waits, or forget it. */
  release(view) {
    const act = this.#act;
    this.#act = null;
    if (act?.isOffered(view)) {
      act.run();
      return;
    }
    const card = this.#card;
    if (card === null) return;
    const isAsked = view.moves.some(([verb, one]) => verb === "play" && one === card);
    if (isAsked || !this.board.holds(card)) this.#mark(null);
    if (isAsked) this.board.choose(card);
  }

  #mark(card) {
    this.#card = card;
    this.board.markNext(card);
  }
}
