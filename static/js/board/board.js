/* The board: seats around it, cards on it, and the player's hand. It shows views and knows no rules. */

import { back, face, plainFace } from "./cards.js";
import { el, reconcile } from "../lib/dom.js";
import { showGameInfo } from "./game_info.js";
import { Hand, namedChild } from "./hand.js";
import { LastPlay, Recall } from "./last_play.js";
import { animateEvents, animateFrom, cardsLanded, isMotionReduced, rectsOf, turnOver } from "./motion.js";
import { News } from "./news.js";
import { fitBoard, rimPlaces } from "./rim.js";
import { SeatPanel } from "./seat.js";
import { SeatNote } from "./seat_note.js";

/**
 * `page`: {clockwise, verbs, play(move), premove(card), interrupt(verb, seat), promptRect(), speak(text), landed(events)};
 * `texts`: the table's TableTexts.
 */
export class Board {
  constructor(root, texts, page) {
    this.texts = texts;
    this.page = page;
    this.root = root;
    this.origins = new Map(); // where a card that was just played came from
    this.last = new LastPlay(texts);
    this.ownHand = new Hand(texts, page);
    this.hand = this.ownHand.root;
    this.cloth = el("div", "board__cloth");
    this.cloth.setAttribute("role", "list");
    this.cloth.setAttribute("aria-label", gettext("Cards on the table"));
    this.field = el("div", "board__field", this.cloth);
    this.stockCount = el("span", "count");
    this.stock = el("div", "board__stock", back(), this.stockCount);
    this.recall = new Recall(this.last, () => this.middle.getBoundingClientRect());
    this.deck = el("div", "board__deck", this.recall.button, this.stock);
    this.news = new News(texts);
    this.note = el("div", "board__note"); // a panel that the page shows beside the cards for a while
    this.note.setAttribute("role", "status");
    this.seatNote = new SeatNote();
    this.air = el("div", "board__air");
    this.gameInfo = el("div", "board__facts");
    this.middle = el("div", "board__middle", this.gameInfo, this.field, this.note);
    this.panels = [];
    this.seating = "";
    const resized = new ResizeObserver(() => this.fit());
    for (const node of [root, this.field]) resized.observe(node);
  }

  /** The card of the hand that is on its way to the table; null if there is none. */
  set going(card) {
    this.ownHand.going = card;
  }

  /**
   * Show a view; new cards move to their places, except in the first view. `seats` are the frame's, `me` is the seat at
   * the bottom.
   */
  show({ view, seats, me, status = "running" }) {
    this.#seat(view.seats.length, me);
    const before = this.view && { rects: this.#rects(), stock: this.stock.firstElementChild.getBoundingClientRect() };
    this.view = view;
    this.gameInfo.replaceChildren(...showGameInfo(view, this.texts));
    this.#showCloth(view);
    const dealt = this.ownHand.show(view, view.seats[this.bottom].hand);
    const mySide = me === null ? null : view.seats[me].side;
    for (const panel of this.panels) {
      panel.show(view, seats, { texts: this.texts, mySide, isOver: status !== "running" });
    }
    this.seatNote.refresh();
    this.#showStock(view.stock);
    this.#showLast(view);
    this.fit();
    if (before) this.#arrive(dealt, before);
    this.origins.clear();
  }

  /** Animate the events since the current view, then show the new one. Shouts come when their card has landed. */
  async advance(state, events) {
    this.follow(events);
    let arriving = events; // what happens as the new view is shown
    try {
      if (this.view && !isMotionReduced()) arriving = await animateEvents(this, events, (shown) => this.#land(shown));
    } finally {
      this.air.replaceChildren();
      this.show(state);
    }
    if (arriving.some((event) => event.kind === "batch" || this.texts.shout(event))) await cardsLanded();
    this.#land(arriving);
  }

  /** Show whose turn it is in the next view, before its events are shown. */
  showTurn(view) {
    for (const panel of this.panels) panel.showTurn(view);
  }

  /** Take note of events that the next view shows without animation. With `afresh`, forget the earlier ones. */
  follow(events, afresh = false) {
    if (afresh) this.last.forget();
    this.last.follow(events);
    if (afresh || events.some(({ card }) => card !== undefined)) this.recall.close();
  }

  /** Take all shouts away, because the board shows another moment. */
  silence() {
    this.news.silence();
  }

  /** Show a panel beside the cards, or none. */
  showNote(panel) {
    this.note.replaceChildren(...(panel ? [panel] : []));
    this.fit();
  }

  /** Size the cards by the room there is: at once, after something beside the board has been shown or hidden. */
  fit() {
    if (this.field.isConnected) fitBoard(this.root, this.cloth, this.field, this.hand);
  }

  /** While held (during an animation or until an answer), a chosen card goes to `page.premove`. */
  hold(held) {
    this.ownHand.isHeld = held;
    this.root.classList.toggle("is-held", held);
  }

  /** With confirmation, a card has to be chosen twice. */
  confirm(on) {
    this.ownHand.isConfirming = on;
  }

  /** Choose the card that was dealt at this place of the hand. Return whether the player still has it. */
  chooseAt(place) {
    return this.ownHand.chooseAt(place);
  }

  /** Play a card of the player's hand, without confirmation. */
  choose(card) {
    if (this.holds(card)) this.ownHand.choose(card);
  }

  /** The element that waits for the player: the button of a panel, or a card; null if there is none. */
  get next() {
    return this.note.querySelector("button") ?? this.ownHand.first;
  }

  /** Return whether the card is in the player's hand. */
  holds(card) {
    return namedChild(this.hand, card) !== undefined;
  }

  /** Mark the card of the player's hand that will be played next (null for none). */
  markNext(card) {
    this.ownHand.markNext(card);
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
    return namedChild(this.cloth, card);
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
    namedChild(this.hand, card)?.classList.add("is-gone");
    this.cloth.append(node);
    animateFrom(node, from, node.getBoundingClientRect());
  }

  /** Return the rectangle of a card of this width in the middle of the table. */
  middleRect(width) {
    const field = this.field.getBoundingClientRect();
    const left = field.left + (field.width - width) / 2;
    const top = field.top + (field.height - width * 1.54) / 2;
    return new DOMRect(left, top, width, width * 1.54);
  }

  /** Return the rectangle where a seat's card comes from: the player's hand, an open hand, or the backs. */
  sourceRect(card, seat) {
    const panel = this.panelOf(seat);
    const node = namedChild(this.hand, card) ?? namedChild(panel.cards, card) ?? panel.cards.lastElementChild;
    const rect = node?.getBoundingClientRect();
    return rect?.width ? rect : panel.score.getBoundingClientRect(); // a crowded seat shows no cards
  }

  /** Remember where a card comes from that the next view shows on the table. */
  leave(card, seat) {
    this.origins.set(card, { rect: this.sourceRect(card, seat), isOpen: this.#isOpen(card, seat) });
  }

  /** Copy a card into the top layer, and let it fly from its seat's hand to where `placeFor(from)` says. */
  lift(card, seat, placeFor) {
    const from = this.sourceRect(card, seat);
    const to = placeFor(from);
    const layer = this.air.getBoundingClientRect();
    const node = el("div", "board__flying", plainFace(card));
    node.style.left = `${to.left - layer.left}px`;
    node.style.top = `${to.top - layer.top}px`;
    node.style.width = `${to.width}px`;
    namedChild(this.hand, card)?.classList.add("is-gone");
    this.air.append(node);
    animateFrom(node, from, to);
    if (!this.#isOpen(card, seat)) turnOver(node);
    return node;
  }

  // ---- internals ----

  /** The card of these events has landed: show their shouts, and tell the page. */
  #land(events) {
    for (const seat of this.news.shout(events)) this.panelOf(seat)?.celebrate();
    this.page.landed?.(events);
  }

  /** Return whether the reader has seen the card in the hand of this seat. */
  #isOpen(card, seat) {
    return this.holds(card) || namedChild(this.panelOf(seat).cards, card) !== undefined;
  }

  #rects() {
    const cards = [...this.cloth.children, ...this.hand.children];
    return new Map(cards.map((node) => [node.dataset.key, node.getBoundingClientRect()]));
  }

  /** Let the cards of the table and the new ones of the hand come from where they were before this view. */
  #arrive(dealt, { rects, stock }) {
    const nodes = [...this.cloth.children];
    const places = rectsOf(nodes);
    const ownPlaces = rectsOf(dealt);
    nodes.forEach((node, number) => this.#fly(node, places[number], { rects, stock, delay: number * 20 }));
    this.ownHand.deal(dealt, ownPlaces, stock);
  }

  /** Let a card of the table come from where it was: the table, a hand, or face down from a hand or the stock. */
  #fly(node, place, { rects, stock, delay }) {
    const { key } = node.dataset;
    const known = rects.get(key);
    const origin = this.origins.get(key);
    animateFrom(node, known ?? origin?.rect ?? stock, place, delay);
    if (!known && !origin?.isOpen) turnOver(node, delay);
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
    [...this.cloth.children].forEach((node, place) => {
      if (trick) node.dataset.from = this.panelOf((trick.leader + place) % view.seats.length).place;
    });
  }

  #showStock(count) {
    this.stock.classList.toggle("is-empty", !count);
    this.stockCount.textContent = count;
    this.stock.title = interpolate(gettext("%s cards in the stock"), [count]);
  }

  /** Mark the card just played, more quietly once a new batch has been dealt, and tell what happened last. */
  #showLast(view) {
    const { card, latest } = this.last;
    for (const node of this.cloth.children) {
      node.classList.toggle("is-last", node.dataset.key === card);
      node.classList.toggle("is-latest", node.dataset.key === latest && latest !== card);
    }
    this.recall.refresh();
    this.news.tell(this.last.news);
  }

  /** Place the panels: the reader (or seat 0) at the bottom, the next seat on the right, or left if clockwise. */
  #seat(count, me) {
    const seating = `${count} ${me}`;
    if (seating === this.seating) return;
    this.seating = seating;
    this.bottom = me ?? 0;
    this.panels = rimPlaces(count, this.page.clockwise).map((place, after) => {
      const seat = (this.bottom + after) % count;
      const explain = (node, text) => this.seatNote.show(node, text);
      return new SeatPanel(seat, place, { own: seat === me, isCrowded: count > 4, explain, ...this.page });
    });
    const mine = el("div", "board__mine", this.panels[0].root, this.hand, this.deck);
    this.root.removeAttribute("aria-busy");
    this.root.replaceChildren(...this.#rim(), this.news.root, this.middle, mine, this.air, this.ownHand.choice.root, this.seatNote.root, this.recall.root);
    this.root.dataset.players = count > 4 ? "many" : count;
    this.root.classList.toggle("is-clockwise", Boolean(this.page.clockwise));
  }

  /** Return the sides of the rim, in turn order. */
  #rim() {
    const sides = this.page.clockwise ? ["left", "top", "right"] : ["right", "top", "left"];
    return sides.flatMap((side) => {
      const roots = this.panels.filter(({ place }) => place === side).map(({ root }) => root);
      return roots.length ? [el("div", `board__rim board__rim--${side}`, ...roots)] : [];
    });
  }
}
