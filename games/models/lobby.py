"""Ways to find opponents: seeks and invitations."""

from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match

LEASE = timedelta(seconds=30)  # how long a seek is kept after its last renewal, so that a page can reconnect
PRESENT = timedelta(seconds=6)  # how long after its last renewal a person's seek is listed and can be paired


def is_seeking(now: datetime) -> Q:
    """Return the condition for seeks that are listed and can be paired.

    Pages renew a person's seek every few seconds, so a seek stops matching soon after its page is closed. A bot renews
    its own seek, which matches until its lease ends.
    """
    return Q(alive_until__gt=now + LEASE - PRESENT) | Q(alive_until__gt=now, user__is_bot=True)


class Seek(models.Model):
    """A user waiting to be paired for a game with the ruleset's default options.

    The seek expires at ``alive_until`` unless it is renewed. ``rating`` is the user's rating when the seek began, at
    ``since``.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="seek", verbose_name=_("player")
    )
    ruleset = models.CharField(_("ruleset"), max_length=32)
    clock = models.CharField(_("clock"), max_length=10)
    rated = models.BooleanField(_("rated"), default=False)
    rating = models.IntegerField(_("rating"))
    since = models.DateTimeField(_("since"), default=timezone.now)
    alive_until = models.DateTimeField(_("waits until"))

    class Meta:
        verbose_name = _("opponent search")
        verbose_name_plural = _("opponent searches")
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.ruleset} {self.clock}"


class Answer(models.TextChoices):
    """The state of an invitation."""

    OPEN = "open", _("not answered")
    DECLINED = "declined", _("declined")
    SENT_AWAY = "away", _("removed by the host")


class Invitation(models.Model):
    """An invitation to a table. It lets the user join even if the table is open only to invited players.

    There is one row per user and table. A player whom the host removed may join again only after a new invitation.
    """

    match = models.ForeignKey(
        Match, models.CASCADE, related_name="invitations", db_index=False, verbose_name=_("match")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations", verbose_name=_("player")
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False, verbose_name=_("invited by")
    )
    answer = models.CharField(_("answer"), max_length=8, choices=Answer, default=Answer.OPEN)
    created = models.DateTimeField(_("asked"), default=timezone.now)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        default_permissions = ("view",)
        constraints: ClassVar = [models.UniqueConstraint("match", "user", name="one_invitation_a_person")]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.user_id}"
