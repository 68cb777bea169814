/* Shows a theme as soon as it is chosen. */

const theme = document.getElementById("id_theme");
theme.addEventListener("change", () => {
  document.documentElement.dataset.theme = theme.value;
});
