/* Keeps a search for an opponent alive on other pages, such as a table where the reader plays a bot in the meantime. */

import { button, el } from "../lib/dom.js";
import { load, save } from "../lib/store.js";

const KEY = "ronda.seeking"; // whether this window is looking for an opponent
const isSeeking = () => load(KEY, "sessionStorage") === true;
const noteSeeking = (on) => save(KEY, on, "sessionStorage");

/** Follow the search on this page. `isShown` says whether the page shows the search by itself. */
export function keepSeeking({ onFrame, onOpen, send, command, isShown }) {
  let note = null;

  function showNote({ title, clock_words: clock }) {
    if (isShown || note) return;
    const words = interpolate(gettext("Looking for an opponent: %s"), [`${title} · ${clock}`]);
    const cancel = button(gettext("Cancel"), "button button--quiet button--small", () => command({ type: "cancel_seek" }));
    note = el("p", "seeking-note", el("span", "", words), cancel);
    note.role = "status";
    document.querySelector(".site-header").append(note); // where it doesn't cover any cards
  }

  onFrame("seek", ({ seek }) => {
    noteSeeking(Boolean(seek));
    if (seek) {
      showNote(seek);
    } else {
      note?.remove();
      note = null;
    }
  });

  onFrame("notice", ({ kind, url }) => {
    if (kind !== "paired" || !isSeeking()) return;
    noteSeeking(false);
    location.assign(url);
  });

  onOpen(() => {
    if (!isShown && isSeeking()) send({ type: "resume_seek" });
  });
}
