"""Base classes for the site's admin pages."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, ClassVar, TypeVar

from django.contrib import admin
from django.contrib.admin.options import BaseModelAdmin
from django.contrib.admin.views.main import ChangeList
from django.db.models import BooleanField, Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

AnyModel = TypeVar("AnyModel", bound=Model)


@cache  # Django compares the functions
def yes_or_no(field: "BooleanField[bool, bool]") -> Callable[[Any], str]:
    """Return a function that says a field's value in words: Django's red cross would alarm where nothing is wrong."""

    @admin.display(description=field.verbose_name)
    def in_words(row: Model) -> str:
        return gettext("Yes") if getattr(row, field.name) else gettext("No")

    return in_words


class ReadOnly(BaseModelAdmin[AnyModel]):
    """Forbid adding, changing and deleting rows by hand: only the site's services may write them.

    ``in_words`` maps field names to functions that show their values in words. Booleans need none.
    """

    hidden: frozenset[str] = frozenset({"id"})
    in_words: ClassVar[Mapping[str, Callable[[Any], str]]] = {}

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[Any, ...]:
        """Return all fields except the hidden ones, including those that are not editable."""
        return tuple(self._shown(field) for field in self.opts.fields if field.name not in self.hidden)

    def _shown(self, field: Any) -> Any:
        """Return what shows a field: a function that does so in words, or its name."""
        if field.name in self.in_words:
            return self.in_words[field.name]
        return yes_or_no(field) if isinstance(field, BooleanField) else field.name

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Return ``fields`` or, by default, all fields.

        Django's own method would also return the raw values of the fields that are shown in words.
        """
        return self.fields or self.get_readonly_fields(request, obj)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Refuse lookups on hidden fields: filtering would reveal their values one letter at a time."""
        if lookup.split("__", maxsplit=1)[0] in self.hidden:
            return False
        return super().lookup_allowed(lookup, value, request)  # type: ignore[arg-type]  # Django passes None

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False."""
        return False


class NullFilter(admin.SimpleListFilter):
    """Filter by whether ``null_field`` is null.

    ``labels`` maps each value of the URL parameter to its label. The first one is for rows in which the field is null.
    """

    null_field: str
    labels: ClassVar[Mapping[str, Any]]

    def lookups(self, _request: HttpRequest, _page: Any) -> list[tuple[str, Any]]:
        """Return the choices besides "all"."""
        return list(self.labels.items())

    def queryset(self, _request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return the rows that match the chosen filter."""
        chosen = self.value()
        if chosen not in self.labels:
            return queryset
        return queryset.filter(**{f"{self.null_field}__isnull": chosen == next(iter(self.labels))})


class HiddenFilter(NullFilter):
    """Filter for hidden or visible messages and comments."""

    title = _("visibility")
    parameter_name = "visibility"
    null_field = "hidden"
    labels: ClassVar[Mapping[str, Any]] = {"visible": _("visible"), "hidden": _("hidden")}


def filter_in_words(label_of: Callable[[str], str]) -> type[admin.FieldListFilter]:
    """Return a filter that shows a label for each stored value of a field."""

    class FilterInWords(admin.AllValuesFieldListFilter):
        def choices(self, changelist: ChangeList) -> Iterator[Any]:
            everything, *choices = super().choices(changelist)
            yield everything
            for value, choice in zip(map(str, self.lookup_choices), choices, strict=True):
                label = label_of(value)
                yield {**choice, "display": str(choice["display"]).replace(value, label, 1)}  # a count may follow

    return FilterInWords
