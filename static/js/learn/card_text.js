/* Texts that name cards by their code: "Take the [7C]." */

import { chip } from "../board/cards.js";
import { addText } from "../lib/sentence.js";

/** Show a text in a node, with its cards as chips. */
export function showText(node, text) {
  node.replaceChildren();
  text.split(/\[(\w+)\]/).forEach((part, place) => (place % 2 ? node.append(chip(part)) : addText(node, part)));
}
