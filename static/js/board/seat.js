/* The panel of a seat: name, marks, remaining cards, call, pile, and the buttons to claim or challenge. */

import { back, chip, face, sortBySuit } from "./cards.js";
import { showFace } from "./faces.js";
import { button, el, reconcile } from "../lib/dom.js";
import { isClosed, shownName, splitName } from "../lib/names.js";
import { isClaimable, rightText } from "./rights.js";
import { animate, isMotionReduced } from "./motion.js";
import { fillIn, labelled, listing, rewrite } from "../lib/sentence.js";
import { showPoints } from "./scores.js";
import { callParts } from "./seat_call.js";
import { showTime, timeNode } from "./seat_time.js";
import { leavesText, ratingText, statusText } from "./sitter_text.js";

const ARRIVAL = 220; // milliseconds in which a pile shows that a card has arrived

// Long open hands, and those on narrow panels, are shown as chips.
const FORMS = { backs: back, chips: chip, faces: face };

/** The marks of roles. Where room is short, only their icons are shown, and a click explains them. */
const ROLES = {
  dealer: { text: gettext("dealer"), note: gettext("%s is the dealer.") },
  // Translators: beside the name of the player who leads the batch
  leader: { text: gettext("plays first"), note: gettext("%s plays first.") },
};

// Translators: a bot and its level, as in “Karim is a bot that plays at level Sota.”
const LEVEL = gettext("%s is a bot that plays at level %s.");

export class SeatPanel {
  /** `place`: top, left, right or bottom; `own`: whether the reader sits here; `isCrowded`: whether room is short.
      `openPlayer(name)`, if given, opens the menu of a player; `isMuted(name)` tells whether the reader has muted them. */
  constructor(seat, place, { own, isCrowded = false, verbs, interrupt, explain, openPlayer, isMuted, me_name: reader }) {
    this.seat = seat;
    this.place = place;
    this.isCrowded = isCrowded;
    this.isBelow = place === "bottom";
    this.verbs = verbs;
    this.interrupt = interrupt;
    this.explain = explain;
    this.openPlayer = openPlayer;
    this.isMuted = isMuted;
    this.isOwn = own;
    this.isReader = own && reader !== undefined; // in a replay the bottom seat is not the reader's
    this.dot = el("span", "seat__dot");
    this.dot.setAttribute("role", "img");
    this.face = el("span", "seat__face");
    this.base = el("span", "seat__base");
    this.last = el("span", "seat__last");
    this.menu = button("", "seat__menu", () => (this.level ? this.#explainLevel() : this.openPlayer(this.player)));
    this.name = el("bdi", "seat__name", this.base, this.last, this.menu);
    this.rating = el("span", "seat__rating");
    this.rating.dir = "ltr"; // "1500?" in every language
    this.marks = el("span", "seat__marks");
    this.muted = el("span", "mark mark--muted");
    this.muted.setAttribute("role", "img");
    this.muted.title = gettext("muted");
    this.muted.setAttribute("aria-label", this.muted.title);
    this.state = el("span", "mark mark--away");
    this.time = timeNode("seat__clock");
    this.points = el("b", "seat__points");
    this.target = el("span", "seat__target");
    this.score = el("span", "seat__score", el("span", "visually-hidden", gettext("Score:")), this.points, this.target);
    this.score.dir = "ltr"; // "3 / 41" in every language
    this.score.title = gettext("Score");
    this.call = el("p", "seat__call");
    this.cards = el("div", "seat__cards");
    this.heldCount = el("span", "count");
    this.held = el("span", "seat__held", el("span", "seat__sign"), this.heldCount); // in place of the cards where room is short
    this.held.setAttribute("aria-hidden", "true"); // the cards have a label
    this.pileCount = el("span", "count");
    this.pile = el("span", "seat__pile", back(), el("span", "seat__no-pile"), this.pileCount);
    this.actions = el("div", "seat__actions");
    const head = el("p", "seat__head", this.dot, this.face, this.name, this.rating, this.muted, this.marks, this.state);
    const count = el("p", "seat__count", this.score, this.time, this.held, this.pile);
    this.root = el("section", `seat seat--${place}`, head, count, this.cards, this.call, this.actions);
    this.root.dataset.seat = seat;
    this.root.classList.toggle("is-crowded", isCrowded);
  }

  /** `mySide`: the reader's side, null for a spectator. `isOver`: whether the match has ended. */
  show(view, seats, { texts, mySide, isOver }) {
    this.isOver = isOver;
    const me = view.seats[this.seat];
    const sitter = seats[this.seat];
    this.#showName(sitter, texts.seatName(this.seat));
    showFace(this.face, sitter?.name ?? "");
    this.#showMenu(sitter, texts.seatName(this.seat));
    this.#showRating(sitter);
    this.showSitter(sitter);
    const partnered = view.scores.length < view.seats.length;
    if (partnered) this.root.dataset.side = me.side;
    this.isPartner = partnered && !this.isOwn && mySide === me.side;
    this.#showMarks(view, sitter);
    this.root.classList.toggle("is-winner", view.winners.includes(me.side));
    this.#showCards(me, view.suit_ring);
    this.#showCall(view.calls?.[this.seat], texts);
    this.#showPile(view, me.side, texts);
    this.#showScore(view, me.side);
    const opposed = mySide !== null && mySide !== me.side;
    const isPossible = { challenge: view.calls?.[this.seat].open, claim: isClaimable(view, me) };
    const isPast = { challenge: view.calls?.[this.seat].call && !isPossible.challenge };
    this.#showActs(opposed ? view.interrupts : [], isPossible, isPast, texts);
  }

  /** Show whether it is this seat's turn. */
  showTurn(view) {
    this.root.classList.toggle("is-turn", view.to_act === this.seat);
  }

  /** Show the name at this table. Its last word, and a colour for it, tell bots of one level apart. */
  #showName(sitter, name) {
    this.root.setAttribute("aria-label", name);
    [this.base.textContent, this.last.textContent] = splitName(shownName(sitter?.name ?? ""));
    this.base.hidden = this.last.textContent.trim() === name; // the given name of a bot
    this.level = this.base.hidden ? this.base.textContent : ""; // what a mark says instead
    if (sitter?.by_site && this.last.textContent) this.root.dataset.twin = this.seat;
    else delete this.root.dataset.twin;
  }

  /** Let the reader open the menu of another person, or ask for the level of a bot that goes by its given name. */
  #showMenu(sitter, name) {
    this.player = sitter?.name ?? "";
    const isPerson = this.openPlayer && sitter && !sitter.by_site && !this.isReader && !isClosed(this.player);
    this.menu.hidden = !isPerson && !this.level;
    if (this.level) this.menu.removeAttribute("aria-haspopup");
    else this.menu.setAttribute("aria-haspopup", "dialog");
    // Translators: a button that opens a player’s menu, to view their profile, mute, block or report them
    const menu = interpolate(gettext("Menu for %s"), [shownName(this.player)]);
    this.menu.setAttribute("aria-label", this.level ? interpolate(LEVEL, [name, this.level]) : menu);
  }

  #explainLevel() {
    this.explain(this.name, fillIn(LEVEL, [this.last.textContent.trim(), this.level]));
  }

  #showRating(sitter) {
    this.rating.textContent = ratingText(sitter);
    this.rating.title = sitter?.rating?.ranked === false ? gettext("not ranked yet") : "";
    this.rating.hidden = !this.rating.textContent;
  }

  /** Draw attention to the seat for a moment, because it has scored. */
  celebrate() {
    this.root.classList.remove("is-scoring");
    void this.root.offsetWidth; // restarts the animation
    this.root.classList.add("is-scoring");
  }

  /** Show whether the player is connected, or a bot stands in for them. A bot's own seat shows neither. */
  showSitter(sitter) {
    const isPerson = Boolean(sitter) && !sitter.by_site && sitter.online !== undefined;
    this.muted.hidden = !isPerson || !this.isMuted?.(sitter.name);
    this.dot.hidden = !isPerson;
    // in a match with days per move, nobody waits for a player who isn’t connected
    this.root.classList.toggle("is-missed", isPerson && Boolean(sitter.grace !== null || sitter.left || sitter.stand_in));
    this.dot.classList.toggle("is-online", Boolean(sitter?.online));
    this.dot.setAttribute("aria-label", sitter?.online ? gettext("connected") : gettext("away"));
    const state = isPerson && !this.isReader ? statusText(sitter, this.isOver) : ""; // the reader gets a longer notice
    this.state.textContent = state;
    this.state.hidden = !state;
    this.state.classList.toggle("is-short", !sitter?.left && !sitter?.stand_in);
    this.state.title = state;
    this.name.title = listing([shownName(sitter?.name ?? ""), ratingText(sitter), leavesText(sitter)].filter(Boolean), "unit");
  }

  /** Show the seat's clock: {text, runs, low}, or null without a clock. */
  showClock(face) {
    showTime(this.time, face);
  }

  #showMarks(view, sitter) {
    const marks = new Map();
    if (this.isReader) marks.set("you", gettext("you"));
    else if (this.isPartner) marks.set("partner", el("span", "mark__label", gettext("partner")));
    if (sitter?.bot) marks.set("bot", el("span", "mark__word", this.level || gettext("bot"))); // where room is short, an icon
    if (sitter?.hints) {
      marks.set("hints", interpolate(ngettext("%s hint", "%s hints", sitter.hints), [sitter.hints]));
    }
    for (const role of Object.keys(ROLES)) if (view[role] === this.seat) marks.set(role, ROLES[role].text);
    reconcile(this.marks, [...marks.keys()], (key) => (key in ROLES ? this.#role(key) : el("span", `mark mark--${key}`)));
    for (const node of this.marks.children) {
      if (node.dataset.key in ROLES) continue;
      rewrite(node, marks.get(node.dataset.key));
      node.title = node.textContent;
      node.classList.toggle("has-level", node.dataset.key === "bot" && this.level !== "");
    }
  }

  #role(role) {
    const { text, note } = ROLES[role];
    const node = button("", `mark mark--role mark--${role}`, () => this.explain(node, fillIn(note, [this.name.textContent])));
    node.append(el("span", "mark__text", text));
    node.title = text;
    return node;
  }

  #showCards(me, ring) {
    const open = me.hand !== null;
    this.held.hidden = open;
    this.heldCount.textContent = me.cards;
    this.cards.hidden = open && this.isBelow; // the board shows this hand itself
    if (this.cards.hidden) return;
    const form = !open ? "backs" : me.hand.length > 4 || this.isCrowded ? "chips" : "faces";
    if (this.cards.dataset.form !== form) this.cards.replaceChildren();
    this.cards.dataset.form = form;
    const hand = open && ring ? sortBySuit(me.hand, ring) : me.hand;
    const keys = hand ?? Array.from({ length: me.cards }, (_, place) => `back ${place}`);
    reconcile(this.cards, keys, (key) => el("span", "seat__card", FORMS[form](key)));
    this.cards.classList.toggle("is-open", form === "faces");
    this.cards.style.setProperty("--cards", keys.length);
    this.cards.setAttribute("role", open ? "group" : "img");
    this.held.title = interpolate(ngettext("%s card", "%s cards", me.cards), [me.cards]);
    this.cards.setAttribute("aria-label", this.held.title);
  }

  #showCall(made, texts) {
    this.call.hidden = !made;
    this.call.classList.toggle("is-reserved", !made?.call);
    this.root.classList.toggle("is-silent", Boolean(made) && !made.call);
    this.root.classList.toggle("has-said", Boolean(made?.call) && made.call !== "nothing");
    this.root.classList.toggle("is-false", Boolean(made?.void));
    this.call.dataset.call = made?.call ?? "";
    const shown = this.isBelow ? null : made?.shown; // the board shows the hand below itself
    this.call.replaceChildren(...(made?.call ? callParts({ ...made, shown }, texts) : []));
  }

  #showPile(view, side, texts) {
    // partners share a pile, shown at the first of them
    const first = view.seats.findIndex((seat) => seat.side === side);
    this.pileSide = first === this.seat ? side : null;
    this.pile.hidden = this.pileSide === null;
    this.pileLabel = texts.pile;
    this.#showPileOf(view.captured[side]);
  }

  #showPileOf(count) {
    this.pile.classList.toggle("is-empty", count === 0);
    this.pileCount.textContent = count;
    this.pile.style.setProperty("--pile", count);
    this.pile.title = labelled(this.pileLabel, count);
  }

  /** Count cards that arrive at the pile before the next view does. */
  addToPile(cards) {
    this.#showPileOf(Number(this.pileCount.textContent) + cards);
    if (!isMotionReduced()) animate(this.pile, [{ transform: "scale(1.25)" }, { transform: "none" }], ARRIVAL, 0, "none");
  }

  /** Add points that are told before the next view shows the score. */
  addPoints(points) {
    showPoints(this.points, String(Number(this.points.textContent) + points));
  }

  /** Show whether the pile has just taken a card. */
  markPile(hasTaken) {
    this.pile.classList.toggle("has-taken", hasTaken);
  }

  #showScore(view, side) {
    showPoints(this.points, String(view.scores[side]));
    this.target.textContent = this.isBelow && view.target !== null ? ` / ${view.target}` : "";
  }

  /** Show the buttons that public knowledge allows, whether or not they would succeed: that is for the player to judge.
      The space of the others is reserved, except of those that the batch won't bring any more. */
  #showActs(verbs, isPossible, isPast, texts) {
    reconcile(this.actions, verbs, (verb) =>
      button(this.verbs[verb] ?? verb, "seat__action", () => this.interrupt?.(verb, this.seat)),
    );
    for (const node of this.actions.children) {
      const label = this.verbs[node.dataset.key] ?? node.dataset.key;
      // Translators: a verb and a player, as in “Challenge against Amina”
      node.setAttribute("aria-label", interpolate(gettext("%s against %s"), [label, texts.seatName(this.seat)]));
      node.title = rightText(node.dataset.key);
      node.setAttribute("aria-description", node.title);
      node.classList.toggle("is-reserved", !isPossible[node.dataset.key]);
      node.hidden = Boolean(isPast[node.dataset.key]);
    }
    this.actions.hidden = !verbs.length;
    const canAct = verbs.some((verb) => isPossible[verb]);
    const { classList } = this.root;
    classList.toggle("can-act", canAct);
    classList.toggle("has-acts", verbs.length > 0);
    classList.toggle("is-quiet", !this.isBelow && !this.call.hidden && !canAct && !classList.contains("has-said"));
  }
}
