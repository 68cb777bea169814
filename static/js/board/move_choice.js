/* The popover for a card that can be played in several ways. */

import { button } from "../lib/dom.js";
import { BoardPopover } from "./popover.js";

const GAP = 8;

/** Return the top of the choice in a rectangle: at its lower edge if that leaves room for the words above it. */
function topIn({ top, height, bottom }, own) {
  return height < 1.5 * own ? top + (height - own) / 2 : bottom - own - GAP;
}

export class MoveChoice {
  /**
   * `send(move)` makes the chosen move; `texts` are the table's TableTexts. The choice lies over the rectangle that
   * `place()` returns, where it covers no card or, without `place`, above the card.
   */
  constructor(texts, send, place = null) {
    this.texts = texts;
    this.send = send;
    this.place = place;
    this.popover = new BoardPopover("choice", "group", GAP);
    this.root = this.popover.root;
  }

  /** Offer several moves for a card, which is shown by `node` and has the name `name`. */
  open(node, name, moves) {
    this.root.setAttribute("aria-label", interpolate(gettext("How do you want to play the %s?"), [name]));
    this.root.replaceChildren(...moves.map((move) => this.#button(move)));
    this.root.firstElementChild.autofocus = true;
    const over = this.place?.();
    const card = node.getBoundingClientRect();
    this.popover.open(over ?? card, (height) => (over ? topIn(over, height) : card.top - height - GAP));
  }

  close() {
    this.popover.close();
  }

  #button(move) {
    const node = button(this.texts.callName(move[2] ?? "play"), "button button--small", () => {
      this.close();
      this.send(move);
    });
    node.dataset.key = JSON.stringify(move);
    return node;
  }
}
