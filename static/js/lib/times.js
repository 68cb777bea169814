/* Dates and times in the reader's time zone, in the same format as those from the server (ronda_site/formats). */

const { lang } = document.documentElement;
// American English would put the month first and use a 12-hour clock.
const format = (fields) =>
  new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { numberingSystem: "latn", hourCycle: "h23", ...fields });

const TIME = { hour: "2-digit", minute: "2-digit" };
const timeFormat = format(TIME);
const dateTimeFormat = format({ day: "numeric", month: "short", year: "numeric", ...TIME });

/** Return the time of day: "18:05". */
export const timeOfDay = (date) => timeFormat.format(date);

/** Return the day and the time of day: "22 Nov 2026, 18:05". */
export const dayAndTime = (date) => dateTimeFormat.format(date);
