"""Helpers shared by several views."""

from typing import TypedDict

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from accounts.guests import welcome_guest
from accounts.models import User
from games.models import Match
from games.rules import find_ruleset
from games.rules.game import Game
from games.selectors.replay import NotOverError, load_ended
from games.selectors.summary import with_seats
from games.state.access import may_watch


def reader(request: HttpRequest) -> User | None:
    """Return the signed-in user, or None."""
    return request.user if isinstance(request.user, User) else None


def may_be_rated(user: User | None) -> bool:
    """Return whether the user has an account and so can have a rating."""
    return user is not None and not user.is_guest


def reader_or_guest(request: HttpRequest) -> User:
    """Return the signed-in user. If the visitor is signed out, sign them in as a new guest.

    Raises TooManyGuestsError.
    """
    return reader(request) or welcome_guest(request)


def first_ruleset() -> type[Game]:
    """Return the default ruleset."""
    return next(iter(Game.registry.values()))


def ruleset_or_404(name: str) -> type[Game]:
    """Return the ruleset with this name, or raise Http404."""
    try:
        return find_ruleset(name)
    except KeyError:
        raise Http404(_("No such ruleset.")) from None


def table_or_404(code: str, reader: User | None) -> Match:
    """Return the match with this code, with its seats.

    Raises Http404 if there is no such match or the reader may not see it.
    """
    match = get_object_or_404(with_seats(Match.objects.all()), code=code)
    if not may_watch(match, reader.pk if reader else None):
        raise Http404(_("No such match."))
    return match


def ended_or_404(code: str) -> Match:
    """Return the match with this code if it was played and is over.

    Otherwise raise Http404, because the log of a running match is secret.
    """
    try:
        return load_ended(code)
    except (Match.DoesNotExist, NotOverError):
        raise Http404(_("No such match, or it isn’t over yet.")) from None


def asked_for(request: HttpRequest, name: str) -> str:
    """Return a query parameter without NUL characters, which PostgreSQL rejects."""
    return request.GET.get(name, "").replace("\x00", "").strip()


class Cursors(TypedDict):
    """The cursors for a list page, in the form that the selectors accept."""

    after: str
    before: str


def cursors(request: HttpRequest) -> Cursors:
    """Return the cursors in the query string."""
    return Cursors(after=request.GET.get("after", ""), before=request.GET.get("before", ""))


def sign_in_first(back: str) -> HttpResponse:
    """Redirect to the sign-in page, which then leads back to ``back``. That URL must accept GET."""
    return redirect_to_login(back)


def sign_up_first(back: str) -> HttpResponse:
    """Redirect a guest to the sign-up page, which then leads back to ``back``."""
    return redirect_to_login(back, login_url="account_signup")
