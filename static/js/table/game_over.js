/* The end of the match, laid over the table: who won and why, and what comes next. */

import { button, el, reconcile } from "../lib/dom.js";
import { tieBreak } from "../board/game_info.js";

const REASONS = {
  resigned: gettext("%s resigned."),
  timeout: gettext("%s ran out of time."),
  left: gettext("%s left the table."),
  aborted: gettext("%s aborted the match."),
};

/** Stays as it is while only the wish for a rematch changes. `page`: {urls: {home, next}}; `send(frame)` asks. */
export class Ending {
  #shown = "";
  #wasWaiting = false;
  #closing = 0; // the timer until a rematch can be asked for no longer

  constructor(root, words, page, send) {
    this.root = root;
    this.words = words;
    this.page = page;
    this.send = send;
    this.told = el("p", "panel__rematch");
    this.told.setAttribute("role", "status");
    this.acts = el("div", "actions");
    this.links = el("div", "actions");
  }

  /** Show the end of this match; nothing while it is not over. */
  show(state) {
    const over = !["open", "running"].includes(state.status) && state.view;
    if (!over) {
      this.root.replaceChildren();
      this.#shown = "";
      return;
    }
    if (this.#shown !== state.status) this.root.replaceChildren(this.#panel(state));
    this.#shown = state.status;
    this.#showNext(state);
  }

  #panel(state) {
    const parts = [el("h2", "", headline(state, this.words)), ...reasons(state, this.words)];
    const { result } = state;
    if (result?.sides?.length && state.status !== "aborted") {
      const side = (score, number) => el("li", "", `${this.words.side(number)}: `, el("b", "", String(score)));
      parts.push(el("ul", "panel__scores", ...result.sides.map(side)));
    }
    const tie = tieBreak(state.view, this.words);
    if (tie) parts.push(tie);
    return el("div", "panel panel--end", ...parts, this.told, this.acts, this.links);
  }

  /** The way on: a rematch as far as it is agreed and not too late, another opponent, this match once more. */
  #showNext(state, isLate = false) {
    const { offers, me, seats, result } = state;
    const people = seats.flatMap((sitter, seat) => (sitter && !sitter.by_site ? [seat] : []));
    const mayAsk = me !== null && offers.left > 0 && !offers.url;
    clearTimeout(this.#closing);
    const late = { ...state, offers: { ...offers, left: 0 } };
    if (mayAsk) this.#closing = setTimeout(() => this.#showNext(late, true), offers.left);
    const lateText = isLate ? gettext("The rematch offer has expired.") : "";
    this.#tell(mayAsk ? this.#rematchTold(offers, me, people) : lateText);
    this.#offer(mayAsk ? this.#rematchActs(offers, me) : []);
    const links = [];
    if (offers.url) links.push([offers.url, gettext("Go to rematch"), "button"]);
    const { home, next } = this.page.urls;
    const seeks = me !== null && people.length > 1 && next !== home;
    const onwards = seeks ? [next, gettext("Next opponent")] : [home, gettext("New match")];
    links.push([...onwards, "button button--quiet"]);
    if (result?.url) links.push([result.url, gettext("Result and replay"), "button button--quiet"]);
    reconcile(this.links, links.map(([address]) => address), (key) => link(...links.find(([address]) => address === key)));
    // Who was waiting for it goes there; who looks back at an old match does not.
    if (offers.url && this.#wasWaiting) location.assign(offers.url);
    this.#wasWaiting = me !== null && !offers.url;
  }

  #tell(text) {
    if (this.told.textContent !== text) this.told.textContent = text;
    this.told.hidden = !text;
  }

  #rematchTold({ rematch, rotated }, me, people) {
    const names = (seats) => seats.map((seat) => this.words.seat(seat)).join(", ");
    if (rematch.includes(me)) {
      const waiting = people.filter((seat) => !rematch.includes(seat));
      return interpolate(gettext("You offered a rematch. Waiting for %s."), [names(waiting)]);
    }
    if (!rematch.length) return "";
    const text = rotated
      ? ngettext("%s wants a rematch with seats swapped.", "%s want a rematch with seats swapped.", rematch.length)
      : ngettext("%s wants a rematch.", "%s want a rematch.", rematch.length);
    return interpolate(text, [names(rematch)]);
  }

  #rematchActs({ rematch, rotated }, me) {
    const wish = (rotate, on = true) => () => this.send({ type: "rematch", rotate, on });
    if (rematch.includes(me)) return [["back", gettext("Cancel rematch"), wish(rotated, false)]];
    if (rematch.length) return [["agree", gettext("Rematch"), wish(rotated)]];
    return [
      ["same", gettext("Rematch"), wish(false)],
      ["rotated", gettext("Rematch, swap seats"), wish(true)],
    ];
  }

  #offer(acts) {
    const made = new Map(acts.map(([key, ...how]) => [key, how]));
    const quiet = { rotated: " button--quiet", back: " button--quiet" };
    reconcile(this.acts, [...made.keys()], (key) => {
      const [label, act] = made.get(key);
      return button(label, `button${quiet[key] ?? ""}`, act);
    });
  }
}

function headline(state, words) {
  if (state.status === "voided") return gettext("Match voided");
  if (state.status === "aborted") return gettext("Match aborted");
  const winners = state.result?.winners ?? [];
  if (!winners.length) return gettext("Draw");
  const mine = state.me === null ? null : state.view.seats[state.me].side;
  if (winners.includes(mine)) return gettext("You won!");
  const names = winners.map((side) => words.side(side)).join(", ");
  return interpolate(gettext("%s won"), [names]);
}

function reasons({ status, result, seats, offers }, words) {
  const told = [];
  const named = result && result.seat !== null;
  if (named && REASONS[result.reason]) {
    const gone = result.reason === "aborted" && seats[result.seat]?.left;
    const text = gone ? gettext("%s didn’t play.") : REASONS[result.reason];
    told.push(interpolate(text, [words.seat(result.seat)]));
  }
  if (status === "aborted") {
    if (!named) told.push(offers.abort.length ? gettext("All players agreed.") : gettext("No one kept playing."));
    told.push(gettext("It won’t count."));
  }
  return told.length ? [el("p", "", told.join(" "))] : [];
}

function link(address, text, className) {
  const node = el("a", className, text);
  node.href = address;
  return node;
}
