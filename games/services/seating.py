"""Opening tables and sitting down. A match starts by itself when its last seat is taken."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.bots import DEFAULT_BOT, REGISTRY
from games.models import Clock, Match, Reason, Seat, Seek, Status
from games.rules import find_ruleset
from games.rules.game import Game, size_class
from games.services.admission import (
    check_free_for_rated,
    check_has_clock,
    check_may_be_rated,
    check_may_sit,
    check_not_barred,
    check_room_for_bot,
    is_live_rated,
    lock_seeks,
    lock_users,
)
from games.services.dealing import deal_if_due
from games.services.results import finish_match
from games.services.versioning import next_version
from games.state.announce import Change, announce_change
from games.state.clocks import first_times
from games.state.errors import Forbidden, NotFound, Unavailable
from games.state.live_match import LiveMatch
from games.state.match_sql import lock_match
from games.state.notices import FULL, STARTED, Notice, tell_user
from games.state.store import open_store

# An open table is closed so long after somebody has sat down; live players will not still be there.
OPEN_LIVE = timedelta(hours=2)
OPEN_CORRESPONDENCE = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class Welcome:
    """Whom a table is for, and when it begins: as the columns of Match say. Everybody at once, if nothing is said."""

    invited_only: bool = False
    has_spectators: bool = True
    welcomes_bots: bool = False
    host_starts: bool = False
    rating_min: int | None = None
    rating_max: int | None = None


@transaction.atomic
def open_match(
    *,
    user: User,
    ruleset: str,
    options: Mapping[str, object],
    private: bool,
    rated: bool,
    bots: int = 0,
    clock: Clock | None = None,
    welcome: Welcome = Welcome(),
) -> Match:
    """Open a table with its host on seat 0 and ``bots`` bots on the next seats; rated only without bots.

    Raises NotFound for an unknown ruleset, OptionError for its options, Unavailable for more bots than seats, for a
    rated table without a clock, for who sits at a live rated table already and opens another, and for a bot with too
    many tables; Forbidden for a rated table of a guest or a bot, and for who may not.
    """
    game = _new_game(ruleset, options)
    if not 0 <= bots < game.players:
        raise Unavailable("full", _("There are not that many free seats."))
    user = lock_users([user.pk])[0]
    check_not_barred(user)
    rated = rated and not bots
    if rated:
        check_may_be_rated(user)
        check_has_clock(clock)
    if user.is_bot:
        check_room_for_bot(user)
    if is_live_rated(rated, clock):
        check_free_for_rated(user)
    match = Match.objects.create(
        ruleset=ruleset,
        options=game.chosen,
        size_class=size_class(game),
        is_private=private,
        rated=rated,
        clock="" if clock is None else str(clock),
        created_by=user,
        wake_at=_closes(clock),
        **asdict(welcome),
    )
    Seat.objects.bulk_create([Seat(match=match, number=number) for number in range(game.players)])
    _sit(match, 0, user)
    for number in range(1, 1 + bots):
        sit_bot(match, number)
    if _start_if_ready(match) is None:
        announce_change(Change(match.code, match.version, reload=True))
    return match


@transaction.atomic
def start_quick_match(*, user: User, ruleset: str, options: Mapping[str, object]) -> Match:
    """Start a match against the site's bots at once. Raises NotFound, OptionError."""
    players = _new_game(ruleset, options).players
    return open_match(user=user, ruleset=ruleset, options=options, private=False, rated=False, bots=players - 1)


@transaction.atomic
def begin_match(*, users: Sequence[User], ruleset: str, clock: Clock, rated: bool) -> Match:
    """Begin a public match of the ruleset's usual options with these people on its seats, in this order.

    Raises NotFound. Whether they may sit there is the caller's business, and so are the locks on them.
    """
    game = _new_game(ruleset, {})
    match = Match.objects.create(
        ruleset=ruleset,
        options=game.chosen,
        size_class=size_class(game),
        clock=str(clock),
        rated=rated,
        created_by=users[0],
    )
    Seat.objects.bulk_create([Seat(match=match, number=number) for number in range(game.players)])
    for number, user in enumerate(users):
        _sit(match, number, user)
    _start_if_ready(match)
    return match


@transaction.atomic
def take_seat(*, code: str, user: User, seat: int | None = None) -> Change:
    """Sit down on that seat, or on the first free one. Raises NotFound, Unavailable, Forbidden."""
    match = lock_open(code)
    user = lock_users([user.pk])[0]  # as they are now: they may have been kept out meanwhile
    if Seat.objects.filter(match=match, user=user).exists():
        raise Unavailable("already_seated", _("You’re already at this table."))
    check_may_sit(match, user)
    _sit(match, _free_seat(match, seat), user)
    match.wake_at = _closes(match.time_control)
    change = close_change(match, by=user)
    if match.status == Status.OPEN and not _has_free_seat(match):
        tell_user(Notice(match.created_by_id, FULL, match.code, match.ruleset))
    return change


@transaction.atomic
def seat_bot(*, code: str, user: User) -> Change:
    """Let a bot take the first free seat, which makes the match unrated. Raises NotFound, Unavailable, Forbidden."""
    match = lock_hosted(code, user)
    sit_bot(match, _free_seat(match, None))
    match.rated = False
    match.save(update_fields=["rated"])
    return close_change(match, by=user)


@transaction.atomic
def leave_seat(*, code: str, user: User) -> Change:
    """Get up from a table that is still open. Raises NotFound, Unavailable, Forbidden.

    When the host leaves the next person becomes host; with nobody left the table is closed. Bots keep a bot's table.
    """
    match = lock_open(code)
    if not Seat.objects.filter(match=match, user=user).update(user=None, auto_call=False):
        raise Forbidden
    if match.created_by_id == user.pk:
        heirs = User.objects.filter(seats__match=match, seats__bot="", is_bot__in={False, user.is_bot})
        heir = heirs.order_by("is_bot", "seats__number").first()
        if heir is None:
            match.status, match.result_reason, match.wake_at = Status.ABORTED, Reason.ABORTED, None
        else:
            match.created_by = heir
        match.save(update_fields=["status", "result_reason", "wake_at", "created_by"])
    return close_change(match, by=user)


def _closes(clock: Clock | None) -> datetime:
    """When a table is closed at which nobody sits down any more."""
    return timezone.now() + (OPEN_LIVE if clock is None or clock.live else OPEN_CORRESPONDENCE)


def _new_game(ruleset: str, options: Mapping[str, object]) -> Game:
    try:
        rules = find_ruleset(ruleset)
    except KeyError:
        raise NotFound.for_ruleset() from None
    return rules(options)


def lock_open(code: str) -> Match:
    """Lock a table that waits for players. Raises NotFound, Unavailable."""
    row = lock_match(code)
    if row.status != Status.OPEN:
        raise Unavailable("not_open", _("This table is no longer open."))
    return Match.objects.get(pk=row.id)


def lock_hosted(code: str, user: User) -> Match:
    """Lock an open table for its host to change something. Raises NotFound, Unavailable, Forbidden for others."""
    match = lock_open(code)
    if match.created_by_id != user.pk:
        raise Forbidden(message=_("Only the host can do that."))
    return match


def _free_seat(match: Match, wanted: int | None) -> int:
    free = list(Seat.objects.filter(match=match, user=None).order_by("number").values_list("number", flat=True))
    if wanted is None and free:
        return free[0]
    if wanted not in free:
        raise Unavailable("seat_taken", _("That seat is taken."))
    return wanted


def _sit(match: Match, number: int, user: User) -> None:
    Seat.objects.filter(match=match, number=number).update(user=user, auto_call=user.auto_call)


def sit_bot(match: Match, number: int) -> None:
    """Let a bot take a seat of a table that is locked."""
    user = User.objects.get(username=REGISTRY[DEFAULT_BOT].title, is_bot=True)
    Seat.objects.filter(match=match, number=number).update(user=user, bot=DEFAULT_BOT)


def close_change(match: Match, *, by: User, start: bool = False) -> Change:
    """Close a change that ``by`` has made to an open table: it is announced, and the match begins if it can.

    That is with the last seat taken, where the host does not want to say when: that is ``start``.
    """
    started = _start_if_ready(match, start=start)
    if started is not None:
        _tell_people(match, STARTED, by)
        return started
    match.version += 1
    match.save(update_fields=["version", "wake_at"])
    change = Change(match.code, match.version, reload=True)
    announce_change(change)
    return change


def _tell_people(match: Match, kind: str, by: User) -> None:
    """Tell everybody who sits there, but not who did it."""
    for user_id in Seat.objects.filter(match=match, bot="").exclude(user=by).values_list("user", flat=True):
        if user_id is not None:
            tell_user(Notice(user_id, kind, match.code, match.ruleset))


def _has_free_seat(match: Match) -> bool:
    return Seat.objects.filter(match=match, user=None).exists()


def _start_if_ready(match: Match, *, start: bool = False) -> Change | None:
    if match.status != Status.OPEN or _has_free_seat(match) or (match.host_starts and not start):
        return None
    match.status, match.started = Status.RUNNING, timezone.now()
    match.save(update_fields=["status", "started"])
    with open_store() as store:
        live = store.begin(match)
        _end_seeks(live)
        live.times = first_times(live.clock, len(live.seats))
        dealt = deal_if_due(store, live)
        if live.game.over:  # calls made by the deal itself can win
            finish_match(store, live, reason=Reason.RULES, winners=live.game.winners)
        change = next_version(store, live, dealt=dealt, reload=True)
    match.refresh_from_db()
    return change


def _end_seeks(live: LiveMatch) -> None:
    """Nobody is paired any more who sits at a match that begins, unless that may take days."""
    if live.clock is not None and live.clock.days:
        return
    people = [seat.user_id for seat in live.seats if not seat.bot]
    Seek.objects.filter(user__in=lock_seeks(Q(user__in=people))).delete()
