/* The errors of a form: each goes once its field is filled, and the summary above with the last one. */

const form = document.querySelector(".act-form");

form.addEventListener("input", ({ target }) => {
  const error = target.closest(".act-form > div")?.querySelector(".errorlist");
  if (!error || !target.value) return;
  error.remove();
  target.removeAttribute("aria-invalid");
  if (!form.querySelector(".errorlist")) document.querySelector(".errornote").remove();
});
