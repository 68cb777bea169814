"""Base classes for the site's admin pages."""

from typing import Any, TypeVar

from django.contrib.admin.options import BaseModelAdmin
from django.db.models import Model
from django.http import HttpRequest

AnyModel = TypeVar("AnyModel", bound=Model)


class ReadOnly(BaseModelAdmin[AnyModel]):
    """Forbid adding, changing and deleting rows by hand: the match log is the source of truth."""

    hidden: frozenset[str] = frozenset({"id"})

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Return all fields except the hidden ones, including those that are not editable."""
        return tuple(field.name for field in self.opts.fields if field.name not in self.hidden)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Refuse lookups on hidden fields: filtering would reveal their values one letter at a time."""
        if lookup.split("__", maxsplit=1)[0] in self.hidden:
            return False
        return super().lookup_allowed(lookup, value, request)  # type: ignore[arg-type]  # None is what Django gives

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False."""
        return False
