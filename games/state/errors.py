"""Why a service refused: a stable code and a sentence for the player."""

# ruff: noqa: N818  the four kinds of refusal go by the names that the protocol gives them

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.errors import ServiceError
from games.rules.game import REFUSALS, Game, IllegalMove, MalformedMove

__all__ = ["Busy", "Forbidden", "Illegal", "Malformed", "NotFound", "ServiceError", "Stale", "Unavailable"]

SHORT_WAIT = 5  # seconds, for a refusal that does not know how long the rush will last


class Malformed(ServiceError):
    """What was sent is no move at all."""

    code = "malformed"
    message = _("This is not a valid move.")

    @classmethod
    def of(cls, error: MalformedMove) -> "Malformed":
        """The rules' own sentence, which is for whoever writes a client."""
        return cls(message=str(error))


class Illegal(ServiceError):
    """A move that the rules do not allow now. ``code`` is a key of ``REFUSALS``."""

    @classmethod
    def of(cls, error: IllegalMove) -> "Illegal":
        """The rules' refusal."""
        return cls(error.code, _(str(error)))

    @classmethod
    def because(cls, code: str) -> "Illegal":
        """A refusal of the rules that is known without asking them."""
        return cls(code, _(REFUSALS[code]))


class Stale(ServiceError):
    """The match has moved on since the version that was named."""

    code = "stale"
    message = _("The match has moved on. Check the table and try again.")


class Forbidden(ServiceError):
    """Not for this user: no seat here, not the host, no permission."""

    code = "forbidden"
    message = _("You don’t have a seat at this table.")


class NotFound(ServiceError):
    """No such match, seat or ruleset."""

    code = "not_found"
    message = _("No such match.")

    @classmethod
    def for_ruleset(cls) -> "NotFound":
        """The refusal of a game that is not played here."""
        words = gettext("No such game. Choose one of: %(rulesets)s.")
        return cls(message=words % {"rulesets": ", ".join(Game.registry)})


class Unavailable(ServiceError):
    """Not in the state that the match is in, or taken by somebody else; ``code`` says which."""

    code = "unavailable"
    message = _("You can’t do that any more.")


class Busy(ServiceError):
    """Too much at once. ``wait`` is the number of whole seconds after which the same may be asked again."""

    code = "busy"
    message = _("Too fast. Wait a moment.")

    def __init__(
        self, code: str | None = None, message: str | Promise | None = None, *, wait: int = SHORT_WAIT
    ) -> None:
        super().__init__(code, message)
        self.wait = wait
