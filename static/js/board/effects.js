/* The effects of big moments. They lie on the felt, below everything else, so that they cover nothing. */

import { el } from "../lib/dom.js";
import { isMotionReduced } from "./motion.js";

const BIG = 2; // points
const HUGE = 5;
const STRIPS = 10; // of confetti, which fall as a whole: single pieces would be too many animations for a slow phone
const PIECES = 8; // in each

/** Return the size of the effect for an event that is shouted, from 1 to 3, or 0 if the event scores nothing. A single ronda
    scores while the game goes on, long after it was announced, so it has none. */
function sizeOf({ kind, points }) {
  if (points >= HUGE || kind === "san_benito") return 3; // which wins the match
  if (points >= BIG) return 2;
  return points && kind !== "award" ? 1 : 0;
}

export class Effects {
  constructor() {
    this.root = el("div", "board__effects");
    this.root.setAttribute("aria-hidden", "true");
  }

  /** Show rays and rings behind the middle of `field`, where the cards lie, and let the edge of the felt glow: in another
      colour if the event is against the reader. */
  burst(event, field, isAgainst) {
    const size = sizeOf(event);
    if (!size || isMotionReduced()) return;
    const felt = this.root.getBoundingClientRect();
    const { left, top, width, height } = field.getBoundingClientRect();
    const rings = Array.from({ length: size }, () => el("i", "burst__ring"));
    const burst = el("div", `burst burst--${size}`, el("i", "burst__edge"), el("i", "burst__rays"), ...rings);
    burst.classList.toggle("is-against", isAgainst);
    burst.style.setProperty("--x", `${left + width / 2 - felt.left}px`);
    burst.style.setProperty("--y", `${top + height / 2 - felt.top}px`);
    this.#show(burst);
  }

  /** Let confetti fall, because the reader has won. */
  celebrate() {
    if (isMotionReduced()) return;
    this.#show(el("div", "confetti", ...Array.from({ length: STRIPS }, (_, number) => strip(number))));
  }

  /** Remove all effects. */
  clear() {
    this.root.replaceChildren();
  }

  /** Show an effect until its animations have ended. */
  async #show(node) {
    this.root.append(node);
    await Promise.allSettled(node.getAnimations({ subtree: true }).map(({ finished }) => finished));
    node.remove();
  }
}

/** Return a strip of confetti, whose pieces lie in an irregular pattern of its own. */
function strip(number) {
  const pieces = Array.from({ length: PIECES }, (_, place) => {
    const piece = el("i");
    const chance = (factor) => (((number * PIECES + place) * factor) % 101) / 101;
    piece.style.setProperty("--x", (place + chance(37)) / PIECES);
    piece.style.setProperty("--y", chance(61));
    piece.style.setProperty("--turn", `${360 * chance(17)}deg`);
    return piece;
  });
  const node = el("div", "confetti__strip", ...pieces);
  node.style.setProperty("--after", ((number * 7) % STRIPS) / STRIPS);
  return node;
}
