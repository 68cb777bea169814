"""What each player did in a match, counted once it is over."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.match import Seat


class Deeds(models.Model):
    """What a person did on a seat to the end of a match; counted once, by ``games.services.deeds``."""

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="deeds", verbose_name=_("seat"))
    caidas_given = models.PositiveSmallIntegerField(_("caidas given"), default=0)
    caidas_taken = models.PositiveSmallIntegerField(_("caidas taken"), default=0)
    missas = models.PositiveSmallIntegerField(_("missas"), default=0)
    true_calls = models.PositiveSmallIntegerField(_("called truly"), default=0)
    silent_calls = models.PositiveSmallIntegerField(_("kept silent"), default=0)
    false_calls = models.PositiveSmallIntegerField(_("called falsely"), default=0)
    caught = models.PositiveSmallIntegerField(_("caught at it"), default=0)

    class Meta:
        verbose_name = _("deeds")
        verbose_name_plural = _("deeds")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.pk}"
