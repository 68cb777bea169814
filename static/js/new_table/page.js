/* The form for a new table. It offers no more bots than there are other seats, asks for their level only if there are any,
   and says what becomes of the match that it aborts only if the new one is against bots alone. */

const form = document.getElementById("new-table");
const { bots, bot_level: level, option_players: players } = form.elements;
const warning = document.getElementById("aborts-unfinished");
const submit = form.querySelector("[data-aborting]");
const opening = submit.textContent;

const countSeats = () => Number(players?.value || form.dataset.seats);
let seats = countSeats();

/** The number of players has changed. If bots had all other seats, they still do; there are never more bots than that. */
function followPlayers() {
  const wereAlone = Number(bots.value) >= seats - 1;
  seats = countSeats();
  if (wereAlone || Number(bots.value) > seats - 1) bots.value = seats - 1;
  showBots();
}

function showBots() {
  bots.max = seats - 1;
  if (level) level.closest(".field").hidden = !(Number(bots.value) > 0);
  if (!warning) return;
  warning.hidden = Number(bots.value) < seats - 1;
  submit.textContent = warning.hidden ? opening : submit.dataset.aborting;
}

bots.addEventListener("input", showBots);
players?.addEventListener("change", followPlayers); // not while a number is being typed
showBots();
