"""The API for bots: programs that play with a bot account's token. See docs/bots.md."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from django.http import HttpRequest, HttpResponse, JsonResponse

from games.api.auth import bot, mover, user_of
from games.api.bot_types import (
    ALL_CLOCKS,
    ANY_SEAT,
    OFFERED,
    DoneOut,
    GameIn,
    InvitationOut,
    MoveIn,
    OfferIn,
    QuickIn,
    SeatIn,
    SeekIn,
    SeekOut,
    TableIn,
)
from games.api.keys import KeyedRouter, carry_out
from games.api.openapi import answers_with
from games.api.params import Code
from games.api.schemas import MatchOut, match_out, state_out
from games.api.state_types import StateOut
from games.models import Clock, Match, Seek
from games.models.clock import name_clocks
from games.models.lobby import LEASE
from games.rules.options import OptionError
from games.selectors.inbox import own_invitations, own_turns
from games.selectors.lobby import own_tables, tables_for_bots
from games.selectors.table import load_table
from games.services import seating
from games.services.admission import check_rate_limit
from games.services.invitations import decline_invitation
from games.services.leaving import abort_match, claim_win, resign_match
from games.services.pairing import cancel_seek, pair_seekers, seek_match
from games.services.play import make_move
from games.services.rematch import offer_rematch
from games.services.seating import TableSettings
from games.state.errors import Malformed, NotFound

Act: TypeAlias = Callable[..., object]


router = KeyedRouter(tags=["Bots"], auth=bot)


@router.get("/tables", response=list[MatchOut])
def list_tables(request: HttpRequest) -> list[MatchOut]:
    """Open tables where bots are welcome, newest first."""
    return [match_out(found) for found in tables_for_bots()]


@router.post("/tables", response=DoneOut)
def open_table(request: HttpRequest, asked: TableIn) -> DoneOut:
    """Open a casual table, with the bot in the first seat. People and other bots can join."""
    if asked.clock and asked.clock not in ALL_CLOCKS:
        raise Malformed("clock", name_clocks(ALL_CLOCKS))
    clock = Clock.parse(asked.clock) if asked.clock else None
    table_settings = TableSettings(welcomes_bots=True)
    make = partial(seating.open_match, private=asked.private, rated=False, clock=clock, table_settings=table_settings)
    return _opened(request, asked, make)


@router.post("/quick", response=DoneOut)
def play_at_once(request: HttpRequest, asked: QuickIn) -> DoneOut:
    """Start a match against the site's own bots."""
    return _opened(request, asked, partial(seating.start_quick_match, level=asked.level))


@router.get("/matches", response=list[MatchOut])
def list_own_matches(request: HttpRequest) -> list[MatchOut]:
    """The tables where the bot has a seat."""
    return [match_out(found) for found in own_tables(user_of(request))]


@router.get("/turns", response=list[MatchOut])
def list_turns(request: HttpRequest) -> list[MatchOut]:
    """Matches waiting for the bot's move, longest waiting first."""
    return [match_out(found) for found in own_turns(user_of(request))]


@router.get("/invitations", response=list[InvitationOut])
def list_invitations(request: HttpRequest) -> list[InvitationOut]:
    """The bot's invitations. To accept an invitation, join its table."""
    return [InvitationOut(by=by, table=match_out(found)) for found, by in own_invitations(user_of(request))]


@router.post("/seek", response=SeekOut)
def seek(request: HttpRequest, asked: SeekIn) -> SeekOut:
    """Search for another bot to play against. The search ends after ``seconds`` seconds unless you renew it."""
    user = user_of(request)
    carry_out(request, partial(seek_match, user_id=user.pk, ruleset=asked.ruleset, clock=asked.clock, rated=False))
    pair_seekers()
    return SeekOut(waiting=Seek.objects.filter(user=user).exists(), seconds=int(LEASE.total_seconds()))


@router.delete("/seek", response=SeekOut)
def stop_seeking(request: HttpRequest) -> SeekOut:
    """Cancel the search."""
    cancel_seek(user_id=user_of(request).pk)
    return SeekOut(waiting=False, seconds=0)


@router.get("/matches/{code}", openapi_extra=answers_with(StateOut))
def get_own_state(request: HttpRequest, code: Code) -> HttpResponse:
    """The match as the bot sees it: the protocol's ``state``, with the legal moves."""
    user, table = user_of(request), load_table(code)
    if not table.may_watch(user.pk):
        raise NotFound
    return JsonResponse(state_out(table, table.seat_of(user.pk)), json_dumps_params={"ensure_ascii": False})


@router.post("/matches/{code}/join", response=DoneOut)
def join(request: HttpRequest, code: Code, asked: SeatIn = ANY_SEAT) -> DoneOut:
    """Join a table that welcomes bots or to which this bot is invited. The match starts when the last seat is taken."""
    return _after(request, code, partial(seating.take_seat, code=code, user=user_of(request), seat=asked.seat))


@router.post("/matches/{code}/leave", response=DoneOut)
def leave(request: HttpRequest, code: Code) -> DoneOut:
    """Leave an open table."""
    return _after(request, code, partial(seating.leave_seat, code=code, user=user_of(request)))


@router.post("/matches/{code}/decline", response=DoneOut)
def decline(request: HttpRequest, code: Code) -> DoneOut:
    """Decline an invitation."""
    return _after(request, code, partial(decline_invitation, code=code, user=user_of(request)))


@router.post("/matches/{code}/move", response=DoneOut, auth=mover)
def move(request: HttpRequest, code: Code, asked: MoveIn) -> DoneOut:
    """Make a move, or cut the pack. Without an idempotency key, a repeated request is refused as ``stale``."""
    return _do(request, code, partial(make_move, version=asked.version, move=list(asked.move)))


@router.post("/matches/{code}/resign", response=DoneOut)
def resign(request: HttpRequest, code: Code) -> DoneOut:
    """Resign the match."""
    return _do(request, code, resign_match)


@router.post("/matches/{code}/abort", response=DoneOut)
def abort(request: HttpRequest, code: Code, asked: OfferIn = OFFERED) -> DoneOut:
    """Abort the match while it is ``early``. Later, offer to abort it, withdraw the offer, or decline others' offers.

    The match is aborted once everyone who is still playing has offered to abort it.
    """
    return _do(request, code, partial(abort_match, on=asked.on))


@router.post("/matches/{code}/claim", response=DoneOut)
def claim(request: HttpRequest, code: Code) -> DoneOut:
    """Claim victory in a two-player match once the other player's time to return has run out.

    If the match is still ``early``, it is aborted instead.
    """
    return _do(request, code, claim_win)


@router.post("/matches/{code}/rematch", response=DoneOut)
def rematch(request: HttpRequest, code: Code, asked: OfferIn = OFFERED) -> DoneOut:
    """Offer a rematch of a finished match, withdraw the offer, or decline the other players' offers.

    Once everyone has offered a rematch, ``offers.url`` in the match's state is the address of the new table.
    """
    return _do(request, code, partial(offer_rematch, on=asked.on))


def _opened(request: HttpRequest, asked: GameIn, make: Callable[..., Match]) -> DoneOut:
    """Call a service that opens the requested match."""
    check_rate_limit(user_of(request))
    try:
        opened = carry_out(request, partial(make, user=user_of(request), ruleset=asked.ruleset, options=asked.options))
    except OptionError as error:
        raise Malformed("options", str(error)) from error
    return DoneOut(code=opened.opened, version=opened.version)


def _do(request: HttpRequest, code: str, act: Act) -> DoneOut:
    """Call a service that acts for the bot's seat in a match."""
    return _after(request, code, partial(act, code=code, user_id=user_of(request).pk))


def _after(request: HttpRequest, code: str, act: partial[Any]) -> DoneOut:
    return DoneOut(code=code, version=carry_out(request, act, place=code).version)
