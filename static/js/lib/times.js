/* Dates and times in the reader's time zone, in the same format as those from the server (ronda_site/formats). */

const { lang } = document.documentElement;
const TIME = { hour: "2-digit", minute: "2-digit" };

/** Return a function that formats dates. The formatter is slow to make, so it is made for the first date. */
function formatter(fields) {
  // American English would put the month first and use a 12-hour clock.
  const locale = lang === "en" ? "en-GB" : lang;
  let format;
  return (date) => {
    format ??= new Intl.DateTimeFormat(locale, { numberingSystem: "latn", hourCycle: "h23", ...fields });
    return format.format(date);
  };
}

/** Return the time of day: "18:05". */
export const timeOfDay = formatter(TIME);

/** Return the day and the time of day: "22 Nov 2026, 18:05". */
export const dayAndTime = formatter({ day: "numeric", month: "short", year: "numeric", ...TIME });
