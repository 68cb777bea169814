/* What the page asks the server to do, apart from moves. */

import { notify } from "./messages.js";

export class Commands {
  /** `post(frame)` sends a command and resolves to its answer; `isOnline()` tells whether there is a connection. */
  constructor({ post, isOnline }) {
    this.post = post;
    this.isOnline = isOnline;
  }

  /** Send a command. Resolves to whether it was carried out; shows a refusal, or calls `onRefused(answer)` instead. */
  send = async (frame, onRefused = ({ message }) => notify(message)) => {
    if (!this.isOnline()) {
      notify(gettext("You’re offline. Try again in a moment."));
      return false;
    }
    const answer = await this.post(frame);
    if (answer.type === "refused") onRefused(answer);
    return answer.type === "done";
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
