/* Tips in the prompt, each in one turn only: what the button at a seat is for, when a claim or a challenge is possible for
   the first time; and that the site can announce for a player who keeps announcing nothing. */

import { isClaimable, rightText } from "../board/rights.js";
import { el } from "../lib/dom.js";
import { rewrite } from "../lib/sentence.js";
import { isAnnouncedFor } from "./prompt.js";

const PATIENCE = 3; // how often in a row a player announces nothing before they are told of the switch
const SWITCH = "auto_call";
const SWITCH_TEXT = gettext("Tired of pressing “Nothing”? Switch on “Announce for me, truthfully” beside the log.");

export class PromptTips {
  #nothings = 0; // how often in a row the player has announced nothing by hand

  /** `prompt` is the table's Prompt; `told` knows what has been explained. */
  constructor(prompt, told) {
    this.prompt = prompt;
    this.told = told;
    this.text = el("p", "prompt__tip");
    this.text.setAttribute("role", "status");
    prompt.words.append(this.text);
  }

  /** Show a tip in the player's turn, unless the coach, if there is one, explains something else. */
  show(state, coach) {
    this.#follow(state);
    const tip = isTurn(state) ? this.#newRight(state, coach) ?? this.#newSwitch(state, coach) : undefined;
    this.#say(tip === SWITCH ? SWITCH_TEXT : rightText(tip) ?? "", tip === "challenge");
    if (tip) this.told.note(tip, state);
  }

  /** The turn is over. */
  forget() {
    this.#say("");
  }

  /** Show a text below the coach's advice, or above it if it warns of what can lose the match. */
  #say(text, isWarning = false) {
    const advice = this.prompt.words.querySelector(".coach__advice");
    if (isWarning) advice?.before(this.text);
    else advice?.after(this.text);
    this.text.classList.toggle("is-warning", isWarning);
    rewrite(this.text, text);
    this.text.hidden = !text;
  }

  #follow({ events, recent, seats, me }) {
    const isByHand = me !== null && !isAnnouncedFor(seats[me]);
    const calls = recent ? [] : events.filter(({ kind, seat }) => kind === "announce" && seat === me);
    for (const { call } of calls) this.#nothings = isByHand && call === "nothing" ? this.#nothings + 1 : 0;
  }

  #newRight(state, coach) {
    const { view, me, seats } = state;
    if (coach?.isExplaining || seats[me].gentle_start) return undefined;
    const others = view.seats
      .map((seat, number) => ({ ...seat, made: view.calls?.[number] }))
      .filter(({ side }) => side !== view.seats[me].side);
    const isUseful = {
      challenge: others.some(({ made }) => made?.open),
      claim: others.some((seat) => seat.made?.call === "nothing" && isClaimable(view, seat)),
    };
    return Object.keys(isUseful).find((verb) => view.interrupts.includes(verb) && isUseful[verb] && this.told.isNew(verb, state));
  }

  /** Return the tip about the switch, unless the prompt itself announces nothing for a hand without a choice. */
  #newSwitch(state, coach) {
    if (this.prompt.hasEqualDelay || this.#nothings < PATIENCE || isAnnouncedFor(state.seats[state.me])) return undefined;
    return !coach?.isAdvising && this.told.isNew(SWITCH, state) ? SWITCH : undefined;
  }
}

/** Return whether the player is to play a card. */
function isTurn({ view, me, status }) {
  return me !== null && status === "running" && view.phase === "play" && view.moves.length > 0;
}
