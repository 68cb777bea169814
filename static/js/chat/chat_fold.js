/* The chat beside a table, folded to its title while nobody could read it: against bots, without spectators. */

import { button } from "../lib/dom.js";

export class ChatFold {
  #isAlone = false;
  #isWanted = false; // the reader has opened it nevertheless

  /** `root` is the chat. */
  constructor(root) {
    this.root = root;
    this.button = button("", "button button--quiet button--small chat__fold", () => {
      this.#isWanted = !this.#isWanted;
      this.#draw();
    });
    root.querySelector(".chat__head").append(this.button);
    this.#draw();
  }

  /** Fold the chat if the reader is alone, and has not opened it. */
  show(isAlone) {
    this.#isAlone = isAlone;
    this.#draw();
  }

  #draw() {
    const isFolded = this.#isAlone && !this.#isWanted;
    this.root.classList.toggle("is-folded", isFolded);
    this.button.hidden = !this.#isAlone;
    this.button.textContent = isFolded ? gettext("Show chat") : gettext("Hide chat");
    this.button.setAttribute("aria-expanded", String(!isFolded));
  }
}
