/* Sentences that give the reason for a move. */

import { numberFormat } from "../lib/numbers.js";
import { fillIn, listingNodes } from "../lib/sentence.js";
import { chip } from "./cards.js";

// By the first word of a `reason` of docs/protocol.md. %(card)s is its first card, %(cards)s are its other cards, and
// %(number)s is its number.
const REASONS = {
  only: gettext("It takes %(cards)s, and none of your other cards takes anything."),
  most: gettext("It takes %(cards)s, more than any of your other cards."),
  fewer: gettext("It takes %(cards)s. Taking more with %(card)s is worth less on average."),
  patience: gettext("Taking something with %(card)s is worth less on average."),
  save: gettext("%(card)s would win the trick, but is worth more later on average."),
  clearable: gettext("After %(card)s, only %(cards)s would be left, and another player could clear the table."),
  long: gettext("After %(card)s, another player could take a run: %(cards)s."),
  builds: gettext("Next time, %(card)s could take more: %(cards)s."),
  waits: gettext("Nobody else can take %(cards)s, so %(card)s can wait."),
  keeps: gettext("%(card)s can take %(cards)s later. Unseen cards that could do so first: %(number)s."),
  safe: gettext("Nobody else can hold a card that takes it now."),
  pair: gettext("You keep %(card)s, which could take it back."),
  rare: gettext("It’s the hardest of your cards to take (unseen cards that could: %(number)s)."),
  spares: gettext("You keep %(card)s, which is harder to take, for later."),
  alike: gettext("None of your cards takes anything, and all are equally easy to take (unseen cards that could: %(number)s)."),
  lost: gettext("None of your cards wins the trick, and this one is worth least later."),
  likely: gettext("It’s your most likely card to win the trick (%(number)s)."),
  unlikely: gettext("It’s your least likely card to win the trick (%(number)s), so you keep better ones."),
  middling: gettext("Its chance to win the trick is %(number)s, and you keep better cards."),
  even: gettext("All your cards have the same chance to win the trick (%(number)s)."),
  silent: gettext("You hold nothing to announce."),
  true: gettext("It’s true, and the best call scores."),
  hides: gettext("It hides your hand from the others."),
  bluff: gettext("It’s a bluff that pays on average."),
  now: gettext("On average, the tendido scores more now than later."),
  later: gettext("On average, the tendido scores more later than now."),
  best: gettext("No other choice is worth more on average."),
  claim: gettext("The cards played show what wasn’t announced."),
  challenge: gettext("The call is true in %(number)s of cases, so a challenge gains more than it risks."),
  halted: gettext("The call is true in %(number)s of cases, but would end the match anyway."),
  accept: gettext("The call is true in %(number)s of cases, so a challenge isn’t worth it."),
  done: gettext("Going by the cards played, there’s nothing to claim."),
};
// Instead of those, with one opponent.
const IN_A_DUEL = {
  clearable: gettext("After %(card)s, only %(cards)s would be left, and your opponent could clear the table."),
  long: gettext("After %(card)s, your opponent could take a run: %(cards)s."),
  hides: gettext("It hides your hand from your opponent."),
};
// What a card does at once. The cards that it takes and its points follow.
const EFFECTS = {
  capture: "",
  caida: gettext("It makes a caida."),
  porrazo: gettext("It makes a porrazo, which scores unless the next card strikes back."),
  overcall: gettext("It takes over the last capture."),
  clears: gettext("It clears the table."),
  in_place: gettext("It scores in place."),
  trick: gettext("It wins the trick."),
};
// The number of these is a percentage.
const CHANCES = new Set(["likely", "unlikely", "middling", "even", "silent", "true", "challenge", "halted", "accept"]);
// Instead of the sentences above, if the number is known, or if it is 0.
const WITH_CHANCE = {
  silent: gettext("You hold no pair; another player does in %(number)s of cases."),
  true: gettext("It’s true; another player holds a pair in %(number)s of cases."),
};
const WITH_CHANCE_IN_A_DUEL = {
  silent: gettext("You hold no pair; your opponent does in %(number)s of cases."),
  true: gettext("It’s true; your opponent holds a pair in %(number)s of cases."),
};
const WITH_NONE = {
  alike: gettext("None of your cards takes anything, but nobody could take them now either."),
  silent: gettext("You hold no pair, and probably nobody else does."),
  true: gettext("It’s true, and probably nobody else holds a pair."),
};
// The effects of events that a card is expected to cause.
const EVENTS = {
  ...Object.fromEntries(["five", "ten", "counter", "san_benito"].map((kind) => [kind, "overcall"])),
  caida: "caida",
  porrazo: "porrazo",
  missa: "clears",
  limpia: "clears",
};
const percentage = numberFormat({ style: "percent" });

/** Return the sentence for the `outcome` of a puzzle's answer: a string or a fragment, as for a reason. */
export function outcomeText([kind, ...values]) {
  if (kind === "loses") return gettext("It doesn’t win the trick.");
  const [number] = values;
  const chance = gettext("Its chance to win the trick is %(number)s.");
  if (CHANCES.has(kind)) return fillIn(chance, { number: percentage(number / 100) });
  if (kind !== "lies") return reasonText([kind, ...values]);
  if (!number) return gettext("It takes nothing.");
  const text = ngettext(
    "It takes nothing, and %s card of its rank hasn’t been seen yet.",
    "It takes nothing, and %s cards of its rank haven’t been seen yet.",
    number,
  );
  return fillIn(text, [number]);
}

/** Return the sentences for a `reason` of docs/protocol.md as a fragment. With one opponent, `isDuel`, they say so. A card
    that has several effects at once gives only one of them as its reason; `kinds` are all its events that score. */
export function reasonText([kind, ...values], isDuel = false, kinds = []) {
  const number = values.find((value) => typeof value === "number");
  const cards = values.filter((value) => typeof value === "string");
  if (kind in EFFECTS) return effectText(new Set([kind, ...kinds.map((one) => EVENTS[one])]), number, cards);
  const [card, ...others] = cards.map(chip);
  const shown = CHANCES.has(kind) ? percentage(number / 100) : number;
  return fillIn(sentenceOf(kind, number, isDuel), { number: shown, card, cards: listingNodes(others, "conjunction") });
}

function sentenceOf(kind, number, isDuel) {
  if (number === 0 && kind in WITH_NONE) return WITH_NONE[kind];
  if (number !== undefined && kind in WITH_CHANCE) return (isDuel ? WITH_CHANCE_IN_A_DUEL : WITH_CHANCE)[kind];
  // Kinds that are no longer given may be stored with puzzles and analyses.
  return (isDuel && IN_A_DUEL[kind]) || (REASONS[kind] ?? REASONS.best);
}

/** Return the sentences for what a card does, {takes, kinds}, as a fragment; they say so if that is nothing. */
export function previewText({ takes, kinds }) {
  if (!takes.length && !kinds.length) return fillIn(gettext("It takes nothing."));
  return effectText(new Set(kinds.map((kind) => EVENTS[kind])), 0, takes);
}

function effectText(effects, points, cards) {
  const beaten = effects.has("trick") ? gettext("It beats %(cards)s.") : gettext("It takes %(cards)s.");
  const parts = [
    ...[...effects].map((effect) => EFFECTS[effect]),
    cards.length && fillIn(beaten, { cards: listingNodes(cards.map(chip), "conjunction") }),
    points && fillIn(gettext("It scores %(points)s."), { points: `+${points}` }),
  ];
  const line = document.createDocumentFragment();
  for (const part of parts.filter(Boolean)) line.append(line.hasChildNodes() ? " " : "", part);
  return line;
}
