"""Accounts and forbidden words in the admin. Accounts are read-only, except that superusers can grant permissions."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.mfa.admin import AuthenticatorAdmin
from allauth.usersessions.admin import UserSessionAdmin
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.admin.actions import RenameForm, SanctionForm, form_action_view, moderator_of
from accounts.admin.permissions import PermissionsField, permission_label
from accounts.models import ForbiddenWord, User
from accounts.renaming import rename_user
from accounts.sanctions import impose_sanction
from accounts.signals import signed_out

admin.site.unregister(Group)  # a migration creates the only group, the moderators
# In a form, the inputs for the date and the time would have no labels.
UserSessionAdmin.readonly_fields = ("created_at", "last_seen_at")
AuthenticatorAdmin.readonly_fields = ("created_at", "last_used_at")


@admin.display(description=gettext_lazy("user permissions"))
def permissions_in_words(user: User) -> str:
    """Return a user's permissions, except those granted through groups."""
    return ", ".join(map(permission_label, user.user_permissions.select_related("content_type")))


@admin.register(User)
class UserAdmin(admin.ModelAdmin[User]):
    """Show accounts without their passwords. To reset one, use the reset email or ``manage.py changepassword``."""

    list_display = ("username", "email", "date_joined", "last_login", "is_active", "is_staff", "is_bot", "operator")
    list_select_related = ("operator",)
    list_filter = ("is_bot", "is_guest", "is_staff", "is_active")
    search_fields = ("username", "email")
    ordering = ("-date_joined",)
    fields = (
        "username",
        "email",
        "is_active",
        "is_staff",
        "is_superuser",
        "groups",
        "user_permissions",
        "is_bot",
        "operator",
        "is_guest",
        "date_joined",
        "last_login",
        "closed_at",
        "muted_until",
        "unrated_until",
        "barred_until",
    )
    change_form_template = "admin/accounts/user/change_form.html"
    flags: ClassVar = frozenset({"is_active", "is_staff", "is_superuser", "groups", "user_permissions"})

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[Any, ...]:
        """Return all fields or, for superusers, those that they cannot edit.

        Other staff cannot edit permissions, because they could grant themselves more.
        """
        editable = self.flags if _is_superuser(request) else frozenset()
        return tuple(name for name in self.get_fields(request, obj) if name not in editable)

    def get_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Return the listed fields. Permissions that cannot be changed are shown in words."""
        if _is_superuser(request):
            return self.fields
        return tuple(permissions_in_words if name == "user_permissions" else name for name in self.fields)

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Offer permissions in words, without a query for each content type."""
        if db_field.name == "user_permissions":
            kwargs |= {
                "form_class": PermissionsField,
                "queryset": Permission.objects.select_related("content_type").order_by(
                    "content_type__app_label", "content_type__model", "codename"
                ),
            }
        return super().formfield_for_manytomany(db_field, request, **kwargs)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Refuse lookups on fields that are not shown: filtering would reveal a password hash one letter at a time."""
        is_shown = lookup.split("__", maxsplit=1)[0] in self.fields
        return is_shown and super().lookup_allowed(lookup, value, request)  # type: ignore[arg-type]

    def get_urls(self) -> list[URLPattern]:
        """Return the admin's URLs and the URLs for the actions on a player."""
        guard = self.admin_site.admin_view
        return [
            path("<int:pk>/sanction/", guard(self.sanction_view), name="accounts_user_sanction"),
            path("<int:pk>/rename/", guard(self.rename_view), name="accounts_user_rename"),
            *super().get_urls(),
        ]

    def sanction_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Impose a sanction."""
        by, whom = moderator_of(request, "accounts.impose_sanction"), get_object_or_404(User, pk=pk)

        def do(data: dict[str, Any]) -> None:
            impose_sanction(whom=whom, by=by, **data)

        title = _("Sanction %(name)s") % {"name": whom.username}
        return form_action_view(self, request, SanctionForm, do, title=title, back=_page_of(pk))

    def rename_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Rename a player."""
        by, whom = moderator_of(request, "accounts.rename_user"), get_object_or_404(User, pk=pk)

        def do(data: dict[str, Any]) -> None:
            rename_user(whom=whom, by=by, **data)

        title = _("Rename %(name)s") % {"name": whom.username}
        return form_action_view(self, request, RenameForm, do, title=title, back=_page_of(pk))

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Save the account. If it was deactivated, close its open connections."""
        super().save_model(request, obj, form, change)
        if not obj.is_active:
            signed_out.send(User, user_id=obj.pk, session="")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: people sign up themselves."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return False: other players' matches refer to the account. Deactivate it instead."""
        return False


def _is_superuser(request: HttpRequest) -> bool:
    return request.user.is_authenticated and request.user.is_superuser


def _page_of(pk: int) -> str:
    return reverse("admin:accounts_user_change", args=[pk])


@admin.register(ForbiddenWord)
class ForbiddenWordAdmin(admin.ModelAdmin[ForbiddenWord]):
    """Words that are forbidden in names. Existing names are not affected."""

    list_display = ("word", "whole")
    search_fields = ("word",)
