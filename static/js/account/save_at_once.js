/* Settings forms that save each change at once. Without this script they have a button, which also appears after a
failure. */

import { el } from "../lib/dom.js";

function show(form, message, isSaved) {
  const status = form.querySelector(".save-status");
  status.replaceChildren(el("span", "save-status__text", message)); // a new element, which phones show for a moment
  status.classList.toggle("is-failed", !isSaved);
  form.querySelector("[type=submit]").hidden = isSaved;
}

async function save(form) {
  show(form, gettext("Saving…"), true);
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams(new FormData(form)),
      keepalive: true, // the reader may leave the page right after a change
    });
    const { message } = await answer.json();
    show(form, message, answer.ok);
  } catch {
    show(form, gettext("Couldn’t reach the server. Try again."), false);
  }
}

for (const form of document.querySelectorAll("[data-saves-at-once]")) {
  let last = Promise.resolve();
  let changes = 0;
  form.querySelector("[type=submit]").hidden = true;
  form.addEventListener("change", () => {
    const number = (changes += 1);
    // Save one change after another, so that the server stores the latest. Skip those that a later one replaces.
    last = last.then(() => (number === changes ? save(form) : undefined));
  });
}
