/* Choosing an avatar: the pictures show the chosen pattern or person and the colour together. */

const form = document.getElementById("avatar");

function show() {
  const { pattern, colour } = form.elements;
  for (const radio of [...pattern, ...colour]) {
    const drawing = radio.parentNode.querySelector("svg");
    const [shape, ground] = radio.name === "pattern" ? [radio.value, colour.value] : [pattern.value, radio.value];
    drawing.setAttribute("class", `avatar avatar--${ground}`);
    const use = drawing.querySelector("use");
    use.setAttribute("href", use.getAttribute("href").replace(/#.*/, `#${shape}`));
  }
}

form.addEventListener("change", show);
show(); // the browser may have restored an earlier choice
