"""How much one may ask of the API in a minute, counted for all processes together."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.addresses import client_network
from games.services.ratelimit import seconds_to_wait
from games.state.errors import Busy


class TooManyRequests(Busy):
    """The rate limit of a caller is used up."""

    message = _("Too many requests. Retry after the number of seconds in Retry-After.")


def spend(who: str, most: int) -> None:
    """Count a request of ``who``, of whom there may be so many a minute. Raises TooManyRequests."""
    if wait := seconds_to_wait(f"api:{who}", most):
        raise TooManyRequests(wait=wait)


def spend_of_address(request: HttpRequest) -> None:
    """Count a request of somebody who is known by the address alone. Raises TooManyRequests."""
    spend(f"address:{client_network(request)}", settings.RONDA_API_RATE)


def spend_of_user(user_id: int) -> None:
    """Count a request of somebody with a token. Raises TooManyRequests."""
    spend(f"user:{user_id}", settings.RONDA_API_TOKEN_RATE)


def spend_of_mover(user_id: int) -> None:
    """Count a move of a bot. Moves have a limit of their own, so that play leaves the other requests alone.

    Raises TooManyRequests.
    """
    spend(f"moves:{user_id}", settings.RONDA_API_MOVE_RATE)
