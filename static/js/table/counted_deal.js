/* Some states contain the count of a deal together with what follows it: the end of the match, or the next deal if nobody
   cuts by hand. The page shows the count first. */

/** Split such a state in two, and return the states to show, in order. The second one has the events of the first as
    `counted`. */
export function splitAtCount(state) {
  const { events, view, recent, status } = state;
  const after = events.findIndex(({ kind }) => kind === "count") + 1;
  const isLast = status === "finished";
  if (!after || recent || !view || !(isLast || events.slice(after).some(({ kind }) => kind === "deal"))) return [state];
  const counted = events.slice(0, after);
  const shown = { ...countedView(view, counted.at(-1)), phase: isLast ? "over" : "count" };
  return [{ ...state, status: "running", events: counted, view: shown }, { ...state, events: events.slice(after), counted }];
}

/** Return the view to show with the count: the new score, no cards, and no player to act. */
function countedView(view, count) {
  const seats = view.seats.map((seat) => ({ ...seat, cards: 0, hand: seat.hand && [] }));
  const idle = { to_act: null, moves: [], interrupts: [] };
  return { ...view, ...idle, seats, scores: count.scores, captured: count.captured ?? view.captured, table: [], stock: 0 };
}
