/* States that contain both the count of a deal and what follows: the next deal, because nobody cuts by hand, or the end of
   the match. The page shows the count first. */

/** Split a state that contains a count and the next deal or the end into two; the second one has the events of the first as
    `counted`. Return the states to show, in order. */
export function splitAtCount(state) {
  const { events, view, recent, status } = state;
  const after = events.findIndex(({ kind }) => kind === "count") + 1;
  const isLast = status === "finished";
  if (!after || recent || !view || !(isLast || events.slice(after).some(({ kind }) => kind === "deal"))) return [state];
  const counted = events.slice(0, after);
  const shown = { ...countedView(view, counted.at(-1)), phase: isLast ? "over" : "count" };
  return [{ ...state, status: "running", events: counted, view: shown }, { ...state, events: events.slice(after), counted }];
}

/** Return the view after the count and before what follows: the new score, but no cards and no player to act. */
function countedView(view, count) {
  const seats = view.seats.map((seat) => ({ ...seat, cards: 0, hand: seat.hand && [] }));
  const idle = { to_act: null, moves: [], interrupts: [] };
  return { ...view, ...idle, seats, scores: count.scores, captured: count.captured ?? view.captured, table: [], stock: 0 };
}
