/* Prevent a second click or Enter from submitting a form twice. */

const WAY = 5000; // milliseconds after which the form can be submitted again

addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
  setTimeout(() => delete form.dataset.sent, WAY);
});

addEventListener("pageshow", () => {
  for (const form of document.forms) delete form.dataset.sent; // restored from the back/forward cache
});
