"""The API for ladders."""

from enum import StrEnum
from typing import Annotated

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Query, Router, Schema
from pydantic import Field

from accounts.countries import NAMES
from games.api.params import Paging
from games.api.rulesets import ruleset_named
from games.ratings import selectors as ladders
from games.ratings.selectors import Ladder, LadderRow, ladder_page, size_classes
from games.state.errors import NotFound

router = Router(tags=["Ladders"])


class Scope(StrEnum):
    """The kind of ladder: all players, players active this month, players from one country, or bots.

    Bots are ranked separately.
    """

    ALL = ladders.ALL
    MONTH = ladders.MONTH
    COUNTRY = ladders.COUNTRY
    BOTS = ladders.BOTS


class LadderQuery(Paging):
    """The players to list on the ladder, and the page to return."""

    of: Scope = Scope.ALL
    country: Annotated[str, Field(max_length=2, description="ISO code, for a country's ladder.")] = ""


class LadderRowOut(Schema):
    """A player's place on a ladder. Players with equal ratings share a rank; new bots have no rank."""

    rank: int | None
    name: str
    country: str
    rating: int
    matches: int
    opponents: int


class LadderOut(Schema):
    """A page of a ladder, highest rating first. ``next`` is null at the end."""

    items: list[LadderRowOut]
    next: str | None


@router.get("/{ruleset}/{size_class}", response=LadderOut)
def get_ladder(request: HttpRequest, ruleset: str, size_class: str, asked: Query[LadderQuery]) -> LadderOut:
    """The ladder of a ruleset for one of its size classes: ``2``, ``3``, ``4p`` (four as partners) or ``more``."""
    game = ruleset_named(ruleset)
    if size_class not in size_classes(game.name) or (asked.of == Scope.COUNTRY and asked.country not in NAMES):
        raise NotFound(message=_("No such ladder."))
    ladder = Ladder(game.name, size_class, asked.of, country=asked.country if asked.of == Scope.COUNTRY else "")
    page = ladder_page(ladder, size=asked.limit, after=asked.after)
    return LadderOut(items=[ladder_row_out(ladder_row) for ladder_row in page.rows], next=page.after or None)


def ladder_row_out(ladder_row: LadderRow) -> LadderRowOut:
    """Return a row of a ladder in the API's format."""
    return LadderRowOut(
        rank=ladder_row.rank,
        name=ladder_row.name,
        country=ladder_row.country,
        rating=ladder_row.value,
        matches=ladder_row.matches,
        opponents=ladder_row.opponents,
    )
