/* What an analysis says about a decision: the points of each choice, compared with the best one. */

import { chip } from "../board/cards.js";
import { el } from "../lib/dom.js";
import { fillIn, isolate } from "../lib/sentence.js";

/** Return the elements for a decision of the analysis. */
export function judgement(decision, texts) {
  const choices = el("ul", "judgement__choices", ...decision.choices.map(choiceItem));
  const look = decision.is_mistake ? "judgement__grade is-mistake" : "judgement__grade";
  const grade = decision.grade ? [el("span", look, decision.grade), " "] : [];
  return [el("p", "judgement__verdict", ...grade, verdict(decision, texts)), choices];
}

function verdict(decision, texts) {
  const words = { name: texts.seatName(decision.seat), points: decision.loss };
  const sentence = decision.is_best
    ? gettext("%(name)s found the best move.")
    : gettext("%(name)s gave away %(points)s points.");
  return fillIn(sentence, words);
}

function choiceItem(choice, place) {
  const kind = choice.is_best ? "judgement__choice is-best" : "judgement__choice";
  const item = el("li", choice.is_chosen ? `${kind} is-chosen` : kind);
  if (choice.card) item.append(chip(choice.card), " ");
  if (choice.words) item.append(choice.words, " ");
  item.append(isolate(choice.points));
  if (choice.is_chosen) item.append(" ", el("small", "", gettext("played")));
  else if (place === 0) item.append(" ", el("small", "", pgettext("move", "best")));
  return item;
}
