/* What happened last, in a line above the cards. Shouts appear in its place, so that they cover no card. */

import { el } from "../lib/dom.js";
import { isolate, listing } from "../lib/sentence.js";

export class News {
  constructor(texts) {
    this.texts = texts;
    this.line = el("p", "board__line");
    this.shouts = el("div", "board__shouts");
    this.root = el("div", "board__news", this.line, this.shouts);
    this.root.setAttribute("aria-hidden", "true"); // the log has the same text
  }

  /** Show the sentence of an event; null for none. */
  tell(event) {
    this.line.replaceChildren(...(event ? [this.texts.sentence(event)] : []));
  }

  /** Show the shouts of these events, all at once. Return the seats that have scored with them. */
  shout(events) {
    const loud = events.filter((event) => this.texts.shout(event));
    if (loud.length) this.shouts.replaceChildren(...loud.map((event) => this.#shout(event)));
    return loud.flatMap((event) => this.texts.scorers(event));
  }

  #shout(event) {
    const who = this.texts.seatName(event.seat) || (event.side === undefined ? "" : this.texts.sideName(event.side));
    const others = this.texts.scorers(event).filter((seat) => seat !== event.seat);
    const points = event.points ? `+${event.points}` : "";
    const shout = el("p", "shout", el("b", "", this.texts.shout(event)));
    const told = others.length ? [[who], [this.#sideNames(others), points]] : [[who, points]];
    shout.append(...told.map((parts) => el("span", "", ...parts.filter(Boolean).flatMap((part) => [isolate(part), " "]))));
    return shout;
  }

  #sideNames(seats) {
    const sides = new Set(seats.map((seat) => this.texts.sides[seat]));
    return listing([...sides].map((side) => this.texts.sideName(side)));
  }
}
