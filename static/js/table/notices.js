/* Notices for a player: disconnected opponents, a bot standing in, offers to abort. */

import { waitText, Ticker } from "./clock.js";
import { button, el, reconcile } from "../lib/dom.js";
import { fillIn, rewrite } from "../lib/sentence.js";

/** `actions`: {claim, abort, abortAlone, offer(on), back, showAbortInNotice(is)}; `speak(text)` announces a text to screen
    readers, `unspeak(text)` takes that back, `notify(text)` shows one for a while, and `asked(notices)` takes those to
    answer. */
export class Notices {
  #announced = new Map(); // the notices that are shown, by key: what was announced, and the seat of a player who is away
  #state = null;
  #receivedAt = 0;

  constructor(root, texts, actions, { speak, unspeak, notify, asked }) {
    this.root = root;
    this.texts = texts;
    this.actions = actions;
    this.speak = speak;
    this.unspeak = unspeak;
    this.notify = notify;
    this.asked = asked;
    this.ticker = new Ticker(() => this.#draw());
  }

  /** Show the notices of a new state. */
  update(state) {
    if (this.#state) this.#tellDeclined(state);
    this.#state = state;
    this.#receivedAt = performance.now();
    this.refresh();
  }

  /** Show the notices again, because players of the last state have come or gone. */
  refresh() {
    this.ticker.tick();
  }

  #draw() {
    const { status, me } = this.#state;
    const list = status === "running" && me !== null ? [...this.#own(), ...this.#away(), ...this.#offers()] : [];
    list.sort((one, other) => Math.sign(other.actions.length) - Math.sign(one.actions.length)); // first those with buttons
    reconcile(this.root, list.map(({ key }) => key), () => el("div", "remark", el("p", "remark__text"), el("div", "remark__actions")));
    this.root.closest(".match").classList.toggle("has-notices", list.length > 0);
    list.forEach((notice, place) => this.#fill(this.root.children[place], notice));
    this.actions.showAbortInNotice(list.some(({ isAbort }) => isAbort));
    this.#announce(list);
    this.asked(list.filter(({ actions, isOwn }) => actions.length && !isOwn));
    const waits = list.map(({ wait }) => wait).filter(Boolean);
    return waits.length ? Math.min(...waits) : null;
  }

  /** Announce new notices and players who are back, and take back what no longer holds. */
  #announce(list) {
    const before = this.#announced;
    this.#announced = new Map(
      list.map(({ key, seat, text, values }) => [
        key,
        before.get(key) ?? { seat, words: fillIn(text, values).textContent },
      ]),
    );
    const fresh = [...this.#announced].filter(([key]) => !before.has(key)).map(([, { words }]) => words);
    const gone = [...before].filter(([key]) => !this.#announced.has(key)).map(([, notice]) => notice);
    for (const { words } of gone) this.unspeak(words);
    const back = gone.filter(({ seat }) => this.#isBack(seat)).map(({ seat }) => this.texts.seatName(seat));
    const news = [...fresh, ...back.map((name) => fillIn(gettext("%s is back."), [name]).textContent)];
    if (news.length) this.speak(news.join(" "));
  }

  /** Return whether a player whom a notice was about is at the table again. */
  #isBack(seat) {
    const { status, seats } = this.#state;
    return status === "running" && Boolean(seats[seat]?.online) && !seats[seat].stand_in;
  }

  #fill(node, { text, values, actions, isQuiet }) {
    const [line, buttons] = node.children;
    rewrite(line, fillIn(text, values));
    const byLabel = new Map(actions);
    const labels = [...byLabel.keys()];
    reconcile(buttons, labels, (label) => {
      const kind = label === labels[0] && !isQuiet ? "button button--small" : "button button--quiet button--small";
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
      return { key: `away ${seat} ${left > 0}`, seat, actions: [], wait: left && (left % 1000) + 1, ...notice };
    });
  }

  #isAway(sitter) {
    return sitter && !sitter.by_site && !sitter.online && !sitter.stand_in && sitter.grace !== null;
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
      const isQuiet = left > 0; // most players come back
      return { text, values: { name }, actions: [[gettext("Abort"), action]], isAbort: true, isQuiet };
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
      const text = gettext("You offered to abort. If the others accept, the match won’t count.");
      return [{ key: "offer own", isOwn: true, text, actions: [[gettext("Withdraw offer"), () => this.actions.offer(false)]] }];
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
