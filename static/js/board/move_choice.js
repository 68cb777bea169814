/* The popover for a card that can be played in several ways. The browser closes it on Escape and on an outside click. */

import { button, el } from "../lib/dom.js";

const GAP = 8;

export class MoveChoice {
  /** `send(move)` makes the chosen move; `texts` are the table's TableTexts. */
  constructor(texts, send) {
    this.texts = texts;
    this.send = send;
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
    const card = node.getBoundingClientRect();
    const own = this.root.getBoundingClientRect();
    const left = card.left + (card.width - own.width) / 2;
    this.root.style.left = `${Math.max(GAP, Math.min(left, document.documentElement.clientWidth - own.width - GAP))}px`;
    this.root.style.top = `${Math.max(GAP, card.top - own.height - GAP)}px`;
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
