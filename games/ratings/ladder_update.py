"""The ratings of one ladder while matches change them: locked, changed in memory, written together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from accounts.models import User
from games.models import Match
from games.ratings.models import RANKED_MATCHES, RANKED_OPPONENTS, ChangeKind, Meeting, Rating, RatingChange
from games.state.match_sql import update_rows


def is_ranked(rating: Rating) -> bool:
    """Whether a rating is sure enough for a rank; that of a closed account is on no ladder any more."""
    enough = rating.matches >= RANKED_MATCHES and rating.opponents >= RANKED_OPPONENTS
    return enough and not rating.user.is_gone


def new_change(rating: Rating, kind: ChangeKind, delta: int, *, match: Match | None) -> RatingChange:
    """Add a change to a rating that is locked; the row for the log, which is the caller's to save, as the rating is."""
    change = RatingChange(
        match=match,
        user_id=rating.user_id,
        rating=rating,
        kind=kind,
        before=rating.value,
        delta=delta,
        after=rating.value + delta,
    )
    rating.value += delta
    return change


class RatingBook:
    """The players' ratings in the game ``key``, by user, and how often each met whom."""

    def __init__(self, key: Mapping[str, str], users: Iterable[int], *, opponents: Iterable[int]) -> None:
        """Lock the ratings of ``users``, new ones made, in one order everywhere, so that none waits in a ring.

        ``opponents`` are all whom they have met in the matches in question.
        """
        who = set(users)
        known = set(Rating.objects.filter(user__in=who, **key).values_list("user", flat=True))
        new = [
            Rating(user=user, of_bot=user.is_bot, country=user.country, **key)
            for user in User.objects.filter(pk__in=who - known).order_by("pk")
        ]
        Rating.objects.bulk_create(new, ignore_conflicts=True)
        rows = Rating.objects.select_for_update(of=("self",)).select_related("user").filter(user__in=who, **key)
        self.ratings = {rating.user_id: rating for rating in rows.order_by("user")}
        met = Meeting.objects.filter(rating__in=self.ratings.values(), opponent__in=set(opponents))
        self._meetings = {(meeting.rating_id, meeting.opponent_id): meeting for meeting in met}
        self._met: dict[tuple[int, int], Meeting] = {}
        self._changes: list[RatingChange] = []

    def meet(self, opponents: Mapping[int, set[int]], *, by: int) -> None:
        """Count a match between players whose ratings are here and their opponents; with ``by`` -1 take it back."""
        for user, rating in self.ratings.items():
            for other in sorted(opponents.get(user, ())):
                key = (rating.pk, other)
                meeting = self._meetings.setdefault(key, Meeting(rating=rating, opponent_id=other))
                rating.opponents += (meeting.matches + by > 0) - (meeting.matches > 0)
                meeting.matches += by
                self._met[key] = meeting

    def change(self, user: int, match: Match, kind: ChangeKind, delta: int) -> None:
        """Change a rating by a match, or by its being voided."""
        rating = self.ratings[user]
        self._changes.append(new_change(rating, kind, delta, match=match))
        rating.matches += 1 if kind == ChangeKind.MATCH else -1
        rating.ranked = is_ranked(rating)

    def save(self) -> None:
        """Write what has changed."""
        RatingChange.objects.bulk_create(self._changes)
        changed = {change.user_id: change.rating for change in self._changes}
        update_rows(changed.values(), ["value", "matches", "opponents", "ranked", "month"])
        Meeting.objects.bulk_create([meeting for meeting in self._met.values() if meeting.pk is None])
        update_rows([meeting for meeting in self._met.values() if meeting.pk is not None], ["matches"])
