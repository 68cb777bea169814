"""What is remembered of a match once it is over: what each player did in it, and what they say of it."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match, Seat

MAX_COMMENT = 500


class Deeds(models.Model):
    """What a person did on a seat to the end of a match; counted once, by ``games.services.deeds``."""

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="deeds", verbose_name=_("seat"))
    caidas_given = models.PositiveSmallIntegerField(_("caidas given"), default=0)
    caidas_taken = models.PositiveSmallIntegerField(_("caidas taken"), default=0)
    missas = models.PositiveSmallIntegerField(_("missas"), default=0)
    true_calls = models.PositiveSmallIntegerField(_("true calls"), default=0)
    silent_calls = models.PositiveSmallIntegerField(_("silent holdings"), default=0)
    false_calls = models.PositiveSmallIntegerField(_("false calls"), default=0)
    caught = models.PositiveSmallIntegerField(_("bluffs caught"), default=0)

    class Meta:
        verbose_name = _("seat statistics")
        verbose_name_plural = _("seat statistics")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.pk}"


class Comment(models.Model):
    """What a player writes under a match that is over, for everybody who may see its result."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="comments", db_index=False, verbose_name=_("match"))
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
