"""Token authentication. The API ignores cookies."""

from collections.abc import Callable
from typing import NamedTuple, cast

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from ninja.security import HttpBearer

from accounts.models import ApiToken, Scope, User
from accounts.tokens import LockedOutError, WrongTokenError, find_token
from games.api.limits import spend_of_address, spend_of_mover, spend_of_user
from games.state.errors import Forbidden


class NoTokenError(WrongTokenError):
    """A token is required, but none was sent."""

    message = _("This requires a token: “Authorization: Bearer ronda_…”. You can create one in your settings.")


class ScopeError(Forbidden):
    """The token's scope does not permit the request."""

    code = "scope"
    message = _("This token doesn’t allow that.")


class NoBotError(Forbidden):
    """A bot's token is required, but the token belongs to a person."""

    code = "no_bot"
    message = _("This requires a bot account’s token. You can create both in your settings.")


class Caller(NamedTuple):
    """The user and token of a request; both are None if no token was sent."""

    user: User | None
    token: ApiToken | None


class Token(HttpBearer):
    """Require a token that permits ``scope``, and count each request with ``spend``, which takes the user's id.

    Raises WrongTokenError, LockedOutError, ScopeError, TooManyRequests.
    """

    def __init__(self, scope: Scope, spend: Callable[[int], None] = spend_of_user) -> None:
        super().__init__()
        self.scope = scope
        self._spend = spend

    def __call__(self, request: HttpRequest) -> Caller:
        """Return the caller who made a request."""
        kind, _space, secret = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() == self.openapi_scheme:
            return self.authenticate(request, secret.strip())
        spend_of_address(request)
        if kind:
            raise WrongTokenError
        return self.without_token()

    def without_token(self) -> Caller:
        """Return the caller for a request without a token. Raises NoTokenError."""
        raise NoTokenError

    def authenticate(self, request: HttpRequest, token: str) -> Caller:
        """Return the caller whose token has this secret."""
        try:
            found = find_token(token)
        except (WrongTokenError, LockedOutError):
            spend_of_address(request)
            raise
        self._spend(found.user_id)
        if not found.allows(self.scope):
            raise ScopeError
        return Caller(found.user, found)


class Anyone(Token):
    """Make the token optional. A token gives callers a higher rate limit and lets them read their private data."""

    def without_token(self) -> Caller:
        """Return an anonymous caller."""
        return Caller(None, None)


class BotToken(Token):
    """Require the token of a bot account."""

    def authenticate(self, request: HttpRequest, token: str) -> Caller:
        """Return the bot whose token has this secret. Raises NoBotError and the errors raised by ``Token``."""
        caller = super().authenticate(request, token)
        if caller.user is None or not caller.user.is_bot:
            raise NoBotError
        return caller


# Values for the ``auth`` argument of a router or an operation.
anyone = Anyone(Scope.READ)
reader = Token(Scope.READ)
bot = BotToken(Scope.PLAY)
mover = BotToken(Scope.PLAY, spend_of_mover)


def caller_of(request: HttpRequest) -> User | None:
    """Return the user who made a request, or None if it has no token. The operation must accept a token."""
    return calling(request).user


def token_of(request: HttpRequest) -> ApiToken:
    """Return the token sent with a request. The operation must require a token."""
    token = calling(request).token
    assert token is not None  # noqa: S101  the authenticator guarantees it
    return token


def user_of(request: HttpRequest) -> User:
    """Return the user who made a request. The operation must require a token."""
    return token_of(request).user


def calling(request: HttpRequest) -> Caller:
    """Return the caller that the authenticator found."""
    return cast("Caller", request.auth)  # type: ignore[attr-defined]
