"""Keyset pagination: each page starts after the last row of the previous one.

Counting and skipping rows gets slower with each page, but every keyset page takes the same time.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import Model, Q, QuerySet

Row = TypeVar("Row", bound=Model)
Item = TypeVar("Item")
Other = TypeVar("Other")

SEPARATOR = "~"
LAST = 2**63 - 1  # the largest integer that SQLite accepts


class BadCursorError(ValueError):
    """The cursor does not come from a page of this list."""


@dataclass(frozen=True, slots=True)
class Page(Generic[Item]):
    """One page of a list. ``before`` and ``after`` are cursors for the neighbouring pages, or empty at the ends."""

    rows: Sequence[Item]
    before: str = ""
    after: str = ""

    def map(self, change: Callable[[Item], Other]) -> "Page[Other]":
        """Return the page with ``change`` applied to every row."""
        return Page([change(row) for row in self.rows], before=self.before, after=self.after)


@dataclass(frozen=True, slots=True)
class KeyOrder:
    """The order of a list.

    Rows are sorted by ``key`` in descending order, then by the integer column ``tie``, in descending order if it has
    a leading ``-``. The pair must be unique, and should be indexed.
    """

    key: str
    tie: str

    def page(self, rows: QuerySet[Row], *, size: int, after: str = "", before: str = "") -> Page[Row]:
        """Return a page of ``rows`` after or before a cursor. Raises BadCursorError.

        If both cursors are given, ``after`` is used.
        """
        backwards = bool(before) and not after
        rows = rows.order_by(f"-{self.key}", self.tie)
        if backwards:
            rows = rows.reverse()
        cursor = before if backwards else after
        if cursor:
            rows = rows.filter(self._beyond(rows.model, cursor, backwards=backwards))
        found = list(rows[: size + 1])
        more = len(found) > size
        found = found[:size]
        if backwards:
            found.reverse()
        has_before, has_after = (more, True) if backwards else (bool(cursor), more)
        return Page(
            found,
            before=self._cursor(found[0]) if found and has_before else "",
            after=self._cursor(found[-1]) if found and has_after else "",
        )

    def _cursor(self, row: Model) -> str:
        value = getattr(row, self.key)
        text = value.astimezone(UTC).isoformat().replace("+00:00", "Z") if isinstance(value, datetime) else value
        return f"{text}{SEPARATOR}{getattr(row, self.tie.lstrip('-'))}"

    def _beyond(self, model: type[Model], cursor: str, *, backwards: bool) -> Q:
        """Return the condition for rows on one side of a cursor. Raises BadCursorError."""
        text, _, number = cursor.partition(SEPARATOR)
        field: Any = model._meta.get_field(self.key)
        try:
            value, tie = field.to_python(text), int(number)
            if isinstance(value, datetime) and value.tzinfo is not None:
                value = value.astimezone(UTC)
        except (ValidationError, ValueError, OverflowError) as error:
            raise BadCursorError(cursor) from error
        if value is None or abs(tie) > LAST or (isinstance(value, datetime) and value.tzinfo is None):
            raise BadCursorError(cursor)
        side = "gt" if backwards else "lt"
        tie_side = "lt" if self.tie.startswith("-") is not backwards else "gt"
        beyond = Q(**{f"{self.key}__{side}": value}) | Q(**{f"{self.tie.lstrip('-')}__{tie_side}": tie})
        # The second condition implies the first, but without the first SQLite walks the whole index.
        return Q(**{f"{self.key}__{side}e": value}) & beyond
