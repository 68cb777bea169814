/* The settings for tables that this browser remembers. A table's own settings store the same. */

import { byId } from "../lib/dom.js";
import { play } from "../table/cues.js";
import { canVibrate, connect, connectNumber } from "../table/preferences.js";
import { setUpAloudSwitch } from "../table/speech.js";

connect(byId("sound-on"), "sound", (on) => {
  byId("sound-choice").disabled = !on;
});
for (const box of document.querySelectorAll("[type=checkbox][data-preference]")) {
  connect(box, box.dataset.preference);
  box.closest("label").hidden = false;
}
setUpAloudSwitch(byId("aloud"));
byId("vibration").closest("label").hidden = !canVibrate();
connectNumber(byId("speed"), "speed");
connectNumber(byId("volume"), "volume", () => play("play"));
for (const node of document.querySelectorAll("[data-scripted]")) node.hidden = false;
