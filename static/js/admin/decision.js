/* The form that resolves a report. The style sheet hides the fields that the choices make needless; this script keeps
   them from being sent, requires the texts that the choices call for, and says what the decision will do. */

const form = document.querySelector(".act-form");
const summary = form.querySelector(".act-form__summary");
const { verdict, measure, duration, reason, message, is_voided: isVoided, void_reason: voidReason } = form.elements;
const hidesMessage = form.elements.hides_message; // missing if there is none to hide

function update() {
  for (const field of [measure, reason, message, isVoided, voidReason]) { // a duration alone does nothing
    field.disabled = !field.getClientRects().length;
  }
  const isUpheld = verdict.value === "upheld";
  reason.required = message.required = isUpheld && measure.value !== "";
  voidReason.required = isUpheld && isVoided.checked;
  const chosen = [measure.value || "none", hidesMessage?.checked && "hide", isVoided.checked && "void"];
  const effects = [verdict.value, ...(isUpheld ? chosen : [])];
  for (const item of summary.querySelectorAll("[data-effect]")) {
    item.hidden = !effects.includes(item.dataset.effect);
  }
  const length = duration.selectedOptions[0].text;
  for (const place of summary.querySelectorAll("[data-duration]")) place.textContent = length;
  summary.hidden = !verdict.value;
}

form.addEventListener("change", update);
update();
