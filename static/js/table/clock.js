/* The clocks: the server's milliseconds, counted down from when they arrived. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TENTHS_BELOW = 10 * SECOND;
const LOW_BELOW = 20 * SECOND;
const LOW_SHARE = 1 / 24; // for correspondence clocks: an hour per day

const WITHOUT_RESULT = new Set(["aborted", "voided"]); // clocks are hidden

const two = (number) => String(number).padStart(2, "0");

/** Format a time in milliseconds. */
export function timeText(time) {
  const left = Math.max(0, time);
  if (left < TENTHS_BELOW) return (Math.floor(left / 100) / 10).toFixed(1);
  const [days, hours, minutes] = [left / DAY, (left % DAY) / HOUR, (left % HOUR) / MINUTE].map(Math.floor);
  // Translators: days and hours left on a clock
  if (days) return interpolate(gettext("%s d %s h"), [days, hours]);
  const seconds = two(Math.floor((left % MINUTE) / SECOND));
  return hours ? `${hours}:${two(minutes)}:${seconds}` : `${minutes}:${seconds}`;
}

/** Format a waiting time in whole seconds, rounded up, so that 0:00 means that it is over. */
export function waitText(time) {
  const seconds = Math.max(0, Math.ceil(time / SECOND));
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** Return the milliseconds until the text of this time changes. */
const untilNext = (time) => (time < TENTHS_BELOW ? time % 100 : time % SECOND) + 1;

/** Calls `draw` repeatedly. `draw` returns the milliseconds until the next call, or null to stop. */
export class Ticker {
  #timer = 0;

  constructor(draw) {
    this.draw = draw;
    document.addEventListener("visibilitychange", () => this.tick());
  }

  /** Draw now and keep drawing. Hidden pages are not drawn. */
  tick() {
    clearTimeout(this.#timer);
    if (document.hidden) return;
    const wait = this.draw();
    if (wait !== null) this.#timer = setTimeout(() => this.tick(), wait);
  }
}

/**
 * The clocks of a match, shown on the seat panels and in the head of the chat. `speak(text)` announces a text to screen
 * readers; `warn()` is called when the reader's time gets low.
 */
export class Clocks {
  #clock = null;
  #receivedAt = 0;
  #me = null;
  #warned = false;

  constructor(board, chatScores, speak, warn) {
    this.board = board;
    this.chatScores = chatScores;
    this.speak = speak;
    this.warn = warn;
    this.ticker = new Ticker(() => this.#draw());
  }

  /** Take over the times of a new state. */
  update({ clock, me, status }) {
    this.#clock = WITHOUT_RESULT.has(status) ? null : clock;
    this.#receivedAt = performance.now();
    this.#me = me;
    this.ticker.tick();
  }

  /** Whether the reader's time was low when their clock last ran. */
  get isLow() {
    return this.#warned;
  }

  /** Draw again, because the panels may be new. */
  draw() {
    this.ticker.tick();
  }

  #left(seat) {
    const { turn, left, banks } = this.#clock;
    const runs = seat === turn && left !== null;
    return Math.max(0, runs ? left - (performance.now() - this.#receivedAt) : banks[seat]);
  }

  #draw() {
    const places = [...this.board.panels, ...this.chatScores.clocks];
    for (const place of places) place.showClock(this.#clock && this.#face(place.seat));
    if (!this.#clock || this.#clock.left === null) return null;
    this.#warn();
    const left = this.#left(this.#clock.turn);
    return left > 0 ? untilNext(left) : null;
  }

  #face(seat) {
    const left = this.#left(seat);
    const runs = seat === this.#clock.turn && this.#clock.left !== null;
    return { text: timeText(left), runs, low: left < this.#low(seat) };
  }

  #low(seat) {
    return Math.max(LOW_BELOW, this.#clock.banks[seat] * LOW_SHARE);
  }

  /** Warn once when the player's time gets low, and again only after it has been above the limit. */
  #warn() {
    if (this.#me === null || this.#clock.turn !== this.#me) return;
    const left = this.#left(this.#me);
    const low = left < this.#low(this.#me);
    if (low && !this.#warned) {
      this.speak(interpolate(gettext("You’re low on time: %s left."), [timeText(left)]));
      this.warn();
    }
    this.#warned = low;
  }
}
