"""What the pages of the site in the admin have in common."""

from typing import Any, TypeVar

from django.contrib.admin.options import BaseModelAdmin
from django.db.models import Model
from django.http import HttpRequest

AnyModel = TypeVar("AnyModel", bound=Model)


class ReadOnly(BaseModelAdmin[AnyModel]):
    """Nothing is added, changed or deleted by hand: the log of a match is the truth about it."""

    hidden: frozenset[str] = frozenset({"id"})

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Show every field, those too that no form has."""
        return tuple(field.name for field in self.opts.fields if field.name not in self.hidden)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """No list is filtered by what no page shows: that would tell it, a letter at a time."""
        if lookup.split("__", maxsplit=1)[0] in self.hidden:
            return False
        return super().lookup_allowed(lookup, value, request)  # type: ignore[arg-type]  # None is what Django gives

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody."""
        return False
