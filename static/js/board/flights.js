/* Where cards come from and fly to: what event_motion.js needs to know about a board. */

import { CARD_HEIGHT, plainFace } from "./cards.js";
import { el } from "../lib/dom.js";
import { namedChild } from "./hand.js";
import { animateFrom, FLIGHT, glide, rectsOf, turnOver } from "./motion.js";

const EDGE = 4; // pixels between a card in flight and the rim

/** Move a rectangle to the left if it lies beyond the right edge of the layer, where it would not be seen whole. */
function within(layer, { left, top, width, height }) {
  return new DOMRect(Math.min(left, layer.right - EDGE - width), top, width, height);
}

export class Flights {
  #origins = new Map(); // where a card that was just played came from

  constructor(board) {
    this.board = board;
    this.air = el("div", "board__air"); // the layer of the cards in flight
  }

  /** The view before the events. */
  get view() {
    return this.board.view;
  }

  /** Whether captured cards are on their way to a pile. */
  set isTaking(on) {
    this.board.root.classList.toggle("is-taking", on);
  }

  panelOf(seat) {
    return this.board.panelOf(seat);
  }

  sideOf(seat) {
    return this.view.seats[seat].side;
  }

  tableCard(card) {
    return namedChild(this.board.cloth.root, card);
  }

  /** Count captured cards that arrive at the pile of a side. From then on, the last capture can be shown again. */
  addToPile(side, cards) {
    this.#pilePanel(side).addToPile(this.view.owed ? 0 : cards); // where points are paid in cards, piles pay debts first
    this.board.recall.refresh();
  }

  #pilePanel(side) {
    return this.board.panels.find((panel) => panel.pileSide === side);
  }

  /** Return the rectangle of the card that stands for the pile of a side. */
  pileRect(side) {
    const { pile } = this.#pilePanel(side);
    return rectsOf([...pile.children]).find(({ width }) => width) ?? pile.getBoundingClientRect();
  }

  /** The lower edge of the room for the cards on the table. */
  get floor() {
    return this.board.cloth.field.getBoundingClientRect().bottom;
  }

  /** Return the rectangle of a card of this width in the middle of the table. */
  middleRect(width) {
    const field = this.board.cloth.field.getBoundingClientRect();
    const left = field.left + (field.width - width) / 2;
    const height = CARD_HEIGHT * width;
    return new DOMRect(left, field.top + (field.height - height) / 2, width, height);
  }

  /** Show a card of the trick that is not on the table yet. */
  layInTrick(card, seat) {
    const from = this.#sourceRect(card, seat);
    const node = this.board.cloth.layInTrick(card, this.panelOf(seat).place);
    this.board.ownHand.take(card);
    animateFrom(node, from, node.getBoundingClientRect());
  }

  /** Remember where a card that the next view shows on the table comes from. */
  leave(card, seat) {
    this.#origins.set(card, { rect: this.#sourceRect(card, seat), isOpen: this.#isOpen(card, seat) });
  }

  /** Forget where cards came from. */
  forget() {
    this.#origins.clear();
  }

  /** Copy a card into the top layer, and let it fly from its seat's hand to where `placeFor(from)` says. */
  lift(card, seat, placeFor) {
    const from = this.#sourceRect(card, seat);
    const layer = this.air.getBoundingClientRect();
    const to = within(layer, placeFor(from));
    const node = el("div", "board__flying", plainFace(card));
    node.style.left = `${to.left - layer.left}px`;
    node.style.top = `${to.top - layer.top}px`;
    node.style.width = `${to.width}px`;
    this.board.ownHand.take(card);
    this.air.append(node);
    animateFrom(node, from, to);
    if (!this.#isOpen(card, seat)) turnOver(node);
    return node;
  }

  /** Return where the cards and the stock are before the next view. */
  places() {
    const cards = [...this.board.cloth.cards, ...this.board.hand.children];
    const rects = new Map(cards.map((node) => [node.dataset.key, node.getBoundingClientRect()]));
    return { rects, stock: this.board.stock.firstElementChild.getBoundingClientRect() };
  }

  /** Let the cards of the table and the new ones of the hand come from where they were before this view. */
  arrive(dealt, { rects, stock }) {
    const nodes = this.board.cloth.cards;
    const places = rectsOf(nodes);
    const ownPlaces = rectsOf(dealt);
    nodes.forEach((node, number) => this.#fly(node, places[number], { rects, stock, delay: number * 20 }));
    this.board.ownHand.deal(dealt, ownPlaces, stock, this.#origins.size ? FLIGHT : 0); // after a card that is being laid
  }

  /** Let a card of the table come from where it was: the table, a hand, or face down from a hand or the stock. */
  #fly(node, place, { rects, stock, delay }) {
    const { key } = node.dataset;
    const known = rects.get(key);
    const origin = this.#origins.get(key);
    if (known && !origin) glide(node, known, place);
    else animateFrom(node, known ?? origin?.rect ?? stock, place, origin ? 0 : delay); // dealt cards come one by one
    if (!known && !origin?.isOpen) turnOver(node, origin ? 0 : delay);
  }

  /** Return the rectangle that a seat's card comes from: the player's hand, an open hand, or the backs. */
  #sourceRect(card, seat) {
    const panel = this.panelOf(seat);
    const node = namedChild(this.board.hand, card) ?? namedChild(panel.cards, card) ?? panel.cards.lastElementChild;
    const rect = node?.getBoundingClientRect();
    return rect?.width ? rect : panel.score.getBoundingClientRect(); // a crowded seat shows no cards
  }

  /** Return whether the reader has seen the card in the hand of this seat. */
  #isOpen(card, seat) {
    return this.board.holds(card) || namedChild(this.panelOf(seat).cards, card) !== undefined;
  }
}
