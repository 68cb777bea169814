"""Permissions in the language of the reader. The database has their English names."""

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
    """A choice of permissions."""

    def label_from_instance(self, obj: Model) -> str:
        """Return the permission in words."""
        return permission_label(cast("Permission", obj))


def permission_label(permission: Permission) -> str:
    """Return what a permission is about, and what it allows."""
    return f"{permission.content_type} | {_allowed_by(permission)}"


def _allowed_by(permission: Permission) -> str:
    """Return what a permission allows: one of Django's four actions, or what its model names."""
    model: type[Any] | None = permission.content_type.model_class()
    action = permission.codename.partition("_")[0]
    if model and action in ACTIONS and permission.codename == get_permission_codename(action, model._meta):
        return str(ACTIONS[action])
    return gettext(permission.name)
