/* Error messages for passkeys that are missing, cancelled or already registered. */

const refused = {
  NotAllowedError: gettext("Cancelled or timed out. Try again, or sign in another way."),
  SecurityError: gettext("Passkeys don’t work at this address."),
  InvalidStateError: gettext("This device already has one of your passkeys."),
};

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  const { name, message } = event.detail.exception;
  let line = document.getElementById("passkey-refused");
  if (!line) {
    line = Object.assign(document.createElement("p"), { id: "passkey-refused", className: "message message--error" });
    line.setAttribute("role", "alert");
    document.querySelector("main h1").after(line);
  }
  line.textContent = refused[name] ?? message;
});
