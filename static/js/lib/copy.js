/* Copy buttons: <button data-copy="id of a field">, or `copyText` for any other text. */

/** Copy the text and confirm it on the button for a moment. */
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
  // without a secure connection, there is no access to the clipboard, but the field can be selected
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", () => copyText(button, field.value));
  field.addEventListener("focus", () => field.select());
}
