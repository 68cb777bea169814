"""The ladders: one a ruleset and class of sizes, each for everybody or for some."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db.models import Case, Func, IntegerField, OuterRef, QuerySet, Subquery, When
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Follow, User
from accounts.names import MAX_LENGTH, look_of
from accounts.selectors import still_here
from games.models import Rating
from games.models.rating import SIZE_CLASSES, ladder_class
from games.rules import find_ruleset
from games.rules.game import Game
from games.rules.options import OptionError
from games.rules.sizes import size_class
from games.selectors.keyset import KeyOrder, Page

PAGE = 50
FOUND = 10  # people whom a search shows
CANDIDATES = 500  # of those with such a name, however few of them are rated in the game
PLAYERS = "players"

ALL, MONTH, FRIENDS, COUNTRY, BOTS = "all", "month", "friends", "country", "bots"
SCOPES = (ALL, MONTH, FRIENDS, COUNTRY, BOTS)

LADDER = KeyOrder("value", "id")


@dataclass(frozen=True, slots=True)
class Rung:
    """A player's place. Equal ratings share a rank; who is not ranked yet has none."""

    rank: int | None
    name: str
    country: str
    value: int
    matches: int
    opponents: int

    @property
    def ranked(self) -> bool:
        """Whether the rating is sure enough for a rank."""
        return self.rank is not None


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place on one of the ladders."""

    ruleset: str
    title: str
    size_class: str
    rung: Rung


@dataclass(frozen=True, slots=True)
class Ladder:
    """Who stands on a ladder: everybody, who played this month, a reader and friends, a country, or the bots.

    People are on it once they are ranked. Bots are few, and there from their first match.
    """

    ruleset: str
    size_class: str
    scope: str = ALL
    reader: User | None = None
    country: str = ""

    @property
    def rows(self) -> QuerySet[Rating]:
        """The ratings on it. For all but friends and bots they and their order are an index."""
        ratings = Rating.objects.filter(ruleset=self.ruleset, size_class=self.size_class)
        if self.scope == BOTS:
            return ratings.filter(of_bot=True)
        ratings = ratings.filter(ranked=True, of_bot=False)
        if self.scope == MONTH:
            today = timezone.now()
            return ratings.filter(month=today.year * 100 + today.month)
        if self.scope == COUNTRY:
            return ratings.filter(country=self.country) if self.country else ratings.none()
        if self.scope == FRIENDS:
            return ratings.filter(user__in=_with_friends(self.reader))
        return ratings


def _with_friends(reader: User | None) -> list[int]:
    if reader is None:
        return []
    return [reader.pk, *Follow.objects.filter(by=reader).values_list("whom", flat=True)]


@cache
def size_classes(ruleset: str) -> tuple[str, ...]:
    """The classes in which a ruleset is played, in order."""
    found = {ladder_class(size_class(game)) for game in games_of(find_ruleset(ruleset))}
    return tuple(one for one in SIZE_CLASSES if one in found)


def games_of(rules: type[Game]) -> Iterator[Game]:
    """The ruleset for each number of players: with default options, then with each value of each other option."""
    options = [option for option in rules.options.options if isinstance(option.values, tuple)]
    numbers = next((option.values for option in options if option.name == PLAYERS), None)
    for given in [{}] if numbers is None else [{PLAYERS: players} for players in numbers]:
        for changed in [{}, *({option.name: value} for option in options for value in option.values)]:
            with suppress(OptionError):
                yield rules({**changed, **given})


def ladder_page(ladder: Ladder, *, size: int | None = None, after: str = "", before: str = "") -> Page[Rung]:
    """A page of a ladder, the highest rating first. Raises BadCursorError."""
    rows = ladder.rows
    page = LADDER.page(rows.select_related("user"), size=size or PAGE, after=after, before=before)
    if not page.rows:
        return Page([])
    first = page.rows[0]
    higher = rows.filter(value__gt=first.value).count()
    tied = rows.filter(value=first.value, pk__lt=first.pk).count()
    rank, place, value = higher + 1, higher + tied, first.value
    rungs = []
    for rating in page.rows:
        place += 1
        if rating.value != value:
            rank, value = place, rating.value
        rungs.append(_rung(rating, rank))
    return Page(rungs, before=page.before, after=page.after)


def own_rung(ladder: Ladder, user: User) -> Rung | None:
    """The user's own place on a ladder, without a rank where there is none yet; None for whoever is not on it."""
    rating = ladder.rows.filter(user=user).select_related("user").first()
    if rating is not None:
        return _rung(rating, ladder.rows.filter(value__gt=rating.value).count() + 1)
    unranked = Rating.objects.filter(ruleset=ladder.ruleset, size_class=ladder.size_class, ranked=False)
    rating = unranked.filter(user=user).select_related("user").first()
    return None if rating is None else _rung(rating, 1)


def find_people(ladder: Ladder, name: str) -> list[Rung]:
    """The first few people with a rating in a game, ranked or not yet, whose names begin like this, by name.

    A closed account is not found by the name that nobody else can take.
    """
    look = look_of(name)
    # The bounds are for the index, which LIKE has no use for everywhere; nothing in a name sorts after z.
    near = User.objects.filter(still_here(), name_key__gte=look, name_key__lte=look + "z" * MAX_LENGTH)
    people = near.filter(name_key__startswith=look).order_by("name_key").values_list("pk", flat=True)
    ratings = Rating.objects.filter(ruleset=ladder.ruleset, size_class=ladder.size_class, of_bot=False)
    found = ratings.filter(user__in=list(people[:CANDIDATES])).select_related("user").order_by("user__name_key")
    return [_rung(rating, rating.higher + 1) for rating in _with_higher(found, of_bot=False)[:FOUND]]


def standings_of(user: User) -> list[Standing]:
    """The user's places on all ladders, most played first, in one query."""
    ratings = user.ratings.select_related("user").order_by("-matches", "pk")
    return [
        Standing(
            ruleset=rating.ruleset,
            title=_(find_ruleset(rating.ruleset).title),
            size_class=rating.size_class,
            rung=_rung(rating, rating.higher + 1),
        )
        for rating in _with_higher(ratings, of_bot=user.is_bot)
    ]


def _with_higher(ratings: QuerySet[Rating], *, of_bot: bool) -> Any:
    """The ratings, each with the number of those above it on its ladder."""
    above = Rating.objects.filter(
        ruleset=OuterRef("ruleset"), size_class=OuterRef("size_class"), value__gt=OuterRef("value")
    )
    above = above.filter(of_bot=True) if of_bot else above.filter(ranked=True, of_bot=False)
    # No aggregate of Django's, which would group: over a long ladder that takes twice as long as the counting itself.
    count = above.annotate(n=Func(function="COUNT", template="COUNT(*)", output_field=IntegerField())).values("n")
    # Counted only where it is shown: on a ladder of many, that is most of what a page costs.
    return ratings.annotate(higher=Case(When(ranked=True, then=Subquery(count)), default=0))


def _rung(rating: Rating, rank: int | None) -> Rung:
    return Rung(
        rank=rank if rating.ranked else None,
        name=rating.user.username,
        country=rating.country,
        value=rating.value,
        matches=rating.matches,
        opponents=rating.opponents,
    )
