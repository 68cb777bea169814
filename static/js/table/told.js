/* What is explained once to each player: remembered in the browser, with the turn, so that it is still there after a
   reload. */

import { load, save } from "../lib/store.js";

const KEY = "told";

export class Told {
  #turns = load(KEY) ?? {}; // in which turn each thing was explained

  /** Return whether this has not been explained before the turn that the state shows. */
  isNew(name, state) {
    return (this.#turns[name] ?? turnOf(state)) === turnOf(state);
  }

  /** Note that this is explained in the turn that the state shows. */
  note(name, state) {
    this.#turns[name] ??= turnOf(state);
    save(KEY, this.#turns);
  }
}

function turnOf({ view, me }) {
  return [location.pathname, view.deal, view.batch, view.seats[me].hand.length].join(" ");
}
