/* DOM helpers. */

export const byId = (id) => document.getElementById(id);

/** Create an element with a class and children. Strings become text. */
export function el(tag, className = "", ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

/** Create a button that is disabled with `aria-disabled`, so that it keeps the focus when disabled. */
export function button(label, className, action) {
  const node = el("button", className, label);
  node.type = "button";
  node.addEventListener("click", () => {
    if (node.getAttribute("aria-disabled") !== "true") action();
  });
  return node;
}

/** Enable or disable a button that checks `aria-disabled`, like those that `button` creates. */
export function allow(node, allowed) {
  if (allowed) node.removeAttribute("aria-disabled");
  else node.setAttribute("aria-disabled", "true");
}

/** Make the children of `parent` match `keys`, in order. Children that stay keep their nodes and thus the focus. */
export function reconcile(parent, keys, make) {
  const kept = new Map([...parent.children].map((node) => [node.dataset.key, node]));
  const wanted = new Set(keys);
  for (const [key, node] of kept) if (!wanted.has(key)) node.remove();
  keys.forEach((key, place) => {
    let node = kept.get(key);
    if (!node) {
      node = make(key);
      node.dataset.key = key;
    }
    if (parent.children[place] !== node) parent.insertBefore(node, parent.children[place] ?? null);
  });
}

/** Mark the nodes whose keys a hint suggests: the first key as best, the others as equal to it. */
export function markHints(nodes, [best, ...others]) {
  for (const { classList, dataset: { key } } of nodes) {
    const isBest = key === best;
    const isEqual = !isBest && others.includes(key);
    classList.toggle("is-hint", isBest || isEqual);
    classList.toggle("is-equal", isEqual);
  }
}

/** Return the JSON data that the server put into the page under this id. */
export const pageData = (id) => JSON.parse(byId(id).textContent);
