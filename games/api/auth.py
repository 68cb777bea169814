"""Who asks: somebody with a token, or anybody. Cookies tell nothing here."""

from collections.abc import Callable
from typing import NamedTuple, cast

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from ninja.security import HttpBearer

from accounts.models import ApiToken, Scope, User
from accounts.tokens import KeptOutError, WrongTokenError, find_token
from games.api.limits import spend_of_address, spend_of_mover, spend_of_user
from games.state.errors import Forbidden


class NoTokenError(WrongTokenError):
    """A token is needed, and none was sent."""

    message = _("This requires a token: “Authorization: Bearer ronda_…”. You can create one in your settings.")


class ScopeError(Forbidden):
    """The token is good for less."""

    code = "scope"
    message = _("This token doesn’t allow that.")


class NoBotError(Forbidden):
    """The token is a person's, who plays on the site's pages."""

    code = "no_bot"
    message = _("This requires a bot account’s token. You can create both in your settings.")


class Caller(NamedTuple):
    """Who asks; both are None where no token was sent."""

    user: User | None
    token: ApiToken | None


class Token(HttpBearer):
    """Lets in whoever has a token for ``scope``, and counts the request by ``spend``, which takes the user's id.

    Raises WrongTokenError, KeptOutError, ScopeError, TooManyRequests.
    """

    def __init__(self, scope: Scope, spend: Callable[[int], None] = spend_of_user) -> None:
        super().__init__()
        self.scope = scope
        self._spend = spend

    def __call__(self, request: HttpRequest) -> Caller:
        """The caller of a request."""
        kind, _space, secret = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() == self.openapi_scheme:
            return self.authenticate(request, secret.strip())
        spend_of_address(request)
        if kind:
            raise WrongTokenError
        return self.welcome_stranger()

    def welcome_stranger(self) -> Caller:
        """The caller where no token was sent."""
        raise NoTokenError

    def authenticate(self, request: HttpRequest, token: str) -> Caller:
        """The caller who has this secret."""
        try:
            found = find_token(token)
        except (WrongTokenError, KeptOutError):
            spend_of_address(request)
            raise
        self._spend(found.user_id)
        if not found.allows(self.scope):
            raise ScopeError
        return Caller(found.user, found)


class Anyone(Token):
    """Lets everybody in; who has a token may ask more often, and for what is theirs."""

    def welcome_stranger(self) -> Caller:
        """Nobody in particular."""
        return Caller(None, None)


class BotToken(Token):
    """Lets in programs with the token of a bot's account."""

    def authenticate(self, request: HttpRequest, token: str) -> Caller:
        """The bot who has this secret. Raises NoBotError too."""
        caller = super().authenticate(request, token)
        if caller.user is None or not caller.user.is_bot:
            raise NoBotError
        return caller


# For ``auth=`` of a router or an operation.
anyone = Anyone(Scope.READ)
reader = Token(Scope.READ)
bot = BotToken(Scope.PLAY)
mover = BotToken(Scope.PLAY, spend_of_mover)


def caller_of(request: HttpRequest) -> User | None:
    """Who asks, of an operation for anyone."""
    return calling(request).user


def token_of(request: HttpRequest) -> ApiToken:
    """The caller's token, of an operation that needs one."""
    token = calling(request).token
    assert token is not None  # noqa: S101  it has been asked for
    return token


def user_of(request: HttpRequest) -> User:
    """Who asks, of an operation that needs a token."""
    return token_of(request).user


def calling(request: HttpRequest) -> Caller:
    """Who asks, and with which token."""
    return cast("Caller", request.auth)  # type: ignore[attr-defined]
