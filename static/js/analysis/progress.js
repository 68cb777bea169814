/* The progress of an analysis. The page is reloaded once the analysis is ready or has failed. */

import { byId } from "../lib/dom.js";

const DELAY = 1000; // milliseconds between two requests
const MOST_DELAY = 15_000; // while the site does not answer

const place = byId("progress");
const bar = place.querySelector("progress");
let delay = DELAY;

async function ask() {
  try {
    const response = await fetch(place.dataset.url, { cache: "no-store" });
    if (!response.ok) throw new Error(String(response.status));
    const { status, done } = await response.json();
    if (status !== "queued" && status !== "running") {
      location.reload();
      return;
    }
    bar.value = done;
    delay = DELAY;
  } catch {
    delay = Math.min(2 * delay, MOST_DELAY); // offline, or too many requests
  }
  setTimeout(ask, delay);
}

setTimeout(ask, DELAY);
