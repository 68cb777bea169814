/* The note that explains a mark at a seat. */

import { BoardPopover } from "./popover.js";

const GAP = 6;

export class SeatNote {
  constructor() {
    this.popover = new BoardPopover("seat-note", "status", GAP);
    this.root = this.popover.root;
  }

  /** Show a text or fragment below `node`, or above it where there is no room. */
  show(node, text) {
    this.node = node;
    this.root.replaceChildren(text);
    const mark = node.getBoundingClientRect();
    const below = mark.bottom + GAP;
    const hasRoom = (height) => below + height <= document.documentElement.clientHeight;
    this.popover.open(mark, (height) => (hasRoom(height) ? below : mark.top - GAP - height));
  }

  /** Close the note if its mark has gone, or the match is over: it would cover the result. */
  refresh(isRunning) {
    if (!isRunning || !this.node?.isConnected) this.close();
  }

  close() {
    this.popover.close();
  }
}
