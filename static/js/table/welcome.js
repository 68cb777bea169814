/* What the coach tells newcomers before the first deal. They start it themselves, when they have read that. */

import { face, pack } from "../board/cards.js";
import { el } from "../lib/dom.js";
import { moveFocus } from "../lib/focus.js";

const EXAMPLES = { spanish: ["4O", "4C", "5B", "6S"], french: ["4H", "4S", "5D", "6C"] }; // a card, and what it captures

export class Welcome {
  #panel = null;

  /** `coach` is null in a match without one. */
  constructor({ board, prompt, cut, coach }) {
    Object.assign(this, { board, prompt, cut, coach });
  }

  /** Show the welcome if the browser is to cut for a newcomer's first deal. Return its text, which is empty otherwise. */
  show({ view }) {
    const isDue = view.deal < 0 && this.cut.isAutomatic;
    const texts = (isDue && this.coach?.greet()) || [];
    if (!texts.length) return "";
    this.cut.isPaused = true;
    this.#panel = panelOf(...texts);
    this.board.root.append(this.#panel);
    this.prompt.offer(gettext("The coach explains the rest as you play."), [
      ["deal", gettext("Deal the cards"), () => this.#start()],
    ]);
    if (document.activeElement === document.body) moveFocus(this.prompt.first); // the page has just opened
    return [...texts, this.prompt.text.textContent].join(" ");
  }

  /** Close the welcome, because another state is about to be shown. */
  close() {
    this.#panel?.remove();
    this.#panel = null;
    this.cut.isPaused = false;
  }

  #start() {
    this.close();
    this.cut.cutForMe();
  }
}

/** Return the goal, and how to capture with a picture of a card and what it takes. */
function panelOf(goal, capture) {
  const cards = EXAMPLES[pack].map((code) => el("span", "welcome__card", face(code)));
  const picture = el("div", "welcome__cards", ...cards);
  picture.setAttribute("aria-hidden", "true");
  const texts = [el("p", "welcome__goal", goal), picture, el("p", "", capture)];
  return el("div", "welcome", el("div", "panel panel--welcome", ...texts));
}
