/* What happened last: the card just played, which the next one may capture for more points, and the last capture. */

import { face } from "./cards.js";
import { button, el } from "../lib/dom.js";

const NEW_HANDS = new Set(["deal", "batch"]);

const isPlayed = ({ seat, card }) => seat >= 0 && card !== undefined;

export class LastPlay {
  card = null; // the card just played in this batch
  capture = null; // the event of the last capture
  news = null; // the event to tell: the last card, or else what happened last

  constructor(texts) {
    this.texts = texts;
  }

  /** Take note of events, in order. */
  follow(events) {
    for (const event of events) {
      if (NEW_HANDS.has(event.kind)) this.card = null;
      if (isPlayed(event)) this.card = event.card;
      if (event.seat >= 0 && event.cards && (event.card || event.kind === "trick")) this.capture = event;
    }
    const told = events.filter((event) => this.texts.sentence(event));
    this.news = told.findLast(isPlayed) ?? told.at(-1) ?? this.news;
  }

  /** Forget everything, for a replay that jumps. */
  forget() {
    this.card = this.capture = this.news = null;
  }

  /** Return a panel that shows the last capture again, or null. The button calls `close`. */
  capturePanel(close) {
    if (!this.capture) return null;
    const { card, cards } = this.capture;
    const faces = [card, ...cards].filter(Boolean).map((one) => el("span", "taken__card", face(one)));
    if (card) faces[0].classList.add("is-last");
    const line = el("p", "taken__text", this.texts.sentence(this.capture) ?? "");
    return el("div", "panel panel--taken", line, el("div", "taken", ...faces), closeButton(close));
  }
}

function closeButton(close) {
  return button(gettext("Close"), "button button--quiet button--small", close);
}

/** Return the button that shows the last capture again. It is hidden until there is one. */
export function recallButton(action) {
  const node = el("button", "board__tool board__recall", el("span", "", gettext("Last capture")));
  node.type = "button";
  node.hidden = true;
  node.setAttribute("aria-expanded", "false");
  node.setAttribute("aria-keyshortcuts", "l");
  node.addEventListener("click", action);
  return node;
}
