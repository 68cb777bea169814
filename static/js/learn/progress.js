/* A learner's progress in a tutorial, stored in the browser. */

import { load, save } from "../lib/store.js";

export class Progress {
  /** `name` is the ruleset's name, and `count` is the number of steps. */
  constructor(name, count) {
    this.key = `learn:${name}`;
    this.count = count;
    const { at = 0, done = [] } = load(this.key) ?? {};
    this.at = Math.min(at, count); // `count` means the end
    this.done = new Set(done.filter((step) => step < count));
  }

  /** Go to a step, or to the end. */
  goTo(step) {
    this.at = Math.max(0, Math.min(this.count, step));
    this.#save();
  }

  /** Note that the current step is solved. */
  finish() {
    this.done.add(this.at);
    this.#save();
  }

  restart() {
    this.done.clear();
    this.goTo(0);
  }

  #save() {
    save(this.key, { at: this.at, done: [...this.done] });
  }
}
