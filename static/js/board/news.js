/* What happened last, in a line above the cards. Shouts appear in its place one after another, so that they cover
   neither a card nor each other. */

import { el } from "../lib/dom.js";
import { isolate } from "../lib/sentence.js";

const LEAST = 1200; // milliseconds for which a shout is shown before another shout or the news of a later card
const GAP = 2; // letters that have as much room as the gap between two parts of a shout
const MOST = 4; // shouts that can wait; the earliest of more are left out

export class News {
  #waiting = [];
  #timer = 0; // while it runs, the shout stays
  #isPast = false; // a later card has been played

  /** `onShout(event)` is called when the shout of an event is shown. */
  constructor(texts, onShout) {
    this.texts = texts;
    this.onShout = onShout;
    this.line = el("p", "board__line");
    this.shouts = el("div", "board__shouts");
    this.root = el("div", "board__news", this.line, this.shouts);
    this.root.setAttribute("aria-hidden", "true"); // the log has the same text
  }

  /** Show the sentence of an event; null for none. */
  tell(event) {
    this.line.replaceChildren(...(event ? [this.texts.sentence(event)] : []));
    this.line.classList.toggle("is-silent", event?.call === "nothing");
  }

  /** Show the shouts of these events after those that wait. Return the seats that have scored with them. */
  shout(events) {
    const loud = events.filter((event) => this.texts.shout(event));
    this.#waiting = [...this.#waiting, ...loud].slice(-MOST);
    if (loud.length) this.#isPast = false;
    if (!this.#timer) this.#showNext();
    return loud.filter((event) => this.texts.pointsOf(event)).flatMap((event) => this.texts.scorers(event));
  }

  /** Another card has been played: the last shout goes once it has been shown long enough. */
  moveOn() {
    this.#isPast = true;
    if (!this.#timer) this.shouts.replaceChildren();
  }

  /** Remove the shouts, because the board jumps to another moment. */
  silence() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#waiting = [];
    this.shouts.replaceChildren();
  }

  #showNext() {
    const event = this.#waiting.shift();
    this.#timer = event ? setTimeout(() => this.#showNext(), LEAST) : 0;
    if (event) {
      this.shouts.replaceChildren(this.#shout(event));
      this.onShout(event);
    } else if (this.#isPast) this.shouts.replaceChildren();
  }

  #shout(event) {
    const who = this.texts.seatName(event.seat) || (event.side === undefined ? "" : this.texts.sideName(event.side));
    const others = this.texts.scorers(event).filter((seat) => seat !== event.seat);
    const points = this.texts.pointsOf(event);
    const word = this.texts.shout(event);
    const shout = el("p", "shout", el("b", "", word));
    const names = [who, others.length && this.texts.sideNames(others)].filter(Boolean);
    shout.append(...names.map((name) => el("span", "shout__name", isolate(name))));
    if (points) shout.append(el("span", "", isolate(`+${points}`)));
    shout.style.setProperty("--letters", word.length); // the word is as large as fits: see shout.css
    shout.style.setProperty("--rest", shout.textContent.length - word.length + GAP * (shout.children.length - 1));
    return shout;
  }
}
