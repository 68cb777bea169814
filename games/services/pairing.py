"""Quick pairing: people who seek the same game are brought together as soon as their ratings go together."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from secrets import SystemRandom
from typing import TypeAlias

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from accounts.selectors import kept_apart
from games.models import Clock, Match, Seek
from games.models.clock import LIVE_CLOCKS, name_clocks
from games.rules import find_ruleset
from games.rules.game import Game, size_class
from games.services.admission import (
    busy_at_rated,
    check_free_for_rated,
    check_may_be_rated,
    check_not_barred,
    check_room_for_bot,
    lock_seeks,
    lock_users,
    rating_of,
)
from games.services.matchmaking import Seeker, choose_groups
from games.services.ratelimit import seconds_to_wait
from games.services.seating import begin_match
from games.state.errors import Busy, Malformed, NotFound
from games.state.notices import PAIRED, Notice, tell_user

SEEKS_A_MINUTE = 20
ADDRESS_SEEKS_A_MINUTE = 200  # of all accounts behind one address, such as a school's
LEASE = timedelta(seconds=30)  # a search whose page is gone ends by itself

Terms: TypeAlias = tuple[str, str, bool, bool]  # ruleset, clock, whether rated, whether it is bots who seek

_random = SystemRandom()


@transaction.atomic
def seek_match(*, user_id: int, ruleset: str, clock: str, rated: bool) -> Seek:
    """Begin to seek, in place of what the person sought before; the same again goes on as it is.

    Raises NotFound for an unknown ruleset, Malformed for a clock that is not offered, Unavailable for who seeks a
    rated match and sits at one, and for a bot with too many tables, Forbidden for a guest or a bot who seeks a rated
    one, Busy.
    """
    game = _usual_game(ruleset)
    if clock not in LIVE_CLOCKS:
        raise Malformed("clock", name_clocks(LIVE_CLOCKS))
    user = lock_users([user_id])[0]
    check_not_barred(user)
    if user.is_bot:
        check_room_for_bot(user)
    if rated:
        check_may_be_rated(user)
        check_free_for_rated(user)
    now = timezone.now()
    terms = {"ruleset": ruleset, "clock": clock, "rated": rated}
    seek = Seek.objects.select_for_update().filter(user=user, alive_until__gt=now, **terms).first()
    if seek is None:
        if wait := seconds_to_wait(f"seek:{user_id}", SEEKS_A_MINUTE):
            raise Busy(wait=wait)
        seek = Seek(user=user, rating=rating_of(user_id, ruleset, size_class(game)), since=now, **terms)
    seek.alive_until = now + LEASE
    seek.save()
    return seek


def check_seeks_of_address(*, address: str) -> None:
    """Count one more search from a network address. Raises Busy."""
    if seconds_to_wait(f"seek:address:{address}", ADDRESS_SEEKS_A_MINUTE):
        raise Busy


@transaction.atomic
def cancel_seek(*, user_id: int) -> None:
    """Seek no longer; harmless where nobody does."""
    Seek.objects.filter(user=user_id).delete()


@transaction.atomic
def renew_seeks(*, user_ids: Sequence[int]) -> set[int]:
    """Let these people's searches go on for another lease; who of them still seeks."""
    now = timezone.now()
    alive = lock_seeks(Q(user__in=user_ids, alive_until__gt=now))
    Seek.objects.filter(user__in=alive).update(alive_until=now + LEASE)
    return set(alive)


@transaction.atomic
def clear_seeks() -> None:
    """Forget the searches whose lease has run out."""
    Seek.objects.filter(user__in=lock_seeks(Q(alive_until__lte=timezone.now()))).delete()


def pair_seekers() -> list[Match]:
    """Begin a match for every group of seekers that goes together by now; each in a transaction of its own.

    Several processes may do this at once: a group is begun by who locks its people and finds all still seeking.
    """
    clear_seeks()
    now = timezone.now()
    pools = _pools(now)
    enemies = kept_apart(seeker.user_id for seekers in pools.values() for seeker in seekers)

    def apart(one: int, other: int) -> bool:
        return (one, other) in enemies or (other, one) in enemies

    matches = []
    for (ruleset, clock, rated, _of_bots), seekers in pools.items():
        for group in choose_groups(seekers, _usual_game(ruleset).players, apart=apart):
            match = _begin(ruleset, clock, rated, [seeker.user_id for seeker in group], now)
            if match is not None:
                matches.append(match)
    return matches


def _pools(now: datetime) -> dict[Terms, list[Seeker]]:
    """Who waits, by what they seek; bots among themselves."""
    pools: dict[Terms, list[Seeker]] = {}
    for seek in Seek.objects.filter(alive_until__gt=now).select_related("user"):
        waited = (now - seek.since).total_seconds()
        terms = (seek.ruleset, seek.clock, seek.rated, seek.user.is_bot)
        pools.setdefault(terms, []).append(Seeker(seek.user_id, seek.rating, waited))
    return pools


@transaction.atomic
def _begin(ruleset: str, clock: str, rated: bool, user_ids: Sequence[int], now: datetime) -> Match | None:
    """Begin the match of a group; None where one of them seeks no longer, or not this, or sits elsewhere meanwhile."""
    users = [user for user in lock_users(user_ids) if _may_play(user, rated)]
    terms = Q(ruleset=ruleset, clock=clock, rated=rated, alive_until__gt=now)
    seeking = lock_seeks(terms & Q(user__in=user_ids))
    if len(seeking) < len(user_ids) or len(users) < len(user_ids):
        return None
    if rated and (busy := busy_at_rated(user_ids)):
        Seek.objects.filter(user__in=busy).delete()
        return None
    _random.shuffle(users)
    Seek.objects.filter(user__in=user_ids).delete()
    match = begin_match(users=users, ruleset=ruleset, clock=Clock.parse(clock), rated=rated)
    for user in users:
        tell_user(Notice(user.pk, PAIRED, match.code, ruleset, _others(user, users)))
    return match


def _may_play(user: User, rated: bool) -> bool:
    return user.is_active and not user.is_barred and not (rated and user.is_kept_unrated)


def _others(user: User, users: Sequence[User]) -> str:
    return ", ".join(other.username for other in users if other != user)


def _usual_game(ruleset: str) -> Game:
    try:
        return find_ruleset(ruleset)({})
    except KeyError:
        raise NotFound.for_ruleset() from None
