/* The list of muted and blocked players at the table, above the chat, with a button to undo each. */

import { button, el, reconcile } from "../lib/dom.js";
import { moveFocus } from "../lib/focus.js";
import { shownName } from "../lib/names.js";
import { fillIn } from "../lib/sentence.js";

const TEXTS = {
  mute: [gettext("You’ve muted %s."), gettext("Unmute")],
  block: [gettext("You’ve blocked %s."), gettext("Unblock")],
};

export class KeptAway {
  /** `lines`: the lines of the chat; `actions`: the reader's PlayerActions. */
  constructor(lines, actions) {
    this.lines = lines;
    this.actions = actions;
    this.root = el("ul", "chat__kept-away");
    lines.before(this.root);
  }

  /** Show which of these players are muted or blocked. */
  show(names) {
    const kept = new Map(names.map((name) => [`${this.actions.relationTo(name)} ${name}`, name]));
    const keys = [...kept.keys()].filter((key) => !key.startsWith("none "));
    const hadFocus = this.root.contains(document.activeElement);
    reconcile(this.root, keys, (key) => this.#line(kept.get(key)));
    this.root.hidden = !keys.length;
    if (hadFocus && !this.root.contains(document.activeElement)) moveFocus(this.lines);
  }

  #line(name) {
    const [text, undo] = TEXTS[this.actions.relationTo(name)];
    const node = button(undo, "button button--quiet button--small", () => this.actions.keepAway(name, "none"));
    return el("li", "", el("span", "", fillIn(text, [shownName(name)])), " ", node);
  }
}
