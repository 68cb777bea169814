/* The player's switches: announcing and cutting for them, confirmation, sound, its volume, moves read aloud,
   animations, and vibration. */

import { renameKeys } from "../board/card_keys.js";
import { setSpeed } from "../board/motion.js";
import { byId, el } from "../lib/dom.js";
import { canVibrate, connect, connectNumber, wants } from "./preferences.js";
import { SoundTool } from "./sound_tool.js";
import { setUpAloudSwitch } from "./speech.js";

export class TableTools {
  /** `request(frame)` sends a command and resolves to whether it was carried out. */
  constructor(board, request) {
    this.sound = new SoundTool(board);
    byId("speed").parentElement.after(el("label", "volume", gettext("Volume"), this.sound.volumeSlider()));
    connectNumber(byId("speed"), "speed", () => setSpeed(wants("speed")));
    setSpeed(wants("speed"));
    connect(byId("confirm-cards"), "confirm", (on) => board.confirm(on));
    connect(byId("aloud"), "aloud");
    setUpAloudSwitch(byId("aloud"));
    connect(byId("vibration"), "vibration");
    connect(byId("single-keys"), "keys", renameKeys);
    this.autoCall = byId("auto-call");
    this.autoCall.addEventListener("change", async () => {
      const isDone = await request({ type: "auto_call", on: this.autoCall.checked });
      if (!isDone) this.autoCall.checked = this.isCalling;
    });
  }

  /** Show what the server does for the player. */
  show({ status, view, seats, me }) {
    this.isCalling = Boolean(seats[me]?.auto_call);
    this.hasCalls ||= view.phase === "announce" || view.interrupts.length > 0; // interrupts are not always possible
    this.autoCall.closest("label").hidden = !this.hasCalls || me === null || status !== "running";
    this.autoCall.checked = this.isCalling;
    byId("confirm-cards").closest("label").hidden = me === null;
    byId("vibration").closest("label").hidden = me === null || !canVibrate();
  }
}
