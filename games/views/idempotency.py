"""Idempotent forms: if the same form is submitted twice (a double click, a reload), it counts as one request."""

from collections.abc import Callable
from hashlib import sha256

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.models import User
from games.models import Match
from games.services.admission import check_rate_limit

SECONDS = 10


def open_match_once(request: HttpRequest, user: User, make: Callable[[], Match]) -> HttpResponse:
    """Create a match and redirect to its table.

    If the same form is submitted again within seconds, redirect to the same table. Raises any error from ``make``, and
    Busy if the user opens matches too quickly. After an error, the form can be submitted again.
    """
    key = _key_of(request, user)
    if not cache.add(key, "", SECONDS):
        code = cache.get(key)
        return redirect("table", code=code) if code else redirect("home")
    try:
        check_rate_limit(user)
        code = make().code
    except BaseException:
        cache.delete(key)
        raise
    cache.set(key, code, SECONDS)
    return redirect("table", code=code)


def _key_of(request: HttpRequest, user: User) -> str:
    sent = f"{request.path}?{request.POST.urlencode()}"
    return f"once:{user.pk}:{sha256(sent.encode()).hexdigest()}"
