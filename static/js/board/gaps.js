/* Closes the gaps that captured cards have left on the table, a moment after everything else has come to rest. */

import { glide, isMotionReduced, rectsOf, settled } from "./motion.js";

const BEAT = 450; // milliseconds after the last change
const STEPS = 3; // with fewer cards in a row, the grid may change, and the rows with it

export class Gaps {
  #timer = 0;
  #closing = Promise.resolve();

  constructor(board) {
    this.board = board;
  }

  /** The board shows a view: close the gaps after a moment, or at once without animations. */
  follow() {
    clearTimeout(this.#timer);
    if (isMotionReduced()) this.#close();
    else this.#timer = setTimeout(() => this.#try(), BEAT);
  }

  /** Other animations are about to begin: wait until the moving cards have arrived, and move no others. */
  async stop() {
    clearTimeout(this.#timer);
    await this.#closing;
  }

  #try() {
    if (this.board.hand.matches(":has(.is-dragged)")) {
      this.follow(); // the player is aiming at these cards
      return;
    }
    const nodes = this.board.cloth.cards;
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
