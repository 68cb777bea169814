/* The game log, newest line last. What it leaves out, it can read from the server. */

import { button, el } from "../lib/dom.js";
import { moveFocus } from "../lib/focus.js";
import { labelledNodes, listing } from "../lib/sentence.js";

const LONGEST = 120; // lines, until the reader wants more
const NEWEST = 12; // lines for the prompt, which shows as many as it has room for
const NEAR = 8; // pixels from the end

export class Log {
  #next = 0; // the number of the next event; the match began with event 0
  #first = 0; // the number of the first event in the log
  #glossed = new Set(); // the kinds of events whose shouts have been explained
  #isWhole = false; // the reader has asked for all lines
  #followsEnd = true; // the reader has not scrolled back
  #size = "";
  #untold = [];

  /** `readFirst(count)` resolves to the first events of the match, or null if they cannot be read. */
  constructor(root, texts, readFirst = null) {
    this.root = root;
    this.texts = texts;
    this.readFirst = readFirst;
    this.earlier = el("li", "log__earlier", gettext("Earlier lines are hidden."), " ", this.#showButton());
    new ResizeObserver(() => this.showEnd()).observe(root);
    root.addEventListener("scroll", () => this.#noteScroll());
  }

  /** After connecting, when events may have been missed, add these events, which come after `earlier` others. */
  restart(events, earlier = 0) {
    const isGap = earlier > this.#next;
    if (isGap) this.#first = earlier;
    for (const line of this.#lines()) if (isGap || Number(line.dataset.event) >= earlier) line.remove();
    this.#next = earlier;
    this.#append(events);
    this.#untold = [];
  }

  add(events) {
    this.#untold.push(...this.#append(events));
  }

  /** Add the lines of these events, and return what a screen reader says: the sentence of each. */
  #append(events) {
    const lines = events.flatMap((event) => this.#line(event, this.#next++));
    const spoken = lines.map(spokenText);
    this.root.append(...this.#joined(lines, this.#lines().at(-1)));
    if (this.root.lastElementChild?.dataset.event) this.root.querySelector(".log__empty")?.remove();
    if (!this.#isWhole) this.#shorten();
    this.#showEarlier();
    this.showEnd();
    return spoken;
  }

  /** Show how the match ended, in a last line of these texts and nodes; without any, remove it. Screen readers are told the
      result instead. */
  end(parts) {
    const line = el("li", "log__line log__line--end", ...parts);
    if (this.ended?.isConnected && this.ended.isEqualNode(line)) return;
    this.ended?.remove();
    this.ended = line;
    if (!parts.length) return;
    this.root.querySelector(".log__empty")?.remove();
    this.root.append(line);
    this.showEnd();
  }

  /** Return the texts of the lines that have not been announced, which from now on count as announced. */
  takeUntold() {
    return this.#untold.splice(0);
  }

  /** Scroll to the newest line, unless the reader has scrolled back. */
  showEnd() {
    if (this.#followsEnd) this.root.scrollTop = this.root.scrollHeight;
    this.#size = this.#sizeNow;
    this.#coverPart();
  }

  get #sizeNow() {
    return `${this.root.clientWidth} ${this.root.clientHeight}`;
  }

  /** Note whether the end is in view, unless it left the view only because the size of the log has changed. */
  #noteScroll() {
    const { scrollTop, clientHeight, scrollHeight } = this.root;
    this.#coverPart();
    if (this.#size === this.#sizeNow) this.#followsEnd = scrollTop + clientHeight > scrollHeight - NEAR;
  }

  /** Cover the row of text at the upper edge if only a part of it is in view, so that none looks cut off. */
  #coverPart() {
    const edge = this.root.getBoundingClientRect().top + this.root.clientTop;
    const line = [...this.root.children].find((node) => node.getBoundingClientRect().bottom > edge);
    this.root.style.setProperty("--covered", `${line ? partBelow(line, edge) : 0}px`);
  }

  /** The last lines, the newest last; none before the first event. */
  get newest() {
    return this.#lines().slice(-NEWEST).filter((line) => !line.classList.contains("log__empty"));
  }

  #lines() {
    return [...this.root.children].filter((node) => node !== this.earlier);
  }

  /** Return the line of an event, or nothing if its kind has no sentence. */
  #line(event, number) {
    const sentence = this.texts.sentence(event);
    if (!sentence) return [];
    const line = el("li", `log__line log__line--${event.kind.replaceAll("_", "-")}`, ...this.#told(event, sentence));
    line.dataset.event = number;
    if (event.kind === "announce" && event.call === "nothing") line.dataset.silent = event.seat;
    return [line];
  }

  /** Join players who announce nothing one after the other in one line, and return the lines that are left. The first of
      them may continue the line `last`. */
  #joined(lines, last) {
    let former = last;
    return lines.filter((line) => {
      const isMore = former?.dataset.silent && line.dataset.silent;
      if (isMore) {
        former.dataset.silent += ` ${line.dataset.silent}`;
        former.replaceChildren(this.texts.allSilent(former.dataset.silent.split(" ").map(Number)));
      } else former = line;
      return !isMore;
    });
  }

  /** Return an event's sentence with the shouted word before it. For a new kind of event, its meaning follows. */
  #told(event, sentence) {
    const shout = this.texts.shout(event);
    if (!shout) return [sentence];
    const isNamed = sentence.textContent.toLocaleLowerCase().includes(shout.toLocaleLowerCase());
    const gloss = this.#glossed.has(event.kind) ? "" : this.texts.gloss(event);
    this.#glossed.add(event.kind);
    const told = isNamed ? sentence : labelledNodes(el("i", "log__shout", shout), sentence);
    return [told, ...(gloss ? [" ", el("small", "log__gloss", gloss)] : [])];
  }

  #shorten() {
    const lines = this.#lines();
    const kept = lines.slice(-LONGEST);
    for (const line of lines.slice(0, -LONGEST)) line.remove();
    if (kept.length < lines.length) this.#first = Number(kept[0].dataset.event);
  }

  #showEarlier() {
    if (!this.readFirst || !this.#first) this.earlier.remove();
    else if (this.root.firstElementChild !== this.earlier) this.root.prepend(this.earlier);
  }

  #showButton() {
    return button(gettext("Show them"), "log__show", () => this.#showFirst());
  }

  async #showFirst() {
    const count = this.#first;
    this.#isWhole = true; // from now on, so that the log does not get shorter in the meantime
    const events = await this.readFirst(count);
    this.#isWhole = events !== null;
    if (!events || count !== this.#first) return; // after a reconnect, more lines may be missing
    this.#first = 0;
    const { scrollHeight } = this.root;
    moveFocus(this.root); // the button disappears
    this.earlier.replaceWith(...this.#joined(events.flatMap((event, number) => this.#line(event, number))));
    this.root.scrollTop += this.root.scrollHeight - scrollHeight;
  }
}

/** Return a line as a screen reader says it, with the names of its cards. */
function spokenText(line) {
  const copy = line.cloneNode(true);
  let names = [];
  for (const chip of copy.querySelectorAll("[role=img]")) {
    names.push(chip.getAttribute("aria-label"));
    if (chip.nextSibling?.textContent === " ") { // before another card
      chip.nextSibling.remove();
      chip.remove();
    } else {
      chip.replaceWith(listing(names, "unit"));
      names = [];
    }
  }
  return copy.textContent;
}

/** Return how far the row of text that this edge cuts through reaches below it. A line may have several rows. */
function partBelow(line, edge) {
  const { top, bottom } = line.getBoundingClientRect();
  const { lineHeight, paddingBlockStart } = getComputedStyle(line);
  const row = parseFloat(lineHeight);
  const cut = edge - top - parseFloat(paddingBlockStart); // how much of its rows is scrolled away
  return cut <= 0 ? 0 : Math.min(Math.ceil(cut / row) * row - cut, bottom - edge);
}
