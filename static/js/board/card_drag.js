/* Dragging and flicking a card of the hand to the table, with a mouse, a pen or a finger. */

import { animateFrom } from "./motion.js";

const THRESHOLD = 8; // pixels before a press becomes a drag
const FLICK = 0.5; // pixels per millisecond towards the table at which a card is played wherever it is released

/** Let a card return to its place in the hand. */
function putBack(node) {
  const from = node.getBoundingClientRect();
  node.classList.remove("is-dragged", "is-over-table");
  node.style.translate = "";
  animateFrom(node, from, node.getBoundingClientRect());
}

export class CardDrag {
  #drag = null;
  #dropped = null; // the card that lies where it was dropped
  wasDragged = false; // a drag has just ended

  /**
   * `play(card)` is called with a card of `hand` that was dropped on the table or flicked towards it, and returns whether
   * the card is played. If so, it stays there until `putBack`; other cards return to the hand at once.
   */
  constructor(hand, play) {
    this.hand = hand;
    this.play = play;
    hand.addEventListener("pointerdown", (event) => this.#start(event));
    hand.addEventListener("pointermove", (event) => this.#move(event));
    hand.addEventListener("pointerup", (event) => this.#end(event));
    hand.addEventListener("pointercancel", () => this.#stop());
    addEventListener("keydown", (event) => this.#cancel(event), { capture: true });
    hand.addEventListener("click", (event) => this.#click(event), { capture: true });
  }

  #start(event) {
    const node = event.target.closest(".board__own");
    if (!node || event.button !== 0) return;
    this.#drag = { node, x: event.clientX, y: event.clientY, at: event.timeStamp, isMoving: false, isCancelled: false };
  }

  #move(event) {
    const drag = this.#drag;
    if (!drag || drag.isCancelled) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.isMoving && Math.hypot(x, y) < THRESHOLD) return;
    if (!drag.isMoving) drag.node.setPointerCapture(event.pointerId);
    drag.isMoving = true;
    drag.node.classList.add("is-dragged");
    drag.node.classList.toggle("is-over-table", this.#isOverTable(event));
    drag.node.style.translate = `${x}px ${y}px`;
  }

  #end(event) {
    const drag = this.#drag;
    this.#drag = null;
    if (!drag?.isMoving) return;
    this.wasDragged = true;
    setTimeout(() => (this.wasDragged = false)); // the click comes at once or never
    if (drag.isCancelled) return;
    drag.node.classList.remove("is-over-table");
    const up = drag.y - event.clientY;
    const isFlicked = up / Math.max(1, event.timeStamp - drag.at) > FLICK;
    const isReleasedThere = isFlicked || this.#isOverTable(event);
    if (up > THRESHOLD && isReleasedThere && this.play(drag.node.dataset.key)) this.#dropped = drag.node;
    else putBack(drag.node);
  }

  /** Return whether a card released here is played. */
  #isOverTable(event) {
    return event.clientY < this.hand.getBoundingClientRect().top;
  }

  #stop() {
    const drag = this.#drag;
    this.#drag = null;
    if (drag) putBack(drag.node);
  }

  /** During a drag, Escape returns the card to the hand and does nothing else. The mouse button may still be down. */
  #cancel(event) {
    const drag = this.#drag;
    if (event.key !== "Escape" || !drag?.isMoving || drag.isCancelled) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    drag.isCancelled = true;
    putBack(drag.node);
  }

  /** Return the dropped card, if there is one, to the hand. */
  putBack() {
    const node = this.#dropped;
    this.#dropped = null;
    if (node) putBack(node);
  }

  /** A drag ends with a click on the card, which must not choose it as well. */
  #click(event) {
    if (!this.wasDragged) return;
    event.stopPropagation();
    event.preventDefault();
  }
}
