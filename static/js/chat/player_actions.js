/* What one may do about somebody at the table: mute, block, report. The server's answer is told to the reader. */

import { shownName } from "../lib/names.js";

const part = (name) => document.getElementById(name);

/** The address of the page of who has this name. */
export const playerPage = (page, name) => page.talk.urls.player.replace(/_\/$/, `${encodeURIComponent(name)}/`);

export class People {
  #person = part("person");
  #report = part("report");
  #name = "";

  /** `changed` is called when other people are read than before, `notify` with what is to be told. */
  constructor(page, { changed, notify }) {
    this.page = page;
    this.kept = page.talk.kept_away;
    this.changed = changed;
    this.notify = notify;
    this.#person.addEventListener("close", () => this.#decided(this.#person.returnValue));
    this.#report.addEventListener("close", () => {
      if (this.#report.returnValue === "send") this.#send();
    });
  }

  /** Ask what to do about who has this name. */
  open(name) {
    this.#name = name;
    part("person-name").textContent = shownName(name);
    this.#person.querySelector("[data-page]").href = playerPage(this.page, name);
    const kind = this.kept[name] ?? "none";
    for (const choice of this.#person.querySelectorAll("button[value]")) {
      if (choice.value) choice.parentElement.hidden = choice.value === kind;
    }
    this.#show(this.#person);
  }

  #show(dialog) {
    dialog.returnValue = "";
    dialog.showModal();
  }

  async #decided(choice) {
    if (choice === "report") {
      this.#report.querySelector("[data-name]").textContent = shownName(this.#name);
      this.#report.querySelector("form").reset();
      this.#show(this.#report);
    } else if (choice && (await this.#post(this.page.talk.urls.keep_away, { name: this.#name, kind: choice }))) {
      this.kept[this.#name] = choice;
      this.changed();
    }
  }

  #send() {
    const { reason, words } = this.#report.querySelector("form").elements;
    this.#post(this.page.talk.urls.report, { whom: this.#name, reason: reason.value, words: words.value });
  }

  /** Have the server do it; whether it was done. */
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
