"""Permissions in the reader's language. The database contains their English names."""

from __future__ import annotations

from typing import Any, Final, cast

from django.contrib.auth import get_permission_codename
from django.contrib.auth.models import Permission
from django.db.models import Model
from django.forms import ModelMultipleChoiceField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

ACTIONS: Final = {"add": _("Can add"), "change": _("Can change"), "delete": _("Can delete"), "view": _("Can view")}


class PermissionsField(ModelMultipleChoiceField[Permission]):
    """A field for choosing permissions."""

    def label_from_instance(self, obj: Model) -> str:
        """Return the permission in words."""
        return permission_label(cast("Permission", obj))


def permission_label(permission: Permission) -> str:
    """Return a permission's content type and the action that it allows, in words."""
    return f"{permission.content_type} | {_allowed_by(permission)}"


def _allowed_by(permission: Permission) -> str:
    """Return the action that a permission allows: one of Django's four, or one that its model defines."""
    model: type[Any] | None = permission.content_type.model_class()
    action = permission.codename.partition("_")[0]
    if model and action in ACTIONS and permission.codename == get_permission_codename(action, model._meta):
        return str(ACTIONS[action])
    return gettext(permission.name)
