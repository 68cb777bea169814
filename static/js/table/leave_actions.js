/* Leaving a running match: resign, abort, or claim the win, each with a confirmation. */

import { allow, byId } from "../lib/dom.js";

const asking = new Set(); // the open dialogs

/** Open a dialog, and call `action` if it is confirmed. If it is not modal, it lies within the page. */
export function askFirst(dialog, action, { isModal = true } = {}) {
  dialog.returnValue = "";
  asking.add(dialog);
  dialog.onclose = () => {
    asking.delete(dialog);
    if (dialog.returnValue === "yes") action();
  };
  if (isModal) {
    dialog.showModal();
    return;
  }
  dialog.onkeydown = ({ key }) => {
    if (key === "Escape") dialog.close(); // which only modal dialogs do by themselves
  };
  if (!dialog.open) dialog.show();
}

/** The match has ended: close all open questions, unanswered. */
export function stopAsking() {
  for (const dialog of asking) dialog.close();
}

export class LeaveActions {
  #offers = false;

  /** `send(frame)` sends a command. */
  constructor(send) {
    this.send = send;
    byId("ask-resign").addEventListener("click", () => askFirst(byId("resign"), () => send({ type: "resign" })));
    byId("ask-abort").addEventListener("click", ({ currentTarget }) => {
      if (currentTarget.getAttribute("aria-disabled") === "true") return;
      if (this.#offers) this.offer(true);
      else this.abort();
    });
  }

  /** Show the actions that are possible in this state. */
  show({ me, status, seats, early, offers }) {
    byId("tools").hidden = me === null || status !== "running";
    if (byId("tools").hidden) return;
    const others = seats.filter((sitter, seat) => seat !== me && !sitter.by_site && !sitter.stand_in);
    this.#offers = !early && others.length > 0;
    const gone = seats[me].left;
    byId("ask-resign").hidden = early || gone;
    this.#showAbort({ isHidden: gone, isOffered: offers.abort.includes(me) });
  }

  /** The button stays in its place while the offer stands, so that the next one does not move below the pointer. */
  #showAbort({ isHidden, isOffered }) {
    const node = byId("ask-abort");
    node.hidden = isHidden;
    allow(node, !isOffered);
    const [label, offered] = node.children;
    label.textContent = this.#offers ? gettext("Offer to abort") : gettext("Abort");
    node.title = (isOffered ? offered : label).textContent;
  }

  /** A notice has a button that aborts, or no longer has one: where both would be seen, only that one is. */
  showAbortInNotice = (is) => byId("ask-abort").classList.toggle("is-in-notice", is);

  claim = () => askFirst(byId("claim-win"), () => this.send({ type: "claim_win" }));

  abort = () => askFirst(byId("confirm-abort"), () => this.offer(true));

  /** Abort a match that the others have left: by claiming, so that they count as the ones who left. */
  abortAlone = () => askFirst(byId("confirm-abort"), () => this.send({ type: "claim_win" }));

  offer = (on) => this.send({ type: "abort", on });

  back = () => this.send({ type: "back" });
}
