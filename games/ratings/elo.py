"""The Elo arithmetic for any number of sides. This module does not access the database."""

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
SPREAD = 400  # a lead of this many points means odds of ten to one

SideStanding: TypeAlias = tuple[bool, float]  # whether the side won, and its score; compared in this order


@dataclass(slots=True)
class CurrentRating:
    """A player's rating before a match, and the number of rated matches on which it is based."""

    value: int = START_RATING
    matches: int = 0


@dataclass(frozen=True, slots=True)
class Participant:
    """The player in a seat, with their side and whether they left the match."""

    player: int
    side: int
    left: bool = False


def expected_score(own: float, other: float) -> float:
    """Return the expected score, from 0 to 1, of a side rated ``own`` against one rated ``other``."""
    return 1 / (1 + 10 ** ((other - own) / SPREAD))


def surplus_of_sides(ratings: Sequence[float], standings: Sequence[SideStanding]) -> list[float]:
    """Return each side's surplus: its mean score against the other sides minus its expected score.

    Each comparison with another side scores 1, ½ or 0.
    """
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
    """Return the K factor for a player with this number of rated matches and this rating."""
    if matches < NEW_PLAYER_MATCHES:
        return NEW_PLAYER_K
    return MASTER_K if value > MASTER_RATING else K


def changes_of_match(
    participants: Sequence[Participant], standings: Sequence[SideStanding], held: Mapping[int, CurrentRating]
) -> dict[int, int]:
    """Return each player's rating change in a match, in whole points.

    Partners are rated as one player with the mean of their ratings, but each with their own K factor. A player
    who left is rated as if their side had come last. All others, including a partner who stayed, are rated by the
    actual result. A bot that played several seats gets the mean of their changes. Each change is rounded separately,
    with halves rounded to even. So if all n players have the same K factor, the changes sum to zero to within n/2
    points, unless a partner left.
    """
    sides = [[one for one in participants if one.side == side] for side in range(len(standings))]
    means = [fmean(held[partner.player].value for partner in partners) for partners in sides]
    left_sides = {side for side, partners in enumerate(sides) if all(partner.left for partner in partners)}
    surplus = surplus_of_sides(means, _with_last(standings, left_sides))
    own: dict[int, list[float]] = {}
    for participant in participants:
        as_last = participant.left and participant.side not in left_sides
        seen = surplus_of_sides(means, _with_last(standings, left_sides | {participant.side})) if as_last else surplus
        own.setdefault(participant.player, []).append(seen[participant.side])
    return {
        player: round(k_factor(held[player].matches, held[player].value) * fmean(seats))
        for player, seats in own.items()
    }


def _with_last(standings: Sequence[SideStanding], last: Collection[int]) -> list[SideStanding]:
    """Return the standings, placing the sides in ``last`` behind all others."""
    return [(False, -inf) if side in last else standing for side, standing in enumerate(standings)]
