/* A popover on the board. The browser closes it on Escape and on an outside click; so does a page that moves. */

import { el } from "../lib/dom.js";

export class BoardPopover {
  /** `name`: its class; `gap`: the least distance from the edges of the screen, in CSS pixels. */
  constructor(name, role, gap) {
    this.gap = gap;
    this.root = el("div", name);
    this.root.popover = "auto";
    this.root.setAttribute("role", role);
    for (const kind of ["scroll", "resize"]) addEventListener(kind, () => this.close(), { passive: true });
  }

  /** Open it, centred on a rectangle from left to right. `topFor(height)` returns its upper edge. */
  open({ left, width }, topFor) {
    this.root.showPopover();
    const own = this.root.getBoundingClientRect();
    const most = document.documentElement.clientWidth - own.width - this.gap;
    this.root.style.left = `${Math.max(this.gap, Math.min(left + (width - own.width) / 2, most))}px`;
    this.root.style.top = `${Math.max(this.gap, topFor(own.height))}px`;
  }

  close() {
    if (this.root.matches(":popover-open")) this.root.hidePopover();
  }
}
