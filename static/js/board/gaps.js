/* Closes the gaps that captured cards have left on the table, as soon as the cards are gone. */

import { glide, isMotionReduced, rectsOf, settled } from "./motion.js";

const BEAT = 100; // milliseconds between attempts
const STEPS = 3; // with fewer cards in a row, the grid may change, and the rows with it

export class Gaps {
  #timer = 0;
  #closing = Promise.resolve();

  constructor(board) {
    this.board = board;
  }

  /** The board shows a view: close the gaps, in a task of its own if that is animated. */
  follow(delay = 0) {
    clearTimeout(this.#timer);
    if (isMotionReduced()) this.#close();
    else this.#timer = setTimeout(() => this.#try(), delay);
  }

  /** Other animations are about to begin: wait until the moving cards have arrived, and move no others. */
  async stop() {
    clearTimeout(this.#timer);
    await this.#closing;
  }

  #try() {
    const nodes = this.board.cloth.cards;
    const isAiming = this.board.hand.matches(":has(.is-dragged)"); // the player, at these cards
    if (isAiming || nodes.some((node) => node.getAnimations().length)) {
      this.follow(BEAT);
      return;
    }
    const before = rectsOf(nodes);
    if (!this.#close()) return;
    const after = rectsOf(nodes);
    nodes.forEach((node, number) => glide(node, before[number], after[number]));
    this.#closing = settled(nodes);
  }

  /** Close the gaps. Return whether the place of any card has changed. */
  #close() {
    let step = 0;
    while (step < STEPS && this.board.cloth.closeGaps()) {
      this.board.fit();
      step += 1;
    }
    return step > 0;
  }
}
