/* The newest lines of the log again, for the prompt of a phone, where the log is below the screen or in a sheet. */

import { el } from "../lib/dom.js";

const SHOWN = ["halt", "count"]; // kinds of events that the question or the count already shows
const HOUSEKEEPING = ["cut", "deal", "batch", "table", "put-back"]; // kinds that matter less than what players have done

/** Return copies of these lines, the newest first. How the cards were dealt is left to the log, unless it is all that has
    happened. */
export function newsOf(lines) {
  const isOneOf = (kinds, line) => kinds.some((kind) => line.classList.contains(`log__line--${kind}`));
  const classOf = (line) => line.className.replaceAll("log__", "news__");
  const isSilent = (line) => (line.dataset.silent ? " is-silent" : "");
  const copyOf = (line) => el("li", `${classOf(line)}${isSilent(line)}`, ...line.cloneNode(true).childNodes);
  const fresh = lines.filter((line) => !isOneOf(SHOWN, line));
  const acts = fresh.filter((line) => !isOneOf(HOUSEKEEPING, line));
  return (acts.length ? acts : fresh).map(copyOf).reverse();
}
