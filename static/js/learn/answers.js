/* What a tutorial says about the learner's move. */

import { byId, el } from "../lib/dom.js";
import { showText } from "./card_text.js";

/** Say what the move takes that is being shown, and that it is now for the learner to make it. The task stays in view,
    because it has the rule. */
export function showExample([verb, card], events) {
  const { cards } = events.find(({ kind }) => kind === "capture") ?? {};
  let text = gettext("Now choose the marked button.");
  if (verb === "play") text = cards ? gettext("%(card)s takes %(cards)s. Now play it.") : gettext("Now play the marked card.");
  const marks = { card: `[${card}]`, cards: (cards ?? []).map((one) => `[${one}]`).join(" ") };
  const node = byId("answer");
  node.hidden = false;
  node.classList.remove("is-right");
  node.classList.add("is-example");
  showText(node, interpolate(text, marks, true));
}

/** Say whether a move was right, and why; an empty text says nothing. */
export function showAnswer(text, isRight = false) {
  const node = byId("answer");
  node.hidden = !text;
  node.classList.toggle("is-right", isRight);
  node.classList.remove("is-example");
  showText(node, text);
  if (!text) return;
  const verdict = isRight ? gettext("Well done.") : gettext("Not quite.");
  node.prepend(el("b", "learn__verdict", verdict), " ");
}
