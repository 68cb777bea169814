/* What screen readers are told about the match: new lines of the log, the reader's new hand, scores when they change,
   and what the reader is asked. From a deal to the first card, players often answer once a second; what they say is held
   back until the reader is asked or a card is played, and is then told all at once. */

import { cardName } from "../board/cards.js";
import { labelled, listing } from "../lib/sentence.js";

const PATIENCE = 5000; // milliseconds after which the news is told even if players take their time
const PLAYING = ["play", "close"]; // phases in which each move is told

export class SpokenNews {
  #hand = [];
  #scores = "";
  #moved = null; // the version of the move after which the reader was asked last
  #held = [];
  #timer = 0;

  /** `speak(text)` announces a text. */
  constructor(texts, speak) {
    this.texts = texts;
    this.speak = speak;
  }

  /** Tell what is new in this state: these `lines` of the log, the reader's `question` (empty for none), the `end`. */
  show(state, { lines, question, end = "" }) {
    this.#held.push(...lines, this.#newHand(state), this.#newScores(state), this.#newQuestion(state, question), end);
    const isOpening = state.status === "running" && !PLAYING.includes(state.view.phase);
    if (isOpening && !question) this.#timer ||= setTimeout(() => this.#tell(), PATIENCE);
    else this.#tell();
  }

  #tell() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const text = this.#held.splice(0).filter(Boolean).join(" ");
    if (text) this.speak(text);
  }

  #newHand({ view, me }) {
    const hand = me === null ? [] : view.seats[me].hand ?? [];
    const isNew = hand.some((card) => !this.#hand.includes(card));
    this.#hand = hand;
    return isNew ? interpolate(gettext("Your hand: %s."), [listing(hand.map(cardName), "unit")]) : "";
  }

  #newScores({ view, me }) {
    const scores = listing(this.#list(view, me), "unit");
    const isNew = this.#scores && scores !== this.#scores;
    this.#scores = scores;
    return isNew ? interpolate(gettext("Score: %s."), [scores]) : "";
  }

  #newQuestion({ moved }, question) {
    const isNew = question && moved !== this.#moved;
    if (question) this.#moved = moved;
    return isNew ? question : "";
  }

  /** Return the scores, the reader's first: "Amina: 3". */
  #list(view, me) {
    const sides = view.scores.map((_, side) => side);
    const own = me === null ? 0 : view.seats[me].side;
    const ordered = [...sides.slice(own), ...sides.slice(0, own)];
    return ordered.map((side) => labelled(this.texts.sideName(side), view.scores[side]));
  }
}
