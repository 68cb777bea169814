/* Muting, blocking and reporting players. The server's answer is shown to the reader. */

import { byId } from "../lib/dom.js";
import { nameElement } from "../lib/names.js";

/** Return the URL of a player's page. */
export const playerPage = (page, name) => page.talk.urls.player.replace(/_\/$/, `${encodeURIComponent(name)}/`);

export class PlayerActions {
  #person = byId("person");
  #report = byId("report");
  #name = "";
  #line = null; // the message that the reader reports, if they came from one

  /** `changed()` is called when mutes or blocks have changed, and `notify(text)` with a message for the reader. */
  constructor(page, { changed, notify }) {
    this.page = page;
    this.relations = page.talk.kept_away; // name → "mute" or "block"
    this.changed = changed;
    this.notify = notify;
    this.#person.addEventListener("close", () => this.#decided(this.#person.returnValue));
    this.#report.addEventListener("close", () => {
      if (this.#report.returnValue === "send") this.#send();
    });
  }

  /** Return whether the reader has muted or blocked this player: "mute", "block" or "none". */
  relationTo(name) {
    return this.relations[name] ?? "none";
  }

  /** Mute or block a player, or undo it (`kind` "none"). */
  async keepAway(name, kind) {
    if (!(await this.#post(this.page.talk.urls.keep_away, { name, kind }))) return;
    this.relations[name] = kind;
    this.changed();
  }

  /** Open the dialog with actions for a player. `line` is the message it was opened from, if any: its id and its text. */
  open(name, line = null) {
    this.#name = name;
    this.#line = line;
    byId("person-name").replaceChildren(nameElement(name));
    const link = this.#person.querySelector("[data-page]");
    Object.assign(link, { href: playerPage(this.page, name), target: "_blank" });
    const kind = this.relationTo(name);
    for (const choice of this.#person.querySelectorAll(".person__action")) choice.hidden = choice.value === kind;
    this.#show(this.#person);
  }

  #show(dialog) {
    dialog.returnValue = "";
    dialog.showModal();
  }

  #decided(choice) {
    if (choice === "report") {
      this.#report.querySelector("[data-name]").replaceChildren(nameElement(this.#name));
      const said = this.#report.querySelector("[data-said]");
      said.hidden = !this.#line;
      said.textContent = this.#line?.text ?? "";
      this.#report.querySelector("form").reset();
      this.#show(this.#report);
    } else if (choice) this.keepAway(this.#name, choice);
  }

  #send() {
    const { reason, words } = this.#report.querySelector("form").elements;
    const line = this.#line && { line: this.#line.id };
    this.#post(this.page.talk.urls.report, { whom: this.#name, reason: reason.value, words: words.value, ...line });
  }

  /** Send a form to the server. Resolves to whether it succeeded. */
  async #post(address, fields) {
    try {
      const answer = await fetch(address, {
        method: "POST",
        headers: { Accept: "application/json", "X-CSRFToken": this.page.csrf },
        body: new URLSearchParams(fields),
      });
      this.notify((await answer.json()).message);
      return answer.ok;
    } catch {
      this.notify(gettext("Couldn’t reach the server. Try again."));
      return false;
    }
  }
}
