/* The cards that the player has seen in this deal: in their hands, on the table, and played. */

import { load, save } from "../lib/store.js";

const KEY = "seen";
const STORAGE = "sessionStorage"; // so that they are still there after a reload

export class SeenCards {
  #cards = new Set();
  #deal = null;

  constructor() {
    const { deal = null, cards = [] } = load(KEY, STORAGE) ?? {};
    this.#deal = deal;
    this.#cards = new Set(cards);
  }

  /** Follow a view of the player's seat, and the events that led to it. */
  follow(events, view, me) {
    const deal = `${location.pathname} ${view.deal}`;
    if (deal !== this.#deal) this.#cards.clear();
    this.#deal = deal;
    for (const { kind, card, cards = [] } of this.#sinceDeal(events)) {
      const taken = kind === "capture" ? cards : [];
      for (const one of card === undefined ? [] : [card, ...taken]) this.#cards.add(one);
    }
    for (const card of [...view.table, ...(view.seats[me].hand ?? [])]) this.#cards.add(card);
    save(KEY, { deal, cards: [...this.#cards] }, STORAGE);
  }

  /** Return the events of this deal, without those of the previous deal's last card. */
  #sinceDeal(events) {
    return events.slice(events.findLastIndex(({ kind }) => kind === "deal") + 1);
  }

  /** Return how many cards of each rank have been seen, or null if the page has missed some of them. */
  counts(view, me, ranks) {
    const hidden = view.seats.reduce((sum, { cards }, seat) => sum + (seat === me ? 0 : cards), view.stock);
    if (this.#cards.size + hidden !== 4 * ranks.length) return null;
    const ranksSeen = [...this.#cards].map((card) => card.slice(0, -1));
    return Object.fromEntries(ranks.map((rank) => [rank, ranksSeen.filter((one) => one === rank).length]));
  }
}
