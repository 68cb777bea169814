/* The form of a sanction. A ready text becomes the message, and its name the reason; both can be edited. Texts that are
   already there are kept, unless they are ready ones. */

const { ready_text: ready, reason, message } = document.querySelector(".act-form").elements;
const options = [...ready.options];

ready.addEventListener("change", () => {
  const [chosen] = ready.selectedOptions;
  if (!chosen.value) return;
  const isOwn = (text) => text && !options.some((option) => [option.value, option.text].includes(text));
  if (!isOwn(reason.value)) reason.value = chosen.text;
  message.value = isOwn(message.value) ? `${message.value}\n\n${chosen.value}` : chosen.value;
});
