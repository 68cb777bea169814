"""The sides of a match and the players on their seats, as summaries of the match show them."""

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.names import shown_name
from accounts.wording import listing
from games.models import Match, Seat, Status
from games.rules import find_ruleset

MANY_BOTS = 3  # sides of bots, from which lists name them together


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """A seat. ``name`` is empty while it is free; ``change`` is the Elo change, or None without a valid one."""

    seat: int
    name: str
    is_bot: bool
    before: int | None
    change: int | None
    ranked: bool

    @property
    def after(self) -> int | None:
        """Return the rating after the match."""
        return None if self.before is None or self.change is None else self.before + self.change

    @property
    def signed_change(self) -> str:
        """Return the Elo change with its sign, using a true minus sign."""
        return "" if self.change is None else f"{self.change:+d}".replace("-", "−")


@dataclass(frozen=True, slots=True)
class Side:
    """A side: its score (None before the end), whether it won, and its players.

    ``bots`` is the number of seats if it stands for several sides; see ``merge_bots``.
    """

    score: int | None
    won: bool
    sitters: tuple[SeatSummary, ...]
    bots: int = 0

    @property
    def names(self) -> str:
        """Return the names of its players as a list."""
        return listing((shown_name(sitter.name) for sitter in self.sitters), "standard-short")


def sides_of(match: Match, seats: Sequence[Seat]) -> tuple[Side, ...]:
    """Return the sides of a match."""
    side_of = find_ruleset(match.ruleset).sides_for(match.options)
    return tuple(
        Side(
            score=match.sides[side] if match.sides else None,
            won=match.status == Status.FINISHED and side in match.winners,
            sitters=tuple(_seat_summary(match, seat) for seat in seats if side_of[seat.number] == side),
        )
        for side in range(max(side_of) + 1)
    )


def _seat_summary(match: Match, seat: Seat) -> SeatSummary:
    name, is_bot = (seat.user.username, seat.user.is_bot) if seat.user else ("", False)
    change = None if match.status == Status.VOIDED else seat.rating_change  # voiding reverses it
    return SeatSummary(seat.number, name, is_bot, seat.rating_before, change, seat.ranked)


def merge_bots(sides: Sequence[Side]) -> list[Side]:
    """Return the sides of a list's match, three or more that are bots as a single one at the end.

    It has the best of their scores, and a sitter for each name.
    """
    of_bots = [side for side in sides if all(sitter.is_bot for sitter in side.sitters)]
    if len(of_bots) < MANY_BOTS:
        return list(sides)
    sitters = [sitter for side in of_bots for sitter in side.sitters]
    by_name = {sitter.name: sitter for sitter in sitters}
    scores = [side.score for side in of_bots if side.score is not None]
    won = any(side.won for side in of_bots)
    merged = Side(max(scores, default=None), won, tuple(by_name.values()), bots=len(sitters))
    return [*(side for side in sides if side not in of_bots), merged]
