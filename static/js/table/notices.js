/* Notices for a player: disconnected opponents, a bot standing in, offers to abort. */

import { waitText, Ticker } from "./clock.js";
import { button, el, reconcile } from "../lib/dom.js";
import { fillIn, rewrite } from "../lib/sentence.js";

/** `actions`: {claim, abort, abortAlone, offer(on), back}; `speak(text)` announces a text to screen readers, and
    `notify(text)` shows one for a while. */
export class Notices {
  #shownKeys = [];
  #state = null;
  #receivedAt = 0;

  constructor(root, texts, actions, { speak, notify }) {
    this.root = root;
    this.texts = texts;
    this.actions = actions;
    this.speak = speak;
    this.notify = notify;
    this.ticker = new Ticker(() => this.#draw());
  }

  /** Show the notices of a new state. */
  update(state) {
    if (this.#state) this.#tellDeclined(state);
    this.#state = state;
    this.#receivedAt = performance.now();
    this.ticker.tick();
  }

  #draw() {
    const { status, me } = this.#state;
    const list = status === "running" && me !== null ? [...this.#own(), ...this.#away(), ...this.#offers()] : [];
    list.sort((one, other) => Math.sign(other.actions.length) - Math.sign(one.actions.length)); // first those with buttons
    reconcile(this.root, list.map(({ key }) => key), () => el("div", "remark", el("p", "remark__text"), el("div", "remark__actions")));
    list.forEach((notice, place) => this.#fill(this.root.children[place], notice));
    const fresh = list.filter(({ key }) => !this.#shownKeys.includes(key));
    if (fresh.length) this.speak(fresh.map(({ text, values }) => fillIn(text, values).textContent).join(" "));
    this.#shownKeys = list.map(({ key }) => key);
    const waits = list.map(({ wait }) => wait).filter(Boolean);
    return waits.length ? Math.min(...waits) : null;
  }

  #fill(node, { text, values, actions }) {
    const [line, buttons] = node.children;
    rewrite(line, fillIn(text, values));
    const byLabel = new Map(actions);
    const labels = [...byLabel.keys()];
    reconcile(buttons, labels, (label) => {
      const kind = label === labels[0] ? "button button--small" : "button button--quiet button--small";
      return button(label, kind, byLabel.get(label));
    });
  }

  /** Tell the other players who has just declined an offer to abort. */
  #tellDeclined({ status, me, offers: { abort_declined: seat = null } }) {
    const isNews = seat !== null && seat !== (this.#state.offers.abort_declined ?? null);
    if (!isNews || status !== "running" || me === null || seat === me) return;
    this.notify(fillIn(gettext("%s declined to abort the match."), [this.texts.seatName(seat)]).textContent);
  }

  /** Return a notice if a bot stands in for the reader. */
  #own() {
    const { seats, me } = this.#state;
    if (!seats[me].stand_in) return [];
    if (seats[me].left) {
      const text = gettext("You resigned. A stand-in bot will finish the match for you.");
      return [{ key: "left", text, actions: [] }];
    }
    const text = gettext("You took too long, so a stand-in bot is playing for you.");
    return [{ key: "back", text, actions: [[gettext("Take my seat back"), this.actions.back]] }];
  }

  /** Return notices about disconnected players. */
  #away() {
    const { seats, me } = this.#state;
    const away = seats.flatMap((sitter, seat) => (this.#isAway(sitter) && seat !== me ? [seat] : []));
    return away.map((seat) => {
      const left = Math.max(0, seats[seat].grace - (performance.now() - this.#receivedAt));
      const notice = seats.length > 2 ? this.#takenOver(seat, left) : this.#leftAlone(seat, left);
      return { key: `away ${seat} ${left > 0}`, actions: [], wait: left && (left % 1000) + 1, ...notice };
    });
  }

  #isAway(sitter) {
    return sitter && !sitter.by_site && !sitter.stand_in && sitter.grace !== null;
  }

  #takenOver(seat, left) {
    const text = left
      ? gettext("%(name)s is disconnected. A stand-in bot takes over in %(time)s.")
      : gettext("%(name)s has left. A stand-in bot will play their turns.");
    return { text, values: { name: this.texts.seatName(seat), time: waitText(left) } };
  }

  #leftAlone(seat, left) {
    const name = this.texts.seatName(seat);
    if (this.#state.early) {
      const text = left
        ? gettext("%(name)s is disconnected. Abort the match without a result, or keep waiting.")
        : gettext("%(name)s has left. Abort the match without a result, or keep waiting.");
      const action = left ? this.actions.abort : this.actions.abortAlone;
      return { text, values: { name }, actions: [[gettext("Abort"), action]] };
    }
    if (left) {
      const text = gettext("%(name)s is disconnected. You can claim victory in %(time)s.");
      return { text, values: { name, time: waitText(left) } };
    }
    const text = gettext("%(name)s has left. Claim victory, or keep waiting.");
    return { text, values: { name }, actions: [[gettext("Claim victory"), this.actions.claim]] };
  }

  /** Return a notice about an offer to abort. */
  #offers() {
    const { offers, me } = this.#state;
    if (offers.abort.includes(me)) {
      const text = gettext("You offered to abort. Waiting for the others to accept.");
      return [{ key: "offer own", text, actions: [[gettext("Withdraw offer"), () => this.actions.offer(false)]] }];
    }
    return offers.abort.slice(0, 1).map((seat) => {
      const text = gettext("%(name)s offers to abort. The match won’t count.");
      const actions = [
        [gettext("Accept"), () => this.actions.offer(true)],
        [gettext("Decline"), () => this.actions.offer(false)],
      ];
      return { key: `offer ${seat}`, text, values: { name: this.texts.seatName(seat) }, actions };
    });
  }
}
