/* What is explained to each player once, or a few times. The browser remembers the turns, so that an explanation is still
   there after a reload. */

import { load, save } from "../lib/store.js";

const KEY = "told";

export class Told {
  #turns = load(KEY) ?? {}; // in which turns each thing was explained

  /** Return whether this has been explained in fewer turns than `times` before the one that the state shows. */
  isNew(name, state, times = 1) {
    const turns = this.#turnsOf(name);
    return turns.length < times || turns.includes(turnOf(state));
  }

  /** Record that this is explained in the turn that the state shows. */
  note(name, state) {
    const turns = this.#turnsOf(name);
    if (turns.includes(turnOf(state))) return;
    this.#turns[name] = [...turns, turnOf(state)];
    save(KEY, this.#turns);
  }

  #turnsOf(name) {
    return [this.#turns[name] ?? []].flat(); // browsers may still have a single turn
  }
}

/** Return a name for the turn that a state shows. There may be no hand that the reader may see yet (P3). */
export function turnOf({ view, me }) {
  return [location.pathname, view.deal, view.batch, view.seats[me].hand?.length].join(" ");
}
