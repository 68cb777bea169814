/* Forms created by scripts, each of which posts one thing. */

import { el } from "./dom.js";

/** Create a form with a single button. The server answers with a redirect. */
export function postForm(address, csrf, label, className, fields = {}) {
  const node = el("form", "");
  node.method = "post";
  node.action = address;
  for (const [name, value] of Object.entries({ csrfmiddlewaretoken: csrf, ...fields })) {
    const input = el("input");
    Object.assign(input, { type: "hidden", name, value });
    node.append(input);
  }
  node.append(el("button", className, label));
  return node;
}
