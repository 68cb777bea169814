/* What the log does not say, for screen readers: the reader's new hand, and the scores when they change. */

import { cardName } from "../board/cards.js";

export class SpokenNews {
  #hand = [];
  #scores = "";

  /** `speak(text)` announces a text. */
  constructor(texts, speak) {
    this.texts = texts;
    this.speak = speak;
  }

  /** Announce what is new in this state. */
  show({ view, me }) {
    const hand = me === null ? [] : view.seats[me].hand ?? [];
    if (hand.some((card) => !this.#hand.includes(card))) {
      this.speak(interpolate(gettext("Your hand: %s."), [hand.map(cardName).join(", ")]));
    }
    this.#hand = hand;
    const scores = this.#list(view, me).join(", ");
    if (this.#scores && scores !== this.#scores) this.speak(interpolate(gettext("Score: %s."), [scores]));
    this.#scores = scores;
  }

  /** Return the scores, the reader's first: "Amina 3". */
  #list(view, me) {
    const sides = view.scores.map((_, side) => side);
    const own = me === null ? 0 : view.seats[me].side;
    const ordered = [...sides.slice(own), ...sides.slice(0, own)];
    return ordered.map((side) => `${this.texts.sideName(side)} ${view.scores[side]}`);
  }
}
