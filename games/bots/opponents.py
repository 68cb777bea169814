"""Level 4's inferences about other players from their public conduct in the match."""

from typing import Final

from games.rules.declarations import Conduct

RANDOM_CALLS: Final = 0.06  # the share of calls made at random that is expected of an unknown player
HANDS: Final = 4  # hands that this expectation weighs as much as
MISLEADING: Final = 0.66  # the share of random calls that are false or hide a holding

HEEDLESS: Final = 1 / 3  # the share of players assumed never to challenge; see docs/bots.md
CLAIM: Final = 0.5  # how much more often players who challenge claim what is shown
MISSED_CLAIM: Final = 10.0  # how much more often heedless players do not
CHALLENGE: Final = 0.05  # how much less often heedless players challenge a false call
MISSED_CHALLENGE: Final = 1.1  # before the end of a match hardly anyone risks a challenge


def share_of_random_calls(conduct: Conduct) -> float:
    """Return how many of a seat's calls are expected to say nothing about its hand, from 0 to 1."""
    misled = conduct.false_calls + conduct.hidden_holdings
    return min(1.0, (RANDOM_CALLS * HANDS + misled / MISLEADING) / (HANDS + conduct.hands))


def chance_heedless(conduct: Conduct) -> float:
    """Return the probability that a seat never challenges."""
    odds = HEEDLESS / (1 - HEEDLESS)
    odds *= CLAIM**conduct.claims * MISSED_CLAIM**conduct.missed_claims
    odds *= CHALLENGE**conduct.challenges * MISSED_CHALLENGE**conduct.missed_challenges
    return odds / (1 + odds)
