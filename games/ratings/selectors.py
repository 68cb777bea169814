"""Ladders: one for each ruleset and size class, each with several scopes."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db.models import Case, F, Func, IntegerField, OuterRef, QuerySet, Subquery, When
from django.db.models.functions import Greatest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.avatars import Avatar
from accounts.models import Follow, User
from accounts.names import MAX_LENGTH, skeleton
from accounts.selectors import is_open_account
from games.ratings.models import RANKED_MATCHES, RANKED_OPPONENTS, SIZE_CLASSES, Rating, ladder_class
from games.ratings.titles import title_of, with_best_rating
from games.rules import find_ruleset
from games.rules.game import Game, size_class
from games.rules.options import OptionError
from games.selectors.keyset import KeyOrder, Page
from games.selectors.site_bots import face_file

PAGE = 50
FOUND = 10  # number of search results shown
UNRANKED_SHOWN = 10  # maximum number of players listed below a ladder with fewer ranked players than that
CANDIDATES = 500  # maximum number of accounts with a matching name to consider, even if few of them have a rating
PLAYERS = "players"

ALL, MONTH, FRIENDS, COUNTRY, BOTS = "all", "month", "friends", "country", "bots"
SCOPES = (ALL, MONTH, FRIENDS, COUNTRY, BOTS)

LADDER = KeyOrder("value", "id")


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A player's row on a ladder. Equal ratings share a rank; unranked players have none.

    ``face`` is the static path of the picture if the player is one of the site's bots, and empty otherwise. ``title``
    is the title that the player has earned with their best rating in any game, or an empty string.
    """

    rank: int | None
    name: str
    country: str
    value: int
    matches: int
    opponents: int
    face: str
    avatar: Avatar
    title: str
    is_bot: bool

    @property
    def ranked(self) -> bool:
        """Return whether the player is ranked."""
        return self.rank is not None


@dataclass(frozen=True, slots=True)
class LadderStanding:
    """A player's row on one of the ladders."""

    ruleset: str
    title: str
    size_class: str
    ladder_row: LadderRow


@dataclass(frozen=True, slots=True)
class Ladder:
    """A ladder and its scope: everyone, this month's players, the reader and their friends, a country, or bots.

    People appear once they are ranked. Bots appear from their first match, because there are few of them.
    """

    ruleset: str
    size_class: str
    scope: str = ALL
    reader: User | None = None
    country: str = ""

    @property
    def rows(self) -> QuerySet[Rating]:
        """Return the ladder's ratings. All scopes except friends and bots have an index in the right order."""
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
            return ratings.filter(user__in=_friend_ids(self.reader))
        return ratings


def _friend_ids(reader: User | None) -> list[int]:
    if reader is None:
        return []
    return [reader.pk, *Follow.objects.filter(by=reader).values_list("whom", flat=True)]


@cache
def size_classes(ruleset: str) -> tuple[str, ...]:
    """Return a ruleset's size classes, in order."""
    found = {ladder_class(size_class(game)) for game in games_of(find_ruleset(ruleset))}
    return tuple(one for one in SIZE_CLASSES if one in found)


def games_of(rules: type[Game]) -> Iterator[Game]:
    """Yield games of the ruleset for each number of players.

    For each number, the first game has the default options. In each of the others, one option has a different value.
    """
    options = [option for option in rules.options.options if isinstance(option.values, tuple)]
    numbers = next((option.values for option in options if option.name == PLAYERS), None)
    for given in [{}] if numbers is None else [{PLAYERS: players} for players in numbers]:
        for changed in [{}, *({option.name: value} for option in options for value in option.values)]:
            with suppress(OptionError):
                yield rules({**changed, **given})


def ladder_page(ladder: Ladder, *, size: int | None = None, after: str = "", before: str = "") -> Page[LadderRow]:
    """Return a page of a ladder, highest rating first. Raises BadCursorError."""
    rows = ladder.rows
    page = LADDER.page(_with_users(rows), size=size or PAGE, after=after, before=before)
    if not page.rows:
        return Page([])
    first = page.rows[0]
    higher = rows.filter(value__gt=first.value).count()
    tied = rows.filter(value=first.value, pk__lt=first.pk).count()
    rank, place, value = higher + 1, higher + tied, first.value
    ladder_rows = []
    for rating in page.rows:
        place += 1
        if rating.value != value:
            rank, value = place, rating.value
        ladder_rows.append(_ladder_row(rating, rank))
    return Page(ladder_rows, before=page.before, after=page.after)


def people_on_their_way(ladder: Ladder) -> list[LadderRow]:
    """Return the people who are not ranked yet in the game, those who need the fewest more matches first.

    People who may not be on ladders are left out.
    """
    unranked = Rating.objects.filter(ruleset=ladder.ruleset, size_class=ladder.size_class, ranked=False, of_bot=False)
    started = unranked.filter(user__in=User.objects.filter(is_open_account()), matches__gt=0)
    # A match can bring one new opponent.
    needed = Greatest(RANKED_MATCHES - F("matches"), RANKED_OPPONENTS - F("opponents"))
    return [_ladder_row(rating, None) for rating in _with_users(started.order_by(needed, "pk"))[:UNRANKED_SHOWN]]


def own_ladder_row(ladder: Ladder, user: User) -> LadderRow | None:
    """Return the user's row on a ladder, without a rank if they are unranked.

    Return None if they have no rating there.
    """
    rating = _with_users(ladder.rows.filter(user=user)).first()
    if rating is not None:
        return _ladder_row(rating, ladder.rows.filter(value__gt=rating.value).count() + 1)
    unranked = Rating.objects.filter(ruleset=ladder.ruleset, size_class=ladder.size_class, ranked=False)
    rating = _with_users(unranked.filter(user=user)).first()
    return None if rating is None else _ladder_row(rating, 1)


def find_people(ladder: Ladder, name: str) -> list[LadderRow]:
    """Return people with a rating in the game, ranked or not, whose names start with ``name``.

    Only the first few are returned, sorted by name. Closed accounts are never found.
    """
    prefix = skeleton(name)
    # The bounds let databases use the index where LIKE does not. No character in a key sorts after z.
    matching = User.objects.filter(is_open_account(), name_key__gte=prefix, name_key__lte=prefix + "z" * MAX_LENGTH)
    people = matching.filter(name_key__startswith=prefix).order_by("name_key").values_list("pk", flat=True)
    ratings = Rating.objects.filter(ruleset=ladder.ruleset, size_class=ladder.size_class, of_bot=False)
    found = _with_users(ratings.filter(user__in=list(people[:CANDIDATES]))).order_by("user__name_key")
    return [_ladder_row(rating, rating.higher + 1) for rating in _with_higher(found, of_bot=False)[:FOUND]]


def standings_of(user: User) -> list[LadderStanding]:
    """Return the user's rows on all ladders, most played first. This takes one query."""
    ratings = _with_users(user.ratings.order_by("-matches", "pk"))
    return [
        LadderStanding(
            ruleset=rating.ruleset,
            title=_(find_ruleset(rating.ruleset).title),
            size_class=rating.size_class,
            ladder_row=_ladder_row(rating, rating.higher + 1),
        )
        for rating in _with_higher(ratings, of_bot=user.is_bot)
    ]


def _with_higher(ratings: QuerySet[Rating], *, of_bot: bool) -> Any:
    """Annotate the ratings with the number of ratings above them on their ladder."""
    above = Rating.objects.filter(
        ruleset=OuterRef("ruleset"), size_class=OuterRef("size_class"), value__gt=OuterRef("value")
    )
    above = above.filter(of_bot=True) if of_bot else above.filter(ranked=True, of_bot=False)
    # Django's Count would group the rows, which takes twice as long on a long ladder.
    count = above.annotate(n=Func(function="COUNT", template="COUNT(*)", output_field=IntegerField())).values("n")
    # Count only if the rank is shown: on a long ladder, this is most of the cost of a page.
    return ratings.annotate(higher=Case(When(ranked=True, then=Subquery(count)), default=0))


def _with_users(ratings: QuerySet[Rating]) -> QuerySet[Rating]:
    """Return the ratings with the user data that ``_ladder_row`` reads."""
    return with_best_rating(ratings.select_related("user"))


def _ladder_row(rating: Rating, rank: int | None) -> LadderRow:
    return LadderRow(
        rank=rank if rating.ranked else None,
        name=rating.user.username,
        country=rating.country,
        value=rating.value,
        matches=rating.matches,
        opponents=rating.opponents,
        face=face_file(rating.user.site_bot) if rating.user.site_bot else "",
        avatar=rating.user.avatar,
        title=title_of(rating),
        is_bot=rating.of_bot,
    )
