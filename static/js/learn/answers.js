/* What a tutorial says about the learner's move. */

import { byId, el } from "../lib/dom.js";
import { showText } from "./card_text.js";

/** Have all tasks and answers lie unseen in one place, which has room for the longest, so that no step moves the board. */
export function keepRoom(steps) {
  for (const { task, answers } of steps) {
    const room = el("p", "learn__room");
    showText(room, task);
    byId("guide").append(room);
    for (const { text, right } of answers) {
      const node = el("p", "learn__answer learn__room");
      showAnswer(text, right, node);
      byId("guide").append(node);
    }
  }
}

/** Say whether a move was right, and why; an empty text says nothing. */
export function showAnswer(text, isRight = false, node = byId("answer")) {
  node.hidden = !text;
  node.classList.toggle("is-right", isRight);
  showText(node, text);
  if (!text) return;
  const verdict = isRight ? gettext("Well done.") : gettext("Not quite.");
  node.prepend(el("b", "learn__verdict", verdict), " ");
}
