/* The popover for a card that can be played in several ways. The browser closes it on Escape and on an outside click. */

import { button, el } from "../lib/dom.js";

const GAP = 8;

export class MoveChoice {
  /**
   * `send(move)` makes the chosen move; `texts` are the table's TableTexts. The choice lies over the rectangle that
   * `place()` returns, where it covers no card; without it, above the card.
   */
  constructor(texts, send, place = null) {
    this.texts = texts;
    this.send = send;
    this.place = place;
    this.root = el("div", "choice");
    this.root.popover = "auto";
    this.root.setAttribute("role", "group");
    addEventListener("scroll", () => this.close(), { passive: true });
    addEventListener("resize", () => this.close());
  }

  /** Offer several moves for a card, which is shown by `node` and has the name `name`. */
  open(node, name, moves) {
    this.root.setAttribute("aria-label", interpolate(gettext("How do you want to play the %s?"), [name]));
    this.root.replaceChildren(...moves.map((move) => this.#button(move)));
    this.root.firstElementChild.autofocus = true;
    this.root.showPopover();
    const own = this.root.getBoundingClientRect();
    const over = this.place?.();
    const card = node.getBoundingClientRect();
    const { left, width } = over ?? card;
    const top = over ? over.top + (over.height - own.height) / 2 : card.top - own.height - GAP;
    const most = document.documentElement.clientWidth - own.width - GAP;
    this.root.style.left = `${Math.max(GAP, Math.min(left + (width - own.width) / 2, most))}px`;
    this.root.style.top = `${Math.max(GAP, top)}px`;
  }

  close() {
    if (this.root.matches(":popover-open")) this.root.hidePopover();
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
