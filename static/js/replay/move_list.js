/* The list of moves. Only the part around what is visible is in the document: a match can have hundreds of moves. */

import { el } from "../lib/dom.js";

const CHUNK = 6; // moves that are added and removed together
const LINE_HEIGHT = 36; // pixels, until lines have been measured
const MARGIN = "200px 0px"; // how far beyond the visible part lines are added

export class MoveList {
  #chunks = [];
  #current = 0;
  #marking = 0; // the frame after which the current move is marked; 0 if it is marked
  #isMeasured = false;
  #isSeen = false; // the list stays empty until the reader scrolls to it

  /** `line(place)` returns the content of a move's button, and `onChoose(place)` is called for a click on it. */
  constructor(root, count, { line, isHighlight, onChoose }) {
    this.root = root;
    this.count = count;
    this.line = line;
    this.isHighlight = isHighlight;
    this.onChoose = onChoose;
    for (let first = 0; first < count; first += CHUNK) {
      const chunk = el("div", "moves__chunk");
      chunk.role = "presentation";
      chunk.dataset.first = first;
      this.#chunks.push(chunk);
    }
    this.#estimate(LINE_HEIGHT);
    root.append(...this.#chunks);
    // focus can move beyond the visible part, for example by tabbing or with a screen reader
    root.addEventListener("focusin", ({ target }) => this.#fillAround(target.closest(".moves__chunk")));
    const watcher = new IntersectionObserver((entries) => entries.forEach((entry) => this.#show(entry)), {
      root,
      rootMargin: MARGIN,
    });
    const sight = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      sight.disconnect();
      this.#isSeen = true;
      for (const chunk of this.#chunks) watcher.observe(chunk);
      this.mark(this.#current);
    });
    sight.observe(root);
    // a new size, for example after turning a phone or when styles arrive late, moves the current move out of view
    new ResizeObserver(() => this.mark(this.#current)).observe(root);
    addEventListener("beforeprint", () => this.#chunks.forEach((chunk) => this.#fill(chunk)));
  }

  /** After the board has been painted, mark a move as the current one and scroll to it. */
  mark(place) {
    this.#current = place;
    if (this.#isSeen) this.#marking ||= requestAnimationFrame(() => setTimeout(() => this.#markCurrent()));
  }

  #markCurrent() {
    this.#marking = 0;
    for (const former of this.root.querySelectorAll("[aria-current]")) former.removeAttribute("aria-current");
    const place = this.#current;
    const chunk = this.#chunks[Math.floor(place / CHUNK)];
    this.#fill(chunk);
    this.#fillAround(chunk); // before scrolling, because their real height differs from the reserved one
    this.#measure(chunk);
    const button = chunk.children[place % CHUNK].firstElementChild;
    button.setAttribute("aria-current", "step");
    this.root.scrollTop = button.offsetTop - this.root.clientHeight / 2;
  }

  #show({ isIntersecting, target }) {
    if (isIntersecting) this.#fill(target);
    else if (!this.#isNeeded(target)) target.replaceChildren();
  }

  /** Chunks beside the current one stay: removing and adding them would move the list by fractions of a pixel. */
  #isNeeded(chunk) {
    const distance = Math.floor(this.#current / CHUNK) - this.#chunks.indexOf(chunk);
    return Math.abs(distance) <= 1 || chunk.contains(document.activeElement);
  }

  #fillAround(chunk) {
    for (const near of [chunk?.previousElementSibling, chunk?.nextElementSibling]) if (near) this.#fill(near);
  }

  #fill(chunk) {
    if (chunk.hasChildNodes()) return;
    const first = Number(chunk.dataset.first);
    const places = Array.from({ length: Math.min(CHUNK, this.count - first) }, (_, offset) => first + offset);
    chunk.append(...places.map((place) => this.#item(place)));
  }

  #measure(chunk) {
    if (this.#isMeasured) return;
    this.#isMeasured = true;
    this.#estimate(chunk.offsetHeight / chunk.children.length);
  }

  /** Reserve room for the chunks that are not filled. */
  #estimate(height) {
    for (const chunk of this.#chunks) {
      const lines = Math.min(CHUNK, this.count - Number(chunk.dataset.first));
      chunk.style.setProperty("--room", `${Math.round(height * lines)}px`);
    }
  }

  #item(place) {
    const button = el("button", this.isHighlight(place) ? "moves__move is-highlight" : "moves__move");
    button.type = "button";
    button.append(el("span", "moves__number", place ? String(place) : ""), this.line(place));
    button.addEventListener("click", () => this.onChoose(place));
    if (place === this.#current) button.setAttribute("aria-current", "step");
    const item = el("div", "log__line", button);
    item.role = "listitem";
    item.ariaSetSize = String(this.count);
    item.ariaPosInSet = String(place + 1);
    return item;
  }
}
