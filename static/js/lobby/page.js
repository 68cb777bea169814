/* The home page: the live list of tables. */

import { byId } from "../lib/dom.js";
import { onFrame, onOpen, send } from "../site/site.js";

const lobby = byId("lobby");
const seekers = byId("seekers");
const filter = byId("lobby-ruleset");

// ---- people and tables ----

/** Hide tables of filtered games, and what the page shows elsewhere: the reader's own tables, and the match on the board.
    Show the empty state if no open table is left, and hide the section of live matches if none is left. */
function arrange() {
  const { me, board } = lobby.dataset;
  for (const section of [...seekers.children, ...lobby.children]) {
    const game = lobby.contains(section) ? filter.value : "";
    const rows = [...section.querySelectorAll("tbody tr")];
    for (const row of rows) {
      const { code, people, ruleset } = row.dataset;
      const isElsewhere = code === board || (me && people.split(",").includes(me));
      row.hidden = isElsewhere || (game !== "" && ruleset !== game);
    }
    const none = rows.every((row) => row.hidden);
    const table = section.querySelector(".table-wrap");
    if (table) table.hidden = none;
    const empty = section.querySelector(".empty-state");
    if (empty) empty.hidden = !none;
    else section.hidden = none;
  }
  filter.closest("div").hidden = filter.value === "" && !lobby.querySelector("tbody tr:not([hidden])");
}

/** Label the rated searches for readers without an account, who must sign in or sign up first. All readers share the
    server's HTML. */
function labelRated() {
  const { ratedLabel } = seekers.dataset;
  if (!ratedLabel) return;
  for (const form of seekers.querySelectorAll("form:has([name='rated'])")) {
    form.querySelector(".go__label").textContent = ratedLabel;
  }
}

/** Replace the lobby with the server's HTML: its first section lists people, the others tables. Restore the focus. */
function showLobby({ html }) {
  const places = [seekers, lobby];
  const focused = places.some((place) => place.contains(document.activeElement)) && addressOf(document.activeElement);
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  for (const form of fresh.content.querySelectorAll("form")) form.append(tokenField());
  const [people, ...tables] = fresh.content.children;
  seekers.replaceChildren(people);
  lobby.replaceChildren(...tables);
  arrange();
  labelRated();
  const links = places.flatMap((place) => [...place.querySelectorAll("a, button")]);
  if (focused) links.find((node) => addressOf(node) === focused)?.focus();
}

const addressOf = ({ form, href }) => (form ? `${form.action} ${form.dataset.player ?? ""}` : href);

function tokenField() {
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name: "csrfmiddlewaretoken", value: lobby.dataset.token });
  return field;
}

// ---- bots ----

if (matchMedia("(width < 40rem)").matches) byId("play-bots").open = false;

const quick = byId("quick");
const namedLevels = JSON.parse(quick.dataset.levels);
const botRatings = JSON.parse(quick.dataset.ratings);

const chosenRuleset = () => quick.elements.game.value.split(":")[0];

/** Disable the bots that do not play the chosen game, and choose the next easier one instead. The others are named with
    their level, if the game has its own: they also choose its rules. */
function limitLevels() {
  const levels = namedLevels[chosenRuleset()];
  let easier = null;
  for (const radio of quick.elements.level) {
    radio.disabled = levels !== undefined && !(radio.value in levels);
    radio.closest("label").querySelector(".level__name").textContent = levels?.[radio.value] ?? "";
    if (radio.disabled && radio.checked && easier) easier.checked = true;
    if (!radio.disabled) easier = radio;
  }
}

/** Show the bots' ratings in the chosen game. A bot that has not played it has none. */
function showRatings() {
  const ratings = botRatings[quick.elements.game.value] ?? {};
  for (const radio of quick.elements.level) {
    const place = radio.closest("label").querySelector(".level__rating");
    place.hidden = !(radio.value in ratings);
    place.textContent = place.hidden ? "" : interpolate(gettext("rating %s"), [ratings[radio.value]]);
  }
}

function showGame() {
  limitLevels();
  showRatings();
  byId("quick-more").search = `?bots=1&ruleset=${chosenRuleset()}`;
}

quick.elements.game.addEventListener("change", showGame);
showGame();

filter.addEventListener("change", arrange);
onFrame("lobby", showLobby);
onOpen(() => send({ type: "lobby" }));
arrange();
labelRated();
