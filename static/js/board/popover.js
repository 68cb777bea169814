/* A popover on the board. Escape, a click outside, scrolling and resizing close it. */

import { el } from "../lib/dom.js";

const NARROWEST = 180; // the narrowest area beside other things, in CSS pixels: words and cards would be cut off in less
const CARD_WIDTHS = [64, 56, 50, 44]; // of the cards in it, in CSS pixels
const SMALL = [44, 38, 32, 26]; // where there is no more room

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
    this.#place({ left, width }, topFor);
  }

  /** Open it above or below a rectangle, with the same right edge. */
  openFrom({ right }, topFor) {
    this.root.showPopover();
    const { width } = this.root.getBoundingClientRect();
    this.#place({ left: right - width, width }, topFor);
  }

  /** Open it in the middle of one of these areas that is wide enough and in which it covers none of the elements: the first
      with room for the largest cards. Otherwise open it in `rest`, where its cards may be smaller. */
  openBeside(elements, areas, rest) {
    this.root.showPopover();
    const taken = elements.map((node) => node.getBoundingClientRect());
    const isFree = (area, width) => {
      if (area.width < NARROWEST) return false;
      this.#fit(area, width);
      return !taken.some((one) => overlap(one, this.root.getBoundingClientRect()));
    };
    if (CARD_WIDTHS.some((width) => areas.some((area) => isFree(area, width)))) return;
    const fits = (widths, height) => widths.some((width) => this.#fit(rest, width) <= height - this.gap);
    if (!fits(CARD_WIDTHS, rest.height)) fits(SMALL, rest.bottom - this.gap); // up to the top of the screen
  }

  /** Place it in an area, with cards of this width. Return its height. */
  #fit(area, width) {
    this.root.style.maxInlineSize = `${area.width - 2 * this.gap}px`;
    this.root.style.setProperty("--card", `${width}px`);
    this.#place(area, middleOf(area));
    return this.root.offsetHeight;
  }

  #place({ left, width }, topFor) {
    const own = this.root.getBoundingClientRect();
    const most = document.documentElement.clientWidth - own.width - this.gap;
    this.root.style.left = `${Math.max(this.gap, Math.min(left + (width - own.width) / 2, most))}px`;
    this.root.style.top = `${Math.max(this.gap, topFor(own.height))}px`;
  }

  get isOpen() {
    return this.root.matches(":popover-open");
  }

  close() {
    if (this.isOpen) this.root.hidePopover();
  }
}

/** Return the function that places a popover in the middle of an area or, where it is too high, at the lower edge. */
const middleOf = (area) => (height) => area.bottom - height - Math.max(0, (area.height - height) / 2);

const overlap = (one, other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
