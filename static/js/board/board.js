/* The board: seat panels around it, cards on it, and the player's hand. It shows views and knows no rules. */

import { back, cardName, face, plainFace, sortBySuit } from "./cards.js";
import { MoveChoice } from "./move_choice.js";
import { allow, el, reconcile } from "../lib/dom.js";
import { showGameInfo } from "./game_info.js";
import { animateFrom, animateEvents, isMotionReduced } from "./motion.js";
import { SeatPanel } from "./seat.js";

/** `page`: {clockwise, verbs, play(move), premove(card), interrupt(verb, seat)}; `texts`: the table's TableTexts. */
export class Board {
  constructor(root, texts, page) {
    this.texts = texts;
    this.page = page;
    this.root = root;
    this.origins = new Map(); // where a card that was just played came from
    this.isHeld = false;
    this.going = null; // the player's card that is on its way to the table
    this.cloth = el("div", "board__cloth");
    this.cloth.setAttribute("role", "list");
    this.cloth.setAttribute("aria-label", gettext("Cards on the table"));
    this.stockCount = el("span", "count");
    this.stock = el("div", "board__stock", back(), this.stockCount);
    this.shouts = el("div", "board__shouts");
    this.shouts.setAttribute("aria-hidden", "true"); // the log has the same text
    this.note = el("div", "board__note"); // a panel that the page shows over the cards for a while
    this.note.setAttribute("role", "status");
    this.air = el("div", "board__air");
    this.hand = el("div", "board__hand");
    this.hand.setAttribute("role", "group");
    this.hand.setAttribute("aria-label", gettext("Your hand"));
    this.hand.addEventListener("keydown", (event) => this.#walk(event));
    this.choice = new MoveChoice(texts, (move) => this.page.play?.(move));
    this.gameInfo = el("div", "board__facts");
    this.middle = el("div", "board__middle", this.gameInfo, this.cloth, this.stock, this.note, this.shouts);
    this.panels = [];
    this.seating = "";
  }

  /** Show a view without animation. `seats` are the frame's, `me` is the seat at the bottom. */
  show({ view, seats, me, status = "running" }) {
    this.#seat(view.seats.length, me);
    this.going = null;
    const rects = this.#rects();
    this.view = view;
    this.choice.close();
    const stock = this.stock.getBoundingClientRect();
    this.gameInfo.replaceChildren(...showGameInfo(view, this.texts));
    this.#showCloth(view);
    for (const [place, node] of [...this.cloth.children].entries()) {
      animateFrom(node, rects.get(node.dataset.key) ?? this.origins.get(node.dataset.key) ?? stock, place * 20);
    }
    this.#showHand(view, stock);
    const mySide = me === null ? null : view.seats[me].side;
    for (const panel of this.panels) {
      panel.show(view, seats, { texts: this.texts, mySide, isOver: status !== "running" });
    }
    this.stock.classList.toggle("is-empty", !view.stock);
    this.stockCount.textContent = view.stock;
    this.stock.title = interpolate(gettext("%s cards in the stock"), [view.stock]);
    this.origins.clear();
  }

  /** Animate the events since the current view, then show the new one. */
  async advance(state, events) {
    this.shout(events);
    try {
      if (this.view && !isMotionReduced()) await animateEvents(this, events);
    } finally {
      this.air.replaceChildren();
      this.show(state);
    }
  }

  /** Show the shouts of these events, all at once. */
  shout(events) {
    const lines = events
      .filter((event) => this.texts.shout(event))
      .map((event) => {
        const who = this.texts.seatName(event.seat) || (event.side === undefined ? "" : this.texts.sideName(event.side));
        const points = event.points ? `+${event.points}` : "";
        return el("p", "shout", el("b", "", this.texts.shout(event)), el("span", "", [who, points].join(" ").trim()));
      });
    if (lines.length) this.shouts.replaceChildren(...lines);
  }

  /** While held (during an animation or until an answer), a chosen card goes to `page.premove`. */
  hold(held) {
    this.isHeld = held;
    this.root.classList.toggle("is-held", held);
  }

  /** Choose the card at this place of the player's hand. Skip one that is on its way to the table. */
  chooseAt(place) {
    const cards = [...this.hand.children];
    const isGoing = cards[place]?.dataset.key === this.going;
    cards[isGoing ? place + 1 : place]?.click();
  }

  /** Choose a card of the player's hand. */
  choose(card) {
    this.#named(this.hand, card)?.click();
  }

  /** Return whether the card is in the player's hand. */
  holds(card) {
    return this.#named(this.hand, card) !== undefined;
  }

  /** Mark the card of the player's hand that will be played next (null for none). */
  markNext(card) {
    for (const node of this.hand.children) node.classList.toggle("is-next", node.dataset.key === card);
  }

  /** Mark the card of the player's hand that a hint suggests (null for none). */
  markHint(card) {
    for (const node of this.hand.children) node.classList.toggle("is-hint", node.dataset.key === card);
  }

  // ---- for motion.js ----

  panelOf(seat) {
    return this.panels.find((panel) => panel.seat === seat);
  }

  sideOf(seat) {
    return this.view.seats[seat].side;
  }

  tableCard(card) {
    return this.#named(this.cloth, card);
  }

  pileRect(side) {
    return this.panels.find((panel) => panel.pileSide === side).pile.getBoundingClientRect();
  }

  /** Show a card of the trick that is not on the table yet. */
  layInTrick(card, seat) {
    const from = this.sourceRect(card, seat);
    const node = this.#spot(card);
    node.dataset.key = card;
    node.dataset.from = this.panelOf(seat).place;
    this.#named(this.hand, card)?.classList.add("is-gone");
    this.cloth.append(node);
    animateFrom(node, from);
  }

  middleRect() {
    const middle = this.middle.getBoundingClientRect();
    const width = this.air.firstElementChild?.getBoundingClientRect().width || 70;
    const left = middle.left + (middle.width - width) / 2;
    const top = middle.top + (middle.height - width * 1.54) / 2;
    return new DOMRect(left, top, width, width * 1.54);
  }

  /** Return the rectangle where a seat's card comes from: the player's hand, an open hand, or the backs. */
  sourceRect(card, seat) {
    const panel = this.panelOf(seat);
    const node = this.#named(this.hand, card) ?? this.#named(panel.cards, card) ?? panel.cards.lastElementChild;
    return (node ?? panel.root).getBoundingClientRect();
  }

  /** Copy a card into the top layer, over the place it leaves in its seat's hand. */
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

  // ---- internals ----

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

  /** Show the cards on the table: those of a trick in front of their seats, others in order of arrival. */
  #showCloth(view) {
    const trick = view.tie_break ?? view.trick;
    reconcile(this.cloth, view.table, (card) => this.#spot(card));
    this.cloth.classList.toggle("is-trick", Boolean(trick));
    this.cloth.classList.toggle("is-crowded", view.table.length > 8);
    this.cloth.classList.toggle("is-packed", view.table.length > 12);
    [...this.cloth.children].forEach((node, place) => {
      if (trick) node.dataset.from = this.panelOf((trick.leader + place) % view.seats.length).place;
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
      if (!had.has(node.dataset.key)) animateFrom(node, stock, 60 * late++);
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
    if (card === this.going) return; // the second click of a double click
    const ways = this.view.moves.filter(([verb, one]) => verb === "play" && one === card);
    if (this.isHeld || !ways.length) this.page.premove?.(card);
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

  /** Place the panels: the reader (or seat 0) at the bottom, the next seat on the right, or left if clockwise. */
  #seat(count, me) {
    const seating = `${count} ${me}`;
    if (seating === this.seating) return;
    this.seating = seating;
    this.bottom = me ?? 0;
    this.panels = Array.from({ length: count }, (_, after) => {
      const seat = (this.bottom + after) % count;
      return new SeatPanel(seat, this.#place(after, count), { own: seat === me, ...this.page });
    });
    const [own, ...others] = this.panels;
    const mine = el("div", "board__mine", own.root, this.hand);
    const roots = others.map((panel) => panel.root);
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
