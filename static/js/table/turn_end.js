/* What the table shows between two turns, before the events that follow are shown. */

import { isDealing } from "../board/event_motion.js";

/** Take back what was said about the turn that has ended. If cards are dealt or another player is to move, say so. */
export function endTurn({ board, prompt, hints, coach, tips, focus }, state) {
  const { events, status, view } = state;
  if (!events.length) return;
  coach?.forget(state);
  tips.forget();
  hints.forget();
  if (events.some(isDealing)) prompt.show({ ...view, phase: "deal", moves: [] });
  else if (view.moves.length || (status !== "running" && view.to_act !== null)) return;
  else {
    board.showTurn(view);
    prompt.show(view);
  }
  focus.restore();
}
