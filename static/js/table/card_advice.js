/* What the coach says about the cards in the hand: an example of a capture, and which card is better than another, and
   why. It gives the same reason in only a few turns. */

import { cardName } from "../board/cards.js";
import { previewText } from "../board/reasons.js";
import { fillIn, listing } from "../lib/sentence.js";
import { bestCapture, safestLay } from "./card_choice.js";
import { Course, placePoints, previewCapture } from "./preview.js";
import { SeenCards } from "./seen_cards.js";

const SELDOM = 2; // turns
const OFTEN = 3;
const RUN = "run of cards";
const GAP = "gap in the ranks";
const spansGap = (cards) => ["7", "10"].every((rank) => cards.some((card) => card.slice(0, -1) === rank));

/** Return how many cards the player's side has captured, and how many which rival, the side with the most among the others. */
export function pilesOf({ captured, seats }, me, texts) {
  const { side } = seats[me];
  const other = Math.max(...captured.filter((_, one) => one !== side));
  const rival = captured.findIndex((cards, one) => one !== side && cards === other);
  return { own: captured[side], rival: texts.sideName(rival), other };
}

export class CardAdvice {
  #state = null;
  #seen = new SeenCards();

  /** `data`: the page's coaching, with captures; `told` knows what has been explained. */
  constructor(data, texts, told) {
    Object.assign(this, { data, texts, told });
    this.course = new Course(data.captures);
  }

  /** Follow a state that the board shows, and the events that led to it. */
  follow(state, events) {
    this.#state = state;
    this.course.follow(events);
    if (state.me !== null) this.#seen.follow(events, state.view, state.me);
  }

  /** Return what a card would do: {takes, kinds, inPlace}. */
  preview(card) {
    return previewCapture(card, this.#state.view, this.data.captures, this.course);
  }

  /** Say which card on the table one in the hand takes, or which run, and why. */
  example() {
    const largest = this.#largest();
    const { length } = largest.takes;
    if (length > 1) this.told.note(RUN, this.#state);
    return length ? this.#sentence(length > 1 ? "run" : "match", largest) : "";
  }

  /** Explain the first run, unless another capture is better. Later, say which card is better to capture with or, failing
      that, what a card takes, or that one can score in place. */
  capture() {
    const largest = this.#largest();
    const [reason] = bestCapture(this.#options(), this.data.captures) ?? ["more"];
    if (reason === "more" && largest.takes.length > 1 && this.told.isNew(RUN, this.#state)) return this.example();
    const choice = this.choice(true);
    if (choice) return choice;
    if (largest.takes.length) return this.#sentence("takes", largest);
    const placed = this.#options().find(({ inPlace }) => inPlace);
    if (placed) return this.#sentence("in_place", { ...placed, kinds: [] });
    const over = this.#options().find(({ kinds }) => kinds.length);
    return over ? this.#sentence("overcall", { ...over, kinds: [] }) : "";
  }

  /** Return what is worth a word in a turn in which there is nothing else to say. It depends on how many cards are left, so that
      two turns in a row do not get the same. */
  remark(canCapture) {
    const { view, me } = this.#state;
    const { first } = this.data;
    const { hand } = view.seats[me];
    if (hand.length === 1) return view.stock ? this.#lastCard() : first.sweep;
    if (hand.length % 2 && !canCapture) {
      const found = this.#safest();
      return found ? fillIn(first.safest, { card: cardName(found[1]) }) : first.alike;
    }
    return fillIn(first.pile, pilesOf(view, me, this.texts));
  }

  #lastCard() {
    const { first } = this.data;
    if (!this.told.isNew("last card", this.#state, SELDOM)) return first.last_again;
    this.told.note("last card", this.#state);
    return first.last;
  }

  /** Say why nothing can be captured and, once that is known, which card is safer to lay. */
  lay() {
    const choice = this.told.isNew("lay", this.#state) ? "" : this.choice(false);
    if (choice || !this.told.isNew("lay", this.#state, OFTEN)) return choice;
    this.told.note("lay", this.#state);
    return this.data.first[this.#state.view.table.length ? "lay" : "empty"];
  }

  /** Say which card is better to capture with, or safer to lay. */
  choice(canCapture) {
    const found = canCapture ? bestCapture(this.#options(), this.data.captures) : this.#safest();
    if (!found || !this.told.isNew(found[0], this.#state, OFTEN)) return "";
    const [reason, card, other, next] = found;
    this.told.note(reason, this.#state);
    const shout = this.texts.shout({ kind: this.data.captures[reason] });
    return fillIn(this.data.choices[reason], { card: cardName(card), other: cardName(other), next: next && cardName(next), shout });
  }

  #safest() {
    const { view, me } = this.#state;
    const { captures } = this.data;
    const seen = this.#seen.counts(view, me, captures.ranks);
    const shown = view.calls?.flatMap((call, seat) => (seat === me ? [] : (call.shown ?? []))) ?? [];
    return seen && safestLay(view.seats[me].hand, view.table, captures, { seen, shown });
  }

  /** Say what a card takes and what else it does. */
  #sentence(text, { card, takes, kinds }) {
    const names = { card: cardName(card), taken: listing(takes.map(cardName)), points: placePoints(card) };
    const line = fillIn(this.data.first[text], names);
    if (kinds.length) line.append(" ", previewText({ takes: [], kinds }));
    if (this.#isFirstGap(card, takes)) {
      this.told.note(GAP, this.#state);
      line.append(" ", this.data.first.gap);
    }
    return line;
  }

  /** Whether the example explains the gap in the ranks, and needs the room for that. */
  get explainsGap() {
    const { card, takes } = this.#largest();
    return this.#isFirstGap(card, takes);
  }

  #isFirstGap(card, takes) {
    return Boolean(this.data.first.gap) && spansGap([card, ...takes]) && this.told.isNew(GAP, this.#state);
  }

  /** Return the option that takes the most cards. */
  #largest() {
    return this.#options().sort((one, other) => other.takes.length - one.takes.length)[0];
  }

  #options() {
    const { view, me } = this.#state;
    return view.seats[me].hand.map((card) => ({ card, ...this.preview(card) }));
  }
}
