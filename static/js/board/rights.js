/* What the buttons at the seats of others are for. */

const TEXTS = {
  claim: gettext("Press “Claim” if they announced nothing but played a pair. A wrong claim costs nothing."),
  challenge: gettext("A wrong challenge loses the match. Press “Challenge” only if you think the call is false."),
};

/** Return what a claim or a challenge is for. */
export const rightText = (verb) => TEXTS[verb];
