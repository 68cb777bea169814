/* What the page asks the server to do, apart from moves. */

import { notify } from "./messages.js";

export class Commands {
  /** `post(frame)` sends a command and resolves to its answer; `isOnline()` tells whether there is a connection. */
  constructor({ post, isOnline }) {
    this.post = post;
    this.isOnline = isOnline;
  }

  /** Send a command. Resolves to whether it was carried out; shows a refusal. */
  send = async (frame) => {
    if (!this.isOnline()) {
      notify(gettext("You’re offline. Try again in a moment."));
      return false;
    }
    const { type, message } = await this.post(frame);
    if (type === "refused") notify(message);
    return type === "done";
  };
}

/** Read the first events of the match from this address, for the log. Resolves to null if they cannot be read. */
export async function readFirstEvents(address, count) {
  try {
    const answer = await fetch(`${address}?count=${count}`);
    if (answer.ok) return (await answer.json()).events;
  } catch {
    // offline, as the reader is told below
  }
  notify(gettext("The log couldn’t be loaded. Try again in a moment."));
  return null;
}
