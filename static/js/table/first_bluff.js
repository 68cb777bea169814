/* A coached player's first bluff: the first press of a false call explains the risk, and the second one makes the call. Until
   then nothing is sent, so nobody else can tell that the player hesitated. */

import { el } from "../lib/dom.js";
import { rewrite } from "../lib/sentence.js";

const BLUFF = "bluff";
const SURE = gettext("Bluff anyway");

export class FirstBluff {
  #node = null; // the button that waits for its second press

  /** `data`: the page's coaching; `told` knows whether the player has bluffed before in this browser. */
  constructor(prompt, data, told) {
    Object.assign(this, { prompt, data, told });
    this.text = el("p", "prompt__risk");
    this.text.setAttribute("role", "status");
    prompt.words.append(this.text);
    this.cover = el("span", "call-sure", SURE); // over what the button says otherwise, so that it keeps its size
    const isElsewhere = ({ target }) => !this.#node?.contains(target);
    addEventListener("click", (event) => isElsewhere(event) && this.takeBack(), true);
    addEventListener("keydown", (event) => event.key === "Escape" && this.takeBack(), true);
  }

  /** Return whether a call has to wait for another press of its button, and if so, explain why. */
  holdsBack(node, state) {
    const isSure = node === this.#node;
    this.takeBack();
    if (!node.classList.contains("is-bluff") || !this.told.isNew(BLUFF, state)) return false;
    if (isSure) this.told.note(BLUFF, state);
    else this.#ask(node);
    return !isSure;
  }

  /** Show the call as before, because the player does something else or the position has changed. */
  takeBack() {
    if (!this.#node) return;
    this.#node.classList.remove("is-sure");
    this.#node.removeAttribute("aria-label");
    this.cover.remove();
    this.#node = null;
    this.#show("");
  }

  #ask(node) {
    const [, call] = JSON.parse(node.dataset.key);
    const { first, worth } = this.data;
    this.#node = node;
    node.classList.add("is-sure");
    node.setAttribute("aria-label", SURE);
    node.append(this.cover);
    this.#show(`${first[`no_${call}`]} ${interpolate(first.bluff, { points: worth[call] }, true)}`);
  }

  #show(text) {
    this.prompt.root.classList.toggle("is-risky", text !== "");
    rewrite(this.text, text);
  }
}
