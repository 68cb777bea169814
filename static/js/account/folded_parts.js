/* On a phone, the parts of the settings are folded: one that opens at the foot of the screen comes into view. */

for (const part of document.querySelectorAll(".settings__part")) {
  part.querySelector("summary").addEventListener("click", () => {
    requestAnimationFrame(() => part.open && part.scrollIntoView({ block: "nearest" })); // the click opens it first
  });
}
