/* An open table: players, free seats, and the buttons to fill them. */

import { el } from "../lib/dom.js";
import { nameElement } from "../lib/names.js";
import { leavesText } from "../board/seat.js";

let chosenLevel = ""; // of the bots that the host adds, kept when the seats are drawn again

/** Create a form with a single button. The server redirects back to the table. */
function form(address, csrf, label, className, fields = {}) {
  const node = el("form", "");
  node.method = "post";
  node.action = address;
  for (const [name, value] of Object.entries({ csrfmiddlewaretoken: csrf, ...fields })) {
    const input = el("input");
    Object.assign(input, { type: "hidden", name, value });
    node.append(input);
  }
  node.append(el("button", className, label));
  return node;
}

/** Show that the table was closed before its match started. */
export function showClosed(root, home) {
  const text = gettext("This table is closed. The match didn’t start, because a player left or no one came.");
  const away = el("a", "button", gettext("Find another match"));
  away.href = home;
  root.replaceChildren(el("p", "open-table__status", text), el("div", "actions", away));
}

/** Show the seats of an open table. `page`: {urls, csrf, sides, partners, bot_faces, levels, level}. */
export function showOpenTable(root, { seats, me, gathering }, page) {
  const isHost = me !== null && gathering.host === me;
  const rows = seats.map((sitter, seat) => {
    const row = el("li", sitter ? "place" : "place place--free");
    const side = page.partners ? `${gettext("Side")} ${page.sides[seat] + 1}` : "";
    row.append(el("span", "place__number", String(seat + 1)));
    if (sitter?.by_site) row.append(botFace(sitter.name, page.bot_faces));
    row.append(el("b", "place__name", sitter ? nameElement(sitter.name) : gettext("Free seat")));
    if (side) row.append(el("span", "badge", side));
    if (sitter?.bot) row.append(el("span", "badge", gettext("bot")));
    if (seat === me) row.append(el("span", "badge badge--good", gettext("you")));
    if (leavesText(sitter)) row.append(el("small", "muted", leavesText(sitter)));
    if (seat === gathering.host) row.append(el("span", "badge", gettext("host")));
    if (!sitter && me === null) {
      row.append(form(page.urls.sit, page.csrf, gettext("Sit down"), "button button--small", { seat }));
    }
    if (sitter && isHost && seat !== me) {
      const quiet = "button button--quiet button--small";
      row.append(form(page.urls.send_away, page.csrf, gettext("Remove"), quiet, { seat }));
    }
    return row;
  });
  const free = seats.filter((sitter) => !sitter).length;
  const actions = el("div", "actions");
  if (isHost) actions.append(...hostActions(free, seats.length, page));
  if (me !== null) actions.append(form(page.urls.leave, page.csrf, gettext("Leave table"), "button button--quiet"));
  root.replaceChildren(el("p", "open-table__status", missing(free, isHost)), el("ol", "places", ...rows), actions);
  const here = new Set(seats.map((sitter) => sitter?.name));
  showInvited(isHost, gathering.invited.filter(({ name }) => !here.has(name)));
}

function missing(free, isHost) {
  if (free) return interpolate(ngettext("Waiting for %s more player.", "Waiting for %s more players.", free), [free]);
  return isHost ? gettext("Everyone is here. Start when you’re ready.") : gettext("Everyone is here. Waiting for the host to start.");
}

function hostActions(free, seats, page) {
  if (!free) return [form(page.urls.start, page.csrf, gettext("Start match"), "button")];
  const bots = form(page.urls.add_bot, page.csrf, gettext("Add bot"), "button button--quiet");
  bots.className = "actions add-bots";
  if (page.levels.length) bots.prepend(levelField(page));
  if (free > 1 || seats > 2) {
    const fill = el("button", "button button--quiet", gettext("Fill with bots and start"));
    fill.formAction = page.urls.start;
    bots.append(fill);
  }
  return [bots];
}

/** Create the choice of a level. */
function levelField(page) {
  const select = el("select");
  select.name = "level";
  select.append(...page.levels.map(([key, title]) => new Option(title, key)));
  select.value = chosenLevel || page.level;
  select.addEventListener("change", () => { chosenLevel = select.value; });
  return el("label", "add-bots__level", el("span", "", gettext("Level of the bots")), select);
}

/** Create the picture of a site bot. Its name ends with a number if it has several seats. */
function botFace(name, faces) {
  const face = el("img", "bot-face bot-face--small");
  Object.assign(face, { src: faces[name] ?? faces[name.replace(/ \d+$/, "")] ?? "", alt: "", width: 36, height: 36 });
  return face;
}

function showInvited(isHost, invited) {
  document.getElementById("invite-names").hidden = !isHost;
  const answers = { open: gettext("invited"), declined: gettext("declined") };
  const rows = invited.map(({ name, answer }) => el("li", "", nameElement(name), " ", el("span", "badge", answers[answer])));
  document.getElementById("invited").replaceChildren(...rows);
}
