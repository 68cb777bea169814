/* Where the seats lie around the table. */

import { el } from "../lib/dom.js";

/** Return the place of each seat in turn order from the one at the bottom: bottom, left, right or top. */
export function rimPlaces(count, isClockwise) {
  const others = count - 1;
  const beside = others < 2 ? 0 : others < 6 ? 1 : 2;
  const [first, last] = isClockwise ? ["left", "right"] : ["right", "left"];
  return Array.from({ length: count }, (_, after) => {
    if (after === 0) return "bottom";
    if (after <= beside) return first;
    return after > others - beside ? last : "top";
  });
}

/** Return the sides of the rim with their panels, in turn order. */
export function rimSides(panels, isClockwise) {
  const sides = isClockwise ? ["left", "top", "right"] : ["right", "top", "left"];
  return sides.flatMap((side) => {
    const roots = panels.filter(({ place }) => place === side).map(({ root }) => root);
    return roots.length ? [el("div", `board__rim board__rim--${side}`, ...roots)] : [];
  });
}
