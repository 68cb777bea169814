/* The offer of push notifications at a table with days per move, until it is taken or declined. */

import { byId } from "../lib/dom.js";
import { load, save } from "../lib/store.js";
import { isSupported, setEnabled } from "../site/notify.js";
import { findSubscription, isPushPossible, subscribe } from "../site/push.js";
import { notify } from "./messages.js";

const KEY = "push-offer";
const offer = byId("push-offer");

async function show() {
  if (!isSupported || !isPushPossible || Notification.permission === "denied" || load(KEY) === "declined") return;
  const found = await findSubscription();
  offer.hidden = found !== null && offer.dataset.endpoints.split(" ").includes(found.endpoint);
}

byId("push-accept").addEventListener("click", async () => {
  offer.hidden = true;
  const isOn = await setEnabled(true);
  const failure = isOn ? await subscribe() : "";
  if (failure) await setEnabled(false);
  if (isOn) notify(failure || gettext("Notifications are on."));
});

byId("push-decline").addEventListener("click", () => {
  offer.hidden = true;
  save(KEY, "declined");
});

show();
