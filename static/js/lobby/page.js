/* The home page: the tables as they come and go, and the search for an opponent. */

import { onFrame, onOpen, send } from "../site/site.js";

const part = (name) => document.getElementById(name);
const lobby = part("lobby");
const filter = part("lobby-ruleset");

// ---- tables ----

/** Leave out the reader's own tables and the games not asked for, and say so where nothing is left. */
function arrange() {
  const me = lobby.dataset.me;
  for (const section of lobby.querySelectorAll("section")) {
    const rows = [...section.querySelectorAll("tbody tr")];
    for (const row of rows) {
      const own = me && row.dataset.people.split(",").includes(me);
      row.hidden = own || (filter.value !== "" && row.dataset.ruleset !== filter.value);
    }
    const none = rows.every((row) => row.hidden);
    section.querySelector(".empty-state").hidden = !none;
    const table = section.querySelector(".table-wrap");
    if (table) table.hidden = none;
  }
}

/** Put in what the server has sent, without taking the focus from who is about to choose a table. */
function showLobby({ html }) {
  const focused = lobby.contains(document.activeElement) && addressOf(document.activeElement);
  lobby.innerHTML = html;
  for (const form of lobby.querySelectorAll("form")) form.append(tokenField());
  arrange();
  if (focused) [...lobby.querySelectorAll("a, button")].find((node) => addressOf(node) === focused)?.focus();
}

const addressOf = (node) => node.form?.action ?? node.href;

function tokenField() {
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name: "csrfmiddlewaretoken", value: lobby.dataset.token });
  return field;
}

filter.closest("div").hidden = false;
filter.addEventListener("change", arrange);
onFrame("lobby", showLobby);
onOpen(() => send({ type: "lobby", language: document.documentElement.lang }));
arrange();
