/* Moves the focus for the reader. The ring around it is for those who use the keyboard: after a touch, it would look like
   a selection. */

// Undefined until the reader does anything: the browser then decides, but after a page was opened with a touch, wrongly.
let usesKeys = matchMedia("(hover: hover)").matches ? undefined : false;

document.addEventListener("keydown", () => (usesKeys = true), { capture: true });
document.addEventListener("pointerdown", () => (usesKeys = false), { capture: true });

/** Focus an element, without scrolling to it. Browsers that do not know `focusVisible` may show the ring after a touch. */
export function moveFocus(node) {
  node.focus({ preventScroll: true, focusVisible: usesKeys });
}
