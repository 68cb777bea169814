/* The board: seats around it, cards on it, and the player's hand. It shows views, and does not know the rules. */

import { back } from "./cards.js";
import { Cloth } from "./cloth.js";
import { el, markHints } from "../lib/dom.js";
import { Effects } from "./effects.js";
import { animateEvents, isDealing } from "./event_motion.js";
import { Flights } from "./flights.js";
import { showGameInfo } from "./game_info.js";
import { Hand, namedChild } from "./hand.js";
import { LastPlay, Recall } from "./last_play.js";
import { cardsLanded, isUnseen, settled } from "./motion.js";
import { News } from "./news.js";
import { hasRow, rimPlaces, rimSides } from "./rim.js";
import { SeatPanel } from "./seat.js";
import { SeatNote } from "./seat_note.js";
import { fitBoard } from "./sizes.js";

const STEPS = 3; // with fewer cards in a row, the grid may change, and the rows with it

/**
 * `page`: {clockwise, verbs, play(move), premove(card), takesPremoves(), interrupt(verb, seat), promptRect(), speak(text),
 * chosen(text), emptied(), landed(events, seat), deals(state)};
 * `texts`: the table's TableTexts.
 */
export class Board {
  constructor(root, texts, page) {
    this.texts = texts;
    this.page = page;
    this.root = root;
    this.last = new LastPlay(texts);
    this.cloth = new Cloth(page.code);
    this.ownHand = new Hand(texts, this.cloth.field, page);
    this.hand = this.ownHand.root;
    this.stockCount = el("span", "count");
    this.stock = el("div", "board__stock", back(), this.stockCount);
    this.recall = new Recall(this.last, this);
    this.deck = el("div", "board__deck", this.recall.button, this.stock);
    this.effects = new Effects();
    this.news = new News(texts, (event) => this.effects.burst(event, this.cloth.field, this.#isAgainst(event)));
    this.note = el("div", "board__note"); // a panel that the page shows beside the cards for a while; the log says the same
    this.seatNote = new SeatNote();
    this.flights = new Flights(this);
    this.gameInfo = el("div", "board__facts");
    this.middle = el("div", "board__middle", this.gameInfo, this.cloth.field, this.note);
    this.panels = [];
    this.seating = "";
    const resized = new ResizeObserver(() => this.fit());
    for (const node of [root, this.cloth.field]) resized.observe(node);
  }

  /** Return whether opponents of the reader score with an event. */
  #isAgainst(event) {
    return this.texts.scorers(event).some((seat) => this.texts.isOpponent(seat));
  }

  /** The card of the hand that is on its way to the table, or null. */
  set going(card) {
    this.ownHand.going = card;
  }

  /** Place the panels: the reader (or else `page.bottom`) at the bottom, the next seat on the right, or left if clockwise. */
  seat(count, me) {
    const seating = `${count} ${me}`;
    if (seating === this.seating) return;
    this.seating = seating;
    this.bottom = me ?? this.page.bottom ?? 0;
    this.panels = rimPlaces(count, this.page.clockwise).map((place, after) => {
      const seat = (this.bottom + after) % count;
      const explain = (node, text) => this.seatNote.show(node, text);
      return new SeatPanel(seat, place, { own: seat === me, isCrowded: count > 4, explain, ...this.page });
    });
    const mine = el("div", "board__mine", this.panels[0].root, this.hand, this.deck);
    const popovers = [this.ownHand.choice, this.seatNote, this.recall].map(({ root }) => root);
    const sides = rimSides(this.panels, this.page.clockwise);
    this.root.replaceChildren(this.effects.root, ...sides, this.news.root, this.middle, mine, this.flights.air, ...popovers);
    this.root.dataset.players = count > 4 ? "many" : count;
    this.root.classList.toggle("is-clockwise", Boolean(this.page.clockwise));
  }

  /**
   * Show a view; new cards move to their places, except in the first view. `seats` are the frame's, `me` is the seat at
   * the bottom. Return the elements of the cards that are new in the hand.
   */
  show(state) {
    const dealt = this.#draw(state);
    this.showTurn(state.view);
    this.news.tell(this.last.news);
    return dealt;
  }

  #draw({ view, seats, me, status = "running" }) {
    this.seat(view.seats.length, me);
    this.root.removeAttribute("aria-busy");
    const before = this.view && this.flights.places();
    this.view = view;
    this.gameInfo.replaceChildren(...showGameInfo(view, this.texts));
    // Classes, because with :has() on the board each change on it would restyle all of it.
    this.root.classList.toggle("has-course", this.gameInfo.querySelector(".course") !== null);
    this.root.classList.toggle("has-ring", Boolean(view.suit_ring));
    this.#showCloth(view);
    const isOver = status !== "running";
    const dealt = this.ownHand.show(view, view.seats[this.bottom].hand, isOver);
    const mySide = me === null ? null : view.seats[me].side;
    for (const panel of this.panels) {
      panel.show(view, seats, { texts: this.texts, mySide, isOver });
    }
    this.seatNote.refresh(!isOver);
    this.#showStock(view.stock);
    this.last.mark(this, view);
    this.recall.refresh();
    this.fit();
    if (before) this.flights.arrive(dealt, before);
    this.flights.forget();
    return dealt;
  }

  /**
   * Animate the events since the current view, then show the new one. When the last card has landed, dealt ones included,
   * what happened is told, the seat to act is marked, and `turned()` is called. Resolves once no card moves any more: none
   * may slide away from the reader who is about to play.
   */
  async advance(state, events, turned = () => {}) {
    const isDealt = events.some(isDealing);
    this.follow(events);
    if (isDealt) this.showTurn({ to_act: null });
    this.root.classList.add("is-moving");
    this.#markPlayer(events);
    await settled(this.cloth.cards); // from a view that was shown without events
    let arriving = events; // what happens as the new view is shown
    let dealt = [];
    try {
      if (this.view && !isUnseen()) arriving = await animateEvents(this.flights, events, (shown) => this.#landEarly(shown));
    } finally {
      this.flights.air.replaceChildren();
      if (isDealt) this.page.deals?.(state);
      dealt = this.#draw(state);
    }
    const markTurn = () => {
      this.showTurn(state.view);
      turned();
    };
    if (arriving.length) await cardsLanded();
    this.#land(arriving);
    if (!isDealt) markTurn();
    await settled([...this.cloth.cards, ...dealt]);
    this.root.classList.remove("is-moving");
    if (isDealt) markTurn();
  }

  /** Show whose turn it is in a view, which may be the next one. */
  showTurn(view) {
    for (const panel of this.panels) panel.showTurn(view);
  }

  /** Take note of events that the next view shows without animation. With `afresh`, forget the earlier ones. */
  follow(events, afresh = false) {
    if (afresh) {
      this.last.forget();
      this.cloth.forgetSize();
    }
    this.last.follow(events);
    if (!afresh && !events.some(({ card }) => card !== undefined)) return;
    this.recall.close();
    this.seatNote.close();
    this.news.moveOn();
  }

  /** Remove all shouts and the note at a mark, because the board shows another moment. */
  silence() {
    this.seatNote.close();
    this.news.silence();
    this.effects.clear();
  }

  /** Show the panel of a count beside the cards, or none. */
  showNote(panel) {
    this.root.classList.toggle("has-count", Boolean(panel));
    this.note.replaceChildren(...(panel ? [panel] : []));
    this.news.line.hidden = Boolean(panel); // the panel says what happened
    this.fit();
  }

  /** Fit the cards to the available room immediately, after something beside the board has been shown or hidden. Close the
      gaps between them, unless the player is aiming a card at one: then the next view does. */
  fit() {
    if (!this.cloth.field.isConnected) return;
    this.root.classList.toggle("has-row", Boolean(this.view) && hasRow(this.view, this.root));
    fitBoard(this.root, this.cloth, this.hand);
    if (this.hand.querySelector(".is-dragged")) return;
    for (let step = 0; step < STEPS && this.cloth.closeGaps(); step += 1) fitBoard(this.root, this.cloth, this.hand);
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

  /** Focus the first or the last card of the player's hand. */
  enterHand(isLast) {
    this.ownHand.enter(isLast);
  }

  /** Return whether a card of this batch was dealt at this place of the hand. */
  wasDealt(place) {
    return this.ownHand.wasDealt(place);
  }

  /** Show that a key does not choose a card of the hand. Return whether the player has a hand. */
  refuseKey() {
    return this.ownHand.shake();
  }

  /** Play a card of the player's hand, without confirmation. */
  choose(card) {
    if (this.holds(card)) this.ownHand.choose(card);
  }

  /** The element that is waiting for the player (the button of a panel, or a card), or null. */
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

  /** Mark the card of the player's hand that a hint suggests, and others that are as good. */
  markHint(...cards) {
    markHints(this.hand.children, cards);
  }

  panelOf(seat) {
    return this.panels.find((panel) => panel.seat === seat);
  }

  // ---- internals ----

  /** Mark the seat that has played the cards of these events: they come from below it, even if it is the next one's turn. */
  #markPlayer(events) {
    const { seat } = events.find(({ card }) => card !== undefined) ?? {};
    for (const panel of this.panels) panel.root.classList.toggle("is-playing", panel.seat === seat);
  }

  /** The card of these events has landed: show the news and their shouts, and tell the page. */
  #land(events) {
    if (events.includes(this.last.news)) this.news.tell(this.last.news);
    for (const seat of this.news.shout(events)) this.panelOf(seat)?.celebrate();
    const { seat } = events.find((event) => event.seat >= 0) ?? {};
    this.page.landed?.(events, seat);
  }

  /** Do the same before the next view is shown, and add the points of the shouts to the scores at once. */
  #landEarly(events) {
    this.#land(events);
    if (this.view.owed) return; // points are paid in cards
    for (const event of events.filter((one) => this.texts.shout(one))) {
      const sides = new Set([event.side, ...this.texts.scorers(event).map((seat) => this.view.seats[seat].side)]);
      for (const panel of this.panels) {
        if (sides.has(this.view.seats[panel.seat].side)) panel.addPoints(this.texts.pointsOf(event));
      }
    }
  }

  /** Show the cards on the table: those of a trick in front of their seats. */
  #showCloth(view) {
    const trick = view.tie_break ?? view.trick;
    const from = (number) => this.panelOf((trick.leader + number) % view.seats.length).place;
    this.cloth.show(view, trick ? from : null);
  }

  #showStock(count) {
    this.stock.classList.toggle("is-empty", !count);
    this.stockCount.textContent = count;
    this.stock.title = interpolate(gettext("%s cards in the stock"), [count]);
  }
}
