"""The moderation log, which is append-only."""

from __future__ import annotations

from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


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
    """``by`` did ``action`` to the user ``whom``, or to what ``about`` describes, because of ``words``."""

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
        verbose_name_plural = _("moderation log")
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.action} {self.about}".strip()

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the row. Raises AppendOnlyError if it is stored already."""
        if not self._state.adding:
            raise AppendOnlyError
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        """Raise AppendOnlyError."""
        raise AppendOnlyError
