/* Texts for events. The ruleset defines the sentences: {"play": {"text": "{seat} lays {card}.", "shout": "",
   "to_opponents": false}}. */

import { chip } from "./cards.js";
import { el } from "../lib/dom.js";
import { addText, isolate, labelledNodes, listing, listingNodes } from "../lib/sentence.js";

const SEATS = new Set(["seat", "dealer", "against"]);
const RANKS = { A: gettext("aces"), J: gettext("jacks"), Q: gettext("queens"), K: gettext("kings") };
// Translators: %s is a list of players
const ALL_SILENT = gettext("%s announce nothing.");
const SIDES = new Set(["side", "from", "to"]);
const LAST_NUMBER = / (?=\{(?:place|batch|points)\}[.)])/g; // the space before a number that ends a sentence or brackets

/** The names of a table's players, sides and calls, and the sentences for its events. */
export class TableTexts {
  constructor({ words, calls, true_calls: trueCalls, pile }) {
    this.words = words;
    this.calls = calls;
    this.trueCalls = trueCalls; // by the sizes of a hand's sets
    this.pile = pile; // the label of a side's pile
    this.names = [];
    this.sides = [];
    this.me = null;
  }

  /** `names` and `sides` have one entry per seat. `me` is the reader's seat; sentences mark their name. */
  setPlayers(names, sides, me = null) {
    this.names = names;
    this.sides = sides;
    this.me = me;
  }

  /** Return whether the reader plays against this seat; -1 stands for no seat. */
  isOpponent(number) {
    return this.me !== null && number >= 0 && this.sides[number] !== this.sides[this.me];
  }

  seatName(number) {
    return this.names[number] ?? "";
  }

  /** Whether the reader has one opponent. */
  get isDuel() {
    return this.names.length === 2;
  }

  /** Whether any players share a side. */
  get hasPartners() {
    return new Set(this.sides).size < this.sides.length;
  }

  /** Return the names of a side's players. */
  sideName(number) {
    return listing(this.names.filter((_, seat) => this.sides[seat] === number), "conjunction", "short");
  }

  /** Return the names of the sides that these seats belong to. */
  sideNames(seats) {
    const sides = new Set(seats.map((seat) => this.sides[seat]));
    return listing([...sides].map((side) => this.sideName(side)));
  }

  callName(name) {
    return this.calls[name] ?? name;
  }

  /** Return the event's sentence as a fragment, or null if its kind has none. */
  sentence(event) {
    const text = this.words[event.kind]?.text;
    return text ? this.fill(text, event) : null;
  }

  /** Return the sentence that these players announce nothing, as a fragment. */
  allSilent(seats) {
    const line = document.createDocumentFragment();
    const names = listingNodes(seats.map((seat) => this.#strong(this.seatName(seat), seat === this.me)), "conjunction");
    const [before, after] = ALL_SILENT.split("%s");
    line.append(before, names, after);
    return line;
  }

  /** Return a text whose fields have their values from an event, as a fragment: "{seat}", "{cards}". */
  fill(text, event) {
    const line = document.createDocumentFragment();
    text.replace(LAST_NUMBER, "\u00a0").split(/\{(\w+)\}/).forEach((part, place) => {
      if (place % 2) line.append(...this.#field(part, event));
      else addText(line, part);
    });
    return line;
  }

  /** Return the event's shout; empty if it has none. It may name the event's call or holding. */
  shout(event) {
    const shout = this.words[event.kind]?.shout ?? "";
    return shout.replace(/\{(\w+)\}/, (_, name) => this.calls[event[name]] ?? "");
  }

  /** Return what the event's shout means, for those who don't know the word; empty if it has none. */
  gloss(event) {
    return this.words[event.kind]?.gloss ?? "";
  }

  /** Return how the last of these events ended the match, as a fragment, or null if the scores say it. */
  ending(events) {
    const event = events[events.findLastIndex(({ kind }) => kind === "won") - 1];
    const text = this.words[event?.kind]?.ending;
    return text ? this.fill(text, event) : null;
  }

  /** Return the points that an event scores. Those of a strike in Porrazo come only if it stands. */
  pointsOf({ kind, points }) {
    return this.words[kind]?.scores ? points ?? 0 : 0;
  }

  /** Return the seats that the points of an event belong to: its own, or the opponents'. */
  scorers(event) {
    if (this.words[event.kind]?.to_opponents) return this.#opponentsOf(event.seat);
    return [...this.sides.keys()].filter((seat) => seat === event.seat);
  }

  #field(name, event) {
    if (name === "opponents") return [this.#opponents(event)];
    if (name === "tally") return [this.#tally(event)];
    const value = event[name];
    if (value === undefined || value === null) return [];
    if (Array.isArray(value)) return value.flatMap((one) => [chip(one), " "]).slice(0, -1);
    if (name === "card") return [chip(value)];
    if (SEATS.has(name)) return [this.#strong(this.seatName(value), value === this.me)];
    if (SIDES.has(name)) return [this.#strong(this.sideName(value), value === this.sides[this.me])];
    if (name === "call" || name === "holding") return [this.callName(value).toLocaleLowerCase()]; // within a sentence
    // Translators: several cards of one rank, as in “7s” or “sixes”
    if (name === "rank") return [RANKS[value] ?? interpolate(pgettext("cards of a rank, as in 7s", "%ss"), [value])];
    return [String(name === "batch" ? value + 1 : value)];
  }

  #opponentsOf(seat) {
    return [...this.sides.keys()].filter((other) => this.sides[other] !== this.sides[seat]);
  }

  #opponents({ seat }) {
    const seats = this.#opponentsOf(seat);
    return this.#strong(this.sideNames(seats), seats.includes(this.me));
  }

  /** Return what each side has captured and, where it scores, the points for it: "Amina: 23 (+3), Sota: 17". */
  #tally({ captured, points, free }) {
    const sides = captured.map((count, side) => {
      const scored = free !== undefined && points[side] ? ` (+${points[side]})` : ""; // tricks have scored one by one
      return labelledNodes(this.#strong(this.sideName(side), side === this.sides[this.me]), isolate(`${count}${scored}`));
    });
    return listingNodes(sides);
  }

  #strong(text, isMe) {
    return el("b", isMe ? "is-me" : "", el("bdi", "", text));
  }
}
