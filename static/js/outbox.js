/* The reader's move on its way: sent once, kept while the line is down, sent again on the version that it was made on.

The server takes a version's move once, so that a move which arrived, and whose answer was lost, is not made twice. */

export class Outbox {
  #kept = null;
  #again = false;

  /** `send(frame)` says whether there is a line; `onLost()` is told of a move that can be made no more. */
  constructor(send, onLost) {
    this.send = send;
    this.onLost = onLost;
  }

  /** Whether a move has no answer yet. */
  get isWaiting() {
    return this.#kept !== null;
  }

  /** Send a move that was made on this state. */
  post(move, state) {
    if (this.isWaiting) return;
    this.#kept = { type: "move", version: state.version, move };
    this.#again = !this.send(this.#kept);
  }

  /** The line was down: what has no answer goes out again once it is known how the table stands. */
  lost() {
    this.#again = true;
  }

  /** The server has refused it: it is settled. */
  refused() {
    this.#kept = null;
  }

  /** A state has come: it answers the move if the game has gone on since. */
  take({ moved, status, view, me }) {
    const kept = this.#kept;
    if (!kept) return;
    if (status === "running" && moved <= kept.version) {
      if (this.#again) this.#again = !this.send(kept);
      return;
    }
    this.#kept = null;
    const [verb, card] = kept.move;
    if (this.#again && verb === "play" && view?.seats[me]?.hand?.includes(card)) this.onLost();
  }
}
