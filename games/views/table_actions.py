"""Actions at a table other than playing, such as taking a seat, inviting players and starting the match."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts.models import User
from games.models import Seat, Status
from games.services import hosting, seating
from games.services.invitations import invite_players, split_names
from games.state.errors import NotFound, ServiceError
from games.views.common import may_be_rated, reader, reader_or_guest, sign_in_first, sign_up_first, table_or_404

SEATS = frozenset("0123456789")


@require_POST
def sit(request: HttpRequest, code: str) -> HttpResponse:
    """Take the given seat, or the first free one."""
    seat = request.POST.get("seat", "")
    act = partial(seating.take_seat, seat=int(seat) if seat in SEATS else None)
    return _at_table(request, code, act, wants_seat=True)


@require_POST
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Leave the reader's seat at an open table."""
    return _at_table(request, code, seating.leave_seat, wants_seat=False)


@require_POST
def add_bot(request: HttpRequest, code: str) -> HttpResponse:
    """Put a bot of the chosen level in a free seat."""
    return _at_table(request, code, partial(seating.seat_bot, level=request.POST.get("level", "")))


@require_POST
def away(request: HttpRequest, code: str) -> HttpResponse:
    """Remove a player from a seat."""
    seat = request.POST.get("seat", "")
    return _at_table(request, code, partial(hosting.remove_player, seat=int(seat) if seat in SEATS else -1))


@require_POST
def start(request: HttpRequest, code: str) -> HttpResponse:
    """Start the match, with bots in the free seats."""
    return _at_table(request, code, partial(hosting.start_match, level=request.POST.get("level", "")))


@require_POST
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Invite players by name."""
    return _at_table(request, code, partial(invite_players, names=split_names(request.POST.get("names", "")[:400])))


def _at_table(
    request: HttpRequest, code: str, act: Callable[..., object], *, wants_seat: bool | None = None
) -> HttpResponse:
    """Carry out ``act`` at a table, then redirect back to it, or to the home page if ``wants_seat`` is False.

    If ``act`` fails, show the error on that page, unless the user already has what they want: a seat if
    ``wants_seat`` is True, or no seat if it is False.
    """
    user, table = reader(request), reverse("table", args=[code])
    match = table_or_404(code, user)
    if user is None and (not wants_seat or match.rated or match.status != Status.OPEN):
        return sign_in_first(table)
    if wants_seat and match.rated and not may_be_rated(user):
        return sign_up_first(table)
    try:
        user = reader_or_guest(request)
        act(code=code, user=user)
    except NotFound as error:
        raise Http404(str(error)) from error
    except ServiceError as error:
        if user is None or wants_seat is None or wants_seat is not _is_seated(user, code):
            messages.error(request, str(error))
    return redirect("home") if wants_seat is False else redirect("table", code=code)


def _is_seated(user: User, code: str) -> bool:
    return Seat.objects.filter(match__code=code, user=user).exists()
