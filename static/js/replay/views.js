/* The views of a replay. The page contains only what changes from step to step. See games/selectors/replay_views.py. */

const GONE = "-";

function applied(base, { [GONE]: gone = [], ...changes }) {
  const view = { ...base };
  for (const [key, change] of Object.entries(changes)) {
    const old = base[key];
    const isOfItems = Array.isArray(old) && change && !Array.isArray(change);
    view[key] = isOfItems ? old.map((item, place) => (change[place] ? applied(item, change[place]) : item)) : change;
  }
  for (const key of gone) delete view[key];
  return view;
}

/** Return a function that returns the view of an audience ("open", "public", "0" …) at a step. */
export function unpackViews(steps) {
  const publicViews = [];
  for (const { views } of steps) publicViews.push(applied(publicViews.at(-1) ?? {}, views.public));
  return (step, audience) =>
    audience === "public" ? publicViews[step] : applied(publicViews[step], steps[step].views[audience]);
}
