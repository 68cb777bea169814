"""Parameter types for names, codes, pages and filters, with their descriptions for the schema."""

import re
from dataclasses import replace
from datetime import date
from typing import Annotated

from django.utils.translation import gettext as _
from ninja import Schema
from pydantic import (
    BeforeValidator,
    Field,
    StringConstraints,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
from pydantic_core import PydanticCustomError

from accounts.models import User
from accounts.names import MAX_LENGTH
from accounts.selectors import users_named
from games.api.rulesets import ruleset_named
from games.models import Outcome
from games.models.match import CODE_LENGTH, CODE_LETTERS
from games.selectors.history import EARLIEST, LATEST, HistoryFilter
from games.state.errors import NotFound

DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)

Name = Annotated[str, StringConstraints(pattern=rf"^[A-Za-z0-9._ -]{{1,{MAX_LENGTH}}}$")]
Code = Annotated[str, StringConstraints(pattern=rf"^[{CODE_LETTERS}]{{{CODE_LENGTH}}}$")]


def _check_day_format(value: object) -> object:
    """Check that a day has the form YYYY-MM-DD. Otherwise, pydantic would read a number as seconds since 1970."""
    if isinstance(value, str) and not DAY.fullmatch(value):
        raise ValueError("a day has the form YYYY-MM-DD")
    return value


def _to_int(value: object) -> object:
    """Convert floats such as 2.0 to integers, since JSON does not distinguish the two."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def explain(words: str) -> WrapValidator:
    """Return a validator that reports one error for a union type, instead of one for each of its members."""

    def check(value: object, validate: ValidatorFunctionWrapHandler) -> object:
        try:
            return validate(value)
        except ValidationError:
            raise PydanticCustomError("wrong_type", words) from None

    return WrapValidator(check)


Day = Annotated[date, BeforeValidator(_check_day_format)]
AS_WHOLE = BeforeValidator(_to_int)  # used with StrictInt, after the bounds


class Paging(Schema):
    """The page of a list to return, with at most ``limit`` items. ``after`` is ``next`` from the previous page."""

    limit: Annotated[int, Field(ge=1, le=100, description="Maximum number of items.")] = 25
    after: Annotated[str, Field(max_length=80, description="The next value of the previous page.")] = ""


class MatchFilter(Schema):
    """Filters for matches. ``since`` and ``until`` are inclusive dates in UTC."""

    ruleset: str | None = None
    rated: bool | None = None
    since: Day | None = None
    until: Day | None = None

    @property
    def wanted(self) -> HistoryFilter:
        """Return the filter in the form that the selectors expect. Raises NotFound for an unknown ruleset."""
        return HistoryFilter(
            ruleset=ruleset_named(self.ruleset).name if self.ruleset else "",
            rated=self.rated,
            since=_clamp_day(self.since),
            until=_clamp_day(self.until),
        )


class PlayerMatchFilter(MatchFilter):
    """Filters for a player's matches."""

    outcome: Outcome | None = None
    opponent: Name | None = None

    @property
    def wanted(self) -> HistoryFilter:
        """Return the filter for the selectors. Raises NotFound for an unknown ruleset or opponent."""
        opponent = player_named(self.opponent) if self.opponent else None
        return replace(super().wanted, outcome=self.outcome or "", opponent=opponent)


def player_named(name: str) -> User:
    """Return the player with this name, ignoring case. Raises NotFound."""
    found = users_named(name).first()
    if found is None:
        raise NotFound(message=_("No player with that name."))
    return found


def _clamp_day(day: date | None) -> date | None:
    """Clamp a day to the range that all databases support. No match falls outside this range."""
    return None if day is None else min(max(day, EARLIEST), LATEST)
