/* The game log, newest line last. */

import { el } from "../lib/dom.js";

const LONGEST = 120;

export class Log {
  constructor(root, texts) {
    this.root = root;
    this.texts = texts;
    new ResizeObserver(() => this.#showEnd()).observe(root);
  }

  /** Replace the log with these events after a reconnect, when events may have been missed. */
  restart(events) {
    this.root.setAttribute("aria-live", "off");
    this.root.replaceChildren();
    this.add(events);
    this.root.setAttribute("aria-live", "polite");
  }

  add(events) {
    for (const event of events) {
      const line = this.texts.sentence(event);
      if (line) this.root.append(el("li", `log__line log__line--${event.kind.replaceAll("_", "-")}`, line));
    }
    while (this.root.children.length > LONGEST) this.root.firstElementChild.remove();
    this.#showEnd();
  }

  #showEnd() {
    this.root.scrollTop = this.root.scrollHeight;
  }
}
