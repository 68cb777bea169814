"""Players' statistics for a match, computed once the match is over."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.match import Seat


class SeatStats(models.Model):
    """A player's statistics for a finished match. ``games.services.seat_stats`` computes them when the match ends."""

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
        db_table = "games_deeds"  # the old name, because the previous version of the site still runs during an update
        verbose_name = _("seat statistics")
        verbose_name_plural = _("seat statistics")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.pk}"
