/* The socket of a match: it comes back by itself, and tells how it stands. */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
const ANSWER_WITHIN = 6_000; // milliseconds that a sync may take before the line counts as dead
const FINAL = new Set([4400, 4404]);

/** Calls `onFrame(frame)` for each frame, `onChange("open" | "lost" | "closed", code)` when the line comes or goes. */
export class MatchSocket {
  #socket = null;
  #wait = FIRST_WAIT;
  #timer = 0;
  #watchdog = 0;

  constructor(path, { onFrame, onChange }) {
    this.url = new URL(path, location.href);
    this.url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.onFrame = onFrame;
    this.onChange = onChange;
    addEventListener("online", () => this.#retry());
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
    return true;
  }

  #connect() {
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    socket.addEventListener("open", () => this.onChange("open"));
    socket.addEventListener("message", (event) => {
      clearTimeout(this.#watchdog);
      this.#wait = FIRST_WAIT;
      this.onFrame(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => {
      if (socket === this.#socket) this.#lost(event.code);
    });
  }

  #lost(code) {
    clearTimeout(this.#watchdog);
    this.#socket = null;
    if (FINAL.has(code)) {
      this.onChange("closed", code);
      return;
    }
    this.onChange("lost", code);
    // Not all at once when a server comes back.
    this.#timer = setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  #retry() {
    if (this.#socket || !this.#timer) return;
    clearTimeout(this.#timer);
    this.#connect();
  }

  #check() {
    if (!this.isOpen) {
      this.#retry();
      return;
    }
    const asked = this.#socket;
    this.send({ type: "sync" });
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => {
      if (asked !== this.#socket) return;
      asked.close();
      this.#lost(0);
    }, ANSWER_WITHIN);
  }
}
