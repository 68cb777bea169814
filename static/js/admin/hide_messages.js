/* Hide messages without leaving the form that decides a report, so that what the moderator has typed is kept. */

async function hide(form, button) {
  const evidence = form.closest(".act__evidence");
  const body = new URLSearchParams(new FormData(form, button));
  let news;
  try {
    const answer = await fetch(form.action, { method: "POST", body });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const { children } = page.querySelector(".act__evidence"); // missing if the moderator has been signed out
    news = page.querySelector(".messagelist");
    evidence.replaceChildren(...children);
  } catch {
    news = document.createElement("p");
    news.className = "errornote";
    news.textContent = form.dataset.failed;
  }
  evidence.querySelectorAll(".messagelist, .errornote").forEach((old) => old.remove());
  if (news) evidence.prepend(news);
  evidence.focus({ preventScroll: true }); // the button is gone
}

document.addEventListener("submit", (event) => {
  if (event.target.id !== "hide-form") return;
  event.preventDefault();
  hide(event.target, event.submitter);
});
