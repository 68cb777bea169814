/* The chat beside a table: lines, quick phrases and players. On a narrow screen it is a sheet with an unread count. */

import { ChatFold } from "./chat_fold.js";
import { KeptAway } from "./kept_away.js";
import { button, byId, el } from "../lib/dom.js";
import { isClosed, nameElement, shownName } from "../lib/names.js";
import { timeOfDay } from "../lib/times.js";
import { PlayerActions, playerPage } from "./player_actions.js";

const NARROW = matchMedia("(width < 1024px)");
const LONGEST = 200;
const PEEK_FOR = 6000;

export class Chat {
  #root = byId("chat");
  #lines = this.#root.querySelector(".chat__lines");
  #form = this.#root.querySelector("form");
  #people = this.#root.querySelector(".chat__people ul");
  #count = byId("open-chat").querySelector("b");
  #peek = byId("chat-peek");
  #watchers = byId("watchers");
  #fold = new ChatFold(this.#root);
  #noLines = this.#lines.dataset.empty;
  #keptAway = null; // for a signed-in reader
  #seats = "";
  #unread = new Set(); // the ids of the lines that a closed sheet hasn't shown
  #peekLine = 0; // the id of the line in the peek
  #peekTimer = 0;
  #isSending = false; // a line is on its way
  #isElsewhere = false; // the players of a match that has not begun write in a room of their own
  people = []; // the names of those at the table

  /**
   * `page`: the table's data; `send(frame)` sends a frame; `command(frame, onRefused)` resolves to whether the server carried
   * it out; `notify(text)` shows a message to the reader; `onMessage()` is called when someone else has written a line;
   * `onKeptAway()` is called after the reader mutes, blocks, unmutes or unblocks a player.
   */
  constructor(page, { send, command, notify, onMessage, onKeptAway }) {
    this.page = page;
    this.notify = notify;
    this.command = (frame) => command(frame, (answer) => this.#onRefused(answer));
    this.onMessage = onMessage;
    const changed = () => {
      send({ type: "talk" });
      this.#keptAway.show(this.#others);
      onKeptAway();
    };
    this.playerActions = page.me_name ? new PlayerActions(page, { changed, notify }) : null;
    this.#keptAway = this.playerActions && new KeptAway(this.#lines, this.playerActions);
    this.phrases = new Map(page.talk.phrases);
    if (this.#root.querySelector(".chat__quick")) this.#showPhrases();
    this.#form?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#sendLine();
    });
    NARROW.addEventListener("change", () => this.#layOut());
    this.#root.addEventListener("toggle", (event) => {
      if (event.newState !== "open") return;
      byId("play").scrollIntoView({ block: "end" }); // keep the player's hand visible below the sheet
      this.#markRead();
    });
    this.#peek.addEventListener("click", () => this.#root.showPopover());
  }

  /** Handle a chat frame. */
  onFrame(frame) {
    if (frame.type === "chat") this.#addLines(frame);
    else if (frame.type === "chat_hidden") frame.ids.forEach((id) => this.#hide(id));
  }

  /** Update the title and the list of players from a state. */
  showState({ status, seats, me, watching = 0 }) {
    this.status = status;
    this.#layOut();
    this.people = seats.filter((sitter) => sitter && !sitter.by_site).map((sitter) => sitter.name);
    this.showSpectators(watching);
    this.#keptAway?.show(this.#others);
    byId("chat-title").textContent = me === null ? gettext("Spectator chat") : gettext("Table chat");
    this.#isElsewhere = status === "open" && me === null;
    this.#hideIfUnused();
    this.#lines.dataset.empty = this.#isElsewhere
      ? gettext("Only spectators see this chat. Sit down to chat with the players.")
      : this.#noLines;
    if (!this.#people || this.#seats === this.people.join()) return;
    this.#seats = this.people.join();
    const others = this.#others;
    this.#people.replaceChildren(...others.map((name) => el("li", "", this.#nameLink(name), this.#menuButton(name))));
    this.#people.parentElement.hidden = !others.length;
  }

  /** The names of the people at the table, without the reader's. */
  get #others() {
    return this.people.filter((name) => name !== this.page.me_name);
  }

  /** Show the number of spectators. */
  showSpectators(count) {
    this.#watchers.hidden = !count;
    this.#watchers.textContent = interpolate(ngettext("%s spectator", "%s spectators", count), [count]);
    this.#fold.show(this.status !== "open" && !this.#others.length && !count && !this.#lines.children.length);
  }

  /** Hide the chat while it is empty and the reader has been invited to sit down, not to watch. */
  #hideIfUnused() {
    const isInvited = this.#isElsewhere && "private" in this.#root.dataset;
    this.#root.hidden = isInvited && !this.#lines.children.length;
  }

  /** Use a sheet on a narrow screen, except at an open table, where the chat fits beside it. */
  #layOut() {
    const sheet = NARROW.matches && this.status !== "open";
    if (sheet === (this.#root.popover !== null)) return;
    this.#root.popover = sheet ? "auto" : null;
    this.#markRead();
  }

  get #isSeen() {
    return this.#root.popover === null || this.#root.matches(":popover-open");
  }

  #showPhrases() {
    const phrases = [...this.phrases].map(([key, text]) =>
      button(text, "chat__phrase", () => this.command({ type: "phrase", key })),
    );
    const list = byId("chat-phrases");
    list.replaceChildren(...phrases);
    const more = this.#root.querySelector(".chat__all");
    const unfold = (isOpen) => (more.ariaExpanded = String(isOpen));
    more.addEventListener("click", () => unfold(more.ariaExpanded !== "true"));
    list.addEventListener("click", () => unfold(false));
    more.parentElement.addEventListener("keydown", ({ key }) => key === "Escape" && unfold(false));
  }

  /** Send the line. It stays in the field until the server has accepted it. */
  async #sendLine() {
    const text = this.#form.text.value.trim();
    if (!text || this.#isSending) return;
    this.#isSending = true;
    const isSent = await this.command({ type: "say", text });
    this.#isSending = false;
    if (isSent && this.#form.text.value.trim() === text) this.#form.reset();
  }

  /** Show a refusal. A ban from chat, which began after the page was loaded, replaces what the reader could write with. */
  #onRefused({ code, message }) {
    if (code !== "muted") return this.notify(message);
    const link = el("a", "", gettext("Account status"));
    Object.assign(link, { href: this.page.talk.urls.standing, target: "_blank" });
    const note = el("p", "muted chat__note", message, " ", link);
    note.role = "alert";
    note.tabIndex = -1;
    this.#root.querySelector(".chat__write")?.replaceWith(note);
    note.focus(); // the field is gone
  }

  #addLines({ lines, whole }) {
    if (whole) {
      this.#lines.setAttribute("aria-live", "off");
      this.#lines.replaceChildren();
    }
    const atEnd = this.#lines.scrollHeight - this.#lines.scrollTop - this.#lines.clientHeight < 60;
    for (const line of lines) {
      const shown = this.#find(line.id);
      if (shown && !shown.matches(".is-removed")) continue;
      const node = line.removed ? this.#removedNote(line.id) : this.#draw(line);
      if (shown) shown.replaceWith(node); // a moderator shows the message again
      else this.#lines.append(node);
      if (line.removed) this.#forget(line.id);
      else if (!shown && !whole && !line.mine) this.#announce(line);
    }
    while (this.#lines.children.length > LONGEST) this.#lines.firstElementChild.remove();
    if (lines.length) this.#fold.show(false);
    this.#hideIfUnused();
    if (atEnd || whole) this.#lines.scrollTop = this.#lines.scrollHeight;
    if (whole) this.#lines.setAttribute("aria-live", "polite");
  }

  /** Let the reader notice a new line of someone else. */
  #announce(line) {
    this.onMessage();
    if (this.#isSeen) return;
    this.#unread.add(line.id);
    this.#showCount();
    const text = [el("b", "", nameElement(line.name)), " ", el("bdi", "", this.#lineText(line))];
    this.#peek.replaceChildren(el("span", "chat-peek__text", ...text));
    this.#peek.hidden = false;
    this.#peekLine = line.id;
    clearTimeout(this.#peekTimer);
    this.#peekTimer = setTimeout(() => (this.#peek.hidden = true), PEEK_FOR);
  }

  /** Mark all lines as read. */
  #markRead() {
    this.#unread.clear();
    this.#peek.hidden = true;
    this.#showCount();
    this.#lines.scrollTop = this.#lines.scrollHeight;
  }

  #showCount() {
    const { size } = this.#unread;
    this.#count.hidden = !size;
    const label = interpolate(ngettext("%s new message", "%s new messages", size), [size]);
    this.#count.replaceChildren(String(size), el("span", "visually-hidden", ` ${label}`));
  }

  /** Say in place of a message that a moderator has removed it. */
  #hide(id) {
    this.#find(id)?.replaceWith(this.#removedNote(id));
    this.#forget(id);
  }

  #removedNote(id) {
    const note = el("li", "chat__line is-removed", gettext("A moderator has removed a message."));
    note.dataset.line = id;
    return note;
  }

  /** Neither count nor show a removed message as a new one. */
  #forget(id) {
    if (this.#peekLine === id) this.#peek.hidden = true;
    if (this.#unread.delete(id)) this.#showCount();
  }

  #find(id) {
    return this.#lines.querySelector(`[data-line="${Number(id)}"]`);
  }

  #lineText(line) {
    return line.phrase ? this.phrases.get(line.phrase) ?? line.phrase : line.text;
  }

  #draw(line) {
    const text = el("span", "chat__text", this.#lineText(line));
    text.dir = "auto";
    const node = el("li", line.mine ? "chat__line is-mine" : "chat__line", this.#nameLink(line.name), " ", text, " ");
    node.dataset.line = line.id;
    const time = el("time", "", timeOfDay(new Date(line.at)));
    time.dateTime = line.at;
    node.append(time);
    if (!line.mine) node.append(this.#menuButton(line.name, { id: line.id, text: text.textContent }));
    return node;
  }

  #nameLink(name) {
    if (isClosed(name)) return el("span", "chat__name", nameElement(name));
    const node = el("a", "chat__name", nameElement(name));
    node.href = playerPage(this.page, name);
    node.target = "_blank";
    return node;
  }

  /** Return whether the reader has muted or blocked this player. */
  isMuted(name) {
    return Boolean(this.playerActions) && this.playerActions.relationTo(name) !== "none";
  }

  /** Return the menu button beside a name or a message (`line`), or nothing for a signed-out reader. */
  #menuButton(name, line) {
    if (!this.playerActions || isClosed(name)) return "";
    const node = button("⋯", "chat__more", () => this.playerActions.open(name, line));
    node.setAttribute("aria-label", interpolate(gettext("Mute, block or report %s"), [shownName(name)]));
    return node;
  }
}
