/* Keeps the keyboard focus at the table: when the focused button or card has gone, the next thing to do gets the focus. */

import { moveFocus } from "../lib/focus.js";

/**
 * Watches the focus within `play`. `next()` returns the element to focus; `rest` takes the focus if there is none.
 * `link`, if the page has it, leads to the next thing to do.
 */
export class TableFocus {
  #isHere = false;

  constructor(play, rest, link, next) {
    this.rest = rest;
    this.next = next;
    rest.tabIndex = -1;
    link?.addEventListener("click", (event) => {
      event.preventDefault();
      this.goToNext();
    });
    document.addEventListener("focusin", ({ target }) => (this.#isHere = play.contains(target)));
    document.addEventListener("pointerdown", ({ target }) => (this.#isHere = play.contains(target)));
  }

  /** Focus the next thing to do, if there is one. */
  goToNext() {
    this.next()?.focus();
  }

  /** The table has changed: move a focus that was lost, or that is waiting. */
  restore() {
    const { activeElement } = document;
    const isLost = activeElement === document.body || activeElement?.closest("[hidden], .is-gone");
    if (!this.#isHere || !(isLost || activeElement === this.rest)) return;
    moveFocus(this.next() ?? this.rest);
  }
}
