"""False calls that could win the match, solved for a mix of opponents, some of whom never challenge.

When the batch is played out, a false call is exposed and costs twice its award in total (M13). It pays off only if the
match ends before that: immediately if its award reaches the target and is accepted (M15), or after a few more points.

An attentive opponent challenges a call that would end the match, because accepting it would lose the match anyway.
"""

from functools import lru_cache
from typing import Final

from games.bots.race import Race, race_of

MOST_NEEDED: Final = 8  # if a side needs more points than this, no false call can pay off
OTHERS_NEED: Final = 12  # if the other side needs more points than this, no false call can pay off

Needs = tuple[int, int]  # the points that one’s own side and the other side need to reach the target


class Bluffs:
    """The best false calls, and the chances of winning against opponents who challenge either every false call or none.

    ``heedless`` is the probability that the opponents never challenge. ``worths`` contains the points of the possible
    calls, and ``cards`` is the number of cards in all hands of a batch.
    """

    def __init__(self, race: Race, heedless: float, worths: tuple[int, ...], cards: int) -> None:
        self._race = race
        self._heedless = heedless
        self._worths = worths
        self._cards = cards
        self._values: dict[Needs, float] = {}

    def choose(self, own: int, other: int, worths: tuple[int, ...], true_worth: int = 0) -> int:
        """Return the points of the best false call among ``worths``, or 0 if none is better than the true call."""
        if own > MOST_NEEDED or other > OTHERS_NEED:
            return 0
        left = own - true_worth
        best, found = self._mixed(self._stay(left, other), self._race.win(left, other)), 0
        for worth in worths:
            caught = self._race.win(own, other - worth)
            # no false call is worth more than winning the match
            if self._mixed(1.0, caught) > best:
                value = self._mixed(self._unchallenged(own, other, worth), caught)
                if value > best:
                    best, found = value, worth
        return found

    def _mixed(self, heedless: float, alert: float) -> float:
        return self._heedless * heedless + (1 - self._heedless) * alert

    def _value(self, own: int, other: int) -> float:
        """Return the chance of beating opponents who never challenge if the seat holds nothing in the next batch."""
        if own <= 0 or other <= 0 or own > MOST_NEEDED or other > OTHERS_NEED:
            return self._race.win(own, other)
        if (own, other) not in self._values:
            worth = self.choose(own, other, self._worths)
            self._values[own, other] = self._unchallenged(own, other, worth) if worth else self._stay(own, other)
        return self._values[own, other]

    def _unchallenged(self, own: int, other: int, worth: int) -> float:
        """Return the chance of winning after a false call that is not challenged."""
        if worth >= own:
            return 1.0
        return self._race.play_out(
            own - worth, other, self._cards, lambda mine, theirs: self._race.win(mine + worth, theirs - worth)
        )

    def _stay(self, own: int, other: int) -> float:
        """Return the chance of beating opponents who never challenge, without a false call in the next batch."""
        if own <= 0 or other <= 0 or own > MOST_NEEDED or other > OTHERS_NEED:
            return self._race.win(own, other)

        def after(mine: int, theirs: int) -> float:
            return 0.0 if (mine, theirs) == (own, other) else self._value(mine, theirs)

        # after a batch in which nobody scores, the seat faces the same decision again, with the same result
        return self._race.play_out(own, other, self._cards, after) / (1 - self._race.still**self._cards)


@lru_cache(maxsize=64)
def bluffs_of(players: int, heedless: float, worths: tuple[int, ...], cards: int) -> Bluffs:
    """Return the solved bluffs for this number of seats.

    Callers should round ``heedless``, so that there are only a few cases to solve.
    """
    return Bluffs(race_of(players), heedless, worths, cards)
