"""The moderation log and sign-in fingerprints in the admin."""

from __future__ import annotations

from typing import ClassVar

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.admin.base import ReadOnly, filter_in_words
from accounts.models import LoginFingerprint, ModerationLog
from accounts.models.log import action_label, note_label, subject_label


@admin.display(description=_("action"), ordering="action")
def action_in_words(entry: ModerationLog) -> str:
    """Return the action in words."""
    return action_label(entry.action)


@admin.display(description=_("about"), ordering="about")
def subject_in_words(entry: ModerationLog) -> str:
    """Return the subject of the action in words."""
    return subject_label(entry.about)


@admin.display(description=_("note"), ordering="words")
def note_in_words(entry: ModerationLog) -> str:
    """Return the note about the action in words."""
    return note_label(entry.action, entry.words)


@admin.register(ModerationLog)
class ModerationLogAdmin(ReadOnly[ModerationLog], admin.ModelAdmin[ModerationLog]):
    """The moderation log, newest entry first. It cannot be changed."""

    in_words: ClassVar = {"action": action_in_words, "about": subject_in_words, "words": note_in_words}
    list_display = ("created", "by", action_in_words, "whom", subject_in_words, note_in_words)
    list_filter = (("action", filter_in_words(action_label)),)
    list_select_related = ("by", "whom")
    search_fields = ("by__username", "whom__username", "about")
    ordering = ("-id",)
    show_full_result_count = False


@admin.register(LoginFingerprint)
class LoginFingerprintAdmin(ReadOnly[LoginFingerprint], admin.ModelAdmin[LoginFingerprint]):
    """The devices and IP addresses that accounts sign in from. Search for a mark to find the accounts that share it."""

    list_display = ("mark", "kind", "user", "last")
    list_filter = ("kind",)
    list_select_related = ("user",)
    search_fields = ("user__username", "=mark")
    ordering = ("mark", "-last")
    show_full_result_count = False
