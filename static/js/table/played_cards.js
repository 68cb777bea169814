/* The cards that each player has played in this batch, which everybody saw: they can prove that a player who announced
   nothing holds a pair. */

const rankOf = (card) => card.slice(0, -1);

export class PlayedCards {
  #cards = new Map(); // by seat, those that have not been claimed

  /** Follow events, in order. */
  follow(events) {
    for (const { kind, seat, card, against } of events) {
      if (kind === "deal" || kind === "batch") this.#cards.clear();
      else if (kind === "claim") this.#cards.delete(against);
      else if (kind === "play" || kind === "capture") this.#cards.set(seat, [...this.of(seat), card]);
    }
  }

  /** Return the cards that a seat has played. */
  of(seat) {
    return this.#cards.get(seat) ?? [];
  }

  /** Return whether two of them have the same rank. */
  hasPair(seat) {
    return new Set(this.of(seat).map(rankOf)).size < this.of(seat).length;
  }
}
