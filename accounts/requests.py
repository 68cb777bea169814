"""The user who sent a request."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import User


def signed_in_user(request: HttpRequest) -> User:
    """Return the signed-in user who sent a request. Raises PermissionDenied for signed-out visitors."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user
