/* The sound of the tables, which this browser remembers, as the settings of a table do. */

import { byId } from "../lib/dom.js";
import { play } from "../table/cues.js";
import { connect, connectNumber } from "../table/preferences.js";

const volume = byId("volume");

connect(byId("sound-on"), "sound", (on) => {
  volume.disabled = !on;
});
connectNumber(volume, "volume", () => play("play"));
byId("sound").hidden = false;
