/* Texts that name cards by their code: "Take the [7C]." */

import { chip } from "../board/cards.js";
import { joinMark } from "../lib/sentence.js";

/** Show a text in a node, with its cards as chips. */
export function showText(node, text) {
  node.replaceChildren();
  text.split(/\[(\w+)\]/).forEach((part, place) => node.append(place % 2 ? chip(part) : joinMark(node, part)));
}
