/* How a match has ended, in words: who won, and why. */

import { el } from "../lib/dom.js";
import { fillIn, listing } from "../lib/sentence.js";

const REASONS = {
  resigned: gettext("%s resigned."),
  timeout: gettext("%s ran out of time."),
  left: gettext("%s left the table."),
  aborted: gettext("%s aborted the match."),
};
const OWN_REASONS = {
  resigned: gettext("You resigned."),
  timeout: gettext("You ran out of time."),
  left: gettext("You left the table."),
  aborted: gettext("You aborted the match."),
};

/** Return whether the reader played and others won. */
export function hasLost({ me, view, result }) {
  return me !== null && Boolean(result?.winners?.length) && !result.winners.includes(view.seats[me].side);
}

/** Return whether the reader played and won. */
export const hasWon = (state) => state.me !== null && Boolean(state.result?.winners?.length) && !hasLost(state);

/** Return the name of the sound with which the match ends. */
export function soundOfEnd(state) {
  if (hasLost(state)) return "lost";
  return state.result?.winners?.length ? "end" : "draw"; // or nobody has won, because it was aborted
}

/** Return whether the match ended with scores that count. */
export const hasScores = ({ result, status }) => Boolean(result?.sides?.length) && status !== "aborted";

/** Return who won, as a text or a fragment. */
export function headline(state, texts) {
  if (state.status === "voided") return gettext("Match voided");
  if (state.status === "aborted") return gettext("Match aborted");
  const winners = state.result?.winners ?? [];
  if (!winners.length) return gettext("Draw");
  if (hasWon(state)) return gettext("You won!");
  if (hasLost(state) && state.view.scores.length === 2) return gettext("You lost");
  const names = listing(winners.map((side) => texts.sideName(side)));
  return fillIn(gettext("%s won"), [names]);
}

/** Return who or what ended the match early, as a text or a fragment; an empty text if it was played to its end. */
function causeOf({ status, result, seats, offers, me }, texts) {
  const named = result && result.seat !== null;
  if (named && REASONS[result.reason]) {
    const gone = isGone(result, seats);
    if (result.seat === me) return gone ? gettext("You didn’t play.") : OWN_REASONS[result.reason];
    const text = gone ? gettext("%s didn’t play.") : REASONS[result.reason];
    return fillIn(text, [texts.seatName(result.seat)]);
  }
  if (status !== "aborted" || named) return "";
  return offers.abort.length ? gettext("All players agreed.") : gettext("Everyone stopped playing.");
}

/** Return whether the match was aborted because a player was gone. */
const isGone = ({ reason, seat }, seats) => reason === "aborted" && Boolean(seats[seat]?.left);

/** Return the events that ended a match, among the last ones. */
export const lastEvents = ({ recent, counted, events }) => [...(recent ?? []), ...(counted ?? []), ...events];

/** Return what decided a match that was played to its end, for newcomers: the count, or the last points; "" if the reasons
    or the scores say it. */
export function decisionOf(state, texts) {
  const events = lastEvents(state);
  const event = events[events.findLastIndex(({ kind }) => kind === "won") - 1];
  if (!event || texts.ending(events)) return "";
  const [side] = state.result.winners;
  const name = texts.sideName(side);
  if (event.kind !== "count") {
    const what = texts.shout(event);
    return what && fillIn(gettext("%(name)s scored the last points: %(what)s."), { name, what });
  }
  if (!event.free || !event.points[side]) return "";
  const text = gettext("The count decided it: %(name)s had captured %(cards)s cards, and each one above %(free)s scored a point.");
  return fillIn(text, { name, cards: event.captured[side], free: event.free });
}

/** Return why the match ended, as texts and fragments. The list is empty if the scores alone explain it. */
export function reasonsOf(state, texts) {
  const { status } = state;
  const lines = [causeOf(state, texts)];
  if (status === "aborted") lines.push(gettext("It won’t count."));
  if (status === "finished") lines.push(texts.ending(lastEvents(state)));
  return lines.filter(Boolean).flatMap((line) => [" ", line]).slice(1);
}

/** Return the last line of the log, as texts and fragments. It is empty if the events have the end, or there is none. */
export function endLine(state, texts) {
  const { status, result, seats } = state;
  if (status === "open" || status === "running") return [];
  const cause = causeOf(state, texts);
  const isAbortedByPlayer = result?.reason === "aborted" && result.seat !== null && !isGone(result, seats);
  if (status === "finished" || isAbortedByPlayer) return cause ? [cause] : [];
  return [headline(state, texts), ".", ...(cause ? [" ", cause] : [])];
}

/** Return in one line who won, and why. */
export function outcomeOf(state, texts) {
  const reasons = reasonsOf(state, texts);
  return el("span", "", headline(state, texts), ...(reasons.length ? [hasWon(state) ? " " : ". ", ...reasons] : []));
}
