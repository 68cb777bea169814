"""A player's page."""

from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from games.selectors.history import Played, player_history
from games.selectors.keyset import Page
from games.selectors.ladder import Standing, standings_of


@dataclass(frozen=True, slots=True)
class Profile:
    """What anybody may know of a player, and the private matches where the reader is that player."""

    name: str
    is_bot: bool
    since: datetime
    standings: list[Standing]
    history: Page[Played]


def load_profile(player: User, *, reader: User | None, after: str = "", before: str = "") -> Profile:
    """The player's page as ``reader`` sees it (None: signed out). Raises BadCursorError."""
    return Profile(
        name=player.username,
        is_bot=player.is_bot,
        since=player.date_joined,
        standings=standings_of(player),
        history=player_history(player, reader=reader, after=after, before=before),
    )
