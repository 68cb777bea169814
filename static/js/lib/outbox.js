/* Commands on their way to the server. Each has an id, and the server answers it once, whatever happens to the line.

After a lost connection a command without an answer is sent again. The server stores its answers by id: it carries no
command out twice, and tells what became of the first attempt. */

const ID_BYTES = 12;
const FIRST_PAUSE = 1_000; // milliseconds until an attempt is repeated whose outcome the server could not tell
const MOST_ATTEMPTS = 6;

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES)); // randomUUID() is for pages on https only
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Outbox {
  #unanswered = new Map(); // id → {frame, attempts, settle}, oldest first

  /** `send(frame)` sends a frame, or returns false if there is no connection. */
  constructor(send) {
    this.send = send;
  }

  /** Send a command, or keep it until there is a connection. Resolves with the answer: a `done` or `refused` frame. */
  post(frame) {
    return new Promise((settle) => {
      const command = { frame: { ...frame, id: newId() }, attempts: 0, settle };
      this.#unanswered.set(command.frame.id, command);
      this.#attempt(command);
    });
  }

  /** There is a connection again: repeat all that has no answer yet, in order. */
  resend() {
    for (const command of this.#unanswered.values()) this.#attempt(command);
  }

  /** Take a frame from the server; returns whether it answered a command. */
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

/** Whether an earlier attempt may have been carried out, or may yet be, in spite of this refusal. */
function isOpen({ code }, { attempts }) {
  if (attempts >= MOST_ATTEMPTS) return false;
  return code === "error" || (code === "busy" && attempts > 1);
}
