/* The talk beside a table: lines, quick phrases, who is there. A narrow screen has it as a sheet with a count. */

import { button, el } from "../lib/dom.js";
import { isClosed, shownName } from "../lib/names.js";
import { People, playerPage } from "./player_actions.js";

const NARROW = matchMedia("(width < 64rem)");
const LONGEST = 200;
const PEEK_FOR = 6000;

const part = (name) => document.getElementById(name);

export class Chat {
  #root = part("chat");
  #lines = this.#root.querySelector(".chat__lines");
  #form = this.#root.querySelector("form");
  #people = this.#root.querySelector(".chat__people ul");
  #count = part("open-chat").querySelector("b");
  #peek = part("chat-peek");
  #watchers = part("watchers");
  #seats = "";
  #unread = 0;
  #peekTimer = 0;
  #saying = false; // words of the reader are on their way

  /**
   * `page`: the table's data; `send(frame)` sends; `command(frame)` resolves with whether the server carried it out;
   * `notify(text)` tells the reader.
   */
  constructor(page, { send, command, notify }) {
    this.page = page;
    this.command = command;
    this.person = page.me_name ? new People(page, { changed: () => send({ type: "talk" }), notify }) : null;
    this.phrases = new Map(page.talk.phrases);
    this.#offer();
    this.#form?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#say();
    });
    NARROW.addEventListener("change", () => this.#fold());
    this.#root.addEventListener("toggle", (event) => {
      if (event.newState !== "open") return;
      part("play").scrollIntoView({ block: "end" }); // one's hand, which the sheet leaves free
      this.#noted();
    });
    this.#peek.addEventListener("click", () => this.#root.showPopover());
  }

  /** Take a frame of the talk. */
  take(frame) {
    if (frame.type === "chat") this.#told(frame);
    else if (frame.type === "chat_hidden") for (const id of frame.ids) this.#find(id)?.remove();
  }

  /** Take a state: who sits where. */
  meet({ status, seats, me, watching = 0 }) {
    this.status = status;
    this.#fold();
    this.watching(watching);
    part("chat-title").textContent = me === null ? gettext("Spectator chat") : gettext("Table chat");
    const people = seats.filter((sitter) => sitter && !sitter.by_site).map((sitter) => sitter.name);
    if (!this.#people || this.#seats === people.join()) return;
    this.#seats = people.join();
    const others = people.filter((name) => name !== this.page.me_name);
    this.#people.replaceChildren(...others.map((name) => el("li", "", this.#name(name), this.#more(name))));
    this.#people.parentElement.hidden = !others.length;
  }

  /** Tell how many watch. */
  watching(count) {
    this.#watchers.hidden = !count;
    this.#watchers.textContent = interpolate(ngettext("%s spectator", "%s spectators", count), [count]);
  }

  /** A narrow table has no room for the talk beside it; the waiting room has, and so has a wide one. */
  #fold() {
    const sheet = NARROW.matches && this.status !== "open";
    if (sheet === (this.#root.popover !== null)) return;
    this.#root.popover = sheet ? "auto" : null;
    this.#noted();
  }

  get #isSeen() {
    return this.#root.popover === null || this.#root.matches(":popover-open");
  }

  #offer() {
    const phrases = [...this.phrases].map(([key, text]) =>
      button(text, "chat__phrase", () => this.command({ type: "phrase", key })),
    );
    this.#root.querySelector(".chat__phrases")?.replaceChildren(...phrases);
  }

  /** Say what is written; it stays there until the server has taken it. */
  async #say() {
    const text = this.#form.text.value.trim();
    if (!text || this.#saying) return;
    this.#saying = true;
    const isSaid = await this.command({ type: "say", text });
    this.#saying = false;
    if (isSaid && this.#form.text.value.trim() === text) this.#form.reset();
  }

  #told({ lines, whole }) {
    if (whole) {
      this.#lines.setAttribute("aria-live", "off");
      this.#lines.replaceChildren();
    }
    const atEnd = this.#lines.scrollHeight - this.#lines.scrollTop - this.#lines.clientHeight < 60;
    for (const line of lines) {
      if (this.#find(line.id)) continue;
      this.#lines.append(this.#draw(line));
      if (!whole) this.#heard(line);
    }
    while (this.#lines.children.length > LONGEST) this.#lines.firstElementChild.remove();
    if (atEnd || whole) this.#lines.scrollTop = this.#lines.scrollHeight;
    if (whole) this.#lines.setAttribute("aria-live", "polite");
  }

  #heard(line) {
    if (!line.mine && !this.#isSeen) {
      this.#unread += 1;
      this.#showCount();
      this.#peek.replaceChildren(el("b", "", shownName(line.name)), ` ${this.#words(line)}`);
      this.#peek.hidden = false;
      clearTimeout(this.#peekTimer);
      this.#peekTimer = setTimeout(() => (this.#peek.hidden = true), PEEK_FOR);
    }
  }

  /** All that was said has been seen. */
  #noted() {
    this.#unread = 0;
    this.#peek.hidden = true;
    this.#showCount();
    this.#lines.scrollTop = this.#lines.scrollHeight;
  }

  #showCount() {
    this.#count.hidden = !this.#unread;
    const label = interpolate(ngettext("%s new message", "%s new messages", this.#unread), [this.#unread]);
    this.#count.replaceChildren(String(this.#unread), el("span", "visually-hidden", ` ${label}`));
  }

  #find(id) {
    return this.#lines.querySelector(`[data-line="${Number(id)}"]`);
  }

  #words(line) {
    return line.phrase ? this.phrases.get(line.phrase) ?? line.phrase : line.text;
  }

  #draw(line) {
    const said = el("span", "chat__text", this.#words(line));
    said.dir = "auto";
    const node = el("li", line.mine ? "chat__line is-mine" : "chat__line", this.#name(line.name), " ", said, " ");
    node.dataset.line = line.id;
    const at = new Date(line.at);
    const time = el("time", "", at.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" }));
    time.dateTime = line.at;
    node.append(time);
    if (!line.mine) node.append(this.#more(line.name));
    return node;
  }

  #name(name) {
    if (isClosed(name)) return el("span", "chat__name", shownName(name));
    const node = el("a", "chat__name", shownName(name));
    node.href = playerPage(this.page, name);
    node.target = "_blank";
    return node;
  }

  /** The dots beside a name; nothing for who is signed out. */
  #more(name) {
    if (!this.person || isClosed(name)) return "";
    const node = button("⋯", "chat__more", () => this.person.open(name));
    node.setAttribute("aria-label", interpolate(gettext("Mute, block or report %s"), [shownName(name)]));
    return node;
  }
}
