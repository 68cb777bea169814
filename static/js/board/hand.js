/* The player's hand: cards that are tapped, dragged or flicked to the table, or chosen with keys. */

import { cardName, plainFace, sortBySuit } from "./cards.js";
import { CardDrag } from "./card_drag.js";
import { keyOf, nameKey } from "./card_keys.js";
import { MoveChoice } from "./move_choice.js";
import { allow, el, reconcile } from "../lib/dom.js";
import { moveFocus } from "../lib/focus.js";
import { load, save } from "../lib/store.js";
import { animateFrom, shake, turnOver } from "./motion.js";

const PLACES = "ronda-hand"; // the key of the store
const LONG = 6; // more cards than these overlap, or lie in rows on a narrow board
const BROAD = 3; // the cards for which a wide board always has room between the player's seat and the stock

const playing = (card) => interpolate(gettext("Play the %s"), [cardName(card)]);
// Translators: a card that is played as soon as it is the player’s turn
const playingNext = (card) => interpolate(gettext("Play the %s next"), [cardName(card)]);
const selected = (card) => interpolate(gettext("%s selected. Select it again to play it."), [cardName(card)]);
const selectedNext = (card) => interpolate(gettext("%s selected. Select it again to play it next."), [cardName(card)]);

// A tap so soon after the one on another card, in milliseconds, and as near, in pixels, is the second one of a double tap: the
// hand has closed up below the finger.
const DOUBLE_TAP = { time: 400, distance: 16 };

const DEALT = { usual: 3, ring: 16 }; // the cards of the first hand

/** Return how many cards the next hand of a view will have, or 0 if it comes only after those that are still to be played. */
function nextHand({ phase, hand_size: size, suit_ring: ring }) {
  if (phase === "over" || (ring && phase === "play")) return 0;
  return ring ? DEALT.ring : size || DEALT.usual;
}

/** Return the card among the children of `parent`. */
export function namedChild(parent, card) {
  return [...parent.children].find((node) => node.dataset.key === card);
}

/** `page`: {code, play(move), premove(card), takesPremoves(), promptRect(), speak(text), chosen(text), emptied()}; `texts`: the
    table's TableTexts; `field`: the element onto which cards are dragged. `takesPremoves()` says whether a card can be
    chosen before it can be played. `chosen(text)` shows what to do with the card that waits for its confirmation, or
    nothing if the text is empty. `emptied()` is called when the card that had the focus was the last one. */
export class Hand {
  #going = null;
  #isHeld = false;
  #told = ""; // what to do with the card that waits for its confirmation
  #lastTap = null; // on a card of this batch: {card, time, x, y}

  constructor(texts, field, page) {
    this.page = page;
    this.root = el("div", "board__hand");
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-label", gettext("Your hand"));
    this.root.addEventListener("keydown", (event) => this.#walk(event));
    this.choice = new MoveChoice(texts, (move) => this.page.play?.(move), this.page.promptRect);
    this.drag = new CardDrag(this.root, field, (card) => this.#drop(card));
    this.moves = [];
    this.isConfirming = false; // whether a card has to be chosen twice
    this.places = new Map(); // the place at which each card of the batch was dealt, which is its key until it is played
    this.chosen = null; // the card that waits for its confirmation
    this.next = null; // the card that will be played next
  }

  /** Whether no card can be played now. One that is chosen meanwhile is played next. */
  get isHeld() {
    return this.#isHeld;
  }

  set isHeld(isHeld) {
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    for (const node of this.root.children) this.#name(node);
  }

  /** The card that is on its way to the table. It stays where it was dropped until the table shows it, or it is refused. */
  get going() {
    return this.#going;
  }

  set going(card) {
    this.#going = card;
    if (card === null) this.drag.putBack();
  }

  /** Show the hand of a view; null hides it. An empty one shows the places of the next cards, unless the match `isOver`.
      Return the elements of the cards that are new. */
  show(view, cards, isOver) {
    this.choice.close();
    this.moves = view.moves.filter(([verb]) => verb === "play");
    this.going = null;
    const own = (cards && view.suit_ring ? sortBySuit(cards, view.suit_ring) : cards) ?? [];
    const focused = [...this.root.children].indexOf(document.activeElement);
    const had = new Set([...this.root.children].map((node) => node.dataset.key));
    this.root.hidden = cards === null;
    reconcile(this.root, own, (card) => this.#card(card));
    const places = own.length || isOver ? own.length : nextHand(view);
    this.root.style.setProperty("--cards", places);
    this.root.classList.toggle("is-empty", places > own.length);
    this.root.classList.toggle("is-long", places > LONG); // sizes.js decides whether they lie in rows
    this.root.classList.toggle("is-broad", view.hand_size > BROAD); // until the next batch
    this.root.classList.toggle("is-close", own.length > 5); // where it is narrow, the cards overlap
    const asked = new Set(this.moves.map(([, card]) => card));
    this.root.classList.toggle("is-asked", asked.size > 0);
    const isKept = asked.has(this.chosen) || (own.includes(this.chosen) && this.#takesPremoves);
    if (!isKept) this.#mark(null);
    if (own.some((card) => !this.places.has(card))) {
      this.places = this.#dealt(view, own);
      this.#lastTap = null;
    }
    for (const node of this.root.children) this.#update(node, asked);
    this.#showChosen();
    this.drag.refresh();
    if (focused >= 0 && !this.root.contains(document.activeElement)) this.#focus([...this.root.children], focused);
    return [...this.root.children].filter((node) => !had.has(node.dataset.key));
  }

  /** Take a card out of the hand before the next view shows it elsewhere. Its neighbour inherits the focus, if any. */
  take(card) {
    const cards = this.#held;
    const place = cards.findIndex((node) => node.dataset.key === card);
    if (place < 0) return;
    const [node] = cards.splice(place, 1);
    node.classList.add("is-gone");
    this.drag.refresh();
    if (node === document.activeElement) this.#focus(cards, place);
  }

  /** The cards that have not left the hand. */
  get #held() {
    return [...this.root.children].filter((node) => !node.classList.contains("is-gone"));
  }

  /** Focus the card at this place, or else the last one. */
  #focus(cards, place) {
    if (cards.length) moveFocus(cards[Math.min(place, cards.length - 1)]);
    else this.page.emptied?.();
  }

  /** Return the places at which these cards were dealt. Until the next batch, they are stored in case of a reload. */
  #dealt({ deal, batch }, own) {
    const kept = load(PLACES, "sessionStorage");
    const batchOf = `${this.page.code} ${deal} ${batch}`;
    const places = new Map(kept?.batch === batchOf ? kept.places : []);
    if (own.every((card) => places.has(card))) return places;
    const dealt = own.map((card, place) => [card, place]);
    if (this.page.play && own.length) save(PLACES, { batch: batchOf, places: dealt }, "sessionStorage");
    return new Map(dealt);
  }

  /** Animate these cards from the rectangle of the stock to `places`, their own rectangles, one after another, `later`
      milliseconds from now. */
  deal(nodes, places, stock, later) {
    nodes.forEach((node, number) => {
      animateFrom(node, stock, places[number], later + 60 * number);
      turnOver(node, later + 60 * number);
    });
  }

  /** The first card that can be played, or else the first card, or null without cards. */
  get first() {
    const cards = this.#held;
    return cards.find((node) => node.classList.contains("is-playable")) ?? cards[0] ?? null;
  }

  /** Focus the first or the last card, if the player has any. */
  enter(isLast) {
    this.#held.at(isLast ? -1 : 0)?.focus();
  }

  /** Play the card that was dropped on the table. Return whether it is on its way. */
  #drop(card) {
    this.choose(card);
    return this.going === card;
  }

  /** Play the card, without confirmation. */
  choose(card) {
    if (card === this.going) return; // the second click of a double click
    this.#mark(null);
    const ways = this.moves.filter(([, one]) => one === card);
    if (this.isHeld || !ways.length) this.page.premove?.(card);
    else if (ways.length === 1) this.page.play?.(ways[0]);
    else this.choice.open(namedChild(this.root, card), cardName(card), ways);
  }

  /** Choose the card that was dealt at this place, as a click does. Return whether the player still has it. */
  chooseAt(place) {
    const node = this.#dealtAt(place);
    if (!node || node.dataset.key === this.going) return false;
    node.click();
    return true;
  }

  /** Choose a card that the player had not seen when they chose its place. It then waits for confirmation. */
  chooseUnseen(place) {
    const card = this.#dealtAt(place)?.dataset.key;
    if (!card) return;
    if (this.#canPlay(card)) this.#await(card);
    else this.choose(card);
  }

  /** Return whether a card of this batch was dealt at this place. */
  wasDealt(place) {
    return [...this.places.values()].includes(place);
  }

  /** Shake the hand, because the chosen card is not there. Return whether the player has a hand. */
  shake() {
    if (!this.page.play || !this.root.children.length) return false;
    shake(this.root);
    return true;
  }

  /** Mark the card that will be played next; null for none. */
  markNext(card) {
    this.next = card;
    for (const node of this.root.children) node.classList.toggle("is-next", node.dataset.key === card);
  }

  #dealtAt(place) {
    return [...this.root.children].find((node) => this.places.get(node.dataset.key) === place);
  }

  #update(node, asked) {
    node.classList.remove("is-gone");
    nameKey(node, this.page.play && keyOf(this.places.get(node.dataset.key)));
    const isPlayable = asked.has(node.dataset.key);
    node.classList.toggle("is-playable", isPlayable);
    allow(node, isPlayable || this.#takesPremoves);
    this.#name(node);
  }

  /** Name what a tap on the card does. */
  #name(node) {
    const card = node.dataset.key;
    const isNext = !this.#canPlay(card) && !node.hasAttribute("aria-disabled");
    const name = isNext ? playingNext : playing;
    node.setAttribute("aria-label", card === this.chosen ? this.#selected(card) : name(card));
  }

  #card(card) {
    const node = el("button", "board__own");
    node.type = "button";
    node.addEventListener("click", (event) => {
      const isFaceDown = node.querySelector(".card--cover") !== null; // nobody means to play a card that they cannot see
      const isTap = event.detail > 0;
      if (!isTap || !(isFaceDown || this.#isDoubleTap(card, event))) this.#tap(card);
    });
    node.append(plainFace(card));
    return node;
  }

  /** Return whether this tap is the second one of a double tap on another card, which has left the hand. Otherwise note it. */
  #isDoubleTap(card, { clientX: x, clientY: y }) {
    const [last, time] = [this.#lastTap, performance.now()];
    const isNear = last && Math.hypot(x - last.x, y - last.y) <= DOUBLE_TAP.distance;
    if (isNear && card !== last.card && time - last.time <= DOUBLE_TAP.time) return true;
    this.#lastTap = { card, time, x, y };
    return false;
  }

  /** A tap plays the card, now or next, or with confirmation the second tap on it. One that will be played next is taken back. */
  #tap(card) {
    const isAwaited = this.#canPlay(card) || (this.#takesPremoves && card !== this.next);
    if (this.isConfirming && this.chosen !== card && isAwaited) this.#await(card);
    else this.choose(card);
  }

  #canPlay(card) {
    return !this.isHeld && this.#isAsked(card);
  }

  /** Whether the card can be played in the view that is shown, unless another one is on its way. */
  #isAsked(card) {
    return this.going === null && this.moves.some(([, one]) => one === card);
  }

  get #takesPremoves() {
    return Boolean(this.page.takesPremoves?.());
  }

  #await(card) {
    this.#mark(card);
    this.page.speak?.(this.#selected(card));
  }

  /** Return what to do with the card that waits for its confirmation. */
  #selected(card) {
    return this.#isAsked(card) ? selected(card) : selectedNext(card);
  }

  /** Show what to do with the card that waits, unless the same has been shown: a hint may have taken its place. */
  #showChosen() {
    const text = this.chosen === null ? "" : this.#selected(this.chosen);
    if (text === this.#told) return;
    this.#told = text;
    this.page.chosen?.(text);
  }

  /** Mark the card that waits for its confirmation, and say so in its name and in the prompt; null for none. */
  #mark(card) {
    if (card === this.chosen) return;
    this.chosen = card;
    for (const node of this.root.children) {
      node.classList.toggle("is-chosen", node.dataset.key === card);
      this.#name(node);
    }
    this.#showChosen();
  }

  #walk(event) {
    if (event.key === "Enter" && event.repeat) event.preventDefault(); // the focus moves on to a card that was not chosen
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const cards = [...this.root.children];
    cards[(cards.indexOf(document.activeElement) + step + cards.length) % cards.length]?.focus();
    event.preventDefault();
  }
}
