/* The count at the end of a deal. It covers the table, so the next deal is shown when it has been read. */

import { countPanel } from "../board/count_panel.js";

const READING = 4000; // milliseconds until the next deal is shown anyway

export class DealCount {
  #panel = null;
  #wait = null; // a promise that is kept when the next deal may be shown
  #endWait = () => {};

  /** `onChange()` is called after the panel was shown or closed. */
  constructor(board, texts, onChange) {
    this.board = board;
    this.texts = texts;
    this.onChange = onChange;
  }

  /** Show the count of a state that ends a deal. A reader who is `hurried` is not kept waiting by it. */
  show({ events, view }, isHurried) {
    const count = events.find((event) => event.kind === "count");
    if (!count) return;
    this.#panel = countPanel(count, this.texts, () => this.close());
    this.#showNote(this.#panel);
    if (isHurried || view.phase !== "cut") return;
    this.#wait = new Promise((done) => (this.#endWait = done));
    setTimeout(this.#endWait, READING);
  }

  /** Close the count before the next state of the board is shown; wait until it has been read. */
  async makeWay({ events, recent }) {
    if (!events.length && !recent) return;
    if (!recent) await this.#wait;
    this.close();
  }

  /** Close the count. Return whether it was open. */
  close() {
    this.#endWait();
    const isOpen = Boolean(this.#panel?.isConnected);
    if (isOpen) this.#showNote(null);
    return isOpen;
  }

  #showNote(node) {
    this.board.showNote(node);
    this.onChange();
  }
}
