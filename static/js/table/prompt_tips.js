/* Tips in the prompt, each in one turn only: for coached players, what the button at a seat is for, when a claim or a
   challenge is possible for the first time, with the cards that a claim is about; and that the site can announce for a
   player who keeps announcing nothing. */

import { isClaimable, rightText } from "../board/rights.js";
import { byId, el } from "../lib/dom.js";
import { rewrite } from "../lib/sentence.js";
import { PlayedCards } from "./played_cards.js";
import { isAnnouncedFor } from "./prompt.js";

const PATIENCE = 3; // how many times in a row a player announces nothing before they are told about the switch
const SWITCH = "auto_call";
const SWITCH_TEXT = gettext("Tired of pressing “Nothing”? Switch on “Announce for me, truthfully” in the settings.");
// Translators: on a phone; “•••” is the button of the log and the settings in the header
const SWITCH_TEXT_PHONE = gettext("Tired of pressing “Nothing”? Switch on “Announce for me, truthfully” under “•••”.");
const RIGHTS = { claim: ["pair", "claim"], challenge: ["challenge"] }; // the tips about each button at the seats
const CLAIMS = {
  pair: gettext("{seat} announced nothing, but played a pair: {cards}. Press “Claim” to score it: a wrong claim costs nothing."),
  claim: gettext("{seat} announced nothing and has played {cards}: no pair so far. If they play one, “Claim” scores it, and a wrong claim costs nothing."),
};

export class PromptTips {
  #played = new PlayedCards();
  #nothings = 0; // how many times in a row the player has announced nothing by hand

  /** `prompt` is the table's Prompt, and `texts` its TableTexts; `told` knows what has been explained. */
  constructor(prompt, texts, told) {
    this.prompt = prompt;
    this.texts = texts;
    this.told = told;
    this.text = el("p", "prompt__tip");
    this.text.setAttribute("role", "status");
    prompt.words.append(this.text);
  }

  /** Show a tip in the player's turn, unless the coach explains something else. `coach` is null in a match without one. */
  show(state, coach) {
    this.#follow(state);
    const tip = isTurn(state) ? this.#newRight(state, coach) ?? this.#newSwitch(state, coach) : undefined;
    this.#say(this.#textOf(tip, state));
    this.text.classList.toggle("muted", tip === "challenge"); // it is seldom needed, and must not scare beginners
    if (tip) this.told.note(tip, state);
    for (const right of coach ? Object.keys(RIGHTS) : []) {
      coach.root.classList.toggle(`hides-${right}`, this.#isHidden(right, tip, state, coach));
    }
  }

  /** Return whether a newcomer does not see the buttons of a right: while the site announces for them, claims wait for a pair
      that can be claimed, and after that, each waits for the first tip about it. At the end of a deal, the question is about
      claims. */
  #isHidden(right, tip, state, coach) {
    if (isNewcomer(state)) return right !== "claim" || tip !== "pair";
    const isExplained = RIGHTS[right].some((one) => one === tip || !this.told.isNew(one, state));
    return coach.isTeaching && !isExplained && state.view.phase !== "close";
  }

  /** The turn is over. */
  forget() {
    this.#say("");
  }

  #say(text) {
    rewrite(this.text, text);
    this.text.hidden = !text;
  }

  #textOf(tip, state) {
    if (tip === SWITCH) return byId("side-sheet").popover ? SWITCH_TEXT_PHONE : SWITCH_TEXT;
    const seat = tip in CLAIMS ? this.#silent(state, tip === "pair") : undefined;
    return seat === undefined ? rightText(tip) ?? "" : this.texts.fill(CLAIMS[tip], { seat, cards: this.#played.of(seat) });
  }

  /** Return the first opponent who announced nothing and has played cards, or a pair if `hasPair`. */
  #silent({ view, me }, hasPair) {
    const isFound = (seat, number) =>
      seat.side !== view.seats[me].side &&
      view.calls?.[number]?.call === "nothing" &&
      isClaimable(view, seat) &&
      (hasPair ? this.#played.hasPair(number) : this.#played.of(number).length > 0);
    const found = view.seats.findIndex(isFound);
    return found < 0 ? undefined : found;
  }

  #follow({ events, recent, seats, me }) {
    this.#played.follow(recent ?? events);
    const isByHand = me !== null && !isAnnouncedFor(seats[me]);
    const calls = recent ? [] : events.filter(({ kind, seat }) => kind === "announce" && seat === me);
    for (const { call } of calls) this.#nothings = isByHand && call === "nothing" ? this.#nothings + 1 : 0;
  }

  #newRight(state, coach) {
    const { view, me } = state;
    if (!coach?.isWanted || coach.isExplaining || coach.isBeginning) return undefined;
    const others = view.seats
      .map((seat, number) => ({ ...seat, made: view.calls?.[number] }))
      .filter(({ side }) => side !== view.seats[me].side);
    const isUseful = {
      challenge: !isNewcomer(state) && others.some(({ made }) => made?.open),
      pair: this.#silent(state, true) !== undefined,
      claim: !isNewcomer(state) && others.some((seat) => seat.made?.call === "nothing" && isClaimable(view, seat)),
    };
    const isPossible = (tip) => view.interrupts.includes(tip === "pair" ? "claim" : tip);
    return Object.keys(isUseful).find((tip) => isUseful[tip] && isPossible(tip) && this.told.isNew(tip, state));
  }

  /** Return the tip about the switch, unless the prompt itself announces nothing for a hand without a choice. */
  #newSwitch(state, coach) {
    if (this.prompt.hasEqualDelay || this.#nothings < PATIENCE || isAnnouncedFor(state.seats[state.me])) return undefined;
    return !coach?.isAdvising && this.told.isNew(SWITCH, state) ? SWITCH : undefined;
  }
}

/** Return whether the site answers for the player because they are new to the game. */
const isNewcomer = ({ me, seats }) => Boolean(seats[me]?.gentle_start);

/** Return whether the player is to play a card. */
function isTurn({ view, me, status }) {
  return me !== null && status === "running" && view.phase === "play" && view.moves.length > 0;
}
