/* The count at the end of a deal. It covers the table, so what happens next is shown when it has been read. */

import { countPanel } from "../board/count_panel.js";
import { countUp } from "./count_up.js";
import { play } from "./cues.js";
import { sideOf } from "./finale.js";

const READING = 4000; // milliseconds until the next state is shown anyway

export class DealCount {
  #panel = null;
  #wait = null; // a promise that resolves when the next state may be shown
  #endWait = () => {};

  /** `coach` is null in a match without one. `onChange()` is called after the panel has been shown or closed. */
  constructor({ board, prompt, texts, coach }, onChange) {
    Object.assign(this, { board, prompt, texts, coach, onChange });
  }

  /**
   * Show the count of a state that ends a deal. Players who are short of time are not kept waiting. Coached players read at
   * their own speed in a match without a clock.
   */
  show({ events, clock, me, view }, isShortOfTime) {
    const count = events.find((event) => event.kind === "count");
    if (!count) return;
    this.#panel = countPanel(count, this.texts, sideOf({ me, view }));
    const time = clock || !this.coach?.isWanted ? READING : 0;
    if (me !== null) this.prompt.goOn(() => this.close(), isShortOfTime ? 0 : time);
    this.#showNote(this.#panel);
    play("count");
    if (isShortOfTime) return;
    countUp(this.#panel);
    this.#wait = new Promise((done) => (this.#endWait = done));
    if (time) setTimeout(this.#endWait, time);
  }

  /** Wait until the count has been read, then close it: another state of the board is about to be shown. Return whether it
      was open. */
  async makeWay({ events, recent }) {
    if (!events.length && !recent) return false;
    const wasOpen = this.#isOpen;
    if (!recent) await this.#wait;
    this.close();
    return wasOpen;
  }

  /** Close the count. Return whether it was open. */
  close() {
    this.#endWait();
    const wasOpen = this.#isOpen;
    this.prompt.goOn(null);
    if (wasOpen) this.#showNote(null);
    return wasOpen;
  }

  get #isOpen() {
    return Boolean(this.#panel?.isConnected);
  }

  #showNote(node) {
    this.board.showNote(node);
    this.onChange();
  }
}
