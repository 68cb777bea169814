/* What a tutorial says about the learner's move. */

import { byId, el } from "../lib/dom.js";
import { showText } from "./card_text.js";

/** Say what the move does that is being shown, and that it is now for the learner to make it; the task stays in view if this
    gives no reason. `isTrick`: whether cards are laid in a trick, where they capture nothing. */
export function showExample([verb, card], events, isTrick) {
  const { cards } = events.find(({ kind }) => kind === "capture") ?? {};
  const isStruck = events.some(({ kind }) => ["overcall", "five", "ten"].includes(kind)); // from a pile: the task says why
  const isRequest = verb !== "play" || isTrick || isStruck;
  let text = gettext("Now choose the marked button.");
  if (verb === "play" && isRequest) text = gettext("Now play the marked card.");
  else if (verb === "play" && !cards?.length) {
    text = gettext("No card on the table has the rank of %(card)s, so it stays there. Now play it.");
  } else if (verb === "play" && cards.length === 1) {
    text = gettext("%(card)s takes %(cards)s, a card of the same rank. Now play it.");
  } else if (verb === "play") {
    text = gettext("%(card)s takes the card of its rank and the run above it: %(cards)s. Now play it.");
  }
  const marks = { card: `[${card}]`, cards: (cards ?? []).map((one) => `[${one}]`).join(" ") };
  const node = byId("answer");
  node.hidden = false;
  node.classList.remove("is-right");
  node.classList.add("is-example");
  node.classList.toggle("is-request", isRequest);
  showText(node, interpolate(text, marks, true));
}

/** Say whether a move was right, and why; an empty text says nothing. */
export function showAnswer(text, isRight = false) {
  const node = byId("answer");
  node.hidden = !text;
  node.classList.toggle("is-right", isRight);
  node.classList.remove("is-example", "is-request");
  showText(node, text);
  if (!text) return;
  const verdict = isRight ? gettext("Well done.") : gettext("Not quite.");
  node.prepend(el("b", "learn__verdict", verdict), " ");
}
