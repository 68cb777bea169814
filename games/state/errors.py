"""The errors that services raise: each has a stable code and a message for the player."""

# ruff: noqa: N818  these errors have the names that the protocol gives them

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.errors import ServiceError
from accounts.wording import listing
from games.rules.game import Game
from games.rules.moves import MalformedMove
from games.rules.refusals import REFUSALS, IllegalMove

__all__ = ["Busy", "Forbidden", "Illegal", "Malformed", "NotFound", "ServiceError", "Stale", "Unavailable"]

SHORT_WAIT = 5  # default number of seconds to wait


class Malformed(ServiceError):
    """The request is not a well-formed move or value."""

    code = "malformed"
    message = _("This is not a valid move.")

    @classmethod
    def of(cls, error: MalformedMove) -> "Malformed":
        """Wrap an error raised by the rules. Its message is meant for developers of clients."""
        return cls(message=str(error))


class Illegal(ServiceError):
    """The rules do not allow this move now. ``code`` is a key of ``REFUSALS``."""

    @classmethod
    def of(cls, error: IllegalMove) -> "Illegal":
        """Wrap an error raised by the rules."""
        return cls(error.code, _(str(error)))

    @classmethod
    def because(cls, code: str) -> "Illegal":
        """Return the error for a code in ``REFUSALS``, for moves that are rejected without being tried."""
        return cls(code, _(REFUSALS[code]))


class Stale(ServiceError):
    """The match has changed since the version that the client sent."""

    code = "stale"
    message = _("The match has moved on. Check the table and try again.")


class Forbidden(ServiceError):
    """The user may not do this: they have no seat here, are not the host, or lack a permission."""

    code = "forbidden"
    message = _("You don’t have a seat at this table.")


class NotFound(ServiceError):
    """There is no such match, seat or ruleset."""

    code = "not_found"
    message = _("No such match.")

    @classmethod
    def for_ruleset(cls) -> "NotFound":
        """Return the error for an unknown ruleset."""
        words = gettext("No such game. Choose one of: %(rulesets)s.")
        return cls(message=words % {"rulesets": listing(Game.registry, "or")})


class Unavailable(ServiceError):
    """The state of the match does not allow this, or another player was faster; ``code`` gives the reason."""

    code = "unavailable"
    message = _("You can’t do that any more.")


class Busy(ServiceError):
    """A rate limit was exceeded. ``wait`` is the number of whole seconds to wait before trying again."""

    code = "busy"
    message = _("Too fast. Wait a moment.")

    def __init__(
        self, code: str | None = None, message: str | Promise | None = None, *, wait: int = SHORT_WAIT
    ) -> None:
        super().__init__(code, message)
        self.wait = wait
