"""What moderators did, for good."""

from __future__ import annotations

from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class LogIsKeptError(TypeError):
    """The log can only be added to."""


class LogQuerySet(models.QuerySet["ModerationLog"]):
    """Rows that nobody changes or deletes by mistake; the database refuses it too."""

    def update(self, **_values: Any) -> NoReturn:
        """Refuse."""
        raise LogIsKeptError

    def delete(self) -> NoReturn:
        """Refuse."""
        raise LogIsKeptError


class ModerationLog(models.Model):
    """``by`` did ``action``, to ``whom`` or ``about`` something that has no row here, with these ``words``."""

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
        """Add the row; a second time is refused."""
        if not self._state.adding:
            raise LogIsKeptError
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        """Refuse."""
        raise LogIsKeptError
