/* The form for a new table. It asks for the bots' level only if there are any bots. */

const { bots, bot_level: level } = document.getElementById("new-table").elements;

function showLevel() {
  level.closest(".field").hidden = !(Number(bots.value) > 0);
}

if (level) {
  bots.addEventListener("input", showLevel);
  showLevel();
}
