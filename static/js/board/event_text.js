/* Events told in words. The ruleset brings the sentences: {"play": {"text": "{seat} lays {card}.", "shout": ""}}. */

import { chip } from "./cards.js";

const SEATS = new Set(["seat", "dealer", "against"]);
const RANKS = { A: gettext("aces"), J: gettext("jacks"), Q: gettext("queens"), K: gettext("kings") };
const SIDES = new Set(["side", "from", "to"]);

/** Who is who at a table, and how events and calls are named there. */
export class Words {
  constructor({ words, calls, pile }) {
    this.words = words;
    this.calls = calls;
    this.pile = pile; // what a side's pile counts
    this.names = [];
    this.sides = [];
  }

  /** `names`: one a seat; `sides`: the side of each seat. */
  meet(names, sides) {
    this.names = names;
    this.sides = sides;
  }

  seat(number) {
    return this.names[number] ?? "";
  }

  /** The players of a side. */
  side(number) {
    return this.names.filter((_, seat) => this.sides[seat] === number).join(" & ");
  }

  call(name) {
    return this.calls[name] ?? name;
  }

  /** The event as a sentence in a fragment, or null for a kind that has none. */
  tell(event) {
    const text = this.words[event.kind]?.text;
    if (!text) return null;
    const line = document.createDocumentFragment();
    text.split(/\{(\w+)\}/).forEach((part, place) => {
      line.append(...(place % 2 ? this.#field(part, event[part]) : [part]));
    });
    return line;
  }

  /** What is shouted at it, in the names of several languages; empty if nothing is. */
  shout(event) {
    return this.words[event.kind]?.shout ?? "";
  }

  #field(name, value) {
    if (value === undefined || value === null) return [];
    if (Array.isArray(value)) return value.flatMap((one) => [chip(one), " "]).slice(0, -1);
    if (name === "card") return [chip(value)];
    if (SEATS.has(name)) return [this.#strong(this.seat(value))];
    if (SIDES.has(name)) return [this.#strong(this.side(value))];
    if (name === "call" || name === "holding") return [this.call(value).toLocaleLowerCase()]; // a label, inside a sentence
    if (name === "rank") return [RANKS[value] ?? interpolate(gettext("%ss"), [value])];
    return [String(name === "batch" ? value + 1 : value)];
  }

  #strong(text) {
    const node = document.createElement("b");
    node.textContent = text;
    return node;
  }
}
