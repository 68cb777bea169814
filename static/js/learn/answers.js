/* What a tutorial says about the learner's move. */

import { byId, el } from "../lib/dom.js";
import { showText } from "./card_text.js";

/** Have the answers of a step lie unseen in the place of its task, which then has room for the longest of them. */
export function keepRoom(answers) {
  for (const node of document.querySelectorAll(".learn__room")) node.remove();
  for (const { text, right } of answers) {
    const node = el("p", "learn__answer learn__room");
    showAnswer(text, right, node);
    byId("guide").append(node);
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
