/* The form of a sanction: choosing a preset fills in its message, and its name as the reason. What the moderator has typed
   is kept. */

const { preset, reason, message } = document.querySelector(".act-form").elements;
const options = [...preset.options];

preset.addEventListener("change", () => {
  const [chosen] = preset.selectedOptions;
  if (!chosen.value) return;
  const isOwn = (text) => text && !options.some((option) => [option.value, option.text].includes(text));
  if (!isOwn(reason.value)) reason.value = chosen.text;
  message.value = isOwn(message.value) ? `${message.value}\n\n${chosen.value}` : chosen.value;
  for (const field of [reason, message]) field.dispatchEvent(new Event("input", { bubbles: true }));
});
