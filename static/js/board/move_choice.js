/* The small choice at a card that can be played in more than one way. The browser closes it on Escape and outside. */

import { button, el } from "../lib/dom.js";

const GAP = 8;

export class Choice {
  /** `send(move)` makes the move that was chosen; `words` are the Words of this table. */
  constructor(words, send) {
    this.words = words;
    this.send = send;
    this.root = el("div", "choice");
    this.root.popover = "auto";
    this.root.setAttribute("role", "group");
    addEventListener("scroll", () => this.close(), { passive: true });
    addEventListener("resize", () => this.close());
  }

  /** Offer these ways to play the card that `node` shows and `name` names. */
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
    const node = button(this.words.call(move[2] ?? "play"), "button button--small", () => {
      this.close();
      this.send(move);
    });
    node.dataset.key = JSON.stringify(move);
    return node;
  }
}
