/* What the buttons at other players' seats are for. */

const TEXTS = {
  claim: gettext("Press “Claim” if they announced nothing but played a pair. A wrong claim costs nothing."),
  challenge: gettext("Press “Challenge” only if you’re sure the call is false: you score its points, but lose the match if it’s true."),
};

/** Return whether, as far as everybody knows, a claim against a seat can succeed. During announcements, a claim is
    about the previous batch; later, about a hand from which at least two cards have been played. */
export function isClaimable({ phase, batch, hand_size: size }, { cards }) {
  if (phase === "announce") return batch > 0;
  return size === undefined || size - cards > 1;
}

/** Return what a claim or a challenge is for. */
export const rightText = (verb) => TEXTS[verb];
