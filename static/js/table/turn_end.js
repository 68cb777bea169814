/* What the table shows between two turns, before the events that follow are shown. */

import { isDealing } from "../board/event_motion.js";

/** Say that cards are dealt, or what is shown before that. */
export function showDealing(prompt, view, text) {
  prompt.show({ ...view, phase: "deal", moves: [] }, text);
}

/** Take back what was said about the turn that has ended. If another player is to move, say so. Cards are dealt only once
    the last card of the batch has been shown. */
export function endTurn({ board, prompt, hints, coach, tips, focus }, state) {
  const { events, status, view } = state;
  if (!events.length) return;
  coach?.forget(state);
  tips.forget();
  hints.forget();
  if (events.some(isDealing)) {
    const isPlayed = events.some(({ card }) => card !== undefined);
    showDealing(prompt, view, isPlayed ? gettext("Last card of the batch") : undefined);
  } else if (view.moves.length || (status !== "running" && view.to_act !== null)) return;
  else {
    board.showTurn(view);
    prompt.show(view);
  }
  focus.restore();
}
