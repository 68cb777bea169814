"""Recomputing all ratings from the match history, to check the stored ratings and to repair them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeAlias, TypeVar

from django.db import transaction
from django.db.models import Count, Exists, Max, Min, OuterRef, QuerySet

from games.models import Match, Seat, Status
from games.ratings.elo import CurrentRating, changes_of_match
from games.ratings.ladder_update import is_ranked, new_change
from games.ratings.models import ChangeKind, OpponentCount, Rating, RatingChange
from games.ratings.services import (
    fixed_ratings,
    key_of,
    opponents_of,
    participants_of,
    rate_match,
    standings_of,
    take_back_ratings,
)
from games.state.match_sql import lock_match

AT_ONCE = 500

Key: TypeAlias = tuple[int, str, str]  # player, ruleset, size class
Event: TypeAlias = tuple[int, str]  # match, kind of change
Item = TypeVar("Item")


@dataclass(slots=True)
class Account(CurrentRating):
    """A player's computed rating on one ladder, and the number of matches against each opponent."""

    met: Counter[int] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """A difference between the stored ratings and the history. ``text`` describes it."""

    text: str
    rating_id: int | None = None


class History:
    """All rated and voided matches up to a certain change, recomputed in their original order."""

    def __init__(self) -> None:
        ends = RatingChange.objects.aggregate(last=Max("pk"))
        self.until: int = ends["last"] or 0
        repairs = RatingChange.objects.filter(kind=ChangeKind.REPAIR).aggregate(last=Max("pk"))
        self._settled: int = repairs["last"] or 0  # this repair settled the differences in earlier rows
        self.accounts: dict[Key, Account] = {}
        self.findings: list[Discrepancy] = []
        self.rows_of: Counter[int] = Counter()  # number of rows seen for each rating
        self._voided: dict[int, dict[int, int]] = {}
        for events in _in_groups(_events(self.until)):
            self._replay(events)

    def _replay(self, events: Sequence[Event]) -> None:
        ids = {match for match, _kind in events}
        matches = Match.objects.prefetch_related("seats__user").in_bulk(ids)
        rows: dict[Event, list[RatingChange]] = {}
        for row in RatingChange.objects.filter(match__in=ids).select_related("user"):
            rows.setdefault((row.match_id or 0, row.kind), []).append(row)
        for match_id, kind in events:
            match = matches[match_id]
            deltas = self._undo(match) if kind == ChangeKind.VOID else self._rate(match)
            self.rows_of.update(row.rating_id for row in rows[match_id, kind])
            self._compare(match, rows[match_id, kind], deltas)

    def _rate(self, match: Match) -> dict[int, int]:
        seats = list(match.seats.all())
        fixed = fixed_ratings(match, seats)
        if fixed is None:
            return {}
        participants = participants_of(match, seats)
        changed = {participant.player for participant in participants} - fixed.keys()
        accounts = {user: self._account(match, user) for user in changed}
        held: dict[int, CurrentRating] = {**accounts, **{user: CurrentRating(value) for user, value in fixed.items()}}
        deltas = changes_of_match(participants, standings_of(match), held)
        deltas = {user: deltas[user] for user in accounts}
        self._apply(match, deltas, by=1)
        if match.status == Status.VOIDED:
            self._voided[match.pk] = deltas
        return deltas

    def _undo(self, match: Match) -> dict[int, int]:
        deltas = {user: -delta for user, delta in self._voided.pop(match.pk, {}).items()}
        self._apply(match, deltas, by=-1)
        return deltas

    def _apply(self, match: Match, deltas: Mapping[int, int], *, by: int) -> None:
        opponents = opponents_of(participants_of(match, list(match.seats.all())))
        for user, delta in deltas.items():
            account = self._account(match, user)
            account.value += delta
            account.matches += by
            for other in opponents[user]:
                account.met[other] += by

    def _account(self, match: Match, user: int) -> Account:
        key = key_of(match)
        return self.accounts.setdefault((user, key["ruleset"], key["size_class"]), Account())

    def _compare(self, match: Match, rows: Sequence[RatingChange], deltas: Mapping[int, int]) -> None:
        """Report each row with a wrong value. A missing row shows up as a difference in the rating itself."""
        for row in rows:
            computed = deltas.get(row.user_id, 0)
            if row.pk > self._settled and row.delta != computed:
                text = f"match {match.code}, {row.user.username}: {row.kind} {row.delta:+d}, computed {computed:+d}"
                self.findings.append(Discrepancy(text, row.rating_id))


def check_ratings() -> list[Discrepancy]:
    """Return all differences between the stored ratings and those computed from the history.

    Matches that end while this runs are left out, so it can be used while people are playing.
    """
    history = History()
    gaps = [Discrepancy(f"match {match.code}: {text}") for match, text in _gaps()]
    return [*gaps, *history.findings, *_compare_ratings(history)]


def repair_ratings() -> list[Discrepancy]:
    """Correct the ratings to match the history, and log each correction. Return the differences found.

    A rating that changes while this runs is not repaired, so check again afterwards.
    """
    gaps = []
    for match, text in list(_gaps()):
        gaps.append(Discrepancy(f"match {match.code}: {text}"))
        _close_gap(match.code)
    history = History()
    differences = [*history.findings, *_compare_ratings(history)]
    for rating_id in {finding.rating_id for finding in differences if finding.rating_id is not None}:
        _repair(rating_id, history)
    return [*gaps, *differences]


def _events(until: int) -> Iterator[Event]:
    """Yield the events in the order of their first rows.

    This is their original order, because all ratings are locked before an event's rows are written.
    """
    rows = RatingChange.objects.exclude(kind=ChangeKind.REPAIR).filter(pk__lte=until).order_by()
    for match, kind, _first in (
        rows.values_list("match", "kind").annotate(first=Min("pk")).order_by("first").iterator(chunk_size=AT_ONCE)
    ):
        yield match, kind


def _gaps() -> Iterator[tuple[Match, str]]:
    """Yield each match that lacks rating changes or their reversal, with a description of the gap."""
    changes = RatingChange.objects.filter(match=OuterRef("pk"))
    rated = Exists(changes.filter(kind=ChangeKind.MATCH))
    bots = Exists(Seat.objects.filter(match=OuterRef("pk")).exclude(bot=""))
    for match in Match.objects.filter(~rated, ~bots, rated=True, status=Status.FINISHED).order_by("finished"):
        yield match, "not rated"
    for match in Match.objects.filter(rated, ~Exists(changes.filter(kind=ChangeKind.VOID)), status=Status.VOIDED):
        yield match, "voided, but its changes were not taken back"


@transaction.atomic
def _close_gap(code: str) -> None:
    match = Match.objects.get(pk=lock_match(code).id)
    if match.status == Status.VOIDED:
        take_back_ratings(match)
    else:
        rate_match(match)


def _compare_ratings(history: History) -> Iterator[Discrepancy]:
    """Yield the differences between ratings and their recomputed accounts.

    Ratings are left out if some of their rows are missing from the history. Such rows are newer, or were committed
    after rows with higher ids.
    """
    for ratings in _in_groups(_ratings().iterator(chunk_size=AT_ONCE)):
        met, rows = _opponent_counts(ratings), _rows(ratings)
        for rating in ratings:
            if rows[rating.pk] != history.rows_of[rating.pk]:
                continue
            account = history.accounts.get(_key(rating), Account())
            for name, kept, computed in _facts(rating, met[rating.pk], account):
                if kept != computed:
                    yield Discrepancy(f"{_name(rating)}: {name} {kept}, computed {computed}", rating.pk)


def _facts(rating: Rating, met: Counter[int], account: Account) -> list[tuple[str, object, object]]:
    computed_met = +account.met
    computed = Rating(user=rating.user, matches=account.matches, opponents=len(computed_met))
    return [
        ("rating", rating.value, account.value),
        ("matches", rating.matches, account.matches),
        ("opponents", rating.opponents, len(computed_met)),
        ("opponent_counts", sorted(met.items()), sorted(computed_met.items())),
        ("ranked", rating.ranked, is_ranked(computed)),
    ]


@transaction.atomic
def _repair(rating_id: int, history: History) -> None:
    rating = _ratings().select_for_update(of=("self",)).get(pk=rating_id)
    if _rows([rating])[rating_id] != history.rows_of[rating_id]:
        return
    account = history.accounts.get(_key(rating), Account())
    met = +account.met
    new_change(rating, ChangeKind.REPAIR, account.value - rating.value, match=None).save()  # 0 if only a row was wrong
    rating.matches, rating.opponents = account.matches, len(met)
    rating.ranked = is_ranked(rating)
    rating.save()
    rating.opponent_counts.all().delete()
    counts = [OpponentCount(rating=rating, opponent_id=other, matches=n) for other, n in met.items()]
    OpponentCount.objects.bulk_create(counts)


def _ratings() -> QuerySet[Rating]:
    return Rating.objects.select_related("user").order_by("pk")


def _rows(ratings: Sequence[Rating]) -> Counter[int]:
    """Return the number of rows for each rating, not counting repairs."""
    changes = RatingChange.objects.exclude(kind=ChangeKind.REPAIR).filter(rating__in=ratings).order_by()
    return Counter(dict(changes.values_list("rating").annotate(rows=Count("pk"))))


def _opponent_counts(ratings: Sequence[Rating]) -> dict[int, Counter[int]]:
    met: dict[int, Counter[int]] = {rating.pk: Counter() for rating in ratings}
    for count in OpponentCount.objects.filter(rating__in=ratings, matches__gt=0):
        met[count.rating_id][count.opponent_id] = count.matches
    return met


def _key(rating: Rating) -> Key:
    return rating.user_id, rating.ruleset, rating.size_class


def _name(rating: Rating) -> str:
    return f"{rating.user.username}, {rating.ruleset} {rating.size_class}"


def _in_groups(items: Iterable[Item]) -> Iterator[list[Item]]:
    rest = iter(items)
    while group := list(islice(rest, AT_ONCE)):
        yield group
