/* What the buttons at the seats of others are for. */

const TEXTS = {
  claim: gettext("Press “Claim” if they announced nothing but played a pair. A wrong claim costs nothing."),
  challenge: gettext("Press “Challenge” if you think the player’s call is false. If it’s true, you lose the match."),
};

/** Return what a claim or a challenge is for. */
export const rightText = (verb) => TEXTS[verb];
