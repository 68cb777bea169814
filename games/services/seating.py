"""Opening tables and taking seats. By default, a match starts when its last seat is taken."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Clock, Match, Reason, Seat, Seek, Status
from games.rules import find_ruleset
from games.rules.game import Game, size_class
from games.selectors.coaching import is_newcomer
from games.services.admission import (
    check_bot_capacity,
    check_free_for_rated,
    check_has_clock,
    check_may_be_rated,
    check_may_sit,
    check_not_suspended,
    is_live_rated,
    lock_seeks,
    lock_users,
)
from games.services.bot_levels import choose_level, options_with_level, sit_bot
from games.services.dealing import deal_if_due
from games.services.leaving import abort_earlier_bot_matches
from games.services.results import finish_match
from games.services.versioning import next_version
from games.state.announce import Change, announce_change
from games.state.clocks import first_times
from games.state.errors import Forbidden, NotFound, Unavailable
from games.state.live_match import LiveMatch
from games.state.match_sql import lock_match
from games.state.notices import FULL, STARTED, Notice, notify_user
from games.state.store import open_store

# An open table closes this long after a player last took a seat; players will not wait longer for a live match.
OPEN_LIVE = timedelta(hours=2)
OPEN_CORRESPONDENCE = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class TableSettings:
    """Settings that decide who may join and watch a table and how its match starts. Most are columns of Match.

    By default, any person may join, anyone may watch, and the match starts automatically. ``bot_level`` is the key of
    the site's bot that fills free seats and plays for players who leave, or an empty string for the default.
    ``gentle_start``, which is not a column, gives the host a gentle start if bots have all other seats.
    """

    invited_only: bool = False
    has_spectators: bool = True
    welcomes_bots: bool = False
    host_starts: bool = False
    rating_min: int | None = None
    rating_max: int | None = None
    bot_level: str = ""
    gentle_start: bool = False

    @property
    def columns(self) -> dict[str, object]:
        """The settings that are columns of Match."""
        return {name: value for name, value in asdict(self).items() if name != "gentle_start"}


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
    table_settings: TableSettings = TableSettings(),
) -> Match:
    """Open a table with its host in seat 0 and ``bots`` bots in the next seats. Tables with bots are casual.

    Raises NotFound for an unknown ruleset; OptionError for invalid options; Unavailable for more bots than free seats,
    a bot level that the game does not have, a rated table without a clock, a second live rated table for the user, and
    a bot at too many tables; Forbidden for suspended users, and for rated tables opened by guests, bots and users
    banned from rated matches.
    """
    game = _new_game(ruleset, options)
    choose_level(game, table_settings.bot_level)
    if not 0 <= bots < game.players:
        raise Unavailable("full", _("There aren’t that many free seats."))
    rated = rated and not bots
    user = _lock_host(user, rated=rated, clock=clock)
    columns = {"is_private": private, "wake_at": _closes(clock), **table_settings.columns}
    match = _create_match(game, host=user, rated=rated, clock=clock, **columns)
    _sit_first(match, user, bots, gentle_start=table_settings.gentle_start and bots == game.players - 1)
    if _start_if_ready(match) is None:
        announce_change(Change(match.code, match.version, reload=True))
    return match


def _create_match(game: Game, *, host: User, rated: bool, clock: Clock | None, **columns: object) -> Match:
    """Create the rows for an open table and its seats, all free."""
    match = Match.objects.create(
        ruleset=game.name,
        options=game.chosen,
        size_class=size_class(game),
        rated=rated,
        clock="" if clock is None else str(clock),
        created_by=host,
        **columns,
    )
    Seat.objects.bulk_create([Seat(match=match, number=number) for number in range(game.players)])
    return match


def _sit_first(match: Match, host: User, bots: int, *, gentle_start: bool) -> None:
    """Seat the host and ``bots`` bots."""
    _sit(match, 0, host)
    if gentle_start:
        Seat.objects.filter(match=match, number=0).update(gentle_start=True)
    for number in range(1, 1 + bots):
        sit_bot(match, number)


def _lock_host(user: User, *, rated: bool, clock: Clock | None) -> User:
    """Lock the user who opens a table, and check that they may open it. Raises Forbidden, Unavailable."""
    user = lock_users([user.pk])[0]
    check_not_suspended(user)
    if rated:
        check_may_be_rated(user)
        check_has_clock(clock)
    if user.is_bot:
        check_bot_capacity(user)
    if is_live_rated(rated, clock):
        check_free_for_rated(user)
    return user


@transaction.atomic
def start_quick_match(
    *, user: User, ruleset: str, options: Mapping[str, object], level: str = "", is_taught: bool = True
) -> Match:
    """Immediately start a match against the site's bots of this level.

    A player who has not been taught the game gets a gentle start if they have not finished a match yet.

    Raises NotFound, OptionError, Unavailable.
    """
    options = options_with_level(_find_rules(ruleset), options, level)
    return open_match(
        user=user,
        ruleset=ruleset,
        options=options,
        private=False,
        rated=False,
        bots=_new_game(ruleset, options).players - 1,
        table_settings=TableSettings(bot_level=level, gentle_start=not is_taught and is_newcomer(user)),
    )


@transaction.atomic
def begin_match(*, users: Sequence[User], ruleset: str, clock: Clock, rated: bool) -> Match:
    """Start a public match with the ruleset's default options, and seat these users in this order.

    The caller must have locked the users and checked that they may play. Raises NotFound.
    """
    game = _new_game(ruleset, {})
    match = _create_match(game, host=users[0], rated=rated, clock=clock)
    for number, user in enumerate(users):
        _sit(match, number, user)
    _start_if_ready(match)
    return match


@transaction.atomic
def take_seat(*, code: str, user: User, seat: int | None = None) -> Change:
    """Take ``seat`` or, by default, the first free seat. Raises NotFound, Unavailable, Forbidden."""
    match = lock_open(code)
    user = lock_users([user.pk])[0]  # read again: they may have been suspended since the request
    if Seat.objects.filter(match=match, user=user).exists():
        raise Unavailable("already_seated", _("You’re already at this table."))
    check_may_sit(match, user)
    _sit(match, _free_seat(match, seat), user)
    match.wake_at = _closes(match.time_control)
    change = close_change(match, by=user)
    if match.status == Status.OPEN and not _has_free_seat(match):
        notify_user(Notice(match.created_by_id, FULL, match.code, match.ruleset))
    return change


@transaction.atomic
def seat_bot(*, code: str, user: User, level: str = "") -> Change:
    """Put a bot in the first free seat. This makes the match casual.

    ``level`` is the key of the bot; by default, the table's setting decides. Raises NotFound, Unavailable, Forbidden.
    """
    match = lock_hosted(code, user)
    sit_bot(match, _free_seat(match, None), level)
    match.rated = False
    match.save(update_fields=["rated"])
    return close_change(match, by=user)


@transaction.atomic
def leave_seat(*, code: str, user: User) -> Change:
    """Leave a table that is still open. Raises NotFound, Unavailable, Forbidden.

    If the host leaves, the next person becomes host; if there is none, the table is closed. A bot's table may pass to
    another bot.
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
    """Return the time at which the table is closed if nobody else takes a seat."""
    return timezone.now() + (OPEN_LIVE if clock is None or clock.live else OPEN_CORRESPONDENCE)


def _find_rules(ruleset: str) -> type[Game]:
    try:
        return find_ruleset(ruleset)
    except KeyError:
        raise NotFound.for_ruleset() from None


def _new_game(ruleset: str, options: Mapping[str, object]) -> Game:
    return _find_rules(ruleset)(options)


def lock_open(code: str) -> Match:
    """Lock an open table. Raises NotFound, Unavailable."""
    row = lock_match(code)
    if row.status != Status.OPEN:
        raise Unavailable("not_open", _("This table is no longer open."))
    return Match.objects.get(pk=row.id)


def lock_hosted(code: str, user: User) -> Match:
    """Lock an open table for its host. Raises NotFound or Unavailable, or Forbidden if the user isn't the host."""
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


def close_change(match: Match, *, by: User, start: bool = False) -> Change:
    """Finish a change that ``by`` made to an open table: announce it, and start the match if it is ready.

    A match is ready when its last seat is taken. If the host has to start it, ``start`` must be true too.
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
    """Notify everyone at the table except ``by``."""
    for user_id in Seat.objects.filter(match=match, bot="").exclude(user=by).values_list("user", flat=True):
        if user_id is not None:
            notify_user(Notice(user_id, kind, match.code, match.ruleset))


def _has_free_seat(match: Match) -> bool:
    return Seat.objects.filter(match=match, user=None).exists()


def _start_if_ready(match: Match, *, start: bool = False) -> Change | None:
    if match.status != Status.OPEN or _has_free_seat(match) or (match.host_starts and not start):
        return None
    return _start(match)


def _start(match: Match) -> Change:
    """Start a match whose seats are all taken: deal, and start its clocks."""
    match.status, match.started = Status.RUNNING, timezone.now()
    match.save(update_fields=["status", "started"])
    with open_store() as store:
        live = store.begin(match)
        _end_seeks(live)
        live.times = first_times(live.clock, len(live.seats))
        dealt = deal_if_due(store, live)
        if live.game.over:  # the automatic calls in a deal can decide the match
            finish_match(store, live, reason=Reason.RULES, winners=live.game.winners)
        change = next_version(store, live, dealt=dealt, reload=True)
    abort_earlier_bot_matches(match, live)
    match.refresh_from_db()
    return change


def _end_seeks(live: LiveMatch) -> None:
    """End the seeks of a new match's players, except in correspondence matches and solo matches without a clock."""
    people = [seat.user_id for seat in live.seats if not seat.bot]
    if live.clock.days if live.clock is not None else len(people) == 1:
        return
    Seek.objects.filter(user__in=lock_seeks(Q(user__in=people))).delete()
