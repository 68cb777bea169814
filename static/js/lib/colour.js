/* The page's colours for use in canvases. */

/** Return the page's colour of this name in a form that a canvas accepts. */
export function colour(figure, name) {
  const probe = document.createElement("i");
  probe.style.color = `var(--${name})`;
  figure.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}
