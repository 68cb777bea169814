/* On a phone, the log and the chat open as sheets over the table. Their headers say what the sheet covers: that it is the
   reader's turn, and notices that need an answer, unless those can be seen below the sheet. */

import { button, byId, el, reconcile } from "../lib/dom.js";
import { fillIn } from "../lib/sentence.js";
import { closeSheets } from "./side_sheet.js";

const TURN = { text: gettext("Your turn."), isTurn: true };

export class SheetNews {
  #roots = [...document.querySelectorAll(".chat__close, .side__close")].map((close) => {
    const root = el("div", "sheet-news");
    close.before(root);
    new ResizeObserver(() => this.#hideSeen(root)).observe(close.closest(".chat, .side__sheet"));
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
    for (const root of this.#roots) {
      reconcile(root, [...news.keys()], (key) => this.#link(news.get(key)));
      this.#hideSeen(root);
    }
  }

  /** Hide the notices in an open sheet that, without them, leaves those in the prompt in view. */
  #hideSeen(root) {
    const sheet = root.closest(":popover-open");
    root.classList.remove("is-seen");
    if (!sheet || !this.#notices.length) return;
    root.classList.add("is-seen"); // also while it is measured, so that the result does not depend on them
    const [one, other] = [sheet, byId("remarks")].map((node) => node.getBoundingClientRect());
    const isCovered = one.top < other.bottom && other.top < one.bottom && one.left < other.right && other.left < one.right;
    const isInView = other.height > 0 && other.top >= 0 && other.bottom <= innerHeight;
    root.classList.toggle("is-seen", isInView && !isCovered);
  }

  /** Return a button that closes the sheet. */
  #link({ text, values, isTurn = false }) {
    return button(fillIn(text, values), `sheet-news__one sheet-news__${isTurn ? "turn" : "notice"}`, () => {
      closeSheets();
      this.goTo(isTurn);
    });
  }
}
