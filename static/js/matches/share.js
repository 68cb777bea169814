/* Sharing a match from its result page. */

import { copyText } from "../lib/copy.js";
import { byId } from "../lib/dom.js";
import { connectShare } from "../lib/share.js";

const { url, title } = document.querySelector(".share").dataset;

connectShare(byId("share"), { title, url });

byId("share-copy").hidden = !navigator.clipboard;
byId("share-copy").addEventListener("click", (event) => copyText(event.currentTarget, url));
