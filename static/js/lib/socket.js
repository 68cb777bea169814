/* The socket of a match: it comes back by itself, and tells how it stands. */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const LONGEST_WAIT_SENT_AWAY = 2_000; // where a server is there, and says that it is soon of use again
const BUSY_WAIT = 30_000; // where the server has too many sockets or frames of this reader
const ANSWER_WITHIN = 6_000; // milliseconds that an answer may take before the line counts as dead
const OPEN_WITHIN = 12_000;
const SILENCE = 20_000; // after which it is asked whether the line still lives
const COME_BACK = 4012;
const TOO_MUCH = 4429;
const FINAL = new Set([4400, 4403, 4404]);
const SIGNED_OUT = 4403; // the page belongs to somebody who is signed in no longer, or kept out: see who one is now
const LEAVES_WITHIN = 10_000; // what was asked for instead of this page may be a file: then it stays

// Signing out or changing one's password ends this page's session before the next page is there. To load this one again
// with the old session then would lose the new one.
let isLeaving = false;
addEventListener("beforeunload", () => {
  isLeaving = true;
  setTimeout(() => {
    isLeaving = false;
  }, LEAVES_WITHIN);
});

/** Calls `onFrame(frame)` for each frame, `onChange("open" | "lost" | "closed", code)` when the line comes or goes. */
export class MatchSocket {
  #socket = null;
  #wait = FIRST_WAIT;
  #timer = 0;
  #watchdog = 0;
  #silence = 0;

  constructor(path, { onFrame, onChange }) {
    this.url = new URL(path, location.href);
    this.url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.onFrame = onFrame;
    this.onChange = onChange;
    addEventListener("online", () => this.#retry());
    addEventListener("offline", () => this.#cut());
    // A phone that slept may hold a line that is long dead: ask, and go by the answer.
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#check();
    });
    addEventListener("pagehide", () => this.#socket?.close());
    addEventListener("pageshow", (event) => {
      if (event.persisted) this.#retry();
    });
    this.#connect();
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Send a frame; false if there is no line. */
  send(frame) {
    if (!this.isOpen) return false;
    this.#socket.send(JSON.stringify(frame));
    if (frame.id || frame.type === "sync") this.#watch(ANSWER_WITHIN);
    return true;
  }

  #connect() {
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    this.#watch(OPEN_WITHIN);
    socket.addEventListener("open", () => this.onChange("open"));
    socket.addEventListener("message", (event) => {
      if (socket !== this.#socket) return;
      this.#heard();
      this.onFrame(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => {
      if (socket === this.#socket) this.#lost(event.code);
    });
  }

  #heard() {
    this.#wait = FIRST_WAIT;
    clearTimeout(this.#watchdog);
    this.#watchdog = 0;
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      if (!document.hidden) this.#check();
    }, SILENCE);
  }

  #lost(code) {
    clearTimeout(this.#watchdog);
    this.#watchdog = 0;
    clearTimeout(this.#silence);
    this.#socket = null;
    if (code === SIGNED_OUT && !isLeaving) location.reload();
    if (FINAL.has(code)) {
      this.onChange("closed", code);
      return;
    }
    this.onChange("lost", code);
    if (code === TOO_MUCH) this.#wait = BUSY_WAIT;
    // Not all at once when a server comes back.
    this.#timer = setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, code === COME_BACK ? LONGEST_WAIT_SENT_AWAY : LONGEST_WAIT);
  }

  #retry() {
    if (this.#socket || !this.#timer) return;
    clearTimeout(this.#timer);
    this.#connect();
  }

  #check() {
    if (this.isOpen) this.send({ type: "sync" });
    else this.#retry();
  }

  /** Without a frame in this time the line is dead; the first that waits for one decides. */
  #watch(time) {
    this.#watchdog ||= setTimeout(() => this.#cut(), time);
  }

  /** Give a line up that is open in name only. */
  #cut() {
    const dead = this.#socket;
    if (!dead) return;
    this.#lost(0);
    dead.close();
  }
}
