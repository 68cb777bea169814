"""Who sits at a match."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

from games import models


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """Who sits on a seat; ``user_id`` is None while it is free, ``bot`` is empty unless the site's bot plays.

    ``is_bot`` says that the account is a bot's, also where that is a player's program, which counts as a person here.
    The rest is as in ``models.Seat``.
    """

    user_id: int | None
    name: str
    bot: str
    auto_call: bool
    stand_in: str = ""
    grace_ends: datetime | None = None
    left: bool = False
    is_bot: bool | None = False  # None where nobody sits

    @property
    def is_person(self) -> bool:
        """Whether a person has this seat, present or not; the site's bots are no people."""
        return self.user_id is not None and not self.bot

    @property
    def played_by_bot(self) -> str:
        """The bot that plays the seat now, in its own right or for a player who is away; empty for people."""
        return self.bot or self.stand_in


def read_seats(match_id: int) -> tuple[SeatFacts, ...]:
    """The seats in order."""
    return read_seats_of([match_id])[match_id]


def read_seats_of(match_ids: Collection[int]) -> dict[int, tuple[SeatFacts, ...]]:
    """The seats of each match, in order."""
    rows = models.Seat.objects.filter(match__in=match_ids).order_by("number")
    facts = ("user_id", "user__username", "bot", "auto_call", "stand_in", "grace_ends", "left", "user__is_bot")
    found: dict[int, list[SeatFacts]] = {match_id: [] for match_id in match_ids}
    for match_id, user, name, *rest in rows.values_list("match_id", *facts):
        found[match_id].append(SeatFacts(user, name or "", *rest))
    return {match_id: _told_apart(seats) for match_id, seats in found.items()}


def _told_apart(seats: list[SeatFacts]) -> tuple[SeatFacts, ...]:
    names = models.tell_apart([seat.name for seat in seats])
    return tuple(replace(seat, name=name) for seat, name in zip(seats, names, strict=True))
