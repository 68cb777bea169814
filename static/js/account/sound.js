/* The sound settings for tables. Like those at a table, they are stored in this browser. */

import { byId } from "../lib/dom.js";
import { play } from "../table/cues.js";
import { connect, connectNumber } from "../table/preferences.js";

connect(byId("sound-on"), "sound", (on) => {
  byId("sound-choice").disabled = !on;
});
for (const box of document.querySelectorAll("[data-preference]")) connect(box, box.dataset.preference);
connectNumber(byId("volume"), "volume", () => play("play"));
for (const node of document.querySelectorAll("[data-sound]")) node.hidden = false;
