"""Why a service refused: a stable code and a sentence for the player."""

# ruff: noqa: N818  the four kinds of refusal go by the names that the protocol gives them

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules.game import REFUSALS, IllegalMove, MalformedMove


class ServiceError(Exception):
    """Nothing was changed. ``code`` is stable, ``message`` a sentence in the reader's language once it is shown."""

    code: str
    message: str | Promise

    def __init__(self, code: str | None = None, message: str | Promise | None = None) -> None:
        if code is not None:
            self.code = code
        if message is not None:
            self.message = message
        super().__init__(self.code)

    def __str__(self) -> str:
        return str(self.message)


class Malformed(ServiceError):
    """What was sent is no move at all."""

    code = "malformed"
    message = _("This is not a move.")

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
    message = _("The table has moved on. Look again.")


class Forbidden(ServiceError):
    """Not for this user: no seat here, not the host, no permission."""

    code = "forbidden"
    message = _("You have no seat at this table.")


class NotFound(ServiceError):
    """No such match, seat or ruleset."""

    code = "not_found"
    message = _("There is no such match.")


class Unavailable(ServiceError):
    """Not in the state that the match is in, or taken by somebody else; ``code`` says which."""

    code = "unavailable"
    message = _("That cannot be done any more.")
