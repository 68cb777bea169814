/* The drawn table: plates round it, cards on it, one's own hand before it. Shows views, knows no rules. */

import { back, cardName, face, plainFace, sortBySuit } from "./cards.js";
import { Choice } from "./move_choice.js";
import { allow, el, reconcile } from "../lib/dom.js";
import { showFacts } from "./game_info.js";
import { arrive, enact, isStill } from "./motion.js";
import { Plate } from "./seat.js";

/** `page`: {clockwise, verbs, play(move), keep(card), interrupt(verb, seat)}; `words`: the Words of this table. */
export class Board {
  constructor(root, words, page) {
    this.words = words;
    this.page = page;
    this.root = root;
    this.origins = new Map(); // where a card that was just laid came from
    this.isHeld = false;
    this.going = null; // the reader's card that is on its way to the table
    this.cloth = el("div", "board__cloth");
    this.cloth.setAttribute("role", "list");
    this.cloth.setAttribute("aria-label", gettext("Cards on the table"));
    this.stockCount = el("span", "count");
    this.stock = el("div", "board__stock", back(), this.stockCount);
    this.shouts = el("div", "board__shouts");
    this.shouts.setAttribute("aria-hidden", "true"); // the log tells it
    this.note = el("div", "board__note"); // what the page lays over the cards for a while
    this.note.setAttribute("role", "status");
    this.air = el("div", "board__air");
    this.hand = el("div", "board__hand");
    this.hand.setAttribute("role", "group");
    this.hand.setAttribute("aria-label", gettext("Your hand"));
    this.hand.addEventListener("keydown", (event) => this.#walk(event));
    this.choice = new Choice(words, (move) => this.page.play?.(move));
    this.facts = el("div", "board__facts");
    this.middle = el("div", "board__middle", this.facts, this.cloth, this.stock, this.note, this.shouts);
    this.plates = [];
    this.seating = "";
  }

  /** Show a view without telling how it came about. `seats` are the frame's, `me` the seat shown below. */
  show({ view, seats, me, status = "running" }) {
    this.#seat(view.seats.length, me);
    this.going = null;
    const rects = this.#rects();
    this.view = view;
    this.choice.close();
    const stock = this.stock.getBoundingClientRect();
    this.facts.replaceChildren(...showFacts(view, this.words));
    this.#showCloth(view);
    for (const [place, node] of [...this.cloth.children].entries()) {
      arrive(node, rects.get(node.dataset.key) ?? this.origins.get(node.dataset.key) ?? stock, place * 20);
    }
    this.#showHand(view, stock);
    const mySide = me === null ? null : view.seats[me].side;
    for (const plate of this.plates) {
      plate.show(view, seats, { words: this.words, mySide, isOver: status !== "running" });
    }
    this.stock.classList.toggle("is-empty", !view.stock);
    this.stockCount.textContent = view.stock;
    this.stock.title = interpolate(gettext("%s cards in the stock"), [view.stock]);
    this.origins.clear();
  }

  /** Show what happened since the view that is shown, then the view itself. */
  async advance(state, events) {
    this.shout(events);
    try {
      if (this.view && !isStill()) await enact(this, events);
    } finally {
      this.air.replaceChildren();
      this.show(state);
    }
  }

  /** Shout what is shouted at these events, all of it together. */
  shout(events) {
    const lines = events
      .filter((event) => this.words.shout(event))
      .map((event) => {
        const who = this.words.seat(event.seat) || (event.side === undefined ? "" : this.words.side(event.side));
        const points = event.points ? `+${event.points}` : "";
        return el("p", "shout", el("b", "", this.words.shout(event)), el("span", "", [who, points].join(" ").trim()));
      });
    if (lines.length) this.shouts.replaceChildren(...lines);
  }

  /** While an answer or an animation is awaited, a card that is chosen is given to `page.keep`, as out of turn. */
  hold(held) {
    this.isHeld = held;
    this.root.classList.toggle("is-held", held);
  }

  /** Choose the card at this place of one's own hand; in place of one that is on its way to the table, the next. */
  chooseAt(place) {
    const cards = [...this.hand.children];
    const isGoing = cards[place]?.dataset.key === this.going;
    cards[isGoing ? place + 1 : place]?.click();
  }

  /** Choose a card of one's own hand. */
  choose(card) {
    this.#named(this.hand, card)?.click();
  }

  /** Whether the card is in one's own hand. */
  holds(card) {
    return this.#named(this.hand, card) !== undefined;
  }

  /** Mark the card of one's own hand that will be played next; null: none. */
  markNext(card) {
    for (const node of this.hand.children) node.classList.toggle("is-next", node.dataset.key === card);
  }

  // ---- what motion.js asks ----

  plateOf(seat) {
    return this.plates.find((plate) => plate.seat === seat);
  }

  sideOf(seat) {
    return this.view.seats[seat].side;
  }

  tableCard(card) {
    return this.#named(this.cloth, card);
  }

  pileRect(side) {
    return this.plates.find((plate) => plate.pileSide === side).pile.getBoundingClientRect();
  }

  /** Lay a card of the trick that is not on the table yet. */
  layInTrick(card, seat) {
    const from = this.sourceRect(card, seat);
    const node = this.#spot(card);
    node.dataset.key = card;
    node.dataset.from = this.plateOf(seat).place;
    this.#named(this.hand, card)?.classList.add("is-gone");
    this.cloth.append(node);
    arrive(node, from);
  }

  middleRect() {
    const middle = this.middle.getBoundingClientRect();
    const width = this.air.firstElementChild?.getBoundingClientRect().width || 70;
    const left = middle.left + (middle.width - width) / 2;
    const top = middle.top + (middle.height - width * 1.54) / 2;
    return new DOMRect(left, top, width, width * 1.54);
  }

  /** Where a card of a seat comes from: one's own hand, an open one, or the backs. */
  sourceRect(card, seat) {
    const plate = this.plateOf(seat);
    const node = this.#named(this.hand, card) ?? this.#named(plate.cards, card) ?? plate.cards.lastElementChild;
    return (node ?? plate.root).getBoundingClientRect();
  }

  /** The card as it leaves its seat's hand: a copy above everything, over the place where it was. */
  lift(card, seat) {
    const from = this.sourceRect(card, seat);
    const layer = this.air.getBoundingClientRect();
    const node = el("div", "board__flying", plainFace(card));
    node.style.left = `${from.left - layer.left}px`;
    node.style.top = `${from.top - layer.top}px`;
    node.style.width = `${from.width}px`;
    this.#named(this.hand, card)?.classList.add("is-gone");
    this.air.append(node);
    return node;
  }

  // ---- how it is made ----

  #named(parent, card) {
    return [...parent.children].find((node) => node.dataset.key === card);
  }

  #rects() {
    const cards = [...this.cloth.children, ...this.hand.children];
    return new Map(cards.map((node) => [node.dataset.key, node.getBoundingClientRect()]));
  }

  #spot(card) {
    const spot = el("div", "board__spot", face(card));
    spot.setAttribute("role", "listitem");
    return spot;
  }

  /** The cards of a trick lie before the seats that laid them, all others in order of arrival. */
  #showCloth(view) {
    const trick = view.tie_break ?? view.trick;
    reconcile(this.cloth, view.table, (card) => this.#spot(card));
    this.cloth.classList.toggle("is-trick", Boolean(trick));
    this.cloth.classList.toggle("is-crowded", view.table.length > 8);
    this.cloth.classList.toggle("is-packed", view.table.length > 12);
    [...this.cloth.children].forEach((node, place) => {
      if (trick) node.dataset.from = this.plateOf((trick.leader + place) % view.seats.length).place;
    });
  }

  #showHand(view, stock) {
    const asked = new Set(view.moves.filter(([verb]) => verb === "play").map(([, card]) => card));
    const dealt = view.seats[this.bottom].hand;
    const own = dealt && view.suit_ring ? sortBySuit(dealt, view.suit_ring) : dealt;
    const focused = [...this.hand.children].indexOf(document.activeElement);
    const had = new Set([...this.hand.children].map((node) => node.dataset.key));
    this.hand.hidden = own === null;
    reconcile(this.hand, own ?? [], (card) => this.#handCard(card));
    this.hand.style.setProperty("--cards", own?.length ?? 0);
    this.hand.style.setProperty("--half", Math.ceil((own?.length ?? 0) / 2));
    this.hand.classList.toggle("is-long", own?.length > 8);
    let late = 0;
    [...this.hand.children].forEach((node, place) => {
      node.classList.remove("is-gone");
      if (place < 9) node.setAttribute("aria-keyshortcuts", String(place + 1));
      node.dataset.place = place + 1;
      allow(node, asked.has(node.dataset.key));
      if (!had.has(node.dataset.key)) arrive(node, stock, 60 * late++);
    });
    this.hand.classList.toggle("is-asked", asked.size > 0);
    if (focused >= 0 && !this.hand.contains(document.activeElement)) {
      this.hand.children[Math.min(focused, this.hand.children.length - 1)]?.focus();
    }
  }

  #handCard(card) {
    const node = el("button", "board__own");
    node.type = "button";
    node.addEventListener("click", () => this.#choose(card, node));
    node.setAttribute("aria-label", interpolate(gettext("Play the %s"), [cardName(card)]));
    node.append(plainFace(card));
    return node;
  }

  #choose(card, node) {
    if (card === this.going) return; // the second click of two
    const ways = this.view.moves.filter(([verb, one]) => verb === "play" && one === card);
    if (this.isHeld || !ways.length) this.page.keep?.(card);
    else if (ways.length === 1) this.page.play?.(ways[0]);
    else this.choice.open(node, cardName(card), ways);
  }

  #walk(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const cards = [...this.hand.children];
    const way = getComputedStyle(this.hand).direction === "rtl" ? -step : step;
    const next = (cards.indexOf(document.activeElement) + way + cards.length) % cards.length;
    cards[next]?.focus();
    event.preventDefault();
  }

  /** Lay the plates round the table: the reader (or seat 0) below, the next seat on the right, or left if clockwise. */
  #seat(count, me) {
    const seating = `${count} ${me}`;
    if (seating === this.seating) return;
    this.seating = seating;
    this.bottom = me ?? 0;
    this.plates = Array.from({ length: count }, (_, after) => {
      const seat = (this.bottom + after) % count;
      return new Plate(seat, this.#place(after, count), { own: seat === me, ...this.page });
    });
    const [own, ...others] = this.plates;
    const mine = el("div", "board__mine", own.root, this.hand);
    const roots = others.map((plate) => plate.root);
    const round = count > 4 ? [el("div", "board__row", ...roots)] : roots;
    this.root.removeAttribute("aria-busy");
    this.root.replaceChildren(...round, this.middle, mine, this.air, this.choice.root);
    this.root.dataset.players = count > 4 ? "many" : count;
    this.root.classList.toggle("is-clockwise", this.page.clockwise);
  }

  #place(after, count) {
    if (after === 0) return "bottom";
    if (count > 4) return "row";
    if (count > 2 && after === 1) return this.page.clockwise ? "left" : "right";
    if (count > 2 && after === count - 1) return this.page.clockwise ? "right" : "left";
    return "top";
  }
}
