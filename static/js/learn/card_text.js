/* Texts that name cards by their code: "Take the [7C]." */

import { chip } from "../board/cards.js";

/** Show a text in a node, its cards as chips. */
export function showText(node, text) {
  const parts = text.split(/\[(\w+)\]/).map((part, place) => (place % 2 ? chip(part) : part));
  node.replaceChildren(...parts);
}
