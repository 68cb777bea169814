/* Buttons with which the reader listens to sounds of the table, on pages that explain or set them. */

import { demonstrate } from "./cues.js";

for (const node of document.querySelectorAll("[data-sounds]")) {
  node.addEventListener("click", () => demonstrate(node.dataset.sounds.split(" ")));
  node.hidden = false;
}
