"""Elo for any number of sides: what a match does to ratings, as arithmetic. Nothing is read or written here."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from statistics import fmean
from typing import TypeAlias

from games.ratings.models import START_RATING

NEW_PLAYER_MATCHES = 30
NEW_PLAYER_K = 40
K = 20
MASTER_RATING = 2200
MASTER_K = 10
SPREAD = 400  # that many points more: ten times the chance to win

LadderStanding: TypeAlias = tuple[
    bool, float
]  # is among the winners, score: what decides between two sides, in this order


@dataclass(slots=True)
class CurrentRating:
    """What somebody holds before a match: a rating, and the rated matches that it comes from."""

    value: int = START_RATING
    matches: int = 0


@dataclass(frozen=True, slots=True)
class Participant:
    """Who sat on a seat: on which side, and whether this player left the match to the others."""

    player: int
    side: int
    left: bool = False


def expected_score(own: float, other: float) -> float:
    """What a side of rating ``own`` may expect against ``other``: from 0 (a sure loss) to 1."""
    return 1 / (1 + 10 ** ((other - own) / SPREAD))


def surplus_of_sides(ratings: Sequence[float], standings: Sequence[LadderStanding]) -> list[float]:
    """For each side its results against every other side (1, ½, 0) above what was to be expected, per opponent."""
    surplus = []
    for side, (rating, standing) in enumerate(zip(ratings, standings, strict=True)):
        against = [
            (1.0 if standing > standings[other] else 0.5 if standing == standings[other] else 0.0)
            - expected_score(rating, ratings[other])
            for other in range(len(ratings))
            if other != side
        ]
        surplus.append(sum(against) / len(against))
    return surplus


def k_factor(matches: int, value: int) -> int:
    """How much one match moves the rating of somebody who has played that many rated ones and holds ``value``."""
    if matches < NEW_PLAYER_MATCHES:
        return NEW_PLAYER_K
    return MASTER_K if value > MASTER_RATING else K


def changes_of_match(
    participants: Sequence[Participant], standings: Sequence[LadderStanding], held: Mapping[int, CurrentRating]
) -> dict[int, int]:
    """What a match changes for each of its players, in whole points.

    Partners play with the mean of their ratings, and each gets the change, by the own K. Who has left is rated as if
    the own side had come last, the others by what they reached: a partner who stayed keeps what the side reached.
    A bot that sat on several seats gets their mean. Each change is rounded by itself, a half to the even number. So
    the changes of n players with the same K add up to nothing but for at most n/2 points, where no partner has left.
    """
    sides = range(len(standings))
    means = [
        fmean(held[participant.player].value for participant in participants if participant.side == side)
        for side in sides
    ]
    gone = {side for side in sides if all(participant.left for participant in participants if participant.side == side)}
    surplus = surplus_of_sides(means, _with_last(standings, gone))
    own: dict[int, list[float]] = {}
    for participant in participants:
        as_last = participant.left and participant.side not in gone
        seen = surplus_of_sides(means, _with_last(standings, gone | {participant.side})) if as_last else surplus
        own.setdefault(participant.player, []).append(seen[participant.side])
    return {
        player: round(k_factor(held[player].matches, held[player].value) * fmean(seats))
        for player, seats in own.items()
    }


def _with_last(standings: Sequence[LadderStanding], last: Collection[int]) -> list[LadderStanding]:
    """How the sides stand to each other, those in ``last`` behind all others."""
    return [(False, -inf) if side in last else standing for side, standing in enumerate(standings)]
