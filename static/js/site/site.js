/* What every page has: the socket of the site, which brings news for its reader. */

import { el } from "../lib/dom.js";
import { notify } from "./notify.js";
import { Outbox } from "../lib/outbox.js";
import { MatchSocket } from "../lib/socket.js";

const SHOWN_FOR = 12_000; // milliseconds
const TEXTS = {
  paired: gettext("You’re playing against %s."),
  invited: gettext("%s invites you to a table."),
  declined: gettext("%s declined your invitation."),
  full: gettext("Your table is full. Start when you’re ready."),
  started: gettext("Your match has started."),
  turn: gettext("It’s your turn."),
  sent_away: gettext("%s removed you from the table."),
};

const listeners = new Map(); // type of frame → functions
const opened = [];

/** Call `act(frame)` for every frame of a type. */
export function onFrame(type, act) {
  listeners.set(type, [...(listeners.get(type) ?? []), act]);
}

/** Call `act()` whenever the line is there, also when it comes back. */
export function onOpen(act) {
  opened.push(act);
  if (socket.isOpen) act();
}

export const send = (frame) => socket.send(frame);

const outbox = new Outbox(send);

/** Have the server carry out a command, now or when the line is back. Resolves with its answer. */
export const command = (frame) => outbox.post(frame);

const socket = new MatchSocket("/ws/site/", {
  onFrame(frame) {
    if (!outbox.take(frame)) listeners.get(frame.type)?.forEach((act) => act(frame));
  },
  onChange(how) {
    document.documentElement.dataset.line = how;
    if (how !== "open") return;
    opened.forEach((act) => act());
    outbox.resend();
  },
});

/** A notice as a sentence. */
export const sentence = ({ kind, by }) => interpolate(TEXTS[kind], [by].slice(0, TEXTS[kind].split("%s").length - 1));

function showNotice(frame) {
  showWaiting(frame.waiting);
  if (!TEXTS[frame.kind]) return;
  if (document.hidden) notify(`${frame.title}: ${sentence(frame)}`, frame.url);
  if (location.pathname === frame.url) return; // the page itself shows what happens there
  const link = el("a", "notice__go", frame.kind === "invited" ? gettext("View") : gettext("Go to table"));
  link.href = frame.kind === "invited" ? document.body.dataset.notices : frame.url;
  const close = el("button", "notice__close", "×");
  close.type = "button";
  close.setAttribute("aria-label", gettext("Close"));
  const words = el("p", "", el("b", "", frame.title), " ", sentence(frame), " ");
  if (frame.kind !== "sent_away") words.append(link);
  const node = el("div", "notice", words, close);
  node.dataset.news = `${frame.kind} ${frame.code}`;
  document.querySelector(`[data-news="${node.dataset.news}"]`)?.remove(); // the same again is shown once
  const end = () => node.remove();
  close.addEventListener("click", end);
  document.getElementById("notices").append(node);
  setTimeout(end, SHOWN_FOR);
}

function showWaiting(count) {
  for (const node of document.querySelectorAll("[data-waiting]")) {
    node.textContent = count;
    node.hidden = !count;
  }
}

onFrame("notice", showNotice);
onFrame("waiting", (frame) => showWaiting(frame.count));
