"""Accounts in the admin: to look at, and for a superuser to say who is staff."""

from __future__ import annotations

from typing import ClassVar

from django.contrib import admin
from django.contrib.auth.models import Group
from django.http import HttpRequest

from accounts.models import ForbiddenWord, User

admin.site.unregister(Group)  # no rights are given by groups


@admin.register(User)
class UserAdmin(admin.ModelAdmin[User]):
    """Nothing here shows or sets a password; a forgotten one is reset by mail or by `manage.py changepassword`."""

    list_display = ("username", "email", "date_joined", "last_login", "is_active", "is_staff", "is_bot")
    list_filter = ("is_bot", "is_guest", "is_staff", "is_active")
    search_fields = ("username", "email")
    ordering = ("-date_joined",)
    fields = (
        "username",
        "email",
        "is_active",
        "is_staff",
        "is_superuser",
        "user_permissions",
        "is_bot",
        "is_guest",
        "auto_call",
        "date_joined",
        "last_login",
        "closed_at",
    )
    filter_horizontal = ("user_permissions",)
    flags: ClassVar = frozenset({"is_active", "is_staff", "is_superuser", "user_permissions"})

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Leave only the flags open, and those only to a superuser: who may set rights may give themselves all."""
        is_superuser = request.user.is_authenticated and request.user.is_superuser
        return tuple(name for name in self.fields if not (is_superuser and name in self.flags))

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People sign up by themselves."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Others' matches hang on an account: it is switched off, not deleted."""
        return False


@admin.register(ForbiddenWord)
class ForbiddenWordAdmin(admin.ModelAdmin[ForbiddenWord]):
    """Words that no name may have. Names that people have already stay as they are."""

    list_display = ("word", "whole")
    search_fields = ("word",)
