"""Notices to one user on any page of the site. They are sent once the change that they report is committed."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from django.db import transaction

from games.state.announce import send_to_layer

PAIRED = "paired"  # an opponent was found
INVITED = "invited"
DECLINED = "declined"  # a player declined the recipient's invitation
FULL = "full"  # all seats at the recipient's table are taken, and the host has to start
STARTED = "started"
TURN = "turn"
SENT_AWAY = "sent_away"
REPORT_DECIDED = "report_decided"  # a moderator has decided on the recipient's report about a player in the match


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice to one user about the match ``code``.

    ``by`` is the name of the player who caused the notice, or empty. If several players caused it, their names are
    separated by commas, which no name contains. The page shows them as a list in the reader's language.

    Notices are sent through the channel layer, so they must not contain anything about a running game.
    """

    user_id: int
    kind: str
    code: str
    ruleset: str
    by: str = ""

    @property
    def names(self) -> list[str]:
        """Return the names of the players who caused the notice."""
        return self.by.split(",") if self.by else []

    def as_message(self) -> dict[str, Any]:
        """Return the notice as a channel-layer message."""
        return {"type": "user.notice", **asdict(self)}


Teller: TypeAlias = Callable[[Notice], None]


def user_group(user_id: int) -> str:
    """Return the channel-layer group of all processes in which this user has a page open."""
    return f"user.{user_id}"


def notify_through_layer(notice: Notice) -> None:
    """Send the notice to the processes that listen for this user."""
    send_to_layer(user_group(notice.user_id), notice.as_message())


_teller: Teller = notify_through_layer


def set_notifier(teller: Teller) -> None:
    """Pass all notices from this process to ``teller``, which is called on the thread that commits."""
    global _teller  # noqa: PLW0603  one for each process, set when it starts
    _teller = teller


def notify_user(notice: Notice) -> None:
    """Send a notice after the commit, or never if the transaction is rolled back. A failure is logged and ignored."""
    transaction.on_commit(lambda: _teller(notice), robust=True)
