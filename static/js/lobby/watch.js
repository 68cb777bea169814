/* The list of live matches, which follows the lobby. */

import { byId } from "../lib/dom.js";
import { onFrame, onOpen, send } from "../site/site.js";

const filter = byId("live-filter");
let reading = new AbortController();

const codes = (rows) => rows.map(({ dataset }) => dataset.code).sort().join();

/** Read the page again if a match on it has begun or ended. The server knows the order, and what to show if none is left. */
function follow({ html }) {
  const { ruleset, me } = byId("live").dataset;
  const lobby = document.createElement("template");
  lobby.innerHTML = html;
  const running = [...lobby.content.querySelectorAll("#live-matches tbody tr")].filter(
    ({ dataset }) => ["", dataset.ruleset].includes(ruleset) && !(me && dataset.people.split(",").includes(me)),
  );
  if (codes(running) !== codes([...document.querySelectorAll("#live tbody tr")])) readAgain();
}

async function readAgain() {
  reading.abort();
  reading = new AbortController();
  try {
    const answer = await fetch(location.href, { signal: reading.signal });
    if (answer.ok) show(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    // replaced by a newer request, or offline: the lobby is sent again after reconnecting
  }
}

/** Show the fresh list, and keep the focus on the same match. */
function show(fresh) {
  const focused = byId("live").contains(document.activeElement) && document.activeElement.href;
  byId("live").replaceWith(fresh.getElementById("live"));
  filter.hidden = fresh.getElementById("live-filter").hidden;
  if (focused) [...byId("live").querySelectorAll("a")].find(({ href }) => href === focused)?.focus();
}

onFrame("lobby", follow);
onOpen(() => send({ type: "lobby" }));
