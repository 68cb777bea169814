/* What the log does not say, for screen readers: the reader's new hand, and the scores when they change. */

import { cardName } from "../board/cards.js";
import { labelled, listing } from "../lib/sentence.js";

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
      this.speak(interpolate(gettext("Your hand: %s."), [listing(hand.map(cardName), "unit")]));
    }
    this.#hand = hand;
    const scores = listing(this.#list(view, me), "unit");
    if (this.#scores && scores !== this.#scores) this.speak(interpolate(gettext("Score: %s."), [scores]));
    this.#scores = scores;
  }

  /** Return the scores, the reader's first: "Amina: 3". */
  #list(view, me) {
    const sides = view.scores.map((_, side) => side);
    const own = me === null ? 0 : view.seats[me].side;
    const ordered = [...sides.slice(own), ...sides.slice(0, own)];
    return ordered.map((side) => labelled(this.texts.sideName(side), view.scores[side]));
  }
}
