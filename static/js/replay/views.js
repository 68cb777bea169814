/* The views of a replay. The page contains only what changes from step to step. See games/selectors/replay_views.py. */

const GONE = "-";

function applied(base, changes) {
  const view = { ...base };
  for (const key in changes) {
    const [old, change] = [base[key], changes[key]];
    if (key === GONE) change.forEach((gone) => delete view[gone]);
    else if (Array.isArray(old) && change && !Array.isArray(change)) view[key] = appliedToItems(old, change);
    else view[key] = change;
  }
  return view;
}

function appliedToItems(items, changes) {
  return items.map((item, place) => (changes[place] ? applied(item, changes[place]) : item));
}

/** Return a function that returns the view of an audience ("open", "public", "0" …) at a step. */
export function unpackViews(steps) {
  const publicViews = []; // as far as they have been needed, so that a long match does not hold up its page
  const publicAt = (step) => {
    for (let next = publicViews.length; next <= step; next += 1) {
      publicViews.push(applied(publicViews.at(-1) ?? {}, steps[next].views.public));
    }
    return publicViews[step];
  };
  return (step, audience) =>
    audience === "public" ? publicAt(step) : applied(publicAt(step), steps[step].views[audience]);
}
