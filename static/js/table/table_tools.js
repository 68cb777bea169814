/* The player's switches: announcing and cutting for them, confirmation, sound, its volume, animations, and vibration. */

import { nameKey, renameKeys } from "../board/card_keys.js";
import { setSpeed } from "../board/motion.js";
import { BoardPopover } from "../board/popover.js";
import { byId, el } from "../lib/dom.js";
import { play } from "./cues.js";
import { canVibrate, connect, connectNumber, wants } from "./preferences.js";

const GAP = 6; // between the button for the sound and its volume

/** Return the button that switches the sound on and off. */
function soundButton() {
  const node = el("button", "board__tool board__sound");
  node.type = "button";
  node.title = gettext("Sound");
  node.setAttribute("aria-label", gettext("Sound"));
  nameKey(node, "m");
  connect(node, "sound");
  node.addEventListener("click", () => play("play")); // heard if it is on now
  return node;
}

export class TableTools {
  #sliders = []; // for the volume: at the sound button and, for touch, in the settings

  /** `request(frame)` sends a command and resolves to whether it was carried out. */
  constructor(board, request) {
    this.sound = soundButton();
    this.volume = new BoardPopover("board__volume", "group", GAP);
    this.volume.root.append(this.#slider()); // without words, or it would reach the hand
    byId("speed").parentElement.after(el("label", "volume", gettext("Volume"), this.#slider()));
    this.sound.addEventListener("pointerenter", ({ pointerType }) => pointerType === "mouse" && this.#showVolume());
    this.sound.addEventListener("click", ({ isTrusted }) => isTrusted && this.#followSwitch()); // not for the key
    this.#closeWhenLeft();
    board.deck.prepend(this.sound, this.volume.root);
    connectNumber(byId("speed"), "speed", () => setSpeed(wants("speed")));
    setSpeed(wants("speed"));
    connect(byId("confirm-cards"), "confirm", (on) => board.confirm(on));
    connect(byId("vibration"), "vibration");
    connect(byId("single-keys"), "keys", renameKeys);
    this.autoCall = byId("auto-call");
    this.autoCall.addEventListener("change", async () => {
      const isDone = await request({ type: "auto_call", on: this.autoCall.checked });
      if (!isDone) this.autoCall.checked = this.isCalling;
    });
  }

  /** Show what the server does for the player. */
  show({ view, seats, me }) {
    this.isCalling = Boolean(seats[me]?.auto_call);
    this.hasCalls ||= view.phase === "announce" || view.interrupts.length > 0; // interrupts are not always possible
    this.autoCall.closest("label").hidden = !this.hasCalls;
    this.autoCall.checked = this.isCalling;
    byId("confirm-cards").closest("label").hidden = me === null;
    byId("vibration").closest("label").hidden = me === null || !canVibrate();
  }

  mute = () => this.sound.click();

  /** Close the volume, which a mouse has opened, once the mouse is neither on it nor on the button. */
  #closeWhenLeft() {
    const parts = [this.sound, this.volume.root];
    const close = ({ pointerType, relatedTarget }) => {
      const isOver = parts.some((part) => part.contains(relatedTarget));
      if (pointerType === "mouse" && !isOver && !this.volume.root.matches(":focus-within")) this.volume.close();
    };
    for (const part of parts) part.addEventListener("pointerleave", close);
  }

  /** After a tap or a key has switched the sound on, show the volume; after it was switched off, close it. */
  #followSwitch() {
    if (wants("sound")) this.#showVolume();
    else this.volume.close();
  }

  #showVolume() {
    const place = this.sound.getBoundingClientRect();
    this.volume.close();
    this.volume.openFrom(place, (height) => place.top - GAP - height);
  }

  /** Return a slider for the volume. */
  #slider() {
    const slider = el("input", "volume__slider");
    Object.assign(slider, { type: "range", min: 0, max: 100, step: 5, autocomplete: "off" });
    this.#sliders.push(slider);
    slider.setAttribute("aria-label", gettext("Volume"));
    connectNumber(slider, "volume", () => this.#tryVolume());
    return slider;
  }

  /** Show the new volume at every slider, and let it be heard. */
  #tryVolume() {
    for (const slider of this.#sliders) slider.value = wants("volume");
    if (wants("sound")) play("play");
    else this.mute(); // this switches the sound on, and plays it
  }
}
