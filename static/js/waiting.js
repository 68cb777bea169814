/* The waiting room: who sits already, the free seats, and the way to fill them. */

import { el } from "./dom.js";

/** A form of one button: the server does it, and leads back to the table. */
function form(address, csrf, label, className, fields = {}) {
  const node = el("form", "");
  node.method = "post";
  node.action = address;
  for (const [name, value] of Object.entries({ csrfmiddlewaretoken: csrf, ...fields })) {
    const input = el("input");
    Object.assign(input, { type: "hidden", name, value });
    node.append(input);
  }
  const submit = el("button", className, label);
  node.append(submit);
  node.addEventListener("submit", () => {
    submit.disabled = true; // once is enough
  });
  return node;
}

/** Show the seats of a match that has not begun. `page`: {urls, csrf, is_host, sides, partners}. */
export function showWaiting(root, { seats, me }, page) {
  const rows = seats.map((sitter, seat) => {
    const row = el("li", sitter ? "place" : "place place--free");
    const side = page.partners ? `${gettext("Side")} ${page.sides[seat] + 1}` : "";
    row.append(el("span", "place__number", String(seat + 1)));
    row.append(el("b", "place__name", sitter ? sitter.name : gettext("Free seat")));
    if (side) row.append(el("span", "badge", side));
    if (sitter?.bot) row.append(el("span", "badge", gettext("bot")));
    if (seat === me) row.append(el("span", "badge badge--good", gettext("you")));
    if (!sitter && me === null) {
      row.append(form(page.urls.sit, page.csrf, gettext("Sit down"), "button button--small", { seat }));
    }
    return row;
  });
  const free = seats.filter((sitter) => !sitter).length;
  const acts = el("div", "actions");
  if (page.is_host) acts.append(form(page.urls.bot, page.csrf, gettext("Add a bot"), "button button--quiet"));
  if (me !== null) acts.append(form(page.urls.leave, page.csrf, gettext("Leave the table"), "button button--quiet"));
  const missing = interpolate(ngettext("Waiting for %s more player.", "Waiting for %s more players.", free), [free]);
  root.replaceChildren(el("p", "waiting__missing", missing), el("ol", "places", ...rows), acts);
}
