"""What can be asked for: names, codes, pages, filters. Each is described for the schema where it is defined."""

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
from accounts.selectors import named
from games.api.rulesets import ruleset_named
from games.models import Outcome
from games.models.match import CODE_LENGTH, CODE_LETTERS
from games.selectors.history import EARLIEST, LATEST, Wanted
from games.state.errors import NotFound

DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)

Name = Annotated[str, StringConstraints(pattern=rf"^[A-Za-z0-9._ -]{{1,{MAX_LENGTH}}}$")]
Code = Annotated[str, StringConstraints(pattern=rf"^[{CODE_LETTERS}]{{{CODE_LENGTH}}}$")]


def _check_form(value: object) -> object:
    """A day as people write it; numbers would be taken for seconds since 1970."""
    if isinstance(value, str) and not DAY.fullmatch(value):
        raise ValueError("a day is YYYY-MM-DD")
    return value


def _whole(value: object) -> object:
    """A whole number however JSON writes it, as 2 or as 2.0; nothing else passes for one."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def explain(words: str) -> WrapValidator:
    """One sentence for a value of several possible types, in place of a complaint for each of them."""

    def check(value: object, validate: ValidatorFunctionWrapHandler) -> object:
        try:
            return validate(value)
        except ValidationError:
            raise PydanticCustomError("wrong_type", words) from None

    return WrapValidator(check)


Day = Annotated[date, BeforeValidator(_check_form)]
AS_WHOLE = BeforeValidator(_whole)  # beside StrictInt, after its bounds


class Paging(Schema):
    """The page of a list: at most ``limit`` items after the previous page's ``next``."""

    limit: Annotated[int, Field(ge=1, le=100, description="Maximum number of items.")] = 25
    after: Annotated[str, Field(max_length=80, description="The next value of the previous page.")] = ""


class MatchFilter(Schema):
    """Filters for matches; both days are included (UTC)."""

    ruleset: str | None = None
    rated: bool | None = None
    since: Day | None = None
    until: Day | None = None

    @property
    def wanted(self) -> Wanted:
        """What is asked, as the selectors take it. Raises NotFound."""
        return Wanted(
            ruleset=ruleset_named(self.ruleset).name if self.ruleset else "",
            rated=self.rated,
            since=_within_reach(self.since),
            until=_within_reach(self.until),
        )


class PlayerMatchFilter(MatchFilter):
    """Filters for a player's matches."""

    outcome: Outcome | None = None
    opponent: Name | None = None

    @property
    def wanted(self) -> Wanted:
        """What is asked, as the selectors take it. Raises NotFound."""
        opponent = player_named(self.opponent) if self.opponent else None
        return replace(super().wanted, outcome=self.outcome or "", opponent=opponent)


def player_named(name: str) -> User:
    """The player of this name, whatever its capitals. Raises NotFound."""
    found = named(name).first()
    if found is None:
        raise NotFound(message=_("No player with that name."))
    return found


def _within_reach(day: date | None) -> date | None:
    """The day, or the nearest that every database can count with; nobody has played beyond."""
    return None if day is None else min(max(day, EARLIEST), LATEST)
