"""The seats of a match."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

from games import models


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A seat and its player.

    ``user_id`` is None while the seat is free. ``bot`` is the key of one of the site's bots, or empty. ``is_bot`` says
    whether the account is a bot of any kind; a bot that uses the API counts as a person here. The other attributes have
    the same meaning as on ``models.Seat``.
    """

    user_id: int | None
    name: str
    bot: str
    auto_call: bool
    stand_in: str = ""
    grace_ends: datetime | None = None
    left: bool = False
    is_bot: bool | None = False  # None if the seat is free
    gentle_start: bool = False

    @property
    def is_person(self) -> bool:
        """Return whether a person has this seat, connected or not."""
        return self.user_id is not None and not self.bot

    @property
    def played_by_bot(self) -> str:
        """The key of the bot that plays the seat now, as its player or as a stand-in; empty if a person plays."""
        return self.bot or self.stand_in


def read_seats(match_id: int) -> tuple[SeatInfo, ...]:
    """Return the seats of a match, in order."""
    return read_seats_of([match_id])[match_id]


def read_seats_of(match_ids: Collection[int]) -> dict[int, tuple[SeatInfo, ...]]:
    """Return the seats of each match in order, keyed by match id."""
    rows = models.Seat.objects.filter(match__in=match_ids).order_by("number")
    account = ("user_id", "user__username")
    facts = (*account, "bot", "auto_call", "stand_in", "grace_ends", "left", "user__is_bot", "gentle_start")
    found: dict[int, list[SeatInfo]] = {match_id: [] for match_id in match_ids}
    for match_id, user, name, *rest in rows.values_list("match_id", *facts):
        found[match_id].append(SeatInfo(user, name or "", *rest))
    return {match_id: _told_apart(seats) for match_id, seats in found.items()}


def _told_apart(seats: list[SeatInfo]) -> tuple[SeatInfo, ...]:
    names = models.tell_apart([seat.name for seat in seats])
    return tuple(replace(seat, name=name) for seat, name in zip(seats, names, strict=True))
