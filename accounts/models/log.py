"""The moderation log, which is append-only."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Final, NoReturn

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.sanction import SanctionKind

# Actions as they are stored, and the texts that readers see. A sanction is stored under its kind.
ACTIONS: Final = {
    "rename": _("Renamed a player"),
    "lift": _("Lifted a sanction"),
    "answer appeal": _("Answered an appeal"),
    "hide line": _("Hid a message"),
    "show line": _("Showed a message again"),
    "hide comment": _("Hid a comment"),
    "show comment": _("Showed a comment again"),
    "decide report": _("Decided a report"),
    "reopen report": _("Reopened a report"),
    "void match": _("Voided a match"),
}

# The formats in which ``about`` is stored, and the texts that readers see.
SUBJECTS: Final = (
    (re.compile(r"sanction (?P<number>\d+)"), _("sanction %(number)s")),
    (re.compile(r"sanction (?P<number>\d+) until (?P<end>.+)"), _("sanction %(number)s until %(end)s")),
    (re.compile(r"match (?P<code>\w+)"), _("match %(code)s")),
    (re.compile(r"report (?P<number>\d+)"), _("report %(number)s")),
    (
        re.compile(r"report (?P<number>\d+) with sanction (?P<sanction>\d+)"),
        _("report %(number)s with sanction %(sanction)s"),
    ),
    (re.compile(r"line (?P<number>\d+) at (?P<code>\w+)"), _("message %(number)s in match %(code)s")),
    (re.compile(r"comment (?P<number>\d+) at (?P<code>\w+)"), _("comment %(number)s in match %(code)s")),
)

# For a decision about a report, ``words`` contains the verdict.
VERDICTS: Final = {"upheld": _("upheld: rules were broken"), "dismissed": _("dismissed: no rules were broken")}


def action_label(action: str) -> str:
    """Return an action in the reader's language."""
    return str(SanctionKind(action).label if action in SanctionKind.values else ACTIONS.get(action, action))


def subject_label(about: str) -> str:
    """Return the subject of an action in the reader's language."""
    for pattern, words in SUBJECTS:
        if found := pattern.fullmatch(about):
            return str(words) % found.groupdict()
    return about  # the names of a renamed player


def note_label(action: str, words: str) -> str:
    """Return the note about an action, translated into the reader's language if the site wrote the note."""
    return str(VERDICTS.get(words, words)) if action == "decide report" else words


class AppendOnlyError(TypeError):
    """The moderation log can only be appended to."""


class LogQuerySet(models.QuerySet["ModerationLog"]):
    """Refuse updates and deletions in Python; database triggers refuse them too."""

    def update(self, **_values: Any) -> NoReturn:
        """Raise AppendOnlyError."""
        raise AppendOnlyError

    def delete(self) -> NoReturn:
        """Raise AppendOnlyError."""
        raise AppendOnlyError


class ModerationLog(models.Model):
    """An ``action`` that ``by`` took on the user ``whom``, or on the object that ``about`` describes, with a note."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("moderator"))
    action = models.CharField(_("action"), max_length=30)
    whom = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="moderated", verbose_name=_("player")
    )
    about = models.CharField(_("about"), max_length=60)
    words = models.TextField(_("note"))
    created = models.DateTimeField(_("when"), default=timezone.now, db_index=True)

    objects: ClassVar[models.Manager[ModerationLog]] = models.Manager.from_queryset(LogQuerySet)()

    class Meta:
        verbose_name = _("moderation log entry")
        verbose_name_plural = _("moderation log entries")
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{action_label(self.action)} · {subject_label(self.about)}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the row. Raises AppendOnlyError if it has already been saved."""
        if not self._state.adding:
            raise AppendOnlyError
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        """Raise AppendOnlyError."""
        raise AppendOnlyError
