"""Who a request comes from."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import User


def signed_in_user(request: HttpRequest) -> User:
    """Return the user of a request that only signed-in users get to make. Raises PermissionDenied for any other."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user
