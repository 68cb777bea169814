/* On a phone, the log and the chat open as sheets over the table. Their headers say what the sheet covers: that it is the
   reader's turn, and notices that need an answer. */

import { button, el, reconcile } from "../lib/dom.js";
import { fillIn } from "../lib/sentence.js";
import { closeSheets } from "./side_sheet.js";

const TURN = { text: gettext("Your turn."), isTurn: true };

export class SheetNews {
  #roots = [...document.querySelectorAll(".chat__close, .side__close")].map((close) => {
    const root = el("div", "sheet-news");
    close.before(root);
    return root;
  });
  #isTurn = false;
  #notices = [];

  /** `goTo(isTurn)` focuses what the reader is asked, or else the first button of the notices. */
  constructor(goTo) {
    this.goTo = goTo;
  }

  /** Show whether it is the reader's turn. */
  showTurn(isTurn) {
    this.#isTurn = isTurn;
    this.#draw();
  }

  /** Show these notices, {text, values}. */
  showNotices = (notices) => {
    this.#notices = notices;
    this.#draw();
  };

  #draw() {
    const news = new Map([...(this.#isTurn ? [TURN] : []), ...this.#notices].map((one) => [one.text, one]));
    for (const root of this.#roots) reconcile(root, [...news.keys()], (key) => this.#link(news.get(key)));
  }

  /** Return a button that closes the sheet. */
  #link({ text, values, isTurn = false }) {
    return button(fillIn(text, values), `sheet-news__one sheet-news__${isTurn ? "turn" : "notice"}`, () => {
      closeSheets();
      this.goTo(isTurn);
    });
  }
}
