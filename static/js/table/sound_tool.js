/* The button of a board that switches the sound on and off, by itself or with the key M, and the panel of the volume
   beside it. */

import { nameKey } from "../board/card_keys.js";
import { rectsOf } from "../board/motion.js";
import { BoardPopover } from "../board/popover.js";
import { button, el } from "../lib/dom.js";
import { numberFormat } from "../lib/numbers.js";
import { play } from "./cues.js";
import { connect, connectNumber, wants } from "./preferences.js";
import { stopReading } from "./speech.js";

const GAP = 6; // between the button and the volume
const percentage = numberFormat({ style: "percent" });

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
  #wasOpen = false; // whether the volume was shown when the button was pressed, which closes it

  constructor(board) {
    this.hand = board.hand;
    this.button = soundButton();
    this.volume = new BoardPopover("board__volume", "group", GAP);
    this.number = el("span", "board__percentage");
    this.muteButton = button(gettext("Mute"), "button button--quiet", () => this.#muteHere()); // for touch
    this.volume.root.append(this.volumeSlider(), this.number, this.muteButton);
    this.button.addEventListener("pointerdown", () => (this.#wasOpen = this.volume.isOpen));
    this.button.addEventListener("click", (event) => this.#showFirst(event), true); // before it mutes
    this.button.addEventListener("pointerenter", ({ pointerType }) => pointerType === "mouse" && this.#showVolume());
    this.button.addEventListener("click", (event) => event.isTrusted && this.#followSwitch()); // not for the key
    this.button.addEventListener("keyup", ({ key }) => key === "Tab" && this.#showVolume()); // the keyboard has come to it
    this.#closeWhenLeft();
    board.deck.prepend(this.button, this.volume.root);
  }

  mute = () => this.button.click();

  /** Close the volume, which a mouse or the keyboard has opened, once it is neither on it nor on the button. */
  #closeWhenLeft() {
    const parts = [this.button, this.volume.root];
    const moveOn = ({ relatedTarget: next }) => next && !parts.some((part) => part.contains(next)) && this.volume.close();
    const close = ({ pointerType, relatedTarget }) => {
      const isOver = parts.some((part) => part.contains(relatedTarget));
      if (pointerType === "mouse" && !isOver && !this.volume.root.matches(":focus-within")) this.volume.close();
    };
    for (const part of parts) {
      part.addEventListener("pointerleave", close);
      part.addEventListener("focusout", moveOn);
    }
  }

  /** A finger cannot point at the button to see the volume: its first tap shows it, and only a second one mutes. */
  #showFirst(event) {
    if (event.pointerType !== "touch" || !wants("sound") || this.#wasOpen) return;
    event.stopImmediatePropagation();
    this.#showVolume();
  }

  /** After a click or a key has switched the sound on, show the volume; after it was switched off, close it. */
  #followSwitch() {
    if (wants("sound")) this.#showVolume();
    else this.volume.close();
  }

  #muteHere() {
    this.volume.close();
    this.mute();
  }

  /** Show the volume above the button and, where it is wider than the room beside the hand, above the hand. */
  #showVolume() {
    const place = this.button.getBoundingClientRect();
    this.muteButton.hidden = !wants("sound");
    this.#showNumber(wants("volume"));
    this.volume.close();
    this.volume.openFrom(place, (height) => {
      const left = place.right - this.volume.root.offsetWidth;
      const cards = rectsOf([...this.hand.children]).filter((card) => card.right > left && card.top < place.top);
      return Math.min(place.top, ...cards.map(({ top }) => top)) - GAP - height;
    });
  }

  #showNumber(volume) {
    this.number.textContent = percentage(volume / 100);
  }

  /** Return a slider for the volume. */
  volumeSlider() {
    const slider = el("input", "volume__slider");
    Object.assign(slider, { type: "range", min: 0, max: 100, step: 5, autocomplete: "off", ariaLabel: gettext("Volume") });
    this.#sliders.push(slider);
    slider.addEventListener("input", () => this.#showNumber(slider.value));
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
