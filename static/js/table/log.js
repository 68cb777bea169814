/* What happened, line by line, the newest last. */

import { el } from "../lib/dom.js";

const LONGEST = 120;

export class Log {
  constructor(root, words) {
    this.root = root;
    this.words = words;
  }

  /** Begin again with these events: after a connection, when nothing is known of what came between. */
  restart(events) {
    this.root.setAttribute("aria-live", "off");
    this.root.replaceChildren();
    this.add(events);
    this.root.setAttribute("aria-live", "polite");
  }

  add(events) {
    for (const event of events) {
      const line = this.words.tell(event);
      if (line) this.root.append(el("li", `log__line log__line--${event.kind.replaceAll("_", "-")}`, line));
    }
    while (this.root.children.length > LONGEST) this.root.firstElementChild.remove();
    this.root.scrollTop = this.root.scrollHeight;
  }
}
