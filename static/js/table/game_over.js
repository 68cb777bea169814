/* The game-over panel: who won and why, the rematch, and links. When the reader closes it to look at the table, the
   prompt takes its place, and can show it again. */

import { allow, button, el, reconcile } from "../lib/dom.js";
import { moveFocus } from "../lib/focus.js";
import { postForm } from "../lib/post_form.js";
import { fillIn, labelled, listing, rewrite } from "../lib/sentence.js";
import { load, save } from "../lib/store.js";
import { finale, finalScores, ratingText, seatsOf, showRatings, sideOf, sidesOf } from "./finale.js";
import { decisionOf, hasLost, hasScores, hasWon, headline, lastEvents, outcomeOf, reasonsOf } from "./outcome.js";
import { recapOf } from "./recap.js";
import { loadStory, showLatest, storyNode } from "./story.js";
import { countTable } from "../board/count_panel.js";
import { tieBreak } from "../board/game_info.js";

const CLOSED = "ronda.result.closed"; // the code of the match whose panel the reader has closed, in case of a reload

/**
 * The panel is not rebuilt when only rematch offers change. It lies in `root`; `prompt` and `effects` are the table's.
 * `page`: {code, rated, private, partners, coach, urls: {home, next, request_analysis, learn, puzzles}, csrf}; `send(frame)` sends a
 * command. A newcomer is told what decided the match and, if coached, what it has shown of the game, and is offered to learn
 * instead of swapping seats and the analysis. `coach` is null in a match without one.
 */
export class GameOver {
  #shown = "";
  #wasWaiting = false;
  #closing = 0; // the timer until the rematch offer expires
  #outcome = null; // who won, and why
  #numbers = []; // the scores and the reader's new rating, as texts that follow the outcome once the panel is closed
  #offers = []; // the buttons of the rematch, as [key, label, action, name]; one without an action is disabled

  constructor({ root, prompt, effects, coach }, texts, page, send) {
    this.root = root;
    this.prompt = prompt;
    this.effects = effects;
    this.coach = coach;
    this.texts = texts;
    this.page = page;
    this.send = send;
    this.isNewcomers = Boolean(page.coach?.gentle);
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
      this.#outcome = outcomeOf(state, this.texts);
      const isPlain = hasScores(state) && !reasonsOf(state, this.texts).length; // beside a reason there is no room
      this.#numbers = isPlain ? [finalScores(state, this.texts)] : [];
      this.root.replaceChildren(this.#panel(state));
      this.root.hidden = load(CLOSED, "sessionStorage") === this.page.code;
    }
    this.#shown = state.status;
    this.#showNext(state);
  }

  /** The match has just ended: bring the panel into view, and start there unless the reader is busy elsewhere. */
  arrive(state) {
    if (hasWon(state)) this.effects.celebrate();
    this.root.scrollIntoView({ block: "nearest" }); // the button to resign is further down
    if (document.activeElement === document.body) moveFocus(this.root.querySelector("h2"));
  }

  /** Close the panel, so that the last position can be seen. Return whether it was open. */
  close() {
    if (this.root.hidden || !this.#shown) return false;
    this.root.hidden = true;
    save(CLOSED, this.page.code, "sessionStorage");
    this.#showBelow();
    moveFocus(this.prompt.first);
    return true;
  }

  #open() {
    this.root.hidden = false;
    save(CLOSED, null, "sessionStorage");
    this.#showBelow();
    moveFocus(this.root.querySelector(".panel__close"));
  }

  /** The prompt says the same as the panel, because its place is not covered on every screen, nor before the panel has
      appeared; screen readers are told by the panel. Once that is closed, the prompt leads back to it and offers the
      rematch. */
  #showBelow() {
    this.prompt.silence(!this.root.hidden);
    this.prompt.root.classList.toggle("is-behind", !this.root.hidden);
    if (!this.root.hidden) {
      this.prompt.offer(this.#outcome.cloneNode(true), []);
      return;
    }
    const text = this.rematchLine.textContent || [this.#outcome.textContent, ...this.#numbers].join(" – ");
    const result = ["result", gettext("Result"), () => this.#open()];
    this.prompt.offer(text, [result, ...this.#offers.filter(([key]) => key !== "rotated")]);
  }

  #closeButton() {
    const node = button("×", "panel__close", () => this.close());
    node.setAttribute("aria-label", gettext("Close"));
    node.title = gettext("Close");
    return node;
  }

  #panel(state) {
    const title = el("h2", "", el("span", "", headline(state, this.texts)));
    title.tabIndex = -1;
    const decision = this.isNewcomers && state.status === "finished" && decisionOf(state, this.texts);
    const reasons = decision ? [decision] : reasonsOf(state, this.texts);
    const parts = [this.#closeButton(), title, ...(reasons.length ? [el("p", "", ...reasons)] : [])];
    const { result } = state;
    const isWon = hasWon(state);
    const isLive = !state.recent;
    const isRated = this.page.rated && !this.page.partners && state.status === "finished";
    if (hasScores(state)) parts.push(finale(state, this.texts, { isWon, isLive, isRated }));
    const tie = tieBreak(state.view, this.texts);
    if (tie) parts.push(tie);
    const last = lastEvents(state).findLast(({ kind }) => kind === "count");
    const count = last ? [el("div", "panel__deal", el("h3", "", gettext("Last deal")), ...countTable(last, this.texts, sideOf(state)))] : [];
    const story = el("div", "panel__story", ...count);
    if (result?.story) this.#fill(story, state);
    const outcome = isWon ? " is-won" : hasLost(state) ? " is-lost" : "";
    const isDelayed = isLive && state.status !== "aborted" ? " is-live" : "";
    return el("div", `panel panel--end${outcome}${isDelayed}`, ...parts, this.rematchLine, this.onwards, story);
  }

  /** Return how a match has ended, in a sentence for screen readers. */
  said(state) {
    const scores = hasScores(state) ? ` – ${finalScores(state, this.texts)}` : "";
    return `${outcomeOf(state, this.texts).textContent}${scores}`;
  }

  async #fill(place, state) {
    const told = await loadStory(state.result.story);
    if (!told) return;
    showRatings(this.root, state.view, told.seats);
    const rating = state.me === null ? "" : ratingText(told.seats[state.me]);
    if (rating) this.#numbers.push(labelled(gettext("Rating"), rating));
    this.#showBelow();
    const node = storyNode(told, this.texts, { sides: sidesOf(state), seats: seatsOf(state) });
    const isTaught = this.isNewcomers && this.coach.isWanted && state.status === "finished";
    const recap = isTaught && recapOf(told.ideas, this.page.urls.learn);
    place.prepend(...[recap, node].filter(Boolean));
    const parts = place.querySelectorAll(".count-table, .recap");
    place.parentElement.classList.toggle("has-story", parts.length > 1); // enough for a column beside the result
    if (node) showLatest(node);
  }

  /** Show what comes next: the state of the rematch, and links to the next opponent and the replay. */
  #showNext(state, isLate = false) {
    const { offers, me, seats, status, result } = state;
    const { urls } = this.page;
    const people = seats.flatMap((sitter, seat) => (sitter && !sitter.by_site ? [seat] : []));
    const mayAsk = me !== null && offers.left > 0 && !offers.url;
    clearTimeout(this.#closing);
    const late = { ...state, offers: { ...offers, left: 0 } };
    if (mayAsk) this.#closing = setTimeout(() => this.#showNext(late, true), offers.left);
    const lateText = isLate ? gettext("The rematch offer has expired.") : "";
    this.#showRematchText(mayAsk ? this.#rematchText(offers, me, people) : lateText);
    this.#offers = mayAsk ? this.#rematchActs(offers, me) : [];
    const next = this.#nextMatch(me, people);
    const isParting = status === "aborted" && !this.page.private; // strangers who abort seldom want to meet again
    this.#offer(isParting ? [["next", ...next], ...this.#offers] : this.#offers, isParting);
    this.#showBelow();
    const quiet = "button button--quiet";
    const links = [];
    if (offers.url) links.push([offers.url, gettext("Go to rematch"), "button"]);
    if (this.isNewcomers) links.push([urls.learn, gettext("Tutorial"), quiet], [urls.puzzles, gettext("Puzzles"), quiet]);
    if (!isParting) links.push([next[1], next[0], quiet]);
    if (result?.url) links.push([result.url, gettext("Result"), quiet, gettext("Result and replay")]);
    const made = new Map(links.map(([address, ...how]) => [address, () => link(address, ...how)]));
    if (result?.analysis && me !== null && !this.isNewcomers) made.set(urls.request_analysis, () => this.#analysis());
    reconcile(this.links, [...made.keys()], (key) => made.get(key)());
    // Redirect only players who were waiting for the rematch, not readers of an old match.
    if (offers.url && this.#wasWaiting) location.assign(offers.url);
    this.#wasWaiting = me !== null && !offers.url;
  }

  /** Return the name and address of the way to another match. */
  #nextMatch(me, people) {
    const { home, next } = this.page.urls;
    const seeks = me !== null && people.length > 1 && next !== home;
    return seeks ? [gettext("Next opponent"), next] : [gettext("New match"), home];
  }

  /** Return the button that requests the analysis and leads to it, so that a single click is enough. */
  #analysis() {
    const { urls, csrf } = this.page;
    return postForm(urls.request_analysis, csrf, gettext("Analysis"), "button button--quiet");
  }

  #showRematchText(text) {
    rewrite(this.rematchLine, text);
    this.rematchLine.hidden = !this.rematchLine.textContent;
  }

  #rematchText({ rematch, rotated, rematch_declined: declined }, me, people) {
    const names = (seats) => listing(seats.map((seat) => this.texts.seatName(seat)));
    if ((declined ?? null) !== null) {
      return declined === me
        ? gettext("You declined the rematch.")
        : fillIn(gettext("%s declined the rematch."), [names([declined])]);
    }
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
    if (rematch.includes(me)) {
      return [
        ["offered", gettext("Rematch offered")], // in the place of the button that was clicked, for a second click
        ["back", gettext("Cancel rematch"), ask(rotated, false)],
      ];
    }
    if (rematch.length) {
      return [
        ["agree", gettext("Accept rematch"), ask(rotated)],
        ["decline", gettext("Decline"), ask(rotated, false)],
      ];
    }
    const same = ["same", gettext("Rematch"), ask(false)];
    return this.isNewcomers ? [same] : [same, ["rotated", gettext("Swap seats"), ask(true), gettext("Rematch, swap seats")]];
  }

  /** Show these buttons and links; a rematch is not the main one if `isParting`. */
  #offer(actions, isParting) {
    const made = new Map(actions.map(([key, ...how]) => [key, how]));
    const quiet = ["rotated", "back", "decline", isParting && "same"];
    reconcile(this.actions, [...made.keys()], (key) => {
      const [label, action, name] = made.get(key);
      const look = quiet.includes(key) ? "button button--quiet" : "button";
      if (key === "next") return link(action, label, look);
      const node = button(label, look, action);
      if (name) node.setAttribute("aria-label", name);
      allow(node, Boolean(action));
      return node;
    });
  }
}

/** Return a link. `name` is its accessible name if that says more than `text`, which it must contain. */
function link(address, text, className, name = "") {
  const node = el("a", className, text);
  node.href = address;
  if (name) node.setAttribute("aria-label", name);
  return node;
}
