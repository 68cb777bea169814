"""Updates to the ratings on one ladder. The ratings are locked, changed in memory and written together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from accounts.models import User
from games.models import Match
from games.ratings.models import RANKED_MATCHES, RANKED_OPPONENTS, ChangeKind, OpponentCount, Rating, RatingChange
from games.state.match_sql import update_rows


def is_ranked(rating: Rating) -> bool:
    """Return whether a rating has enough matches and opponents for a rank.

    A closed account has no rank.
    """
    enough = rating.matches >= RANKED_MATCHES and rating.opponents >= RANKED_OPPONENTS
    return enough and not rating.user.is_closed


def new_change(rating: Rating, kind: ChangeKind, delta: int, *, match: Match | None) -> RatingChange:
    """Apply a change to a locked rating and return the row for the log. The caller saves both."""
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
    """Players' ratings on the ladder ``key``, and how many times each player has met each opponent."""

    def __init__(self, key: Mapping[str, str], users: Iterable[int], *, opponents: Iterable[int]) -> None:
        """Lock the ratings of ``users`` and create missing ones, always in the same order to avoid deadlocks.

        ``opponents`` contains all players they met in the matches to be rated.
        """
        user_ids = set(users)
        known = set(Rating.objects.filter(user__in=user_ids, **key).values_list("user", flat=True))
        new = [
            Rating(user=user, of_bot=user.is_bot, country=user.country, **key)
            for user in User.objects.filter(pk__in=user_ids - known).order_by("pk")
        ]
        Rating.objects.bulk_create(new, ignore_conflicts=True)
        rows = Rating.objects.select_for_update(of=("self",)).select_related("user").filter(user__in=user_ids, **key)
        self.ratings = {rating.user_id: rating for rating in rows.order_by("user")}
        met = OpponentCount.objects.filter(rating__in=self.ratings.values(), opponent__in=set(opponents))
        self._opponent_counts = {(count.rating_id, count.opponent_id): count for count in met}
        self._changed_counts: dict[tuple[int, int], OpponentCount] = {}
        self._changes: list[RatingChange] = []

    def count_opponents(self, opponents: Mapping[int, set[int]], *, by: int) -> None:
        """Count a match between the players rated here and their opponents.

        With ``by=-1``, remove the match from the counts.
        """
        for user, rating in self.ratings.items():
            for other in sorted(opponents.get(user, ())):
                key = (rating.pk, other)
                count = self._opponent_counts.setdefault(key, OpponentCount(rating=rating, opponent_id=other))
                rating.opponents += (count.matches + by > 0) - (count.matches > 0)
                count.matches += by
                self._changed_counts[key] = count

    def change(self, user: int, match: Match, kind: ChangeKind, delta: int) -> None:
        """Change one rating because a match was rated or voided."""
        rating = self.ratings[user]
        self._changes.append(new_change(rating, kind, delta, match=match))
        rating.matches += 1 if kind == ChangeKind.MATCH else -1
        rating.ranked = is_ranked(rating)

    def save(self) -> None:
        """Write the ratings and opponent counts that have changed, and the log of changes."""
        RatingChange.objects.bulk_create(self._changes)
        changed = {change.user_id: change.rating for change in self._changes}
        update_rows(changed.values(), ["value", "matches", "opponents", "ranked", "month"])
        OpponentCount.objects.bulk_create([count for count in self._changed_counts.values() if count.pk is None])
        update_rows([count for count in self._changed_counts.values() if count.pk is not None], ["matches"])
