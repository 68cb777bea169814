/* Sentences that contain names, times or numbers, in any writing direction. */

import { el } from "./dom.js";

/** Return a value as an element for use within text: a name in the direction of its letters, and signs before numbers. */
export function isolate(value) {
  const node = el("bdi", "", String(value));
  if (!/\p{L}/u.test(value)) node.dir = "ltr";
  return node;
}

/** Fill the values into a sentence as `interpolate` does: an array for %s, an object for %(name)s. Return a fragment in
    which each value is isolated, so that a name in Latin letters does not change the order of an Arabic sentence. */
export function fillIn(text, values = []) {
  const line = document.createDocumentFragment();
  let place = 0;
  text.split(/%(?:\((\w+)\))?s/).forEach((part, number) => {
    if (number % 2) line.append(isolate(part ? values[part] : values[place++]));
    else line.append(part);
  });
  return line;
}

/** Show a string or fragment in a status. Screen readers repeat text that is written again, so the same text stays. */
export function rewrite(node, content) {
  if (node.textContent !== (content.textContent ?? content)) node.replaceChildren(content);
}
