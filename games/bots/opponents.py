"""Level 4's inferences about other players from their public conduct in the match."""

from typing import Final

from games.rules.declarations import Conduct

RANDOM_CALLS: Final = 0.06  # the share of calls that an unknown player is expected to make at random
HANDS: Final = 4  # this expectation weighs as much as this number of hands
MISLEADING: Final = 0.66  # the share of random calls that are false or hide a holding

HEEDLESS: Final = 1 / 3  # the share of players assumed never to challenge; see docs/bots.md
# How many times as often as other players a heedless player does something:
CLAIM: Final = 0.5  # claims what is shown
MISSED_CLAIM: Final = 10.0  # does not claim what is shown
CHALLENGE: Final = 0.05  # challenges a false call
MISSED_CHALLENGE: Final = 1.1  # does not challenge one; before the end of a match, hardly anyone risks a challenge


def share_of_random_calls(conduct: Conduct) -> float:
    """Return the share of a seat's calls, from 0 to 1, that is expected to say nothing about its hand."""
    misled = conduct.false_calls + conduct.hidden_holdings
    return min(1.0, (RANDOM_CALLS * HANDS + misled / MISLEADING) / (HANDS + conduct.hands))


def chance_heedless(conduct: Conduct) -> float:
    """Return the probability that a seat never challenges."""
    odds = HEEDLESS / (1 - HEEDLESS)
    odds *= CLAIM**conduct.claims * MISSED_CLAIM**conduct.missed_claims
    odds *= CHALLENGE**conduct.challenges * MISSED_CHALLENGE**conduct.missed_challenges
    return odds / (1 + odds)
