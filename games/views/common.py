"""What several pages need."""

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
    """Who reads the page; None when signed out."""
    return request.user if isinstance(request.user, User) else None


def may_be_rated(user: User | None) -> bool:
    """Whether somebody has an account, to which a rating could belong."""
    return user is not None and not user.is_guest


def reader_or_guest(request: HttpRequest) -> User:
    """Who reads the page; a visitor who is signed out becomes a guest. Raises TooManyGuestsError."""
    return reader(request) or welcome_guest(request)


def first_ruleset() -> type[Game]:
    """The ruleset that is offered where none was chosen."""
    return next(iter(Game.registry.values()))


def ruleset_or_404(name: str) -> type[Game]:
    """The ruleset of an address."""
    try:
        return find_ruleset(name)
    except KeyError:
        raise Http404(_("No such ruleset.")) from None


def table_or_404(code: str, reader: User | None) -> Match:
    """The match of an address, with its seats; for who may not look at it there is none."""
    match = get_object_or_404(with_seats(Match.objects.all()), code=code)
    if not may_watch(match, reader.pk if reader else None):
        raise Http404(_("No such match."))
    return match


def ended_or_404(code: str) -> Match:
    """The match of an address, if it was played and is over; the log of any other is nobody's business."""
    try:
        return load_ended(code)
    except (Match.DoesNotExist, NotOverError):
        raise Http404(_("No such match, or it isn’t over yet.")) from None


def asked_for(request: HttpRequest, name: str) -> str:
    """What an address asks for under this name, without NULs: PostgreSQL cannot be asked for them."""
    return request.GET.get(name, "").replace("\x00", "").strip()


class Cursors(TypedDict):
    """Which page of a list is asked for, as the selectors take it."""

    after: str
    before: str


def cursors(request: HttpRequest) -> Cursors:
    """Which page of a list is asked for."""
    return Cursors(after=request.GET.get("after", ""), before=request.GET.get("before", ""))


def sign_in_first(back: str) -> HttpResponse:
    """To the sign-in page and from there to the address ``back``: never to one that takes no GET."""
    return redirect_to_login(back)


def sign_up_first(back: str) -> HttpResponse:
    """To the sign-up page, for guests, and from there to the address ``back``."""
    return redirect_to_login(back, login_url="account_signup")
