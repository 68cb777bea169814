/* What happened last: the card just played, which the next one may capture for more points, who captured with it, and
   the last capture. */

import { nameKey } from "./card_keys.js";
import { face } from "./cards.js";
import { el } from "../lib/dom.js";
import { BoardPopover } from "./popover.js";
import { isWide } from "./sizes.js";

const NEW_HANDS = new Set(["deal", "batch"]);

const ACTS = new Set(["announce", "challenge", "accept", "claim", "done"]); // what players do without a card

const isPlayed = ({ seat, card }) => seat >= 0 && card !== undefined;
const isCapture = ({ kind, seat, card, cards }) => seat >= 0 && cards && (card || kind === "trick");

export class LastPlay {
  card = null; // the card just played in this batch
  latest = null; // the card played last in this deal
  taker = null; // the seat that captured with the card or trick played last in this deal
  capture = null; // the event of the last capture
  news = null; // the event to tell: the last card, or else what happened last

  constructor(texts) {
    this.texts = texts;
  }

  /** Take note of events, in order. */
  follow(events) {
    for (const event of events) {
      if (NEW_HANDS.has(event.kind)) this.card = null;
      if (event.kind === "deal") this.latest = this.taker = null;
      if (isPlayed(event)) {
        this.card = this.latest = event.card;
        this.taker = null;
      }
      if (isCapture(event)) {
        this.capture = event;
        this.taker = event.seat;
      }
    }
    const told = events.filter((event) => this.texts.sentence(event));
    // After a reconnect, several acts come at once: only the last one and what came of it is news.
    const acted = told.findLastIndex((event) => ACTS.has(event.kind) || isPlayed(event));
    const fresh = told.slice(Math.max(0, acted));
    this.news = fresh.find(isPlayed) ?? fresh.at(-1) ?? this.news;
  }

  /** Mark the card just played, less prominently once a new batch has been dealt, or the pile that took it. */
  mark({ panels, cloth }, view) {
    const side = view.seats[this.taker]?.side; // partners share a pile
    for (const panel of panels) panel.markPile(side !== undefined && panel.pileSide === side);
    for (const node of cloth.cards) {
      node.classList.toggle("is-last", node.dataset.key === this.card);
      node.classList.toggle("is-latest", node.dataset.key === this.latest && this.latest !== this.card);
    }
  }

  /** Forget everything, for a replay that jumps. */
  forget() {
    this.card = this.latest = this.taker = this.capture = this.news = null;
  }
}

const GAP = 6;

/** The last capture, shown again without moving or covering the cards: on a wide board beside those on the table, or else
    beside the table; where there is no room, and on an upright board, over the seats at the top. With the button that
    shows it. */
export class Recall {
  /** `board`: the Board. */
  constructor(last, board) {
    this.last = last;
    this.board = board;
    this.popover = new BoardPopover("panel panel--taken", "status", GAP);
    this.root = this.popover.root;
    this.root.addEventListener("click", () => this.close());
    this.button = el("button", "board__tool board__recall", el("span", "", gettext("Last capture")));
    this.button.type = "button";
    this.button.hidden = true; // until there is a capture
    this.button.title = gettext("Last capture");
    nameKey(this.button, "l");
    this.button.popoverTargetElement = this.root; // a click on it does not count as a click outside
    this.button.addEventListener("click", (event) => {
      event.preventDefault();
      this.toggle();
    });
    this.root.addEventListener("toggle", ({ newState }) => this.button.classList.toggle("is-open", newState === "open"));
  }

  /** Show whether there is a capture to show. The last trick is in view beside the cards. */
  refresh() {
    this.button.hidden = !this.last.capture || Boolean(this.board.view?.suit_ring);
  }

  toggle() {
    if (this.close() || this.button.hidden) return;
    const { card, cards } = this.last.capture;
    const faces = [card, ...cards].filter(Boolean).map((one) => el("span", "taken__card", face(one)));
    if (card) faces[0].classList.add("is-last");
    const line = el("p", "taken__text", this.last.texts.sentence(this.last.capture) ?? "");
    this.root.replaceChildren(line, el("div", "taken", ...faces));
    const { cloth, panels, hand, gameInfo, deck } = this.board;
    const seats = panels.map((panel) => panel.root);
    const kept = [...cloth.cards, ...hand.children, ...seats, ...gameInfo.children, deck];
    const board = this.board.root.getBoundingClientRect();
    const areas = isWide(board) ? [...this.#areas(), ...(this.board.page.spareAreas?.() ?? [])] : [];
    this.popover.openBeside(kept, areas, this.#top(board));
  }

  /** Return the area above the cards on the table, with the seats and the news, which the reader can spare for a moment. */
  #top({ left, top, right }) {
    const { cloth } = this.board;
    const tops = cloth.cards.map((node) => node.getBoundingClientRect().top);
    return new DOMRect(left, top, right - left, Math.min(cloth.field.getBoundingClientRect().bottom, ...tops) - top);
  }

  /** Return the areas above, below, right and left of the cards on the table. The one above includes the news. */
  #areas() {
    const { cloth, news } = this.board;
    const field = cloth.field.getBoundingClientRect();
    const cards = cloth.cards.map((node) => node.getBoundingClientRect());
    const left = Math.min(field.right, ...cards.map((card) => card.left));
    const right = Math.max(field.left, ...cards.map((card) => card.right));
    const top = Math.min(field.bottom, ...cards.map((card) => card.top));
    const bottom = Math.max(field.top, ...cards.map((card) => card.bottom));
    const above = Math.min(field.top, news.root.getBoundingClientRect().top);
    return [
      new DOMRect(field.left, above, field.width, top - above),
      new DOMRect(field.left, bottom, field.width, field.bottom - bottom),
      new DOMRect(right, field.top, field.right - right, field.height),
      new DOMRect(field.left, field.top, left - field.left, field.height),
    ];
  }

  /** Close it. Return whether it was open. */
  close() {
    const isOpen = this.root.matches(":popover-open");
    this.popover.close();
    return isOpen;
  }
}
