/* Cutting the pack: at a random place, or by tap, drag or keys on a slider. */

import { back } from "../board/cards.js";
import { button, el } from "../lib/dom.js";
import { connect } from "./preferences.js";

const WORDS = 2 ** 32;

/** Return a uniform random number from 0 to `count - 1`, from the browser's secure random source. */
function draw(count) {
  const fair = WORDS - (WORDS % count);
  const word = new Uint32Array(1);
  do crypto.getRandomValues(word);
  while (word[0] >= fair);
  return word[0] % count;
}

export class PackCut {
  /** `send(move)` makes a move. `prompt` shows the pack while the reader must cut, unless `toggle` is checked. */
  constructor(prompt, toggle, send) {
    this.prompt = prompt;
    this.send = send;
    this.places = [];
    this.hasFailed = false; // an automatic cut of this pack was refused
    this.isPaused = false; // an automatic cut waits until the reader is ready
    this.slider = el("input", "cut__slider");
    Object.assign(this.slider, { type: "range", min: 1 });
    this.slider.setAttribute("aria-label", gettext("Where to cut the pack"));
    this.slider.addEventListener("input", () => this.#part());
    this.slider.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.#cut();
    });
    this.backs = el("div", "cut__backs");
    this.backs.setAttribute("aria-hidden", "true");
    const always = el("input");
    always.type = "checkbox";
    this.toggles = [always, toggle]; // here, and among the table's tools, where it can be switched off
    const label = el("label", "cut__auto", always, gettext("Always cut for me"));
    const buttons = el(
      "div",
      "cut__buttons",
      button(gettext("Cut here"), "button button--small", () => this.#cut()),
      button(gettext("Cut for me"), "button button--quiet button--small", () => this.cutForMe()),
      label,
    );
    this.pack = el("div", "cut__pack", this.backs, this.slider);
    this.root = el("div", "cut", this.pack, buttons);
    this.root.hidden = true;
    prompt.root.append(this.root);
    for (const one of this.toggles) connect(one, "cut", (on) => this.#setAlways(on));
  }

  /** Whether the browser cuts the pack that the view asks for. */
  get isAutomatic() {
    return this.always && !this.hasFailed && this.places.length > 0;
  }

  /** Show the pack if the view asks for a cut. */
  show(view) {
    const asked = view.moves.filter(([verb]) => verb === "cut").map(([, place]) => place);
    if (asked.length && !this.places.length) this.#lay(asked.length + 1);
    this.places = asked;
    this.hasFailed = false;
    this.#ask();
  }

  /** The page is ready for a move: cut at random, if that is switched on. */
  ready() {
    if (this.isAutomatic && !this.isPaused) this.cutForMe();
  }

  /** The server has refused a move: if it was an automatic cut, ask the reader. */
  refused() {
    this.hasFailed = true;
    this.#ask();
  }

  #ask() {
    this.root.hidden = !this.places.length || this.isAutomatic;
    this.prompt.cutsForReader(this.isAutomatic);
  }

  #lay(cards) {
    this.backs.replaceChildren(...Array.from({ length: cards }, () => el("span", "cut__card", back())));
    this.pack.style.setProperty("--cards", cards);
    this.slider.max = cards - 1;
    this.slider.value = Math.floor(cards / 2);
    this.#part();
  }

  /** Lift the cards that would move to the bottom. */
  #part() {
    const place = Number(this.slider.value);
    [...this.backs.children].forEach((card, number) => card.classList.toggle("is-lifted", number < place));
    const text = ngettext("Cut %s card", "Cut %s cards", place);
    this.slider.setAttribute("aria-valuetext", interpolate(text, [place]));
  }

  #cut() {
    this.send(["cut", Number(this.slider.value)]);
  }

  /** Cut at a random place. */
  cutForMe() {
    this.send(["cut", this.places[draw(this.places.length)]]);
  }

  #setAlways(on) {
    this.always = on;
    for (const toggle of this.toggles) toggle.checked = on;
    this.toggles.at(-1).closest("label").hidden = !on;
    this.hasFailed = false;
    this.#ask();
    this.ready();
  }
}
