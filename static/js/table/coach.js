/* The coach of beginners: shows what a card would do, explains calls and scores. It only reads the player's own view. */

import { cardName } from "../board/cards.js";
import { el } from "../lib/dom.js";
import { labelled, listing } from "../lib/sentence.js";
import { load, save } from "../lib/store.js";
import { coachingWanted, setCoaching } from "./coach_setting.js";
import { isAnnouncedFor } from "./prompt.js";
import { Course, previewCapture, winsTrick } from "./preview.js";

const TOLD = "told";
const rankOf = (card) => card.slice(0, -1);

export class Coach {
  #state = null;
  #pointed = null; // the own card that the pointer or the focus is on
  #announced = null; // what the site announced for the player, until they play a card
  #told = load(TOLD) ?? {}; // in which turn what was explained that is explained once
  #seen = new Set(); // the kinds of captures seen that score at once, such as "caida"
  #hasAnnounced = false; // the player has been asked to announce, and did

  /** `data`: the page's coaching; `board`: the table's; the others: {root, prompt, toggle}, and the `log`. */
  constructor(data, board, { root, prompt, log, toggle }) {
    Object.assign(this, { data, board, root, prompt, log, toggle });
    this.course = data.captures ? new Course(data.captures) : null;
    this.advice = el("p", "coach__advice");
    this.advice.setAttribute("role", "status");
    prompt.querySelector(".prompt__words").append(this.advice); // the question first: it is never cut off
    toggle.addEventListener("change", () => {
      setCoaching(toggle.checked);
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
    this.course?.follow(events);
    for (const event of events) this.#follow(event, state);
    this.toggle.closest("label").hidden = state.me === null || state.status !== "running";
    this.#draw();
  }

  /** Before a state is shown: take back what was said about a card that the player has played since. */
  forget({ events, me }) {
    if (!events.some(({ seat, card }) => seat === me && card !== undefined)) return;
    this.advice.textContent = "";
    this.advice.hidden = true;
    for (const node of this.board.hand.children) this.#label(node, false);
    this.#highlight();
  }

  /** Return whether the player is coached: as they chose, else if they are a beginner. */
  #isOn() {
    const { me, status } = this.#state;
    return me !== null && status === "running" && (coachingWanted() ?? this.data.novice);
  }

  /** Note what was announced for the player, or by them. */
  #follow({ kind, seat, call }, { me, seats }) {
    if (kind === "batch" || kind === "deal") this.#announced = null;
    if (kind === this.data.captures?.strike || kind === this.data.captures?.clear) this.#seen.add(kind);
    if (seat !== me) return;
    if (kind === "announce" && isAnnouncedFor(seats[me])) this.#announced = call;
    else if (kind === "announce") this.#hasAnnounced = true;
    else if (kind === "play" || kind === "capture") this.#announced = null;
  }

  #draw() {
    const isOn = this.#isOn();
    this.toggle.checked = isOn;
    this.root.classList.toggle("is-coached", isOn);
    for (const node of this.board.hand.children) this.#label(node, isOn);
    this.#advise(isOn);
    if (isOn) this.#explain();
    this.#highlight();
  }

  // ---- cards ----

  /** Show at a card of the hand what it would do, or nothing. */
  #label(node, isOn) {
    const asked = this.#state.view.moves.some(([verb, card]) => verb === "play" && card === node.dataset.key);
    const preview = isOn && asked ? this.#preview(node.dataset.key) : null;
    node.querySelector(".coach__label")?.remove();
    node.removeAttribute("aria-description");
    if (!preview) return;
    const label = el("span", preview.isGood ? "coach__label is-good" : "coach__label", preview.text);
    label.setAttribute("aria-hidden", "true");
    node.append(label);
    const named = listing(preview.takes.map(cardName), "unit");
    node.setAttribute("aria-description", named ? labelled(preview.text, named) : preview.text);
  }

  /** Return what a card would do: {text, takes, isGood}, or null if nothing can be said. */
  #preview(card) {
    const { view } = this.#state;
    const { captures, trick_ranks: ranks, labels } = this.data;
    if (ranks.length) {
      const wins = winsTrick(card, view, ranks);
      return wins === null ? null : { text: wins ? labels.wins : labels.loses, takes: [], isGood: wins };
    }
    if (!captures) return null;
    const { takes, kinds, inPlace } = previewCapture(card, view, captures, this.course);
    const parts = kinds.map((kind) => labels[kind]);
    if (takes.length) parts.unshift(interpolate(ngettext("takes %s card", "takes %s cards", takes.length), [takes.length]));
    if (inPlace) parts.push(labels.in_place);
    return { text: parts.join("\u00a0· ") || gettext("stays on the table"), takes, isGood: parts.length > 0 };
  }

  #point(target) {
    this.#pointed = target?.closest?.(".board__own")?.dataset.key ?? null;
    if (this.#state?.view) this.#highlight();
  }

  /** Highlight on the table what the card under the pointer would take. */
  #highlight() {
    const own = [...this.board.hand.children].find((node) => node.dataset.key === this.#pointed);
    const takes = own?.querySelector(".coach__label") ? this.#preview(this.#pointed).takes : [];
    for (const node of this.board.cloth.children) node.classList.toggle("is-previewed", takes.includes(node.dataset.key));
  }

  // ---- calls ----

  /** Explain what the player is asked, and what each call would mean. */
  #advise(isOn) {
    const { view } = this.#state;
    const held = isOn && view.phase === "announce" ? this.#trueCalls() : null;
    const text = isOn ? this.#advice(held).filter(Boolean).join(" ") : "";
    if (this.advice.textContent !== text) this.advice.textContent = text;
    this.advice.hidden = !text;
    for (const node of this.prompt.querySelectorAll(".prompt__buttons [data-key]")) this.#hint(node, held);
  }

  /** Return the lines that help with the next move; `held` are the true calls if announcements are made. */
  #advice(held) {
    const { view, me, seats } = this.#state;
    const { first, gentle, holdings, phases } = this.data;
    if (held && seats[me].gentle_start) return [first.announcing];
    if (!view.moves.length) return [];
    if (held) return [gentle && !this.#hasAnnounced && first.announce, holdings[held[0]]];
    if (view.phase !== "play") return [phases[view.phase]];
    const canCapture = view.moves.some(([verb, card]) => verb === "play" && this.#preview(card)?.isGood);
    if (!this.#isBeginning) {
      const begin = this.data.captures && !canCapture && first.lay;
      return [begin, this.#moment() || this.#once(this.#right())];
    }
    const begin = canCapture ? first.capture : first.lay;
    if (this.#announced) return [begin, this.#announced !== "nothing" && holdings[this.#announced]];
    return [begin, this.#once(this.#right())];
  }

  /** Explain the first caida and the first capture that clears the table, once each. */
  #moment() {
    const kind = [...this.#seen].find((one) => (this.#told[one] ?? this.#turn) === this.#turn);
    if (!kind) return "";
    this.#tell(kind);
    return labelled(this.board.texts.shout({ kind }), this.data.reasons[kind]);
  }

  /** Return what the player may do besides playing a card that has not been explained yet: "challenge" or "close". */
  #right() {
    const { view, me } = this.#state;
    const others = view.seats.flatMap(({ side }, seat) => (side === view.seats[me].side ? [] : [seat]));
    const isNew = (name) => this.data.phases[name] && (this.#told[name] ?? this.#turn) === this.#turn;
    const canChallenge = view.interrupts.includes("challenge") && others.some((seat) => view.calls[seat].open);
    const knowsCalls = this.#hasAnnounced || !this.data.gentle;
    const canClaim = knowsCalls && view.interrupts.includes("claim") && others.some((seat) => view.calls[seat].call === "nothing");
    if (canChallenge && isNew("challenge")) return "challenge";
    return canClaim && isNew("close") ? "close" : null;
  }

  /** Return this advice, and note that it was given in this turn. */
  #once(name) {
    if (!name) return "";
    this.#tell(name);
    return this.data.phases[name];
  }

  #tell(name) {
    this.#told[name] ??= this.#turn;
    save(TOLD, this.#told);
  }

  /** The turn that is shown, also after a reload. */
  get #turn() {
    const { deal, batch, seats } = this.#state.view;
    return [location.pathname, deal, batch, seats[this.#state.me].hand.length].join(" ");
  }

  /** Return whether this is a gentle start, and the player's side has captured nothing yet. */
  get #isBeginning() {
    const { view, me } = this.#state;
    return this.data.gentle && view.deal <= 1 && !view.captured[view.seats[me].side];
  }

  /** Return the true calls of the player's hand, first what it holds exactly. */
  #trueCalls() {
    const { view, me } = this.#state;
    const ranks = view.seats[me].hand.map(rankOf);
    const counts = [...new Set(ranks)].map((rank) => ranks.filter((one) => one === rank).length);
    const sets = counts.filter((count) => count > 1).sort((one, other) => other - one);
    return this.data.calls[sets.join("")] ?? null;
  }

  #hint(node, held) {
    node.querySelector(".coach__hint")?.remove();
    node.removeAttribute("aria-description");
    const [verb, call] = JSON.parse(node.dataset.key);
    const relation = held && verb === "announce" ? relationOf(call, held) : "";
    node.classList.toggle("is-untrue", !["", "exact"].includes(relation));
    node.classList.toggle("is-bluff", relation === "false");
    if (!relation || (call === "nothing" && relation === "exact")) return;
    const text = this.data.hints[relation].replace("{worth}", this.data.worth[call]);
    const hint = el("small", "coach__hint", text);
    hint.setAttribute("aria-hidden", "true");
    node.append(hint);
    node.setAttribute("aria-description", text);
  }

  // ---- scores ----

  /** Add the reasons to new lines of the log. What a batch is, is said once. */
  #explain() {
    for (const line of this.log.root.querySelectorAll(".log__line:not([data-explained])")) {
      line.dataset.explained = "";
      const kind = line.className.match(/log__line--([\w-]+)/)?.[1].replaceAll("-", "_");
      const reason = this.data.reasons[kind];
      if (kind === "batch" && this.log.root.querySelector(".log__line--batch .coach__reason")) continue;
      if (reason) line.append(el("small", "coach__reason", reason));
    }
    this.log.showEnd();
  }
}

/** Return how a call relates to a hand with these true calls. */
function relationOf(call, held) {
  if (call === held[0]) return "exact";
  if (call === "nothing") return "silent";
  return held.includes(call) ? "less" : "false";
}
