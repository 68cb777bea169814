/* Convert the times on a page, which the server writes in UTC, to the reader's time zone. */

import { dayAndTime } from "../lib/times.js";

for (const time of document.querySelectorAll("time[data-local]")) time.textContent = dayAndTime(new Date(time.dateTime));
