"""Level 4's inferences about other players from their public conduct in the match."""

from typing import Final

from games.rules.declarations import Conduct

RANDOM_CALLS: Final = 0.06  # the share of an unknown player's calls that is assumed to be random
HANDS: Final = 4  # the weight of this assumption, in hands
MISLEADING: Final = 0.66  # the share of random calls that are false or hide a holding

HEEDLESS: Final = 1 / 3  # the assumed share of heedless players, who never challenge; see docs/bots.md
# Likelihood ratios: how many times as likely a heedless player is to act this way as any other player.
CLAIM: Final = 0.5  # to claim a holding that the cards have shown
MISSED_CLAIM: Final = 10.0  # not to claim it
CHALLENGE: Final = 0.05  # to challenge a false call
MISSED_CHALLENGE: Final = 1.1  # not to challenge one; nearly 1: before a match's end, others rarely risk it either


def share_of_random_calls(conduct: Conduct) -> float:
    """Return the expected share of a seat's calls that are random and therefore say nothing about its hand."""
    misled = conduct.false_calls + conduct.hidden_holdings
    return min(1.0, (RANDOM_CALLS * HANDS + misled / MISLEADING) / (HANDS + conduct.hands))


def chance_heedless(conduct: Conduct) -> float:
    """Return the probability that a seat never challenges."""
    odds = HEEDLESS / (1 - HEEDLESS)
    odds *= CLAIM**conduct.claims * MISSED_CLAIM**conduct.missed_claims
    odds *= CHALLENGE**conduct.challenges * MISSED_CHALLENGE**conduct.missed_challenges
    return odds / (1 + odds)
