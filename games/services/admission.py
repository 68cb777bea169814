"""Who may sit down where: what a table asks for, and that nobody plays two rated matches at the same time."""

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
TABLES_OF_A_BOT = 12  # at the same time, open ones too


def lock_users(user_ids: Iterable[int]) -> list[User]:
    """Lock these people's rows for the rest of the transaction, in one order everywhere.

    Every match is locked before people, and people before their searches. The lock does not hold up rows that only
    refer to a person.
    """
    return list(User.objects.select_for_update(no_key=True).filter(pk__in=list(user_ids)).order_by("pk"))


def lock_seeks(condition: Q) -> list[int]:
    """Lock searches for the rest of the transaction, in one order everywhere; whose they are."""
    seeks = Seek.objects.select_for_update().filter(condition).order_by("user")
    return [seek.user_id for seek in seeks]


def check_may_sit(match: Match, user: User) -> None:
    """Whether somebody may take a seat of an open match. Raises Forbidden, Unavailable.

    Who was invited need not be in the range of ratings. Both the match and the person are locked.
    """
    answer = Invitation.objects.filter(match=match, user=user).values_list("answer", flat=True).first()
    if answer == Answer.SENT_AWAY:
        raise Forbidden("sent_away", _("The host removed you from this table."))
    check_not_barred(user)
    if match.rated:
        check_may_be_rated(user)
    if user.is_bot:
        check_room_for_bot(user)
        if answer is None and not welcomes_bots(match):
            raise Forbidden("no_bots", _("Bots can only join this table by invitation."))
    if not may_sit(match, user.pk):
        raise Forbidden("not_for_you", _("You can’t join this table."))
    if answer is None and not in_range(match, rating_of(user.pk, match.ruleset, match.size_class)):
        raise Forbidden("rating", _("Your rating is outside this table’s range."))
    if is_live_rated(match.rated, match.time_control):
        check_free_for_rated(user)


def in_range(match: Match, rating: int) -> bool:
    """Whether a rating is one that the table asks for."""
    low, high = match.rating_min, match.rating_max
    return (low is None or low <= rating) and (high is None or rating <= high)


def welcomes_bots(match: Match) -> bool:
    """Whether a bot that nobody has invited may sit down at a table: its host says so, or is a bot too."""
    return not match.is_private and (match.welcomes_bots or match.created_by.is_bot)


def check_pace(user: User) -> None:
    """That somebody does not open one match after the other. Raises Busy."""
    if wait := seconds_to_wait(f"open:{user.pk}", MATCHES_A_MINUTE):
        raise Busy(wait=wait)


def check_room_for_bot(user: User) -> None:
    """That a bot, whose row is locked, sits at fewer tables than it may. Raises Unavailable."""
    seats = Seat.objects.filter(user=user, finished=None, match__status__in=(Status.OPEN, Status.RUNNING))
    if seats.count() >= TABLES_OF_A_BOT:
        raise Unavailable(
            "too_many_tables", _("A bot can play at up to %(most)s tables at once.") % {"most": TABLES_OF_A_BOT}
        )


def rating_of(user_id: int, ruleset: str, size_class: str) -> int:
    """What somebody is rated, or would begin with."""
    found = Rating.objects.filter(user=user_id, ruleset=ruleset, size_class=ladder_class(size_class))
    value = found.values_list("value", flat=True).first()
    return START_RATING if value is None else value


def check_not_barred(user: User) -> None:
    """That nobody keeps this person out of the site, and there still is such an account. Raises Forbidden."""
    if user.is_barred or not user.is_active:
        raise Forbidden("barred", _("Your account is suspended for now."))


def check_may_be_rated(user: User) -> None:
    """That somebody has an account, to which a rating could belong, and may use it so. Raises Forbidden."""
    if user.is_bot:
        raise Forbidden("bot", _("Bots can only play casual matches."))
    if user.is_kept_unrated:
        raise Forbidden(
            "unrated",
            _("You’re banned from rated matches for now. See your account status for the reason."),
        )
    if user.is_guest:
        raise Forbidden(
            "guest", _("Guests can only play casual matches. Sign up to play rated ones; you’ll keep your matches.")
        )


def check_has_clock(clock: Clock | None) -> None:
    """That a rated match has one: without, who is losing could let the others wait. Raises Unavailable."""
    if clock is None:
        raise Unavailable("no_clock", _("Rated matches need a clock."))


def is_live_rated(rated: bool, clock: Clock | None) -> bool:
    """Whether a match is one of those of which a person plays one at a time; correspondence goes on beside."""
    return rated and clock is not None and clock.live


def check_free_for_rated(user: User) -> None:
    """That a person, whose row is locked, sits at no live rated table. Raises Unavailable."""
    if busy_at_rated([user.pk]):
        raise Unavailable("busy_rated", _("You’re already at a rated table. Finish or leave it first."))


def busy_at_rated(user_ids: Sequence[int]) -> set[int]:
    """Which of these people sit at a live rated table, open or running."""
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
