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

/** Return why the match ended, as texts and fragments. The list is empty if the scores alone explain it. */
export function reasonsOf({ status, result, seats, offers, me, recent, events }, texts) {
  const lines = [];
  const named = result && result.seat !== null;
  if (named && REASONS[result.reason]) {
    const gone = result.reason === "aborted" && seats[result.seat]?.left;
    if (result.seat === me) {
      lines.push(gone ? gettext("You didn’t play.") : OWN_REASONS[result.reason]);
    } else {
      const text = gone ? gettext("%s didn’t play.") : REASONS[result.reason];
      lines.push(fillIn(text, [texts.seatName(result.seat)]));
    }
  }
  if (status === "aborted") {
    if (!named) lines.push(offers.abort.length ? gettext("All players agreed.") : gettext("Everyone stopped playing."));
    lines.push(gettext("It won’t count."));
  }
  const decision = status === "finished" && texts.ending([...(recent ?? []), ...events]);
  if (decision) lines.push(decision);
  return lines.flatMap((line) => [" ", line]).slice(1);
}

/** Return in one line who won, and why. */
export function outcomeOf(state, texts) {
  const reasons = reasonsOf(state, texts);
  return el("span", "", headline(state, texts), ...(reasons.length ? [hasWon(state) ? " " : ". ", ...reasons] : []));
}
