/* The form for a new table. It asks for the bots' level only if there are any bots, and says what becomes of the
   match that it aborts only if the new one is against bots alone. */

const form = document.getElementById("new-table");
const { bots, bot_level: level, option_players: players } = form.elements;
const warning = document.getElementById("aborts-unfinished");
const submit = form.querySelector("[data-aborting]");
const opening = submit.textContent;

function showBots() {
  const seats = Number(players?.value || form.dataset.seats);
  if (level) level.closest(".field").hidden = !(Number(bots.value) > 0);
  if (!warning) return;
  warning.hidden = Number(bots.value) < seats - 1;
  submit.textContent = warning.hidden ? opening : submit.dataset.aborting;
}

bots.addEventListener("input", showBots);
players?.addEventListener("input", showBots);
showBots();
