/* The scores in the head of the chat, which on an upright phone covers the seat opposite: of two players with their clocks. */

import { showPoints } from "../board/scores.js";
import { showTime, timeNode } from "../board/seat_time.js";
import { byId, el, reconcile } from "../lib/dom.js";

export class ChatScores {
  #root = byId("chat-scores");
  clocks = []; // {seat, showClock(face)}

  /** Show the scores of all sides, beginning with the reader's `own`. */
  show({ scores, seats }, texts, own) {
    this.#root.hidden = false;
    const sides = scores.map((_, side) => (own + side) % scores.length);
    reconcile(this.#root, sides.map(String), () => {
      const points = el("b", "chat__points");
      return el("li", "chat__score", el("bdi", "chat__side"), points, timeNode("chat__clock"));
    });
    this.#root.style.setProperty("--columns", Math.ceil(sides.length / 2));
    const nodes = sides.map((side, place) => {
      const node = this.#root.children[place];
      const [name, points] = node.children;
      name.textContent = texts.sideName(side);
      showPoints(points, String(scores[side]));
      return node;
    });
    this.clocks = seats.length === 2 ? seats.map(({ side }, seat) => clockIn(nodes[sides.indexOf(side)], seat)) : [];
  }
}

const clockIn = (node, seat) => ({ seat, showClock: (face) => showTime(node.lastElementChild, face) });
