/* A form that was sent is on its way: a second click, or a nervous Enter, sends no other. */

const WAY = 5000; // milliseconds, after which a page that is still here may send it again

addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
  setTimeout(() => delete form.dataset.sent, WAY);
});

addEventListener("pageshow", () => {
  for (const form of document.forms) delete form.dataset.sent; // the reader has come back to it
});
