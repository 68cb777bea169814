/* A page of rules: the list of contents folds once a section has been chosen, so that it does not cover it. */

const contents = document.querySelector(".rules__contents");

contents.addEventListener("click", ({ target }) => {
  if (target.closest("a")) contents.open = false;
});
