"""The matches in which players may ask for hints."""

from collections.abc import Sequence

from games.state.seats import SeatInfo


def allows_hints(*, rated: bool, seats: Sequence[SeatInfo]) -> bool:
    """Return whether a player in the match may ask for hints.

    Hints are allowed in casual matches between one person and the site's bots.
    """
    others = [seat for seat in seats if not seat.bot]
    return not rated and len(others) == 1 and others[0].is_person and not others[0].is_bot
