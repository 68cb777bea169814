/* What the buttons at the seats of others are for. */

const TEXTS = {
  claim: gettext("Press “Claim” if they announced nothing but played a pair. A wrong claim costs nothing."),
  challenge: gettext("A wrong challenge loses the match. Press “Challenge” only if you think the call is false."),
};

/** Return whether a claim against a seat can be good, by what everybody knows. In an announcement round it is about the
    batch before; later, about a hand of which two cards have been played. */
export function isClaimable({ phase, batch, hand_size: size }, { cards }) {
  if (phase === "announce") return batch > 0;
  return size === undefined || size - cards > 1;
}

/** Return what a claim or a challenge is for. */
export const rightText = (verb) => TEXTS[verb];
