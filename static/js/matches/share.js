/* Sharing a match from its result page. */

import { copyText } from "../lib/copy.js";
import { byId } from "../lib/dom.js";

const { url, title } = document.querySelector(".share").dataset;

byId("share").hidden = !navigator.share;
byId("share").addEventListener("click", async () => {
  try {
    await navigator.share({ title, url });
  } catch (error) {
    if (error.name !== "AbortError") throw error; // the reader has closed the dialog
  }
});

byId("share-copy").hidden = !navigator.clipboard;
byId("share-copy").addEventListener("click", (event) => copyText(event.currentTarget, url));
