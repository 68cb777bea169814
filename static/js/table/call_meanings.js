/* What the calls mean, for players without the coach: the button “?” beside the question shows it in the question's place. */

import { button, el } from "../lib/dom.js";
import { labelled, rewrite } from "../lib/sentence.js";

const SEPARATOR = "\u00a0· ";

export class CallMeanings {
  #text = "";

  /** `meanings`: the ruleset's, by call. */
  constructor(prompt, meanings) {
    Object.assign(this, { prompt, meanings });
    this.button = button(el("span", "prompt__mark"), "prompt__explain", () => this.#open(!this.#isOpen));
    this.button.setAttribute("aria-label", gettext("What do the calls mean?"));
    this.button.title = gettext("What do the calls mean?");
    this.text = el("p", "prompt__meanings");
    this.text.setAttribute("role", "status");
    prompt.text.before(this.button); // it floats
    prompt.text.after(this.text);
    this.show([]);
  }

  get #isOpen() {
    return this.prompt.root.classList.contains("is-explaining");
  }

  /** Offer the meanings of these calls; without any, there is no button. */
  show(calls) {
    const known = calls.filter((call) => call in this.meanings);
    const text = known.map((call) => labelled(this.prompt.texts.callName(call), this.meanings[call])).join(SEPARATOR);
    if (text === this.#text && this.button.hidden === !text) return; // the same question is still asked
    this.#text = text;
    this.button.hidden = !text;
    this.#open(false);
  }

  #open(isOpen) {
    this.prompt.root.classList.toggle("is-explaining", isOpen);
    this.button.setAttribute("aria-expanded", String(isOpen));
    rewrite(this.text, isOpen ? this.#text : "");
  }
}
