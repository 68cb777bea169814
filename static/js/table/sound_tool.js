/* The button of a board that switches the sound on and off, by itself or with the key M, and the volume beside it. */

import { nameKey } from "../board/card_keys.js";
import { BoardPopover } from "../board/popover.js";
import { el } from "../lib/dom.js";
import { play } from "./cues.js";
import { connect, connectNumber, wants } from "./preferences.js";
import { stopReading } from "./speech.js";

const GAP = 6; // between the button and the volume

/** Return the button that switches the sound on and off. */
function soundButton() {
  const node = el("button", "board__tool board__sound");
  node.type = "button";
  node.title = gettext("Sound");
  node.setAttribute("aria-label", gettext("Sound"));
  nameKey(node, "m");
  connect(node, "sound");
  node.addEventListener("click", () => (wants("sound") ? play("play") : stopReading()));
  return node;
}

export class SoundTool {
  #sliders = []; // for the volume: at the button and, at a live table, in the settings for touch

  constructor(board) {
    this.button = soundButton();
    this.volume = new BoardPopover("board__volume", "group", GAP);
    this.volume.root.append(this.volumeSlider()); // without words, or it would reach the hand
    this.button.addEventListener("pointerenter", ({ pointerType }) => pointerType === "mouse" && this.#showVolume());
    this.button.addEventListener("click", (event) => event.isTrusted && this.#followSwitch(event)); // not for the key
    this.#closeWhenLeft();
    board.deck.prepend(this.button, this.volume.root);
  }

  mute = () => this.button.click();

  /** Close the volume, which a mouse has opened, once the mouse is neither on it nor on the button. */
  #closeWhenLeft() {
    const parts = [this.button, this.volume.root];
    const close = ({ pointerType, relatedTarget }) => {
      const isOver = parts.some((part) => part.contains(relatedTarget));
      if (pointerType === "mouse" && !isOver && !this.volume.root.matches(":focus-within")) this.volume.close();
    };
    for (const part of parts) part.addEventListener("pointerleave", close);
  }

  /** After a click or a key has switched the sound on, show the volume; after it was switched off, close it.

      A finger cannot point at the button to see the volume, so a tap always shows it. */
  #followSwitch({ pointerType }) {
    if (wants("sound") || pointerType === "touch") this.#showVolume();
    else this.volume.close();
  }

  #showVolume() {
    const place = this.button.getBoundingClientRect();
    this.volume.close();
    this.volume.openFrom(place, (height) => place.top - GAP - height);
  }

  /** Return a slider for the volume. */
  volumeSlider() {
    const slider = el("input", "volume__slider");
    Object.assign(slider, { type: "range", min: 0, max: 100, step: 5, autocomplete: "off", ariaLabel: gettext("Volume") });
    this.#sliders.push(slider);
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
