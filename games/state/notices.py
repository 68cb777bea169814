"""What one person is told wherever on the site they are: one notice, after the commit of what it tells."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from django.db import transaction

from games.state.announce import send_to_layer

PAIRED = "paired"  # an opponent was found
INVITED = "invited"
DECLINED = "declined"  # whom the reader asked will not come
FULL = "full"  # all seats of the reader's table are taken, and it waits for the word to start
STARTED = "started"
TURN = "turn"
SENT_AWAY = "sent_away"


@dataclass(frozen=True, slots=True)
class Notice:
    """``kind`` of news about the match ``code`` for one person; ``by`` is who did it, where that is somebody's doing.

    It goes over the channel layer: nothing of a running game belongs in it.
    """

    user_id: int
    kind: str
    code: str
    ruleset: str
    by: str = ""

    def as_message(self) -> dict[str, Any]:
        """The notice for the channel layer."""
        return {"type": "user.notice", **asdict(self)}


Teller: TypeAlias = Callable[[Notice], None]


def user_group(user_id: int) -> str:
    """The channel-layer group of all processes where this person has a page open."""
    return f"user.{user_id}"


def tell_layer(notice: Notice) -> None:
    """Send the notice to the processes that listen for this person."""
    send_to_layer(user_group(notice.user_id), notice.as_message())


_teller: Teller = tell_layer


def set_teller(teller: Teller) -> None:
    """Hand all notices of this process to ``teller``; called on the thread that commits."""
    global _teller  # noqa: PLW0603  one for the process, chosen at its start
    _teller = teller


def tell_user(notice: Notice) -> None:
    """Tell somebody once the transaction is committed, and never if it is not; a failure is logged and harms nobody."""
    transaction.on_commit(lambda: _teller(notice), robust=True)
