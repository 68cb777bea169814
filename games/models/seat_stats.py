"""Statistics of each player in a match, counted once it is over."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.match import Seat


class SeatStats(models.Model):
    """A player's statistics in a match that was played to its end, counted once by ``games.services.seat_stats``."""

    seat = models.OneToOneField(
        Seat, models.CASCADE, primary_key=True, related_name="seat_stats", verbose_name=_("seat")
    )
    caidas_given = models.PositiveSmallIntegerField(_("caidas given"), default=0)
    caidas_taken = models.PositiveSmallIntegerField(_("caidas taken"), default=0)
    missas = models.PositiveSmallIntegerField(_("missas"), default=0)
    true_calls = models.PositiveSmallIntegerField(_("true calls"), default=0)
    silent_calls = models.PositiveSmallIntegerField(_("silent holdings"), default=0)
    false_calls = models.PositiveSmallIntegerField(_("false calls"), default=0)
    caught = models.PositiveSmallIntegerField(_("bluffs caught"), default=0)

    class Meta:
        db_table = "games_deeds"  # the old name: during an update, the previous version still runs
        verbose_name = _("seat statistics")
        verbose_name_plural = _("seat statistics")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.pk}"
