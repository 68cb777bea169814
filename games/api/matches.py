"""The API for open, running and finished matches."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from ninja import Query, Router, Schema

from games.api.auth import caller_of
from games.api.openapi import answers_with
from games.api.params import Code, MatchFilter, Paging
from games.api.record_types import RecordOut
from games.api.schemas import MatchOut, match_out, state_out
from games.api.state_types import StateOut
from games.models import Match
from games.selectors.history import site_history
from games.selectors.lobby import read_lobby
from games.selectors.replay import NotOverError, load_ended, record_of
from games.selectors.summary import summarise, with_seats
from games.selectors.table import load_table
from games.state.access import may_watch
from games.state.errors import NotFound

router = Router(tags=["Matches"])


class MatchesOut(Schema):
    """Matches, latest first. ``next`` is null at the end."""

    items: list[MatchOut]
    next: str | None


class TablesOut(Schema):
    """The latest public tables: open tables with a free seat, and running matches that everyone can watch."""

    open: list[MatchOut]
    running: list[MatchOut]


@router.get("", response=MatchesOut)
def list_matches(request: HttpRequest, wanted: Query[MatchFilter], paging: Query[Paging]) -> MatchesOut:
    """Finished public matches."""
    page = site_history(wanted.wanted, size=paging.limit, after=paging.after)
    return MatchesOut(items=[match_out(match) for match in page.rows], next=page.after or None)


@router.get("/live", response=TablesOut)
def list_live_matches(request: HttpRequest) -> TablesOut:
    """Open public tables and public matches that are being played."""
    lobby = read_lobby()
    return TablesOut(open=[match_out(one) for one in lobby.open], running=[match_out(one) for one in lobby.running])


@router.get("/{code}", response=MatchOut)
def get_match(request: HttpRequest, code: Code) -> MatchOut:
    """A match. Until it ends, it is visible only to users who can watch it."""
    match = with_seats(Match.objects.filter(code=code)).first()
    user = caller_of(request)
    if match is None or not (match.finished or may_watch(match, user.pk if user else None)):
        raise NotFound
    return match_out(summarise(match))


@router.get("/{code}/state", openapi_extra=answers_with(StateOut))
def get_state(request: HttpRequest, code: Code) -> HttpResponse:
    """The table as spectators see it: the protocol's ``state``, without the fields that a stream adds."""
    table = load_table(code)
    user = caller_of(request)
    if not table.may_watch(user.pk if user else None):
        raise NotFound
    return JsonResponse(state_out(table, None), json_dumps_params={"ensure_ascii": False})


@router.get("/{code}/record", openapi_extra=answers_with(RecordOut))
def get_record(request: HttpRequest, code: Code) -> HttpResponse:
    """The record of a finished match: all hands and every move."""
    try:
        match = load_ended(code)
    except (Match.DoesNotExist, NotOverError):
        raise NotFound(message=_("No such match, or it isn’t over yet.")) from None
    return JsonResponse(record_of(match).as_json(), json_dumps_params={"ensure_ascii": False})
