/* In the prompt, when a claim or a challenge is possible for the first time: what that button at a seat is for. */

import { rightText } from "../board/rights.js";
import { el } from "../lib/dom.js";
import { rewrite } from "../lib/sentence.js";

export class FirstRights {
  /** `prompt` is the table's Prompt; `told` knows what has been explained. */
  constructor(prompt, told) {
    this.told = told;
    this.text = el("p", "prompt__rights");
    this.text.setAttribute("role", "status");
    prompt.words.append(this.text);
  }

  /** Show the text in the player's turn, unless the coach explains something else. */
  show(state, isCoached = false) {
    const verb = isCoached ? undefined : this.#newRight(state);
    this.#say(verb ? rightText(verb) : "");
    if (verb) this.told.note(verb, state);
  }

  /** The turn is over. */
  forget() {
    this.#say("");
  }

  #say(text) {
    rewrite(this.text, text);
    this.text.hidden = !text;
  }

  #newRight(state) {
    const { view, me, seats, status } = state;
    if (me === null || status !== "running" || view.phase !== "play" || !view.moves.length || seats[me].gentle_start) return undefined;
    const calls = view.seats.flatMap(({ side }, seat) => (side === view.seats[me].side ? [] : [view.calls?.[seat]]));
    const isUseful = {
      challenge: calls.some((made) => made?.open),
      claim: calls.some((made) => made?.call === "nothing"),
    };
    return Object.keys(isUseful).find((verb) => view.interrupts.includes(verb) && isUseful[verb] && this.told.isNew(verb, state));
  }
}
