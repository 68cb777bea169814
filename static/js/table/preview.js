/* What a card would do if it were played now: computed from the player's own view, by the rules that the page has
   (`captures` and `trick_ranks` of the coaching data). tests/browser/test_coach.py compares it with the rules. */

const rankOf = (card) => card.slice(0, -1);
const suitOf = (card) => card.slice(-1);

/** The course of a batch, from its public events: which card was just laid, and which strike can be overcalled. */
export class Course {
  laid = null; // the card laid by the last move, if it stayed on the table
  strike = null; // {rank, cards, clears}: a strike, the number of cards of its rank, whether it emptied the table

  /** `captures` are the ruleset's. */
  constructor(captures) {
    this.captures = captures;
  }

  /** Follow the events of a state. */
  follow(events) {
    for (const event of events) this.#note(event);
  }

  #note({ kind, card }) {
    const { strike, clear, chain } = this.captures;
    if (["deal", "batch"].includes(kind)) this.laid = this.strike = null;
    else if (kind === "play") [this.laid, this.strike] = [card, null];
    else if (kind === "capture") [this.laid, this.strike, this.played] = [null, null, card];
    else if (kind === strike && chain.length) this.strike = { rank: rankOf(this.played), cards: 2, clears: false };
    else if (kind === clear && this.strike) this.strike.clears = true;
    else if (chain.includes(kind)) this.#overcall();
  }

  #overcall() {
    const isLast = this.strike.cards > this.captures.chain.length;
    this.strike = isLast ? null : { ...this.strike, cards: this.strike.cards + 1, clears: false };
  }
}

/** Return what a card would do: {takes: the cards from the table, kinds: of the scores}. */
export function previewCapture(card, view, captures, course) {
  const rank = rankOf(card);
  const isLast = !view.stock && view.seats.reduce((sum, seat) => sum + seat.cards, 0) === 1;
  const { strike } = course;
  if (strike?.rank === rank) {
    const clears = (strike.clears || view.pending?.limpia > 0) && !isLast && captures.chain[strike.cards - 2] !== "san_benito";
    return { takes: [], kinds: [captures.chain[strike.cards - 2], ...(clears ? [captures.clear] : [])], inPlace: inPlace(card, view, captures) };
  }
  const takes = runFrom(rank, view.table, captures);
  const kinds = [];
  if (course.laid && rankOf(course.laid) === rank) kinds.push(captures.strike);
  if (takes.length && takes.length === view.table.length && !isLast) kinds.push(captures.clear);
  return { takes, kinds, inPlace: inPlace(card, view, captures) };
}

/** Return whether the card can score in place. */
function inPlace(card, view, { ranks, in_place: lowest }) {
  const place = ranks.indexOf(rankOf(card));
  return place < lowest && place === view.table.length;
}

/** Return what a card scores in place: its number. The ace is 1. */
export const placePoints = (card) => (rankOf(card) === "A" ? 1 : Number(rankOf(card)));

/** Return the cards that a rank takes from the table. Of several cards of a rank, it takes the one that came last. */
function runFrom(rank, table, { ranks, wraps }) {
  const takes = [];
  const first = ranks.indexOf(rank);
  for (let step = 0; step < ranks.length; step += 1) {
    if (first + step >= ranks.length && !wraps) break;
    const wanted = ranks[(first + step) % ranks.length];
    const card = table.findLast((one) => rankOf(one) === wanted);
    if (!card) break;
    takes.push(card);
  }
  return takes;
}

/** Return what a card would do in the trick: it "wins" or "loses" the one that it completes. The second card is "ahead" of the
    card led or "behind" it, as long as the last card is of another suit. Return null if nothing can be said yet. */
export function trickEffect(card, { trick, seats, suit_ring: ring }, ranks) {
  const missing = seats.length - trick.cards.length;
  if (missing === 1) return wins(card, trick, ring, ranks) ? "wins" : "loses";
  if (missing > 2) return null;
  const [led] = trick.cards;
  if (suitOf(led) === suitOf(card)) return ranks.indexOf(rankOf(card)) > ranks.indexOf(rankOf(led)) ? "ahead" : "behind";
  const steps = (ring.indexOf(suitOf(led)) - ring.indexOf(suitOf(card)) + ring.length) % ring.length;
  return { 1: "ahead", 3: "behind" }[steps] ?? null; // the last card decides between opposite suits
}

function wins(card, trick, ring, ranks) {
  const cards = [...trick.cards, card];
  const count = (one) => cards.filter((other) => suitOf(other) === suitOf(one)).length;
  const missing = ring.filter((suit) => cards.every((one) => suitOf(one) !== suit));
  if (missing.length === 1) return suitOf(card) === ring[(ring.indexOf(missing[0]) + 1) % ring.length];
  const rivals = cards.filter((one) => count(one) > 1);
  const best = Math.max(...rivals.map((one) => ranks.indexOf(rankOf(one))));
  return rivals.includes(card) && ranks.indexOf(rankOf(card)) === best;
}
