/* The prompt below the table: whose turn it is, and buttons for all moves other than cards. */

import { button, el, reconcile } from "../lib/dom.js";

const WAITING = {
  cut: gettext("%s to cut the pack."),
  tendido: gettext("%s to decide: tendido now or later? No cards have been seen yet."),
  announce: gettext("%s to announce."),
  respond: gettext("%s to accept or challenge the call."),
  play: gettext("%s to play."),
  close: gettext("Waiting for %s: any claims?"),
};
const ASKED = {
  cut: gettext("Cut the pack:"),
  tendido: gettext("No cards of this batch have been seen yet. Lay the tendido now?"),
  announce: gettext("Announce your hand:"),
  respond: gettext("Accept the call, or challenge it?"),
  play: gettext("Your turn: play a card."),
  close: gettext("Deal over. Any hidden ronda to claim?"),
};

/** `send(move)` makes a move; `verbs` are the ruleset's labels. */
export class Prompt {
  constructor(root, texts, { verbs, send }) {
    this.texts = texts;
    this.verbs = verbs;
    this.send = send;
    this.text = el("p", "prompt__text");
    this.text.setAttribute("role", "status");
    this.buttons = el("div", "prompt__buttons");
    root.replaceChildren(this.text, this.buttons);
    this.root = root;
  }

  show(view) {
    const moves = view.moves.filter(([verb]) => !["play", "cut"].includes(verb)); // cards and pack are clickable
    this.#setText(this.#sentence(view));
    this.root.hidden = view.to_act === null;
    this.root.classList.toggle("is-asked", view.moves.length > 0);
    const hadFocus = this.buttons.contains(document.activeElement);
    reconcile(this.buttons, moves.map((move) => JSON.stringify(move)), (key) => {
      const move = JSON.parse(key);
      return button(this.#label(move), `button button--${move[0]}`, () => this.send(move));
    });
    if (hadFocus && !this.buttons.contains(document.activeElement)) this.buttons.firstElementChild?.focus();
  }

  /** Mark the button of the move that a hint suggests (null for none). */
  markHint(move) {
    const key = JSON.stringify(move);
    for (const node of this.buttons.children) node.classList.toggle("is-hint", node.dataset.key === key);
  }

  #setText(text) {
    // screen readers repeat a status that is written again
    if (this.text.textContent !== text) this.text.textContent = text;
  }

  #sentence(view) {
    if (view.to_act === null) return "";
    if (view.moves.length) return ASKED[view.phase] ?? gettext("Your turn.");
    return interpolate(WAITING[view.phase] ?? gettext("Waiting for %s."), [this.texts.seatName(view.to_act)]);
  }

  #label([verb, argument]) {
    if (typeof argument === "string") return this.texts.callName(argument);
    return this.verbs[verb] ?? verb;
  }
}
