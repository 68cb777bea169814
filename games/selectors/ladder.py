"""The ladders: one a ruleset and size of match."""

from dataclasses import dataclass

from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Rating
from games.rules import find_ruleset
from games.selectors.keyset import KeyOrder, Page

PAGE = 50

LADDER = KeyOrder("value", "id")


@dataclass(frozen=True, slots=True)
class Rung:
    """A player's place. Equal ratings share a rank."""

    rank: int
    name: str
    value: int
    matches: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place on one of the ladders."""

    ruleset: str
    title: str
    size_class: str
    rung: Rung


def size_classes(ruleset: str) -> list[str]:
    """The sizes of match in which anybody has a rating under the ruleset, in order."""
    ratings = Rating.objects.filter(ruleset=ruleset).order_by("size_class")
    return list(ratings.values_list("size_class", flat=True).distinct())


def ladder_page(ruleset: str, size_class: str, *, after: str = "", before: str = "") -> Page[Rung]:
    """A page of a ladder, the highest rating first. Raises BadCursorError."""
    ladder = Rating.objects.filter(ruleset=ruleset, size_class=size_class)
    page = LADDER.page(ladder.select_related("user"), size=PAGE, after=after, before=before)
    if not page.rows:
        return Page([])
    first = page.rows[0]
    count = ladder.filter(value__gte=first.value).aggregate(
        higher=Count("pk", filter=Q(value__gt=first.value)),
        tied=Count("pk", filter=Q(value=first.value, pk__lt=first.pk)),
    )
    rank, place, value = count["higher"] + 1, count["higher"] + count["tied"], first.value
    rungs = []
    for rating in page.rows:
        place += 1
        if rating.value != value:
            rank, value = place, rating.value
        rungs.append(Rung(rank, rating.user.username, rating.value, rating.matches))
    return Page(rungs, before=page.before, after=page.after)


def own_rung(user: User, ruleset: str, size_class: str) -> Rung | None:
    """The user's own place on a ladder, None without a rated match."""
    ladder = Rating.objects.filter(ruleset=ruleset, size_class=size_class)
    rating = ladder.filter(user=user).first()
    if rating is None:
        return None
    return Rung(ladder.filter(value__gt=rating.value).count() + 1, user.username, rating.value, rating.matches)


def standings_of(user: User) -> list[Standing]:
    """The user's places on all ladders, most played first, in one query."""
    higher = Rating.objects.filter(
        ruleset=OuterRef("ruleset"), size_class=OuterRef("size_class"), value__gt=OuterRef("value")
    )
    count = higher.order_by().values("ruleset").annotate(n=Count("pk")).values("n")
    ratings = user.ratings.annotate(higher=Coalesce(Subquery(count), 0)).order_by("-matches", "pk")
    return [
        Standing(
            ruleset=rating.ruleset,
            title=_(find_ruleset(rating.ruleset).title),
            size_class=rating.size_class,
            rung=Rung(rating.higher + 1, user.username, rating.value, rating.matches),
        )
        for rating in ratings
    ]
