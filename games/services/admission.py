"""Checks made before a user takes a seat: the table's requirements, and the limit of one live rated match per user."""

from collections.abc import Iterable, Sequence

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Answer, Clock, Invitation, Match, Rating, Seat, Seek, Status
from games.ratings.models import START_RATING, ladder_class
from games.services.ratelimit import seconds_to_wait
from games.state.access import may_sit
from games.state.errors import Busy, Forbidden, Unavailable

MATCHES_A_MINUTE = 10
TABLES_OF_A_BOT = 12  # maximum at the same time, including open tables


def lock_users(user_ids: Iterable[int]) -> list[User]:
    """Lock the rows of these users for the rest of the transaction and return them.

    Locks are always taken in the same order to avoid deadlocks: matches first, then users by id, then seeks. These
    locks do not block writes to rows that only refer to a user.
    """
    return list(User.objects.select_for_update(no_key=True).filter(pk__in=list(user_ids)).order_by("pk"))


def lock_seeks(condition: Q) -> list[int]:
    """Lock the matching seeks for the rest of the transaction, in user order, and return their user ids."""
    seeks = Seek.objects.select_for_update().filter(condition).order_by("user")
    return [seek.user_id for seek in seeks]


def check_may_sit(match: Match, user: User) -> None:
    """Check that a user may take a seat at an open table. Raises Forbidden, Unavailable.

    Invited players do not need a rating within the table's range. The caller must have locked both the match and the
    user.
    """
    answer = Invitation.objects.filter(match=match, user=user).values_list("answer", flat=True).first()
    if answer == Answer.SENT_AWAY:
        raise Forbidden("sent_away", _("The host removed you from this table."))
    check_not_suspended(user)
    if match.rated:
        check_may_be_rated(user)
    if user.is_bot:
        check_bot_capacity(user)
        if answer is None and not welcomes_bots(match):
            raise Forbidden("no_bots", _("Bots can only join this table by invitation."))
    if not may_sit(match, user.pk):
        raise Forbidden("not_for_you", _("You can’t join this table."))
    if answer is None and not in_range(match, rating_of(user.pk, match.ruleset, match.size_class)):
        raise Forbidden("rating", _("Your rating is outside this table’s range."))
    if is_live_rated(match.rated, match.time_control):
        check_free_for_rated(user)


def in_range(match: Match, rating: int) -> bool:
    """Return whether a rating is within the table's rating range."""
    low, high = match.rating_min, match.rating_max
    return (low is None or low <= rating) and (high is None or rating <= high)


def welcomes_bots(match: Match) -> bool:
    """Return whether bots may join uninvited: the table is not private, and its host allows bots or is a bot."""
    return not match.is_private and (match.welcomes_bots or match.created_by.is_bot)


def check_rate_limit(user: User) -> None:
    """Check the user's rate limit for opening matches, and count this match. Raises Busy."""
    if wait := seconds_to_wait(f"open:{user.pk}", MATCHES_A_MINUTE):
        raise Busy(wait=wait)


def check_bot_capacity(user: User) -> None:
    """Check that a bot has not reached its table limit. The bot's row must be locked. Raises Unavailable."""
    seats = Seat.objects.filter(user=user, finished=None, match__status__in=(Status.OPEN, Status.RUNNING))
    if seats.count() >= TABLES_OF_A_BOT:
        raise Unavailable(
            "too_many_tables", _("A bot can play at up to %(most)s tables at once.") % {"most": TABLES_OF_A_BOT}
        )


def rating_of(user_id: int, ruleset: str, size_class: str) -> int:
    """Return the user's rating on a ladder, or the initial rating if they have none."""
    found = Rating.objects.filter(user=user_id, ruleset=ruleset, size_class=ladder_class(size_class))
    value = found.values_list("value", flat=True).first()
    return START_RATING if value is None else value


def check_not_suspended(user: User) -> None:
    """Check that the account is active and not suspended. Raises Forbidden."""
    if user.is_suspended or not user.is_active:
        raise Forbidden("barred", _("Your account is suspended."))


def check_may_be_rated(user: User) -> None:
    """Check that the user may play rated matches. Raises Forbidden."""
    if user.is_bot:
        raise Forbidden("bot", _("Bots can only play casual matches."))
    if user.is_unrated_only:
        raise Forbidden(
            "unrated",
            _("You’re banned from rated matches for now. See your account status for the reason."),
        )
    if user.is_guest:
        raise Forbidden(
            "guest", _("Guests can only play casual matches. Sign up to play rated ones; you’ll keep your matches.")
        )


def check_has_clock(clock: Clock | None) -> None:
    """Check that a rated match has a clock. Raises Unavailable.

    Without a clock, a losing player could stall forever.
    """
    if clock is None:
        raise Unavailable("no_clock", _("Rated matches need a clock."))


def is_live_rated(rated: bool, clock: Clock | None) -> bool:
    """Return whether a match is live and rated.

    A player can have only one such match at a time. Correspondence matches are not limited.
    """
    return rated and clock is not None and clock.live


def check_free_for_rated(user: User) -> None:
    """Check that a user is not at a live rated table. The user's row must be locked. Raises Unavailable."""
    if in_live_rated_match([user.pk]):
        raise Unavailable("busy_rated", _("You’re already at a rated table. Finish or leave it first."))


def in_live_rated_match(user_ids: Sequence[int]) -> set[int]:
    """Return the ids of the users in ``user_ids`` who are at a live rated table, open or running."""
    seats = Seat.objects.filter(
        user__in=user_ids,
        bot="",
        left=False,
        finished=None,
        match__status__in=(Status.OPEN, Status.RUNNING),
        match__rated=True,
        match__clock__contains="+",
    )
    return set(seats.values_list("user", flat=True))
