/* A seat at the drawn table: name, marks, cards left, what it called, its pile, and what may be done against it. */

import { back, chip, face, sortBySuit } from "./cards.js";
import { button, el, reconcile } from "../lib/dom.js";
import { shownName } from "../lib/names.js";

// Open hands that are long, or on a narrow plate, are told in a few signs.
const FORMS = { backs: back, chips: chip, faces: face };

/** What is to be said of somebody who does not play at the moment; nobody plays for them once the match is over. */
function absence({ online, stand_in: bot, left }, isOver) {
  if (left && !isOver) return gettext("resigned, bot playing");
  if (bot && !isOver) return gettext("substitute bot");
  return online ? "" : gettext("away");
}

/** How many of their matches somebody has left to the others; empty where nothing is known of it. */
export function leavesText(sitter) {
  return typeof sitter?.leaves === "number" ? interpolate(gettext("leaves %s%"), [sitter.leaves]) : "";
}

export class Plate {
  /** `place`: top, left, right or bottom; `own`: whether the reader sits here. */
  constructor(seat, place, { own, verbs, interrupt, me_name: reader }) {
    this.seat = seat;
    this.place = place;
    this.isBelow = place === "bottom";
    this.verbs = verbs;
    this.interrupt = interrupt;
    this.isOwn = own;
    this.isReader = own && reader !== undefined; // in a replay one looks over somebody's shoulder
    this.dot = el("span", "seat__dot");
    this.dot.setAttribute("role", "img");
    this.name = el("b", "seat__name");
    this.marks = el("span", "seat__marks");
    this.state = el("span", "mark mark--away");
    this.time = el("span", "seat__clock");
    this.time.setAttribute("role", "timer");
    this.time.dir = "ltr";
    this.time.hidden = true;
    this.call = el("p", "seat__call");
    this.cards = el("div", "seat__cards");
    this.pileCount = el("span", "count");
    this.pile = el("div", "seat__pile", back(), el("span", "seat__no-pile"), this.pileCount);
    this.acts = el("div", "seat__acts");
    const head = el("p", "seat__head", this.dot, this.name, this.marks, this.state, this.time);
    this.root = el("section", `seat seat--${place}`, head, this.cards, this.pile, this.call, this.acts);
    this.root.dataset.seat = seat;
  }

  /** `mySide`: the side of the reader, null for who only watches. `isOver`: whether the match has ended. */
  show(view, seats, { words, mySide, isOver }) {
    this.isOver = isOver;
    const me = view.seats[this.seat];
    const sitter = seats[this.seat];
    const name = shownName(sitter?.name ?? "");
    this.name.textContent = name;
    this.root.setAttribute("aria-label", name);
    this.sitter(sitter);
    const partnered = view.scores.length < view.seats.length;
    if (partnered) this.root.dataset.side = me.side;
    this.isPartner = partnered && !this.isOwn && mySide === me.side;
    this.#showMarks(view, sitter);
    this.root.classList.toggle("is-turn", view.to_act === this.seat);
    this.root.classList.toggle("is-winner", view.winners.includes(me.side));
    this.#showCards(me, view.suit_ring);
    this.#showCall(view.calls?.[this.seat], words);
    this.#showPile(view, me.side, words);
    const opposed = mySide !== null && mySide !== me.side;
    const isOpen = view.calls?.[this.seat].open;
    this.#showActs(opposed ? view.interrupts.filter((verb) => verb !== "challenge" || isOpen) : [], words);
  }

  /** Whether who sits here is connected, or a bot plays the seat; nobody asks that of a bot's own seat. */
  sitter(sitter) {
    const isPerson = Boolean(sitter) && !sitter.by_site && sitter.online !== undefined;
    this.dot.hidden = !isPerson;
    this.dot.classList.toggle("is-online", Boolean(sitter?.online));
    this.dot.setAttribute("aria-label", sitter?.online ? gettext("connected") : gettext("away"));
    const state = isPerson && !this.isReader ? absence(sitter, this.isOver) : ""; // the reader is told at more length
    this.state.textContent = state;
    this.state.hidden = !state;
    this.name.title = leavesText(sitter);
  }

  /** Show how much time the seat has: {text, runs, low}, or null where nobody's time is kept. */
  clock(face) {
    this.time.hidden = !face;
    if (!face) return;
    if (this.time.textContent !== face.text) this.time.textContent = face.text;
    this.time.setAttribute("aria-label", gettext("time left"));
    this.time.classList.toggle("is-running", face.runs);
    this.time.classList.toggle("is-low", face.low);
  }

  #showMarks(view, sitter) {
    const marks = [];
    if (this.isReader) marks.push(el("span", "mark mark--you", gettext("you")));
    else if (this.isPartner) marks.push(el("span", "mark", gettext("partner")));
    if (sitter?.bot) marks.push(el("span", "mark", gettext("bot")));
    if (view.dealer === this.seat) marks.push(el("span", "mark mark--role", gettext("dealer")));
    if (view.leader === this.seat) marks.push(el("span", "mark mark--role", gettext("plays first")));
    this.marks.replaceChildren(...marks);
  }

  #showCards(me, ring) {
    const open = me.hand !== null;
    this.cards.hidden = open && this.isBelow; // the board lays that hand before the reader
    if (this.cards.hidden) return;
    const form = !open ? "backs" : me.hand.length > 4 || this.place === "row" ? "chips" : "faces";
    if (this.cards.dataset.form !== form) this.cards.replaceChildren();
    this.cards.dataset.form = form;
    const hand = open && ring ? sortBySuit(me.hand, ring) : me.hand;
    const keys = hand ?? Array.from({ length: me.cards }, (_, place) => `back ${place}`);
    reconcile(this.cards, keys, (key) => el("span", "seat__card", FORMS[form](key)));
    this.cards.classList.toggle("is-open", form === "faces");
    this.cards.style.setProperty("--cards", keys.length);
    this.cards.setAttribute("role", "group");
    this.cards.setAttribute("aria-label", interpolate(ngettext("%s card", "%s cards", me.cards), [me.cards]));
  }

  #showCall(made, words) {
    this.call.hidden = !made?.call;
    if (!made?.call) return;
    const told = el("span", made.void ? "is-void" : "", words.call(made.call));
    const parts = [told];
    if (made.void) parts.push(" ", el("span", "seat__void", gettext("false")));
    if (made.shown) parts.push(" ", ...made.shown.map((card) => chip(card)));
    this.call.replaceChildren(...parts);
  }

  #showPile(view, side, words) {
    // partners have one pile, before the first of them
    const first = view.seats.findIndex((seat) => seat.side === side);
    this.pileSide = first === this.seat ? side : null;
    this.pile.hidden = this.pileSide === null;
    const count = view.captured[side];
    this.pile.classList.toggle("is-empty", count === 0);
    this.pileCount.textContent = count;
    this.pile.title = `${words.pile}: ${count}`;
  }

  /** The buttons follow from what all have heard and seen, whatever they would bring: noticing is the player's. */
  #showActs(verbs, words) {
    reconcile(this.acts, verbs, (verb) =>
      button(this.verbs[verb] ?? verb, "seat__act", () => this.interrupt?.(verb, this.seat)),
    );
    for (const node of this.acts.children) {
      const label = this.verbs[node.dataset.key] ?? node.dataset.key;
      node.setAttribute("aria-label", interpolate(gettext("%s against %s"), [label, words.seat(this.seat)]));
    }
    this.acts.hidden = !verbs.length;
  }
}
