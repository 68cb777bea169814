"""Rate limits for the API, shared by all processes."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.addresses import client_network
from games.services.ratelimit import seconds_to_wait
from games.state.errors import Busy


class TooManyRequests(Busy):
    """A caller has reached the rate limit."""

    message = _("Too many requests. Retry-After says how many seconds to wait.")


def spend(who: str, most: int) -> None:
    """Count a request by ``who`` toward a limit of ``most`` requests per minute. Raises TooManyRequests."""
    if wait := seconds_to_wait(f"api:{who}", most):
        raise TooManyRequests(wait=wait)


def spend_of_address(request: HttpRequest) -> None:
    """Count a request against the limit for its address. Raises TooManyRequests."""
    spend(f"address:{client_network(request)}", settings.RONDA_API_RATE)


def spend_of_user(user_id: int) -> None:
    """Count an authenticated request against its user's limit. Raises TooManyRequests."""
    spend(f"user:{user_id}", settings.RONDA_API_TOKEN_RATE)


def spend_of_mover(user_id: int) -> None:
    """Count a bot's move. Moves have their own limit, so that they do not use up the limit for other requests.

    Raises TooManyRequests.
    """
    spend(f"moves:{user_id}", settings.RONDA_API_MOVE_RATE)
