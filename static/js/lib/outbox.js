/* Commands that have not been answered yet. Each has an id, which serves as an idempotency key.

After a lost connection, unanswered commands are sent again. The server stores its answers by id, so that it never
carries out a command twice, but repeats the first answer. */

const ID_BYTES = 12;
const FIRST_PAUSE = 1_000; // milliseconds before retrying an attempt whose outcome is unknown
const MOST_ATTEMPTS = 6;

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES)); // randomUUID() works only over https
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Outbox {
  #unanswered = new Map(); // id → {frame, attempts, settle}, oldest first

  /** `send(frame)` sends a frame, or returns false if there is no connection. */
  constructor(send) {
    this.send = send;
  }

  /** Send a command, now or once connected. Resolves to the answer: a `done` or `refused` frame. */
  post(frame) {
    return new Promise((settle) => {
      const command = { frame: { ...frame, id: newId() }, attempts: 0, settle };
      this.#unanswered.set(command.frame.id, command);
      this.#attempt(command);
    });
  }

  /** After reconnecting, send all unanswered commands again, in order. */
  resend() {
    for (const command of this.#unanswered.values()) this.#attempt(command);
  }

  /** Handle a frame from the server. Return whether it answered a command. */
  take(frame) {
    const command = this.#unanswered.get(frame.id);
    if (!command || !["done", "refused"].includes(frame.type)) return false;
    if (isOpen(frame, command)) {
      setTimeout(() => this.#attempt(command), FIRST_PAUSE * 2 ** (command.attempts - 1));
    } else {
      this.#unanswered.delete(frame.id);
      command.settle(frame);
    }
    return true;
  }

  #attempt(command) {
    if (!this.#unanswered.has(command.frame.id)) return;
    if (this.send(command.frame)) command.attempts += 1;
  }
}

/** Return whether an earlier attempt may have been carried out despite this refusal, or may still be. */
function isOpen({ code }, { attempts }) {
  if (attempts >= MOST_ATTEMPTS) return false;
  return code === "error" || (code === "busy" && attempts > 1);
}
