/* The progress of an analysis, and what it has found so far. The page is loaded again once the analysis is complete, or
   has failed. */

import { byId } from "../lib/dom.js";
import { numberFormat } from "../lib/numbers.js";

const DELAY = 1000; // milliseconds between two requests
const MOST_DELAY = 15_000; // while the site does not answer
const NEWS = 3; // requests between two updates of what has been found

const place = byId("progress");
const bar = place.querySelector("progress");
const count = byId("progress-count");
const percentage = numberFormat({ style: "percent", roundingMode: "floor" });
let delay = DELAY;
let asked = 0;

function showCount(status, done, steps) {
  const percent = percentage(done / steps);
  count.textContent = status === "queued"
    ? gettext("Waiting in the queue.")
    : interpolate(gettext("%(percent)s · %(done)s of %(steps)s moves analysed"), { percent, done, steps }, true);
}

/** Show the decisions that the page would show if it were loaded again now. */
async function showNews() {
  const response = await fetch(location.href, { cache: "no-store" });
  if (!response.ok) return;
  const news = new DOMParser().parseFromString(await response.text(), "text/html").querySelector("#so-far");
  if (news && news.innerHTML !== byId("so-far").innerHTML) byId("so-far").replaceWith(news);
}

async function ask() {
  try {
    const response = await fetch(place.dataset.url, { cache: "no-store" });
    if (!response.ok) throw new Error(String(response.status));
    const { status, done, steps } = await response.json();
    if (status !== "queued" && status !== "running") {
      location.reload();
      return;
    }
    if (done !== bar.value && asked++ % NEWS === 0) await showNews();
    bar.value = done;
    showCount(status, done, steps);
    delay = DELAY;
  } catch {
    delay = Math.min(2 * delay, MOST_DELAY); // offline, or too many requests
  }
  setTimeout(ask, delay);
}

showCount(count.dataset.status, bar.value, bar.max);
setTimeout(ask, DELAY);
