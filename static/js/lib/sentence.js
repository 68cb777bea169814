/* Sentences that contain names, times or numbers, in any writing direction. */

import { el } from "./dom.js";

/** Return a value as an element for use within text: a name in the direction of its letters, signs before numbers, and a list
    of isolated texts in the direction of the page. */
export function isolate(value) {
  const node = el("bdi", "", String(value));
  if (!/\p{L}/u.test(value)) node.dir = "ltr";
  else if (/^\u2068.*\u2069./u.test(value)) node.dir = document.documentElement.dir;
  return node;
}

/** Insert values into a sentence as `interpolate` does: an array for %s, an object for %(name)s. Return a fragment in
    which each text is isolated, so that a name in Latin letters does not change the order of an Arabic sentence. Cards and
    lists of them are inserted as they are. */
export function fillIn(text, values = []) {
  const line = document.createDocumentFragment();
  let place = 0;
  text.split(/%(?:\((\w+)\))?s/).forEach((part, number) => {
    if (number % 2) {
      const value = part ? values[part] : values[place++];
      line.append(value instanceof Node ? value : isolate(value));
    } else addText(line, part);
  });
  return line;
}

/** Add text to a line. A punctuation mark stays on the line of the card before it, and a word such as "e-see" in one. */
export function addText(line, text) {
  const mark = /^[\u00a0\u202f]?[.,:;!?)»،؛؟…]+/u.exec(text)?.[0]; // in French, after a space
  const isJoined = mark && line.lastChild?.classList?.contains("chip");
  if (isJoined) line.append(el("span", "unbroken", line.lastChild, mark));
  const parts = (isJoined ? text.slice(mark.length) : text).split(/(\p{L}+(?:-\p{L}+)+)/u);
  line.append(...parts.map((part, place) => (place % 2 ? el("span", "unbroken", part) : part)).filter(Boolean));
}

/** Return texts as a list in the language of the page. The type is "conjunction" ("a and b", or "a & b" if the style is
    "short") or "unit" ("a, b"). In Arabic, each text is isolated, because Latin letters would change the order. */
export function listing(texts, type = "conjunction", style = "long") {
  if (texts.length < 2) return texts[0] ?? ""; // on a phone, the first use of Intl.ListFormat takes 30 ms
  const { lang, dir } = document.documentElement;
  const parts = dir === "rtl" ? texts.map((text) => `\u2068${text}\u2069`) : texts;
  return new Intl.ListFormat(lang, { type, style }).format(parts);
}

/** Return elements or fragments as a list of a type of `listing`, in a fragment. */
export function listingNodes(nodes, type = "unit") {
  const line = document.createDocumentFragment();
  const format = new Intl.ListFormat(document.documentElement.lang, { type });
  for (const { type, value } of format.formatToParts([...nodes.keys()].map(String))) {
    line.append(type === "element" ? nodes[value] : value);
  }
  return line;
}

/** Return a pattern for a label and its value, in which they are %(label)s and %(value)s. */
const labelPattern = () => pgettext("label and value", "%(label)s: %(value)s");

/** Return a label and its value as text: "Pile: 3". */
export const labelled = (label, value) => interpolate(labelPattern(), { label, value }, true);

/** Return a label and its value as a fragment. Both may be elements. */
export function labelledNodes(label, value) {
  const line = document.createDocumentFragment();
  const nodes = { label, value };
  labelPattern().split(/%\((\w+)\)s/).forEach((part, number) => line.append(number % 2 ? nodes[part] : part));
  return line;
}

/** Show a string or fragment in a status. Unchanged text is not rewritten, because screen readers would repeat it. */
export function rewrite(node, content) {
  if (node.textContent !== (content.textContent ?? content)) node.replaceChildren(content);
}
