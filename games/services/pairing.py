"""Quick pairing: seekers of the same game are paired as soon as their ratings allow it."""

from collections.abc import Sequence
from datetime import datetime
from secrets import SystemRandom
from typing import TypeAlias

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from accounts.selectors import blocked_pairs
from games.models import Clock, Match, Seek
from games.models.clock import LIVE_CLOCKS, name_clocks
from games.models.lobby import LEASE, is_seeking
from games.rules import find_ruleset
from games.rules.game import Game, size_class
from games.services.admission import (
    check_bot_capacity,
    check_free_for_rated,
    check_may_be_rated,
    check_not_suspended,
    in_live_rated_match,
    lock_seeks,
    lock_users,
    rating_of,
)
from games.services.matchmaking import Seeker, choose_groups
from games.services.ratelimit import seconds_to_wait
from games.services.seating import begin_match
from games.state.errors import Busy, Malformed, NotFound
from games.state.notices import PAIRED, Notice, notify_user

SEEKS_A_MINUTE = 20
ADDRESS_SEEKS_A_MINUTE = 200  # limit for all accounts behind one address, such as a school's

Terms: TypeAlias = tuple[str, str, bool, bool]  # ruleset, clock, rated, whether the seekers are bots

_random = SystemRandom()


@transaction.atomic
def seek_match(*, user_id: int, ruleset: str, clock: str, rated: bool) -> Seek:
    """Start a seek, replacing the user's previous one. Seeking the same game again renews the existing seek.

    Raises NotFound for an unknown ruleset; Malformed for a clock that is not offered; Unavailable for a rated seek from
    a user at a rated table, and for a bot at too many tables; Forbidden for a suspended user, and for a rated seek from
    a guest, a bot or a user banned from rated matches; Busy after too many new seeks.
    """
    game = _default_game(ruleset)
    if clock not in LIVE_CLOCKS:
        raise Malformed("clock", name_clocks(LIVE_CLOCKS))
    user = _lock_seeker(user_id, rated)
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


def _lock_seeker(user_id: int, rated: bool) -> User:
    """Lock the user, and check that they may seek. Raises Forbidden, Unavailable."""
    user = lock_users([user_id])[0]
    check_not_suspended(user)
    if user.is_bot:
        check_bot_capacity(user)
    if rated:
        check_may_be_rated(user)
        check_free_for_rated(user)
    return user


def check_seeks_of_address(*, address: str) -> None:
    """Count a seek against a network address's rate limit. Raises Busy."""
    if seconds_to_wait(f"seek:address:{address}", ADDRESS_SEEKS_A_MINUTE):
        raise Busy


@transaction.atomic
def cancel_seek(*, user_id: int) -> None:
    """Delete the user's seek, if there is one."""
    Seek.objects.filter(user=user_id).delete()


@transaction.atomic
def extend_seeks(*, user_ids: Sequence[int]) -> set[int]:
    """Renew the seeks of these users for another lease. Return the ids of those who are still seeking."""
    now = timezone.now()
    alive = lock_seeks(Q(user__in=user_ids, alive_until__gt=now))
    Seek.objects.filter(user__in=alive).update(alive_until=now + LEASE)
    return set(alive)


@transaction.atomic
def clear_seeks() -> None:
    """Delete expired seeks."""
    Seek.objects.filter(user__in=lock_seeks(Q(alive_until__lte=timezone.now()))).delete()


def pair_seekers() -> list[Match]:
    """Start a match for every group of seekers that can be paired now, and return the matches.

    Each match is started in a separate transaction. Several processes may do this at once. A group's match is started
    by the process that locks its users and finds that all of them are still seeking.
    """
    clear_seeks()
    now = timezone.now()
    pools = _pools(now)
    blocked = blocked_pairs(seeker.user_id for seekers in pools.values() for seeker in seekers)

    def apart(one: int, other: int) -> bool:
        return (one, other) in blocked or (other, one) in blocked

    matches = []
    for (ruleset, clock, rated, _of_bots), seekers in pools.items():
        for group in choose_groups(seekers, _default_game(ruleset).players, apart=apart):
            match = _start_match(ruleset, clock, rated, [seeker.user_id for seeker in group], now)
            if match is not None:
                matches.append(match)
    return matches


def _pools(now: datetime) -> dict[Terms, list[Seeker]]:
    """Group the seekers by what they seek, keeping bots apart from people."""
    pools: dict[Terms, list[Seeker]] = {}
    for seek in Seek.objects.filter(is_seeking(now)).select_related("user"):
        waited = (now - seek.since).total_seconds()
        terms = (seek.ruleset, seek.clock, seek.rated, seek.user.is_bot)
        pools.setdefault(terms, []).append(Seeker(seek.user_id, seek.rating, waited))
    return pools


@transaction.atomic
def _start_match(ruleset: str, clock: str, rated: bool, user_ids: Sequence[int], now: datetime) -> Match | None:
    """Start a group's match.

    Return None if any of its users has stopped seeking this game or may no longer play it, or if the match is rated and
    one of them is already at a live rated table.
    """
    users = [user for user in lock_users(user_ids) if _may_play(user, rated)]
    terms = Q(ruleset=ruleset, clock=clock, rated=rated, user__in=user_ids)
    seeking = lock_seeks(terms & is_seeking(now))
    if len(seeking) < len(user_ids) or len(users) < len(user_ids):
        return None
    if rated and (busy := in_live_rated_match(user_ids)):
        Seek.objects.filter(user__in=busy).delete()
        return None
    _random.shuffle(users)
    Seek.objects.filter(user__in=user_ids).delete()
    match = begin_match(users=users, ruleset=ruleset, clock=Clock.parse(clock), rated=rated)
    for user in users:
        notify_user(Notice(user.pk, PAIRED, match.code, ruleset, _other_names(user, users)))
    return match


def _may_play(user: User, rated: bool) -> bool:
    return user.is_active and not user.is_suspended and not (rated and user.is_unrated_only)


def _other_names(user: User, users: Sequence[User]) -> str:
    return ",".join(other.username for other in users if other != user)


def _default_game(ruleset: str) -> Game:
    try:
        return find_ruleset(ruleset)({})
    except KeyError:
        raise NotFound.for_ruleset() from None
