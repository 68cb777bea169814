/* The socket that every page of the site has, and the notices that it receives. */

import { el } from "../lib/dom.js";
import { keepSeeking } from "./keep_seeking.js";
import { notify } from "./notify.js";
import { Outbox } from "../lib/outbox.js";
import { postForm } from "../lib/post_form.js";
import { fillIn, labelled } from "../lib/sentence.js";
import { MatchSocket } from "../lib/socket.js";

const SHOWN_FOR = 12_000; // milliseconds
const TEXTS = {
  paired: gettext("You’re playing against %s."),
  invited: gettext("%s invites you to a table."),
  declined: gettext("%s declined your invitation."),
  full: gettext("Your table is full. Start when you’re ready."),
  started: gettext("Your match has started."),
  turn: gettext("It’s your turn against %s."),
  sent_away: gettext("%s removed you from the table."),
  report_decided: gettext("The moderators have dealt with your report."),
};

const listeners = new Map(); // type of frame → functions
const opened = [];

/** Call `handler(frame)` for every frame of a type. */
export function onFrame(type, handler) {
  listeners.set(type, [...(listeners.get(type) ?? []), handler]);
}

/** Call `handler()` whenever the socket connects or reconnects. */
export function onOpen(handler) {
  opened.push(handler);
  if (socket.isOpen) handler();
}

export const send = (frame) => socket.send(frame);

const outbox = new Outbox(send);

/** Send a command, now or once reconnected. Resolves to its answer. */
export const command = (frame) => outbox.post(frame);

const socket = new MatchSocket("/ws/site/", {
  onFrame(frame) {
    if (!outbox.take(frame)) listeners.get(frame.type)?.forEach((handler) => handler(frame));
  },
  onChange(how) {
    document.documentElement.dataset.line = how;
    if (how !== "open") return;
    opened.forEach((handler) => handler());
    outbox.resend();
  },
});

/** Return the text of a notice, as a fragment. */
const sentence = ({ kind, by }) => fillIn(TEXTS[kind], [by]);

function showNotice(frame) {
  const { notices } = document.body.dataset;
  const isDecision = frame.kind === "report_decided"; // its subject is no game, and the table does not show it
  const isShown = location.pathname === frame.url && !isDecision;
  if (!isShown) showPendingCount(frame.waiting);
  if (!TEXTS[frame.kind]) return;
  const words = sentence(frame).textContent;
  if (document.hidden) notify(isDecision ? words : labelled(frame.title, words), isDecision ? notices : frame.url);
  if (isShown) return;
  const isInInbox = frame.kind === "invited" || isDecision;
  const link = el("a", "notice__link", isInInbox ? gettext("View") : gettext("Go to table"));
  link.href = isInInbox ? notices : frame.url;
  const close = el("button", "notice__close", "×");
  close.type = "button";
  close.setAttribute("aria-label", gettext("Close"));
  const said = el("span", "notice__text", ...(isDecision ? [] : [el("b", "", frame.title), " "]), sentence(frame));
  const text = el("p", "", said, " ");
  const answers = frame.kind === "invited" ? answersTo(frame) : [];
  if (!answers.length && frame.kind !== "sent_away") text.append(link);
  const node = el("div", answers.length ? "notice notice--question" : "notice", text, close);
  if (answers.length) node.append(el("div", "notice__answers", ...answers));
  node.dataset.news = `${frame.kind} ${frame.code}`;
  document.querySelector(`[data-news="${node.dataset.news}"]`)?.remove(); // a repeated notice replaces the earlier one
  const end = () => node.remove();
  close.addEventListener("click", end);
  document.getElementById("notices").append(node);
  if (!answers.length) setTimeout(end, SHOWN_FOR);
}

/** Return forms that answer an invitation; none at a table, where sitting down elsewhere would mean leaving a match, and
    none where the page has no form of a signed-in player to take the token from. */
function answersTo({ url }) {
  const token = document.querySelector("#user-menu [name=csrfmiddlewaretoken]")?.value;
  if (!token || document.body.classList.contains("at-table")) return [];
  return [
    postForm(`${url}sit/`, token, gettext("Sit down"), "button button--small"),
    postForm(`${url}decline/`, token, gettext("Decline"), "button button--small button--quiet"),
  ];
}

function showPendingCount(count) {
  if (!count) for (const node of document.querySelectorAll(".notice--question")) node.remove(); // answered or expired
  for (const node of document.querySelectorAll("[data-waiting]")) {
    node.textContent = count;
    node.hidden = !count;
  }
}

onFrame("notice", showNotice);
onFrame("waiting", (frame) => showPendingCount(frame.count));
keepSeeking({ onFrame, onOpen, send, command, isShown: document.getElementById("seek-form") !== null });
