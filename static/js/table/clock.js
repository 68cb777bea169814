/* Whose time runs, and how much there is: the server's milliseconds, counted on from when they came. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TENTHS_BELOW = 10 * SECOND;
const LOW_BELOW = 20 * SECOND;
const LOW_SHARE = 1 / 24; // of a turn that takes days, an hour of each

const WITHOUT_RESULT = new Set(["aborted", "voided"]); // nobody's time decided anything

const two = (number) => String(number).padStart(2, "0");

/** A time of so many milliseconds to be read at a glance. */
export function timeText(time) {
  const left = Math.max(0, time);
  if (left < TENTHS_BELOW) return (Math.floor(left / 100) / 10).toFixed(1);
  const [days, hours, minutes] = [left / DAY, (left % DAY) / HOUR, (left % HOUR) / MINUTE].map(Math.floor);
  if (days) return interpolate(gettext("%s d %s h"), [days, hours]);
  const seconds = two(Math.floor((left % MINUTE) / SECOND));
  return hours ? `${hours}:${two(minutes)}:${seconds}` : `${minutes}:${seconds}`;
}

/** The same for a wait: in whole seconds, and 0:00 only once it is over. */
export function waitText(time) {
  const seconds = Math.max(0, Math.ceil(time / SECOND));
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** How long a text of this time stays true. */
const untilNext = (time) => (time < TENTHS_BELOW ? time % 100 : time % SECOND) + 1;

/** Calls `draw` when there is something else to show: it says in how many milliseconds that is, or null. */
export class Ticker {
  #timer = 0;

  constructor(draw) {
    this.draw = draw;
    document.addEventListener("visibilitychange", () => this.go());
  }

  /** Draw now, and from then on by itself; a page that nobody sees draws nothing. */
  go() {
    clearTimeout(this.#timer);
    if (document.hidden) return;
    const wait = this.draw();
    if (wait !== null) this.#timer = setTimeout(() => this.go(), wait);
  }
}

/** The clocks of a match, drawn on its plates. `speak(text)` says something once to whoever listens. */
export class Clocks {
  #clock = null;
  #came = 0;
  #me = null;
  #warned = false;

  constructor(board, speak) {
    this.board = board;
    this.speak = speak;
    this.ticker = new Ticker(() => this.#draw());
  }

  /** Take the times of a state that has just come. */
  take({ clock, me, status }) {
    this.#clock = WITHOUT_RESULT.has(status) ? null : clock;
    this.#came = performance.now();
    this.#me = me;
    this.ticker.go();
  }

  /** Draw again: the plates may be new. */
  draw() {
    this.ticker.go();
  }

  #left(seat) {
    const { turn, left, banks } = this.#clock;
    const runs = seat === turn && left !== null;
    return Math.max(0, runs ? left - (performance.now() - this.#came) : banks[seat]);
  }

  #draw() {
    for (const plate of this.board.plates) plate.clock(this.#clock && this.#face(plate.seat));
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

  /** Say once that one's own time runs out; again only after there was more of it. */
  #warn() {
    if (this.#me === null || this.#clock.turn !== this.#me) return;
    const left = this.#left(this.#me);
    const low = left < this.#low(this.#me);
    if (low && !this.#warned) this.speak(interpolate(gettext("You’re low on time: %s left."), [timeText(left)]));
    this.#warned = low;
  }
}
