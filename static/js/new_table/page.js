/* The form for a new table: the level of the bots is asked for only if there are any. */

const { bots, bot_level: level } = document.getElementById("new-table").elements;

function showLevel() {
  level.closest(".field").hidden = !(Number(bots.value) > 0);
}

if (level) {
  bots.addEventListener("input", showLevel);
  showLevel();
}
