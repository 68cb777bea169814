/* Seeking an opponent, on the home page. */

import { byId } from "../lib/dom.js";
import { command, onFrame } from "../site/site.js";

const form = byId("seek-form");
const error = byId("seek-refused");
const panel = byId("seeking");
const title = document.title;

let current = null; // the server's seek, with `began` by this page's clock
let cancelled = false; // the reader has cancelled

/**
 * Read the terms from the URL, ?seek=ruleset,clock,rated or …,casual, and fill in the form. Return them, or null if
 * the form does not offer them.
 */
function termsFromUrl() {
  const [ruleset, clock, rated] = (new URLSearchParams(location.search).get("seek") ?? "").split(",");
  if (!clock) return null;
  history.replaceState(null, "", location.pathname); // so that a reload does not seek again
  const terms = { ruleset, clock: clock.replaceAll(" ", "+"), rated: rated === "rated" };
  form.elements.rated.checked = terms.rated;
  const offered = ["ruleset", "clock"].map((name) => {
    const option = [...form.elements[name].options].find(({ value }) => value === terms[name]);
    if (option) option.selected = true;
    return option;
  });
  return offered.every(Boolean) ? terms : null;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const data = new FormData(form);
  seek({ ruleset: data.get("ruleset"), clock: data.get("clock"), rated: data.has("rated") });
});

byId("seek-cancel").addEventListener("click", () => {
  cancelled = true;
  command({ type: "cancel_seek" });
});

/** Return the smallest game of a ruleset that can be played against bots at once. */
function quickGame(ruleset) {
  return [...byId("quick").elements.game.options].find(({ value }) => value.startsWith(`${ruleset}:`)).value;
}

async function seek(terms) {
  showError("");
  cancelled = false;
  const { type, message } = await command({ type: "seek", ...terms });
  if (type === "refused") showError(message);
  else if (!current && !cancelled) showOutcome();
}

/** Reload the page to show the outcome of a seek that a pairing or the server has ended. */
function showOutcome() {
  location.assign(location.pathname);
}

onFrame("seek", ({ seek: found }) => {
  const ended = current && !found && !cancelled;
  current = found && { ...found, began: performance.now() - found.waited };
  const hadFocus = byId("seek").contains(document.activeElement);
  const isNew = panel.hidden && current;
  panel.hidden = !current;
  byId("seek").hidden = Boolean(current);
  document.title = current ? interpolate(gettext("Looking for an opponent: %s"), [current.title]) : title;
  if (isNew) {
    scrollTo(0, 0); // the panel is at the top
    if (hadFocus) panel.focus({ preventScroll: true });
  }
  if (current) {
    const kind = current.rated ? gettext("rated") : gettext("casual");
    byId("meanwhile").elements.game.value = quickGame(current.ruleset);
    byId("seek-terms").textContent = `${current.title} · ${current.clock_words} · ${kind}`;
    tick();
  } else if (ended) {
    showOutcome();
  }
});

onFrame("refused", ({ message }) => showError(message));

onFrame("notice", ({ kind, url }) => {
  if (kind === "paired" && current) location.assign(url);
});

/** Describe the opponents that the reader may be paired with after a wait. Casual searches widen like rated ones, but
    guests have no rating. Rated and casual searches never meet. */
function opponentsAfter(waited) {
  const { rated, rating, windows } = current;
  const window = windows.findLast(([from]) => from <= waited)?.[1] ?? null;
  if (window === null) return gettext("Any opponent");
  if (!rated) return gettext("Opponents near your level first, then anyone else looking for a casual match");
  return interpolate(gettext("Opponents rated %s to %s"), [Math.max(0, rating - window), rating + window]);
}

function tick() {
  if (!current) return;
  const waited = performance.now() - current.began;
  const seconds = Math.floor(waited / 1000);
  byId("seek-clock").textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const text = opponentsAfter(waited);
  if (byId("seek-window").textContent !== text) byId("seek-window").textContent = text;
}

setInterval(tick, 1000);

const requested = termsFromUrl();
if (requested) seek(requested);

function showError(text) {
  error.textContent = text;
  error.hidden = !text;
  if (text) error.scrollIntoView({ block: "nearest" });
}
