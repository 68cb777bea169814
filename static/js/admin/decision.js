/* Require the texts that the choices of a moderator call for, so that the browser asks for them before it sends the
   form. The style sheet shows and hides their fields. */

const form = document.querySelector(".act-form");
const { measure, reason, message, is_voided: isVoided, void_reason: voidReason } = form.elements;

function requireTexts() {
  reason.required = message.required = measure.value !== "";
  voidReason.required = isVoided.checked;
}

form.addEventListener("change", requireTexts);
requireTexts();
