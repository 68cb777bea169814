/* What the banner says about the connection. */

import { showBanner } from "./messages.js";

const RESTARTS = 4012; // codes with which the server closes a connection
const NO_TABLE = 4404;
const TOO_MUCH = 4429;
const RESTARTING = gettext("The server is restarting. You’ll be back in a moment.");
const OUTAGES = {
  messages: gettext("Part of the site is having trouble. Other players’ moves may arrive a second late."),
  database: gettext("The site can’t accept moves right now. Reconnecting… You’ll get the lost time back."),
};

export const showRestart = () => showBanner(RESTARTING);

export const showOutage = (part) => showBanner(OUTAGES[part] ?? "");

/** Show that the connection is lost, and will be restored. */
export function showLost(code, isAwaitingAnswer) {
  if (code === RESTARTS) showBanner(RESTARTING);
  else if (code === TOO_MUCH)
    showBanner(gettext("Too many pages of this site are open. Close some of them; this one will retry in 30 seconds."));
  else if (isAwaitingAnswer) showBanner(gettext("Connection lost. Reconnecting… Your move is saved and will be sent."));
  else showBanner(gettext("Connection lost. Reconnecting…"));
}

/** Show that the connection is closed for good. */
export function showClosedConnection(code) {
  if (code === NO_TABLE) showBanner(gettext("Match not found, or you can’t view it."));
  else showBanner(gettext("The connection was closed. Please reload this page."));
}
