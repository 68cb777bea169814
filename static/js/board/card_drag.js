/* Dragging and flicking a card of the hand to the table, with a mouse, a pen or a finger. */

import { animateFrom } from "./motion.js";

const THRESHOLD = 8; // pixels before a press becomes a drag
const FLICK = 0.5; // pixels per millisecond towards the table at which a card is played wherever it is released
const AIMING = 120; // milliseconds after which a drag is no longer a flick: the player looks for a place to drop the card

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
   * the card is played. If so, it stays there until `putBack`; other cards return to the hand at once. `field` is the part
   * of the table that is marked during a drag.
   */
  constructor(hand, field, play) {
    this.hand = hand;
    this.field = field;
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
    const { clientX: x, clientY: y, timeStamp: at } = event;
    this.#drag = { node, x, y, at, isMoving: false, isAimed: false, isCancelled: false };
  }

  #move(event) {
    const drag = this.#drag;
    if (!drag || drag.isCancelled) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.isMoving && Math.hypot(x, y) < THRESHOLD) return;
    if (!drag.isMoving) this.#begin(drag, event);
    drag.node.classList.add("is-dragged");
    drag.node.classList.toggle("is-over-table", this.#isOverTable(event));
    drag.node.style.translate = `${x}px ${y}px`;
    this.refresh();
  }

  #begin(drag, event) {
    drag.node.setPointerCapture(event.pointerId);
    drag.isMoving = true;
    setTimeout(() => {
      drag.isAimed = true;
      this.refresh();
    }, AIMING);
  }

  /** Mark the table while a card is dragged that may be dropped there. It looks the same for every card. */
  refresh() {
    const { node, isAimed } = this.#drag ?? {};
    const isTarget = Boolean(isAimed) && node.isConnected && node.matches(".is-dragged:not(.is-gone, [aria-disabled])");
    this.field.classList.toggle("is-drop-zone", isTarget);
    this.field.classList.toggle("is-reached", isTarget && node.classList.contains("is-over-table"));
  }

  #end(event) {
    const drag = this.#drag;
    this.#drag = null;
    this.refresh();
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
    this.refresh();
  }

  /** During a drag, Escape returns the card to the hand and does nothing else. The mouse button may still be down. */
  #cancel(event) {
    const drag = this.#drag;
    if (event.key !== "Escape" || !drag?.isMoving || drag.isCancelled) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    drag.isCancelled = true;
    putBack(drag.node);
    this.refresh();
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
