/* Short texts about the player in a seat. */

/** Return the status of a player who is not playing; empty otherwise. After the match, no bot plays for anyone. */
export function statusText({ online, stand_in: bot, left }, isOver) {
  if (left && !isOver) return gettext("resigned, bot playing");
  if (bot && !isOver) return gettext("stand-in bot");
  // Translators: a player without connection
  return online ? "" : gettext("away");
}

const MANY = 5; // percent; a player who has left fewer matches is as reliable as most

/** Return a text that says how often a player leaves matches, or "" if that is unknown or rare. */
export function leavesText(sitter) {
  // Translators: the share of matches that the player has left, beside their name
  return sitter?.leaves >= MANY ? interpolate(gettext("leaves %s% of matches"), [sitter.leaves]) : "";
}

/** Return a rating as text, with a question mark until it is ranked, or "" for a player without one. */
export function ratingText(sitter) {
  return sitter?.rating ? `${sitter.rating.value}${sitter.rating.ranked ? "" : "?"}` : "";
}
