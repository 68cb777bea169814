/* A WebSocket that reconnects automatically. */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const LONGEST_RESTART_WAIT = 2_000; // while the server is restarting
const BUSY_WAIT = 30_000; // after too many sockets or frames
const ANSWER_WITHIN = 6_000; // milliseconds without an answer before the connection counts as dead
const OPEN_WITHIN = 12_000;
const SILENCE = 20_000; // milliseconds of silence after which the connection is checked
const SERVER_RESTARTS = 4012;
const TOO_MUCH = 4429;
const FINAL = new Set([4400, 4403, 4404]);
const SIGNED_OUT = 4403; // the user has signed out, changed accounts or been suspended: reload the page
const LEAVES_WITHIN = 10_000; // milliseconds; if the page is still there then, the navigation was a download

// Signing out or changing the password ends this page's session before the next page has loaded. If this page reloaded
// then, with the old session, the new session would be lost.
let isLeaving = false;
addEventListener("beforeunload", () => {
  isLeaving = true;
  setTimeout(() => {
    isLeaving = false;
  }, LEAVES_WITHIN);
});

/** Calls `onFrame(frame)` for each frame, and `onChange("open" | "lost" | "closed", code)` when the connection changes. */
export class MatchSocket {
  #socket = null;
  #wait = FIRST_WAIT;
  #timer = 0;
  #watchdog = 0;
  #silence = 0;

  constructor(path, { onFrame, onChange }) {
    this.url = new URL(path, location.href);
    this.url.searchParams.set("language", document.documentElement.lang); // of refusals and notices
    this.url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.onFrame = onFrame;
    this.onChange = onChange;
    addEventListener("online", () => this.#retry());
    addEventListener("offline", () => this.#disconnect());
    // After sleep, a phone may hold a dead connection: check it.
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

  /** Send a frame. Return false if there is no connection. */
  send(frame) {
    if (!this.isOpen) return false;
    this.#socket.send(JSON.stringify(frame));
    if (frame.id || frame.type === "sync") this.#expectFrame(ANSWER_WITHIN);
    return true;
  }

  #connect() {
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    this.#expectFrame(OPEN_WITHIN);
    socket.addEventListener("open", () => this.onChange("open"));
    socket.addEventListener("message", (event) => {
      if (socket !== this.#socket) return;
      this.#onMessage();
      this.onFrame(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => {
      if (socket === this.#socket) this.#onClose(event.code);
    });
  }

  #onMessage() {
    this.#wait = FIRST_WAIT;
    clearTimeout(this.#watchdog);
    this.#watchdog = 0;
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      if (!document.hidden) this.#check();
    }, SILENCE);
  }

  #onClose(code) {
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
    // Jitter keeps pages from all reconnecting at once after a restart.
    this.#timer = setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, code === SERVER_RESTARTS ? LONGEST_RESTART_WAIT : LONGEST_WAIT);
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

  /** Disconnect unless a frame arrives within `time`. An earlier deadline stays in force. */
  #expectFrame(time) {
    this.#watchdog ||= setTimeout(() => this.#disconnect(), time);
  }

  /** Drop a dead connection. */
  #disconnect() {
    const dead = this.#socket;
    if (!dead) return;
    this.#onClose(0);
    dead.close();
  }
}
