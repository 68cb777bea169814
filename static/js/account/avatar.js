/* The choice of an avatar: the pictures show the chosen pattern and colour together. */

const form = document.getElementById("avatar");

function show() {
  const { pattern, colour } = form.elements;
  for (const radio of [...pattern, ...colour]) {
    const name = radio.name === "pattern" ? `${radio.value}-${colour.value}` : `${pattern.value}-${radio.value}`;
    const picture = radio.parentNode.querySelector("img");
    picture.src = picture.getAttribute("src").replace(/[a-z]+-[a-z]+(?=\.svg$)/, name);
  }
}

form.addEventListener("change", show);
show(); // the browser may have restored an earlier choice
