/* Buttons that copy: <button data-copy="id of a field">, or `copyText` with a text of one's own. */

/** Copy the text and say so on the button for a moment. */
export async function copyText(button, text) {
  await navigator.clipboard.writeText(text);
  const label = button.dataset.label ?? button.textContent;
  button.dataset.label = label;
  button.textContent = gettext("Copied");
  setTimeout(() => {
    button.textContent = label;
  }, 1600);
}

for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  // without a secure connection there is no clipboard; the field can still be selected
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", () => copyText(button, field.value));
  field.addEventListener("focus", () => field.select());
}
