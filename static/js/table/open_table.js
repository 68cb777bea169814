/* An open table: its players, its free seats, and the ways to fill them. */

import { showFace } from "../board/faces.js";
import { leavesText, ratingText } from "../board/sitter_text.js";
import { byId, el } from "../lib/dom.js";
import { nameElement } from "../lib/names.js";
import { postForm } from "../lib/post_form.js";
import { rewrite } from "../lib/sentence.js";
import { connectShare } from "../lib/share.js";

const QUIET = "button button--quiet";
const SMALL = `${QUIET} button--small`;

const abortWarning = byId("aborts-unfinished"); // there is none unless one more match against bots aborts another
let chosenLevel = ""; // of the bots that the host adds, kept when the seats are drawn again

connectShare(byId("share-table"), { title: byId("waiting-title").textContent, url: byId("invite").value });

/** Show that the table was closed before its match started. */
export function showClosed(home) {
  const text = gettext("This table is closed. The match didn’t start because a player left or no one joined.");
  const away = el("a", "button", gettext("Find another match"));
  away.href = home;
  rewrite(byId("table-state"), text);
  byId("places").replaceChildren();
  byId("table-actions").replaceChildren(away);
}

/** Show the seats of an open table. `page`: {urls, csrf, sides, partners, levels, level}. */
export function showOpenTable(state, page) {
  const { seats, me, gathering } = state;
  const isHost = me !== null && gathering.host === me;
  const free = seats.filter((sitter) => !sitter).length;
  const maySit = me === null && !(free === 1 && byId("join")); // a visitor's button above takes the only free seat
  rewrite(byId("table-state"), stateText(free, { isHost, isSeated: me !== null, hostStarts: gathering.host_starts }));
  byId("places").replaceChildren(...seats.map((sitter, seat) => place(sitter, seat, state, page, maySit)));
  const actions = isHost ? hostActions(free, seats.length, page) : [];
  if (me !== null) actions.push(postForm(page.urls.leave, page.csrf, leaveLabel(state, isHost), QUIET));
  arrange(!free);
  byId("table-actions").replaceChildren(...actions);
  if (abortWarning && isHost) {
    byId("table-actions").append(abortWarning);
    abortWarning.hidden = seats.some((sitter, seat) => sitter && seat !== me && !sitter.bot); // a person plays, too
  }
  showInvited(isHost, seats, gathering.invited);
}

/** Put the next steps after the seats and invitations, or first at a full table, where the host can start the match. */
function arrange(isFull) {
  byId("waiting").classList.toggle("is-full", isFull);
  if (isFull) byId("table-state").after(byId("table-actions"));
  else byId("waiting").append(byId("table-actions"));
}

/** Return what the table is waiting for, and what happens next. */
function stateText(free, reader) {
  const missing = interpolate(ngettext("Waiting for %s more player.", "Waiting for %s more players.", free), [free]);
  const line = document.createDocumentFragment();
  line.append(el("strong", "", free ? missing : gettext("Everyone is here.")), " ", nextStep(free, reader));
  return line;
}

function nextStep(free, { isHost, isSeated, hostStarts }) {
  if (!free) return isHost ? gettext("Start when you’re ready.") : gettext("Waiting for the host to start.");
  if (!isSeated) return gettext("Take a free seat to play.");
  if (!hostStarts) return gettext("The match starts as soon as all seats are taken.");
  return isHost ? gettext("Then you start the match.") : gettext("Then the host starts the match.");
}

/** Create a seat: its player, or the offer to take it. */
function place(sitter, seat, { me, gathering }, page, maySit) {
  const isHost = me !== null && gathering.host === me;
  const row = el("li", sitter ? "place" : "place place--free");
  const face = el("span", "place__face");
  const words = el("span", "place__words", el("b", "place__name", sitter ? nameElement(sitter.name) : gettext("Free seat")));
  if (sitter) showFace(face, sitter.name);
  if (ratingText(sitter)) words.append(el("bdi", "muted", ratingText(sitter)));
  if (seat === me) words.append(el("span", "badge badge--good", gettext("you")));
  if (seat === gathering.host) words.append(el("span", "badge", gettext("host")));
  if (sitter?.bot) words.append(el("span", "badge", gettext("bot")));
  if (page.partners) words.append(el("span", "badge", `${gettext("Side")} ${page.sides[seat] + 1}`));
  if (leavesText(sitter)) words.append(el("small", "muted", leavesText(sitter)));
  row.append(face, words);
  if (!sitter && maySit) row.append(postForm(page.urls.sit, page.csrf, gettext("Sit down"), "button button--small", { seat }));
  if (sitter && isHost && seat !== me) row.append(postForm(page.urls.send_away, page.csrf, gettext("Remove"), SMALL, { seat }));
  return row;
}

/** A table closes when its host leaves, unless another person is there to take it over. */
function leaveLabel({ seats, me }, isHost) {
  const isAlone = !seats.some((sitter, seat) => sitter && seat !== me && !sitter.bot);
  return isHost && isAlone ? gettext("Close table") : gettext("Leave table");
}

function hostActions(free, seats, page) {
  if (!free) return [postForm(page.urls.start, page.csrf, gettext("Start match"), "button")];
  const bots = postForm(page.urls.add_bot, page.csrf, gettext("Add bot"), QUIET);
  bots.className = "actions add-bots";
  if (page.levels.length) bots.prepend(levelField(page));
  if (free > 1 || seats > 2) {
    const fill = el("button", QUIET, gettext("Fill with bots and start"));
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
  return el("label", "add-bots__level", el("span", "", gettext("Bot level")), select);
}

/** Show the host the answers to their invitations, and the friends who can still be invited. */
function showInvited(isHost, seats, invited) {
  const here = new Set(seats.map((sitter) => sitter?.name));
  const absent = invited.filter(({ name }) => !here.has(name));
  const answers = { open: gettext("invited"), declined: gettext("declined") };
  const rows = absent.map(({ name, answer }) => el("li", "", nameElement(name), " ", el("span", "badge", answers[answer])));
  byId("invited").replaceChildren(...rows);
  byId("invite-names").hidden = !isHost;
  const friends = byId("invite-friends");
  if (!friends) return;
  const asked = new Set(absent.filter(({ answer }) => answer === "open").map(({ name }) => name));
  const lines = [...friends.querySelectorAll("[data-name]")];
  for (const line of lines) line.hidden = here.has(line.dataset.name) || asked.has(line.dataset.name);
  friends.hidden = !isHost || lines.every((line) => line.hidden);
}
