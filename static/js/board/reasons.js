/* Sentences that give the reason for a move. */

import { fillIn } from "../lib/sentence.js";

// By the first word of its `reason` in docs/protocol.md; "capture" and "fewer" have a number.
const REASONS = {
  caida: gettext("It makes a caida."),
  porrazo: gettext("It makes a porrazo."),
  overcall: gettext("It takes over the last capture."),
  clears: gettext("It clears the table."),
  in_place: gettext("It scores in place."),
  trick: gettext("It wins the trick."),
  patience: gettext("Taking now would be worth less."),
  safe: gettext("Nobody else can hold a card of its rank."),
  rare: gettext("Its rank has the fewest cards left."),
  none: gettext("None of your cards takes anything."),
  likely: gettext("Of your cards, it’s the most likely to win the trick."),
  unlikely: gettext("Of your cards, it’s the least likely to win the trick."),
  true: gettext("It matches your hand."),
  hides: gettext("It hides what you hold."),
  bluff: gettext("It’s a bluff."),
  best: gettext("It does best on average."),
  claim: gettext("The cards played show what wasn’t announced."),
  challenge: gettext("On average, a challenge gains more than it risks."),
  accept: gettext("On average, a challenge risks more than it gains."),
  done: gettext("Going by the cards played, there’s nothing to claim."),
};

/** Return the sentence for the `outcome` of a puzzle's answer: a string or a fragment, as for a reason. */
export function outcomeText([kind, number]) {
  if (kind === "loses") return gettext("It doesn’t win the trick.");
  if (kind !== "lies") return reasonText([kind, number]);
  if (!number) return gettext("It takes nothing.");
  const text = ngettext(
    "It takes nothing, and %s card of its rank hasn’t been seen yet.",
    "It takes nothing, and %s cards of its rank haven’t been seen yet.",
    number,
  );
  return fillIn(text, [number]);
}

/** Return the sentence for a `reason` of docs/protocol.md: a string, or a fragment if it contains a number. */
export function reasonText([kind, number]) {
  if (number === undefined) return REASONS[kind];
  const taken = ngettext("It takes %s card.", "It takes %s cards.", number);
  const fewer = ngettext(
    "It takes %s card. Taking more would be worth less.",
    "It takes %s cards. Taking more would be worth less.",
    number,
  );
  return fillIn(kind === "fewer" ? fewer : taken, [number]);
}
