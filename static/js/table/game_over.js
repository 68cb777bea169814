/* The game-over panel: who won and why, the rematch, and links. When it is closed to look at the table, its place is
   taken by the prompt, which shows it again. */

import { button, el, reconcile } from "../lib/dom.js";
import { postForm } from "../lib/post_form.js";
import { fillIn, listing, rewrite } from "../lib/sentence.js";
import { finale, finalScores } from "./finale.js";
import { loadStory, showLatest } from "./story.js";
import { countTable } from "../board/count_panel.js";
import { tieBreak } from "../board/game_info.js";

const REASONS = {
  resigned: gettext("%s resigned."),
  timeout: gettext("%s ran out of time."),
  left: gettext("%s left the table."),
  aborted: gettext("%s aborted the match."),
};

/**
 * The panel is not rebuilt when only rematch offers change. It lies in `root`; `prompt` is the table's Prompt.
 * `page`: {urls: {home, next, request_analysis}, csrf}; `send(frame)` sends a command.
 */
export class GameOver {
  #shown = "";
  #wasWaiting = false;
  #closing = 0; // the timer until the rematch offer expires
  #headline = null;
  #offers = []; // the buttons of the rematch, as [key, label, action]

  constructor({ root, prompt }, texts, page, send) {
    this.root = root;
    this.prompt = prompt;
    this.texts = texts;
    this.page = page;
    this.send = send;
    this.rematchLine = el("p", "panel__rematch");
    this.rematchLine.setAttribute("role", "status");
    this.actions = el("div", "actions");
    this.links = el("div", "actions");
    this.onwards = el("div", "panel__onwards", this.actions, this.links);
  }

  /** Show the panel if the match is over. */
  show(state) {
    const over = !["open", "running"].includes(state.status) && state.view;
    if (!over) {
      this.root.replaceChildren();
      this.#shown = "";
      return;
    }
    if (this.#shown !== state.status) {
      this.#headline = el("span", "", headline(state, this.texts));
      this.root.replaceChildren(this.#panel(state));
      this.root.hidden = false;
    }
    this.#shown = state.status;
    this.#showNext(state);
  }

  /** The match has just ended: bring the panel into view, and start there unless the reader is busy elsewhere. */
  arrive() {
    this.root.scrollIntoView({ block: "nearest" }); // the button to resign is further down
    if (document.activeElement === document.body) this.root.querySelector("h2").focus({ preventScroll: true });
  }

  /** Close the panel, so that the last position can be seen. Return whether it was open. */
  close() {
    if (this.root.hidden || !this.#shown) return false;
    this.root.hidden = true;
    this.#showBelow();
    this.prompt.first.focus({ preventScroll: true });
    return true;
  }

  #open() {
    this.root.hidden = false;
    this.#showBelow();
    this.root.querySelector(".panel__close").focus({ preventScroll: true });
  }

  /** While the panel is closed, the prompt leads back to it and has the rematch. */
  #showBelow() {
    if (!this.root.hidden) {
      this.prompt.showEnd("", []);
      return;
    }
    const text = this.rematchLine.textContent || this.#headline.textContent;
    const result = ["result", gettext("Result"), () => this.#open()];
    this.prompt.showEnd(text, [result, ...this.#offers.filter(([key]) => key !== "rotated")]);
  }

  #closeButton() {
    const node = button("×", "panel__close", () => this.close());
    node.setAttribute("aria-label", gettext("Close"));
    node.title = gettext("Close");
    return node;
  }

  #panel(state) {
    const title = el("h2", "", this.#headline.cloneNode(true));
    title.tabIndex = -1;
    const parts = [this.#closeButton(), title, ...reasons(state, this.texts)];
    const { result } = state;
    const isWon = hasWon(state);
    if (hasScores(state)) parts.push(finale(state, this.texts, { isWon, isLive: !state.recent }));
    const tie = tieBreak(state.view, this.texts);
    if (tie) parts.push(tie);
    const last = [...(state.recent ?? []), ...state.events].findLast(({ kind }) => kind === "count");
    const count = last ? [el("div", "panel__deal", el("h3", "", gettext("Last deal")), ...countTable(last, this.texts))] : [];
    const story = el("div", "panel__story", ...count);
    if (result?.story) this.#fill(story, result.story);
    const outcome = isWon ? " is-won" : hasLost(state) ? " is-lost" : "";
    return el("div", `panel panel--end${outcome}`, ...parts, this.rematchLine, this.onwards, story);
  }

  /** Return how a match has ended, in a sentence for screen readers. */
  said(state) {
    const scores = hasScores(state) ? ` – ${finalScores(state, this.texts)}` : "";
    return `${el("span", "", headline(state, this.texts)).textContent}${scores}`;
  }

  async #fill(node, address) {
    const story = await loadStory(address, this.texts);
    if (!story) return;
    node.append(story);
    showLatest(story);
  }

  /** Show what comes next: the state of the rematch, and links to the next opponent and the replay. */
  #showNext(state, isLate = false) {
    const { offers, me, seats, result } = state;
    const people = seats.flatMap((sitter, seat) => (sitter && !sitter.by_site ? [seat] : []));
    const mayAsk = me !== null && offers.left > 0 && !offers.url;
    clearTimeout(this.#closing);
    const late = { ...state, offers: { ...offers, left: 0 } };
    if (mayAsk) this.#closing = setTimeout(() => this.#showNext(late, true), offers.left);
    const lateText = isLate ? gettext("The rematch offer has expired.") : "";
    this.#showRematchText(mayAsk ? this.#rematchText(offers, me, people) : lateText);
    this.#offers = mayAsk ? this.#rematchActs(offers, me) : [];
    this.#offer(this.#offers);
    this.#showBelow();
    const links = [];
    if (offers.url) links.push([offers.url, gettext("Go to rematch"), "button"]);
    const { home, next } = this.page.urls;
    const seeks = me !== null && people.length > 1 && next !== home;
    const onwards = seeks ? [next, gettext("Next opponent")] : [home, gettext("New match")];
    links.push([...onwards, "button button--quiet"]);
    if (result?.url) links.push([result.url, gettext("Result and replay"), "button button--quiet"]);
    const made = new Map(links.map(([address, ...how]) => [address, () => link(address, ...how)]));
    if (result?.analysis && me !== null) made.set(this.page.urls.request_analysis, () => this.#analysis());
    reconcile(this.links, [...made.keys()], (key) => made.get(key)());
    // Redirect only players who were waiting for the rematch, not readers of an old match.
    if (offers.url && this.#wasWaiting) location.assign(offers.url);
    this.#wasWaiting = me !== null && !offers.url;
  }

  /** Return the button that leads to the analysis. It also requests it, so that this takes a single click. */
  #analysis() {
    const { urls, csrf } = this.page;
    return postForm(urls.request_analysis, csrf, gettext("Analysis"), "button button--quiet");
  }

  #showRematchText(text) {
    rewrite(this.rematchLine, text);
    this.rematchLine.hidden = !this.rematchLine.textContent;
  }

  #rematchText({ rematch, rotated }, me, people) {
    const names = (seats) => listing(seats.map((seat) => this.texts.seatName(seat)));
    if (rematch.includes(me)) {
      const waiting = people.filter((seat) => !rematch.includes(seat));
      return fillIn(gettext("You offered a rematch. Waiting for %s."), [names(waiting)]);
    }
    if (!rematch.length) return "";
    const text = rotated
      ? ngettext("%s wants a rematch with seats swapped.", "%s want a rematch with seats swapped.", rematch.length)
      : ngettext("%s wants a rematch.", "%s want a rematch.", rematch.length);
    return fillIn(text, [names(rematch)]);
  }

  #rematchActs({ rematch, rotated }, me) {
    const ask = (rotate, on = true) => () => this.send({ type: "rematch", rotate, on });
    if (rematch.includes(me)) return [["back", gettext("Cancel rematch"), ask(rotated, false)]];
    if (rematch.length) return [["agree", gettext("Accept rematch"), ask(rotated)]];
    return [
      ["same", gettext("Rematch"), ask(false)],
      ["rotated", gettext("Rematch, swap seats"), ask(true)],
    ];
  }

  #offer(actions) {
    const made = new Map(actions.map(([key, ...how]) => [key, how]));
    const quiet = { rotated: " button--quiet", back: " button--quiet" };
    reconcile(this.actions, [...made.keys()], (key) => {
      const [label, action] = made.get(key);
      return button(label, `button${quiet[key] ?? ""}`, action);
    });
  }
}

/** Return whether the reader played and others won. */
export function hasLost({ me, view, result }) {
  return me !== null && Boolean(result?.winners?.length) && !result.winners.includes(view.seats[me].side);
}

/** Return whether the reader played and won. */
const hasWon = (state) => state.me !== null && Boolean(state.result?.winners?.length) && !hasLost(state);

const hasScores = ({ result, status }) => Boolean(result?.sides?.length) && status !== "aborted";

function headline(state, texts) {
  if (state.status === "voided") return gettext("Match voided");
  if (state.status === "aborted") return gettext("Match aborted");
  const winners = state.result?.winners ?? [];
  if (!winners.length) return gettext("Draw");
  if (hasWon(state)) return gettext("You won!");
  if (hasLost(state) && state.view.scores.length === 2) return gettext("You lost");
  const names = listing(winners.map((side) => texts.sideName(side)));
  return fillIn(gettext("%s won"), [names]);
}

function reasons({ status, result, seats, offers }, texts) {
  const lines = [];
  const named = result && result.seat !== null;
  if (named && REASONS[result.reason]) {
    const gone = result.reason === "aborted" && seats[result.seat]?.left;
    const text = gone ? gettext("%s didn’t play.") : REASONS[result.reason];
    lines.push(fillIn(text, [texts.seatName(result.seat)]));
  }
  if (status === "aborted") {
    if (!named) lines.push(offers.abort.length ? gettext("All players agreed.") : gettext("Everyone stopped playing."));
    lines.push(gettext("It won’t count."));
  }
  return lines.length ? [el("p", "", ...lines.flatMap((line) => [line, " "]).slice(0, -1))] : [];
}

function link(address, text, className) {
  const node = el("a", className, text);
  node.href = address;
  return node;
}
