/* The search for an opponent, on the home page. */

import { command, onFrame } from "../site/site.js";

const part = (name) => document.getElementById(name);
const form = part("seek-form");
const refused = part("seek-refused");

let current = null; // the search as the server tells it, with `began` by this page's clock
let ending = false; // the reader has cancelled

/**
 * The terms that the address asks for, ?seek=ruleset,clock,rated or …,casual: into the form, and sought if that offers
 * them.
 */
function wish() {
  const [ruleset, clock, rated] = (new URLSearchParams(location.search).get("seek") ?? "").split(",");
  if (!clock) return null;
  history.replaceState(null, "", location.pathname); // once: not again when the page is loaded anew
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

part("seek-cancel").addEventListener("click", () => {
  ending = true;
  command({ type: "cancel_seek" });
});

async function seek(terms) {
  say("");
  ending = false;
  const { type, message } = await command({ type: "seek", ...terms });
  if (type === "refused") say(message);
  else if (!current && !ending) showOutcome();
}

/** The search has ended, by a pairing or by the server: the page as it is now tells which. */
function showOutcome() {
  location.assign(location.pathname);
}

onFrame("seek", ({ seek: told }) => {
  const ended = current && !told && !ending;
  current = told && { ...told, began: performance.now() - told.waited };
  part("seeking").hidden = !current;
  form.hidden = Boolean(current);
  if (current) {
    const kind = current.rated ? gettext("rated") : gettext("casual");
    part("seek-terms").textContent = `${current.title} · ${current.clock_words} · ${kind}`;
    tick();
  } else if (ended) {
    showOutcome();
  }
});

onFrame("refused", ({ message }) => say(message));

onFrame("notice", ({ kind, url }) => {
  if (kind === "paired" && current) location.assign(url);
});

function tick() {
  if (!current) return;
  const waited = performance.now() - current.began;
  const seconds = Math.floor(waited / 1000);
  part("seek-clock").textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const window = current.windows.findLast(([from]) => from <= waited)?.[1] ?? null;
  const text =
    window === null
      ? gettext("Any opponent")
      : interpolate(gettext("Opponents rated %s to %s"), [Math.max(0, current.rating - window), current.rating + window]);
  if (part("seek-window").textContent !== text) part("seek-window").textContent = text;
}

setInterval(tick, 1000);

const wished = wish();
if (wished) seek(wished);

function say(text) {
  refused.textContent = text;
  refused.hidden = !text;
}
