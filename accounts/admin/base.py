"""Base classes for the site's admin pages."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, TypeVar

from django.contrib import admin
from django.contrib.admin.options import BaseModelAdmin
from django.contrib.admin.views.main import ChangeList
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

AnyModel = TypeVar("AnyModel", bound=Model)


class ReadOnly(BaseModelAdmin[AnyModel]):
    """Forbid adding, changing and deleting rows by hand: only the site's services may write them.

    ``in_words`` maps field names to functions that show their values in words.
    """

    hidden: frozenset[str] = frozenset({"id"})
    in_words: ClassVar[Mapping[str, Callable[[Any], str]]] = {}

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[Any, ...]:
        """Return all fields except the hidden ones, including those that are not editable."""
        names = (field.name for field in self.opts.fields if field.name not in self.hidden)
        return tuple(self.in_words.get(name, name) for name in names)

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
