"""The sides of a match and the players in their seats, for summaries of the match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from django.utils.translation import pgettext

from accounts.avatars import Avatar
from accounts.models import User
from accounts.names import shown_name
from accounts.wording import isolated, listing
from games.models import Match, Seat, Status, tell_apart
from games.ratings.current import RatingKey, ShownRating, rating_key
from games.ratings.titles import title_of
from games.rules import find_ruleset
from games.selectors.site_bots import face_file

MANY_BOTS = 3  # lists merge bots' sides if there are at least this many


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """A player, as shown on pages. ``name`` is their username, and ``shown`` is the name to display.

    ``face`` is the static path of a site bot's picture. Other players have an ``avatar`` instead; closed accounts have
    neither. ``country`` and ``title`` are empty if the player has none.
    """

    name: str
    shown: str
    face: str
    avatar: Avatar | None
    country: str
    title: str
    is_bot: bool


@dataclass(frozen=True, slots=True)
class SeatSummary(PlayerSummary):
    """A seat and its player, whose ``name`` is empty while the seat is free.

    If several bots of the same level play, ``shown`` includes a given name to tell them apart. ``before`` is the rating
    before the match or, in the lobby, the current one. It is None if the rating is unknown. ``change`` is the
    rating change, or None if the match did not change the rating or the change was reversed.
    """

    seat: int
    before: int | None
    change: int | None
    ranked: bool

    @property
    def after(self) -> int | None:
        """Return the rating after the match, or None if ``change`` is None."""
        return None if self.before is None or self.change is None else self.before + self.change

    @property
    def signed_change(self) -> str:
        """Return the rating change as text with its sign, using a true minus sign."""
        return "" if self.change is None else f"{self.change:+d}".replace("-", "−")


@dataclass(frozen=True, slots=True)
class Side:
    """A side: its score (None before the end), whether it won, and its players.

    If ``merge_bots`` merged several sides into this one, ``bots`` is the number of their seats.
    """

    score: int | None
    won: bool
    sitters: tuple[SeatSummary, ...]
    bots: int = 0

    @property
    def names(self) -> str:
        """Return the names of the side's players as text."""
        return listing((sitter.shown for sitter in self.sitters), "standard-short")


def seat_names(match: Match) -> list[str]:
    """Return the players' names by seat, with an empty string for a free seat.

    The match must have been loaded using ``with_seats``.
    """
    names = tell_apart([seat.user.username if seat.user else "" for seat in match.seats.all()])
    return [shown_name(name) for name in names]


def player_names(match: Match) -> str:
    """Return a title for a match: the names of its players, or its code if it has no players."""
    names = [name for name in seat_names(match) if name]
    return " – ".join(names) or match.code


def opposing_names(sides: Sequence[Side]) -> str:
    """Return the names of a match's sides in one line: two play “against” each other, and more are a list."""
    between = f" {pgettext('between two sides', 'against')} " if len(sides) == 2 else " · "
    return between.join(isolated(side.names) for side in sides)


def sides_of(match: Match, seats: Sequence[Seat], ratings: Mapping[RatingKey, ShownRating]) -> tuple[Side, ...]:
    """Return the sides of a match. ``ratings`` contains the current ratings to show before the match has ended."""
    side_of = find_ruleset(match.ruleset).sides_for(match.options)
    names = seat_names(match)
    return tuple(
        Side(
            score=match.sides[side] if match.sides else None,
            won=match.status == Status.FINISHED and side in match.winners,
            sitters=tuple(
                _seat_summary(match, seat, names[seat.number], ratings)
                for seat in seats
                if side_of[seat.number] == side
            ),
        )
        for side in range(max(side_of) + 1)
    )


def player_summary(user: User, shown: str = "", face: int = 0, title: str = "") -> PlayerSummary:
    """Return a player's summary. ``face`` is the number of a site bot's picture (see ``face_file``)."""
    is_shown = not user.is_closed
    return PlayerSummary(
        name=user.username,
        shown=shown or user.shown_name,
        face=face_file(user.site_bot, face) if user.site_bot else "",
        avatar=user.avatar if is_shown and not user.site_bot else None,
        country=user.country if is_shown else "",
        title=title if is_shown else "",
        is_bot=user.is_bot,
    )


NOBODY = PlayerSummary(name="", shown="", face="", avatar=None, country="", title="", is_bot=False)


def _seat_summary(match: Match, seat: Seat, shown: str, ratings: Mapping[RatingKey, ShownRating]) -> SeatSummary:
    user, player = seat.user, NOBODY
    before, ranked = seat.rating_before, seat.ranked
    if user is not None:
        if before is None:
            before, ranked = ratings.get(rating_key(user.pk, match.ruleset, match.size_class), (None, False))
        face = 0 if shown == user.username else seat.number + 1
        player = player_summary(user, shown, face, title_of(seat))
    return SeatSummary(
        **{field.name: getattr(player, field.name) for field in fields(player)},
        seat=seat.number,
        before=before,
        change=None if match.status == Status.VOIDED else seat.rating_change,  # voiding reverses it
        ranked=ranked,
    )


def merge_bots(sides: Sequence[Side]) -> list[Side]:
    """Return a match's sides, as shown in lists: three or more bot sides are merged into one at the end.

    The merged side has the highest score of these sides, and one seat for each distinct name.
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


def standing(sides: Sequence[Side]) -> list[Side]:
    """Return the sides of an ended match with the winners first, then by score."""
    return sorted(merge_bots(sides), key=lambda side: (side.won, side.score or 0), reverse=True)
