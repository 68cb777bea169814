/* The sound settings for tables. Like those at a table, they are stored in this browser. */

import { byId } from "../lib/dom.js";
import { play } from "../table/cues.js";
import { connect, connectNumber } from "../table/preferences.js";

const volume = byId("volume");

connect(byId("sound-on"), "sound", (on) => {
  volume.disabled = !on;
});
connectNumber(volume, "volume", () => play("play"));
byId("sound").hidden = false;
