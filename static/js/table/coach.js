/* The coach for beginners. It shows what a card would do, and explains calls and scores, from the player's own view. */

import { cardName } from "../board/cards.js";
import { button, byId, el } from "../lib/dom.js";
import { fillIn, isolate, labelled, listing, listingNodes, rewrite } from "../lib/sentence.js";
import { CardAdvice, pilesOf } from "./card_advice.js";
import { callsOf } from "./call_hints.js";
import { coachingWanted, setCoaching } from "./coach_setting.js";
import { FirstBluff } from "./first_bluff.js";
import { isAnnouncedFor } from "./prompt.js";
import { placePoints } from "./preview.js";
import { turnOf } from "./told.js";
import { TrickAdvice } from "./trick_advice.js";

const SEPARATOR = "\u00a0· ";
const best = (items, rank) => items.reduce((one, other) => (rank(other) > rank(one) ? other : one));
const SELDOM = 2; // turns in which a first explanation is given
const OFTEN = 3; // turns in which something is offered
const BEATEN = "award_against"; // another side's call has scored, and the player had made one, too
const MOST_NAMED = 3; // captured cards that a label has room for

/** Return the ranks of cards: “4-5-6”. */
const ranksOf = (cards) => cards.map((card) => card.slice(0, -1)).join("-");

/** Say which cards a card takes or, if there is no room for them, how many. */
function takesCards(cards) {
  // Translators: the rank of the card from the table that a card captures, in a label below it
  if (cards.length === 1) return interpolate(gettext("takes the %s"), [ranksOf(cards)]);
  // Translators: how many cards from the table a card captures, or the ranks of a run that it captures, such as “4-5-6”, in a
  // label below it
  return interpolate(gettext("takes %s"), [cards.length > MOST_NAMED ? cards.length : ranksOf(cards)]);
}

/** Say the same in a word or two, where the gold of the label has to say that the cards are taken. */
function takenCards(cards) {
  // Translators: the rank of the card from the table that a card captures, in a label that has no room for “takes”
  if (cards.length === 1) return interpolate(gettext("the %s"), [ranksOf(cards)]);
  return cards.length > MOST_NAMED ? interpolate(ngettext("%s card", "%s cards", cards.length), [cards.length]) : ranksOf(cards);
}

/** Return the seat whose call has scored for another side than the player's, who had made a call, too; −1 if none has. */
function betterCaller({ kind, side }, me, view) {
  const isLive = (seat) => ![null, "nothing"].includes(view.calls[seat].call) && !view.calls[seat].void;
  if (kind !== "award" || me === null || view.seats[me].side === side || !isLive(me)) return -1;
  return view.seats.findIndex((one, seat) => one.side === side && isLive(seat));
}

export class Coach {
  #state = null;
  #pointed = null; // the player's card under the pointer or in focus
  #hinted = null; // the player's card that a hint suggests
  #calls = new Map(); // what opponents have announced in this batch, by seat
  #announced = null; // what the site announced for the player, until they play a card
  #award = 0; // what the player's side scored for calls in this batch
  #seen = new Map(); // events of the last move and calls that are explained once, and the seats that caused them
  #explained = new Set(); // the kinds of events in the log whose reason has been given
  #turn = ""; // the turn of the advice, what that was about a card, and in the turn before
  #text = "";
  #before = "";
  #couldChoose = false; // the player is asked to announce, and has a choice
  #hasAnnounced = false; // the player has made such a choice

  /**
   * `data`: the page's coaching; `board`: the table's; the others: {root, toggle}, the `prompt`, the `log`, and `told`,
   * which knows what has been explained.
   */
  constructor(data, board, { root, prompt, log, toggle, told }) {
    Object.assign(this, { data, board, root, prompt, log, toggle, told });
    this.cards = data.captures ? new CardAdvice(data, board.texts, told) : null;
    this.trick = data.trick_ranks.length ? new TrickAdvice(data, told) : null;
    this.advice = el("p", "coach__advice");
    this.advice.setAttribute("role", "status");
    this.bluff = new FirstBluff(prompt, data, told);
    prompt.words.append(this.advice); // the question first: it is never cut off
    prompt.holdsBack = (node) => this.#isOn() && this.bluff.holdsBack(node, this.#state);
    prompt.foldsCalls = () => this.isWanted && data.gentle && "others" in data.first;
    prompt.unfolded = () => this.#draw();
    toggle.addEventListener("change", () => {
      setCoaching(toggle.checked);
      prompt.unfold();
      this.#draw();
    });
    board.hand.addEventListener("pointerover", ({ target }) => this.#point(target));
    board.hand.addEventListener("focusin", ({ target }) => target.matches(":focus-visible") && this.#point(target));
    for (const kind of ["pointerleave", "focusout"]) board.hand.addEventListener(kind, () => this.#point(null));
  }

  /** Follow a state that the board shows. */
  show(state) {
    this.#state = state;
    const events = state.recent ?? state.events;
    this.cards?.follow(state, events);
    for (const event of events) this.#follow(event, state);
    this.toggle.closest("label").hidden = state.me === null || state.status !== "running";
    this.#draw();
  }

  /** Before a state is shown, take back what was said about a card that the player has played since. */
  forget({ events, me }) {
    if (!events.some(({ seat, card }) => seat === me && card !== undefined)) return;
    this.#say([]);
    for (const node of this.board.hand.children) this.#label(node, false);
    this.#highlight();
  }

  /** Whether the player wants to be coached: as they chose or, by default, if they are a beginner against bots. */
  get isWanted() {
    return coachingWanted() ?? this.data.novice;
  }

  /** Return whether the player is coached now. */
  #isOn() {
    const { me, status } = this.#state;
    return me !== null && status === "running" && this.isWanted;
  }

  /** Note what was announced for the player, or by them, and what may have to be explained. */
  #follow(event, { me, seats, view }) {
    const { kind, seat, card, call, side, points } = event;
    if (kind === "batch" || kind === "deal") {
      this.#announced = null;
      this.#award = 0;
      this.#calls.clear();
    }
    if (card !== undefined) this.#moveOn(seat === me);
    const better = betterCaller(event, me, view);
    const moment = better < 0 ? this.#momentOf(event, me) : BEATEN;
    if (kind === "announce" && moment in this.data.moments) this.#calls.set(seat, call);
    if (moment in this.data.moments && !this.#seen.has(moment)) this.#seen.set(moment, better < 0 ? seat : better);
    if (kind === "award" && side === view.seats[me]?.side) this.#award = points;
    if (seat !== me || kind !== "announce") return;
    if (isAnnouncedFor(seats[me])) this.#announced = call;
    else this.#hasAnnounced ||= this.#couldChoose;
  }

  /** Return the name under which the coach explains an event, if at all. A strike against the player has one of its own,
      since their own strike may already have been explained. */
  #momentOf({ kind, seat, call, from }, me) {
    const { strike, clear } = this.data.captures ?? {};
    if (kind === "announce") return this.board.texts.isOpponent(seat) && call;
    if (kind === strike && from === me && this.#against in this.data.moments) return this.#against;
    return [strike, clear, "false_call"].includes(kind) && kind;
  }

  get #against() {
    return `${this.data.captures?.strike}_against`;
  }

  /** A card has been played: what happened before it is no longer explained, except calls until the player's own card. In
      a newcomer's first deal, calls can wait for another turn as long as they can be challenged. */
  #moveOn(isOwn) {
    if (isOwn) this.#announced = null;
    const canWait = this.#isFirstDeal && "false_call" in this.data.moments;
    const isUpToDate = (seat) => (canWait ? this.#state.view.calls[seat].open : !isOwn);
    for (const [one, seat] of this.#seen) if (!this.#isCall(one) || !isUpToDate(seat)) this.#seen.delete(one);
  }

  #draw() {
    const isOn = this.#isOn();
    this.bluff.takeBack();
    this.toggle.checked = isOn;
    this.root.classList.toggle("is-coached", this.#state.me !== null && this.isWanted); // at the end, nothing moves
    this.root.classList.toggle("is-beginning", this.isBeginning); // announcing is not yet explained
    for (const node of this.board.hand.children) this.#label(node, isOn);
    this.#advise(isOn);
    if (isOn) this.#explain();
    this.#highlight();
  }

  // ---- cards ----

  /** Label a card of the hand with what it would do, or remove its label. */
  #label(node, isOn) {
    const asked = this.#state.view.moves.some(([verb, card]) => verb === "play" && card === node.dataset.key);
    const preview = isOn && asked ? this.#preview(node.dataset.key) : null;
    node.querySelector(".coach__label")?.remove();
    node.removeAttribute("aria-description");
    if (!preview) return;
    const label = el("span", preview.isGood ? "coach__label is-good" : "coach__label", el("span", "", preview.text));
    if (preview.short) label.dataset.short = preview.short;
    label.classList.toggle("is-scoring", Boolean(preview.isScoring));
    label.setAttribute("aria-hidden", "true");
    node.append(label);
    const named = listing(preview.takes.map(cardName), "unit");
    node.setAttribute("aria-description", named ? labelled(preview.text, named) : preview.text);
  }

  /** Return what a card would do: {text, takes, isGood}, perhaps whether it scores, as `isScoring`, and a `short` text; null if
      nothing can be said. */
  #preview(card) {
    const { captures, labels } = this.data;
    if (this.trick) return this.trick.preview(card, this.#state);
    if (!captures) return null;
    const { takes, kinds, inPlace } = this.cards.preview(card);
    const label = (kind, text = labels[kind]) => text.replace("%(shout)s", this.board.texts.shout({ kind }));
    const scores = kinds.map((kind) => label(kind));
    const taken = takes.length && !kinds.includes(captures.clear) ? [takesCards(takes)] : [];
    const parts = [...taken, ...scores];
    const points = { points: placePoints(card) };
    if (inPlace) parts.push(interpolate(parts.length ? labels.or_in_place : labels.in_place, points, true));
    const first = kinds.length && label(kinds[0], labels[`${kinds[0]}_short`]);
    const isScoring = kinds.length > 0 || inPlace;
    const short = first || (inPlace ? `+${points.points}` : takenCards(takes)); // what scores implies a capture
    if (parts.length) return { text: parts.join(SEPARATOR), short, takes, isGood: true, isScoring };
    // Translators: in a label below a card that captures nothing, where there is no room for “takes nothing”
    return { text: gettext("takes nothing"), short: gettext("nothing"), takes, isGood: false };
  }

  #point(target) {
    this.#pointed = target?.closest?.(".board__own")?.dataset.key ?? null;
    if (this.#state?.view) this.#highlight();
  }

  /** Return what a card would do, {takes, kinds}, also for players who are not coached; null if there are no captures. */
  previewCard(card) {
    return this.cards?.preview(card) ?? null;
  }

  /** Highlight what the card that a hint suggests would take, also for players who are not coached; null for none. */
  markHint(card) {
    this.#hinted = card;
    if (this.#state?.view) this.#highlight();
  }

  /** Highlight on the table what the card under the pointer would take or, failing that, the one that a hint suggests. */
  #highlight() {
    const own = [...this.board.hand.children].find((node) => node.dataset.key === this.#pointed);
    const card = own?.querySelector(".coach__label") ? this.#pointed : this.#hinted;
    const takes = (card !== null && this.#preview(card)?.takes) || [];
    for (const node of this.board.cloth.cards) node.classList.toggle("is-previewed", takes.includes(node.dataset.key));
  }

  // ---- advice ----

  /** Explain what the player is asked, and what each call would mean. */
  #advise(isOn) {
    const { view, me } = this.#state;
    const held = isOn && view.phase === "announce" ? callsOf(view.seats[me].hand, this.board.texts.trueCalls) : null;
    this.#say(isOn ? this.#advice(held) : []);
    this.prompt.markCalls(isOn ? this.data : null);
  }

  /** Show these sentences, without the empty ones. */
  #say(sentences) {
    const line = document.createDocumentFragment();
    for (const sentence of sentences.filter(Boolean)) line.append(line.hasChildNodes() ? " " : "", sentence);
    this.advice.hidden = !line.hasChildNodes();
    this.prompt.root.classList.toggle("is-advised", line.hasChildNodes());
    rewrite(this.advice, line);
  }

  /** Return the sentences that help with the next move; `held` are the true calls if announcements are made. */
  #advice(held) {
    const { view, me, seats } = this.#state;
    const { first, holdings, novice, phases } = this.data;
    if (held && seats[me].gentle_start) return [this.#goal() || holdings[held[0]]];
    if (!view.moves.length) return [this.#moment()];
    if (held) {
      this.#couldChoose = view.moves.length > 1;
      const isNew = novice && this.#couldChoose && !this.#hasAnnounced;
      if (this.#isFirstChoice && !this.prompt.isFolded && first.others) return [first.others];
      return [isNew && el("span", "coach__aside", first.announce), holdings[held[0]], !isNew && this.#offer()];
    }
    if (view.phase !== "play") return [this.prompt.isAsked(view) && phases[view.phase]];
    if (this.trick) return [this.#goal(), this.trick.advice(this.#state)];
    const share = this.#isStruck ? "" : this.#share();
    if (share) return [share];
    const moment = (this.#isFirstDeal && !this.#isStruck && this.#call()) || (this.#isFirstTurn() ? "" : this.#moment());
    if (moment && this.#isFirstDeal) return [moment]; // each turn teaches a newcomer one idea
    const canCapture = view.moves.some(([verb, card]) => verb === "play" && this.#preview(card)?.isGood);
    const capture = () => (this.#isBeginning ? this.#capturing() : [this.cards.capture()]);
    const mark = moment ? "" : this.#mark();
    if (mark) return [mark];
    const choice = [moment ? "" : this.#goal(), ...(canCapture ? capture() : [this.cards?.lay()])].filter(Boolean);
    if (novice && !moment && this.#isOld(choice)) return [this.cards?.remark(canCapture)];
    // The smallest screens have no room for what happened beside what to do now.
    return [...choice, moment && choice.length ? el("span", "coach__moment", moment) : moment];
  }

  /**
   * Explain the goal of the match to a beginner: while the site announces for them, and again in their first turn to play
   * a card, when they have time to read it. Beside the buttons of their own calls there is no room. Players who
   * know the goal of the capturing games do not yet know that of the trick-taking game.
   */
  #goal() {
    const name = this.trick ? "goal of tricks" : "goal";
    if (!(this.data.novice || this.trick) || !this.told.isNew(name, this.#state)) return "";
    if (this.#state.view.phase === "play") this.told.note(name, this.#state);
    return this.data.first.goal;
  }

  /** Return whether these sentences say nothing, or nothing that was not said in the turn before. */
  #isOld(sentences) {
    const text = sentences.map((one) => one.textContent ?? one).join(" ");
    const turn = turnOf(this.#state);
    if (turn !== this.#turn) this.#before = this.#text;
    [this.#turn, this.#text] = [turn, text];
    return !text || text === this.#before;
  }

  /** Return a button that lets the site announce, which is easily missed among the settings: offered beside a beginner’s own
      announcements, but not the first one, which needs the room. */
  #offer() {
    const isPossible = this.#couldChoose && !isAnnouncedFor(this.#state.seats[this.#state.me]);
    if (!this.data.novice || !isPossible || !this.told.isNew("offer", this.#state, OFTEN)) return "";
    this.told.note("offer", this.#state);
    return button(gettext("Announce for me, truthfully"), "coach__offer", () => byId("auto-call").click());
  }

  /** Say once how the count at the end of a deal scores, before it surprises anyone: when a pile scores, or else in the
      last batch. */
  #share() {
    const { view, me } = this.#state;
    const { share, first } = this.data;
    const isDue = !view.stock || (share !== null && Math.max(...view.captured) > share);
    if (!first.share || !isDue || !this.told.isNew("share", this.#state)) return "";
    this.told.note("share", this.#state);
    return fillIn(first.share, pilesOf(view, me, this.board.texts));
  }

  /** In a gentle start, explain the marks beside the names, which a phone has no room to label: the pile as soon as the
      player has captured something, and who deals and plays first once that changes. */
  #mark() {
    if (!this.data.gentle || this.#isBeginning) return "";
    const names = this.#isFirstDeal ? ["counts"] : ["counts", "roles"];
    const name = names.find((one) => this.told.isNew(one, this.#state));
    if (!name) return "";
    this.told.note(name, this.#state);
    const picture = (mark) => [mark, el("span", `legend__icon legend__icon--${mark}`)];
    const hasFan = [...this.board.root.querySelectorAll(".seat__held")].some((node) => node.checkVisibility());
    const text = name === "counts" && !hasFan ? "captured" : name; // where there is room, the backs of the cards are seen
    return fillIn(this.data.first[text], Object.fromEntries(["held", "pile", "dealer", "leader"].map(picture)));
  }

  /** Say what the site has announced for the player, why, and what that scored. */
  #call() {
    const { first, holdings } = this.data;
    const held = this.#announced !== "nothing" && holdings[this.#announced];
    if (!held) return "";
    return `${held} ${this.#award ? interpolate(first.called, { points: this.#award }, true) : first.called_open}`;
  }

  /** Explain the gold labels in the first turns, and then only what this turn’s cards take. */
  #capturing() {
    if (!this.told.isNew("capture", this.#state, SELDOM)) return [this.cards.capture()];
    this.told.note("capture", this.#state);
    return [this.cards.explainsGap ? "" : this.data.first.capture, this.cards.example()];
  }

  /** The recent events that have not been explained. A cleared table is out of date once a card lies there again. */
  get #new() {
    const isPast = (one) => one === this.data.captures?.clear && this.#state.view.table.length > 0;
    return [...this.#seen].filter(([one]) => this.told.isNew(one, this.#state) && !isPast(one));
  }

  /** Whether an opponent has just scored with a capture for the first time. That can only be explained now, unlike the
      count, and calls. */
  get #isStruck() {
    return this.#new.some(([one, seat]) => this.#isScore(one) && this.board.texts.isOpponent(seat));
  }

  #isScore(one) {
    const { strike, clear } = this.data.captures ?? {};
    return [strike, this.#against, clear].includes(one);
  }

  /** Explain a caida, a capture that clears the table, a false call, or an opponent's call, when it first happens; the
      captures first. Of several calls, name all and explain the best one; equal ones are explained together. */
  #moment() {
    const found = this.#new;
    if (!found.length) return "";
    const order = Object.keys(this.data.moments); // in which a better call comes after a lower one
    const isCall = (one) => this.#isCall(one);
    const first = found.find(([one]) => this.#isScore(one)) ?? found[0];
    const [moment, seat] = isCall(first[0]) ? best(found, ([one]) => (isCall(one) ? order.indexOf(one) : -1)) : first;
    // Before the player's turn, the next card may replace this before they have read it. Their own capture they know about.
    const isOutdated = moment === this.data.captures?.clear || this.board.texts.isOpponent(seat);
    if (this.#state.view.moves.length || !isOutdated) this.told.note(moment, this.#state);
    const { texts } = this.board;
    const callers = isCall(moment) ? [...this.#calls.keys()] : [seat];
    if (callers.length > 1 && new Set(this.#calls.values()).size === 1) {
      const names = listingNodes(callers.map((caller) => isolate(texts.seatName(caller))), "conjunction");
      return fillIn(this.data.alike[moment], { names });
    }
    const kind = moment === this.#against ? this.data.captures.strike : moment;
    const names = { name: texts.seatName(seat), shout: texts.shout({ kind }) };
    const text = fillIn(this.data.moments[moment], names);
    if (callers.length > 1) text.prepend(el("span", "coach__aside", this.#allCalls(), " "));
    return text;
  }

  #isCall(one) {
    return [...this.#calls.values()].includes(one);
  }

  #allCalls() {
    const { texts } = this.board;
    const calls = [...this.#calls].map(([seat, call]) => labelled(texts.seatName(seat), texts.callName(call)));
    return fillIn(gettext("Several players made calls: %(calls)s."), { calls: listing(calls, "unit") });
  }

  /** In a gentle start, return what is told before the first deal: the goal, and how to capture. */
  greet() {
    if (!this.#isOn() || !this.data.gentle || !this.data.welcome) return [];
    this.told.note("goal", this.#state);
    return [this.data.first.goal, this.data.welcome];
  }

  /** Whether the advice explains something that has just happened. */
  get isExplaining() {
    return this.#isOn() && this.#new.length > 0;
  }

  /** Whether the coach is on in a match with a gentle start. */
  get isTeaching() {
    return this.#isOn() && Boolean(this.data.gentle);
  }

  /** Whether the player is to learn to capture before anything else. */
  get isBeginning() {
    return this.#isOn() && this.#isBeginning;
  }

  /** Whether there is advice beside the question. */
  get isAdvising() {
    return !this.advice.hidden;
  }

  /** Whether a player with a gentle start has not made a call of their own yet. */
  get #isFirstChoice() {
    return this.data.gentle && !this.#hasAnnounced;
  }

  /** Whether this is the first deal of a gentle start. */
  get #isFirstDeal() {
    return this.data.gentle && this.#state.view.deal <= 0;
  }

  /** Whether this is a gentle start, and the player's side has captured nothing yet. */
  get #isBeginning() {
    const { view, me } = this.#state;
    return this.#isFirstDeal && !view.captured[view.seats[me].side];
  }

  /** Return whether the player is playing the first card of a gentle start: what others do is explained later. */
  #isFirstTurn() {
    if (!this.#isFirstDeal || !this.told.isNew("turn", this.#state)) return false;
    this.told.note("turn", this.#state);
    return true;
  }

  // ---- scores ----

  /** Add the reasons to new lines of the log, each once. */
  #explain() {
    for (const line of this.log.root.querySelectorAll(".log__line:not([data-explained])")) {
      line.dataset.explained = "";
      const kind = line.className.match(/log__line--([\w-]+)/)?.[1].replaceAll("-", "_");
      const reason = this.data.reasons[kind];
      if (!reason || this.#explained.has(kind)) continue;
      this.#explained.add(kind);
      line.append(el("small", "coach__reason", reason));
    }
    this.log.showEnd();
  }
}
