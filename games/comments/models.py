"""Comments that players write under a match once it is over."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

MAX_COMMENT = 500


class Comment(models.Model):
    """A player's comment on a finished match. Everyone who may see the result can read it."""

    match = models.ForeignKey(
        "games.Match", models.CASCADE, related_name="comments", db_index=False, verbose_name=_("match")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="comments", db_index=False, verbose_name=_("player")
    )
    text = models.TextField(_("text"), max_length=MAX_COMMENT)
    created = models.DateTimeField(_("written"), default=timezone.now, editable=False)
    hidden = models.DateTimeField(_("hidden"), null=True, blank=True, help_text=_("When it was hidden."))
    hidden_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("hidden by")
    )

    class Meta:
        verbose_name = _("comment")
        verbose_name_plural = _("comments")
        default_permissions = ("view",)
        permissions: ClassVar = [("hide_comment", _("Can hide a comment"))]
        indexes: ClassVar = [
            models.Index("match", "id", name="comment_match"),
            models.Index("user", F("created").desc(), name="comment_author"),
        ]

    def __str__(self) -> str:
        return self.text[:80]
