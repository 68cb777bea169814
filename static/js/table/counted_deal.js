/* States that contain both the count of a deal and the next deal, because nobody cuts by hand. The page shows the count first. */

/** Split a state that contains a count and the next deal into two. Return the states to show, in order. */
export function splitAtCount(state) {
  const { events, view, recent } = state;
  const after = events.findIndex(({ kind }) => kind === "count") + 1;
  if (!after || recent || !view || !events.slice(after).some(({ kind }) => kind === "deal")) return [state];
  const counted = { ...state, events: events.slice(0, after), view: countedView(view, events[after - 1]) };
  return [counted, { ...state, events: events.slice(after) }];
}

/** Return the view between the count and the next deal: the new score, but no cards and no player to act. */
function countedView(view, count) {
  const seats = view.seats.map((seat) => ({ ...seat, cards: 0, hand: seat.hand && [] }));
  const idle = { phase: "count", to_act: null, moves: [], interrupts: [] };
  return { ...view, ...idle, seats, scores: count.scores, captured: count.captured ?? view.captured, table: [], stock: 0 };
}
