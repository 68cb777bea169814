/* Which card the coach would choose, and why: [the reason, the card, one to compare it with, a neighbour of that one].
   `data.choices` of the coaching has the sentences. Only what the player has seen counts. */

const rankOf = (card) => card.slice(0, -1);

/** Return the best of several captures, or null. `options`: [{card, takes, kinds, inPlace}], of all cards in the hand. */
export function bestCapture(options, { strike, clear, chain }) {
  const captures = options.filter(({ takes, kinds }) => takes.length || kinds.length);
  if (captures.some(({ kinds }) => kinds.some((kind) => chain.includes(kind))) || options.some((one) => one.inPlace)) return null;
  const found = best(captures, ({ takes, kinds }) => [-takes.length, -kinds.length]);
  if (!found) return null;
  const [one, other] = found;
  const scores = [strike, clear].find((kind) => one.kinds.includes(kind) && !other.kinds.includes(kind));
  const reason = { [strike]: "strike", [clear]: "clear" }[scores] ?? "more";
  return [reason, one.card, other.card];
}

/**
 * Return the safest card to lay, or null if all are alike. `seen` maps each rank to the number of its cards that the
 * player has seen; `shown` are the cards in other hands that have been shown.
 */
export function safestLay(hand, table, { ranks, wraps }, { seen, shown }) {
  const options = hand.map((card) => ({ card, left: 4 - seen[rankOf(card)], next: neighbour(card, table, ranks, wraps) }));
  const safe = options.filter(({ card }) => !shown.some((one) => rankOf(one) === rankOf(card)));
  const found = safe.length === options.length && best(options, ({ left, next }) => [left, next ? 1 : 0]);
  if (!found) return null;
  const [{ card, left }, other] = found;
  if (left === other.left) return ["run", card, other.card, other.next];
  const holds = hand.filter((one) => rankOf(one) === rankOf(card)).length;
  return [left === 0 ? "gone" : holds > 1 ? "pair" : "seen", card, other.card];
}

/** Return the card on the table that would make a run with this one, or undefined. */
function neighbour(card, table, ranks, wraps) {
  const place = ranks.indexOf(rankOf(card));
  const near = (other) => {
    const steps = Math.abs(ranks.indexOf(rankOf(other)) - place);
    return steps === 1 || (wraps && steps === ranks.length - 1);
  };
  return table.find(near);
}

/** Return [an option that no other beats in any figure, a worse option], or null. Lower figures are better. */
function best(options, figures) {
  const atMost = (one, other) => figures(one).every((figure, place) => figure <= figures(other)[place]);
  const first = options.find((one) => options.every((other) => atMost(one, other)));
  const last = options.findLast((one) => first && !atMost(one, first));
  return last ? [first, last] : null;
}
