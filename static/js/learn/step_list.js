/* The list of a tutorial's steps: which are done, and which is shown. */

import { el, reconcile } from "../lib/dom.js";

/** Show the steps in `root`. `goTo(place)` opens a step. */
export function listSteps(root, steps, progress, goTo) {
  reconcile(root, steps.map((_, place) => String(place)), (key) => {
    const node = el("button", "learn__step", String(Number(key) + 1));
    node.type = "button";
    node.addEventListener("click", () => goTo(Number(key)));
    return el("li", "", node);
  });
  [...root.children].forEach((item, place) => {
    const [node] = item.children;
    const isDone = progress.done.has(place);
    node.classList.toggle("is-done", isDone);
    const text = isDone ? gettext("Step %(number)s, done: %(title)s") : gettext("Step %(number)s: %(title)s");
    node.setAttribute("aria-label", interpolate(text, { number: place + 1, title: steps[place].title }, true));
    if (place === progress.at) node.setAttribute("aria-current", "step");
    else node.removeAttribute("aria-current");
  });
}
