/* What the coach says about the cards that can be played to a trick. */

import { trickEffect } from "./preview.js";

const SELDOM = 2; // turns in which an explanation is given
const GOOD = ["wins", "ahead"];

export class TrickAdvice {
  /** `data`: the page's coaching; `told` knows what has been explained. */
  constructor({ trick_ranks: ranks, labels, first }, told) {
    Object.assign(this, { ranks, labels, first, told });
  }

  /** Return what a card would do: {text, short, takes, isGood}, or null if nothing can be said. */
  preview(card, state) {
    const effect = trickEffect(card, state.view, this.ranks);
    const isGood = GOOD.includes(effect) && this.#effects(state).size > 1; // a mark on every card would say nothing
    return effect && { text: this.labels[effect], short: this.labels[`${effect}_short`], takes: [], isGood };
  }

  /** Return the advice for a turn, or an empty text. */
  advice(state) {
    const effects = this.#effects(state);
    const shared = effects.size === 1 && this.first[`all_${[...effects][0]}`];
    if (shared) return shared;
    const name = (effects.size > 1 && GOOD.find((effect) => effects.has(effect))) || "lay";
    if (!this.told.isNew(`trick ${name}`, state, SELDOM)) return "";
    this.told.note(`trick ${name}`, state);
    return this.first[name];
  }

  /** Return the different effects that the cards of the hand would have. */
  #effects({ view, me }) {
    return new Set(view.seats[me].hand.map((card) => trickEffect(card, view, this.ranks)));
  }
}
