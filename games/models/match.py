"""A match and its seats."""

import secrets
from collections.abc import Sequence
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

CODE_LENGTH = 12
CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"  # nothing that is misread: 0 O 1 I l


def new_code() -> str:
    """A code that cannot be guessed: a private table is open to whoever knows it."""
    return "".join(secrets.choice(CODE_LETTERS) for _letter in range(CODE_LENGTH))


def tell_apart(names: Sequence[str]) -> list[str]:
    """The names round a table as they are shown there: one bot on several seats is numbered from the second on."""
    return [
        f"{name} {names[: number + 1].count(name)}" if name and name in names[:number] else name
        for number, name in enumerate(names)
    ]


class Status(models.TextChoices):
    """Where a match stands."""

    OPEN = "open", _("waiting for players")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    ABORTED = "aborted", _("closed before it began")
    VOIDED = "voided", _("voided")


class Reason(models.TextChoices):
    """What ended a match: the ``reason`` of the match record."""

    RULES = "rules", _("played to its end")
    RESIGNED = "resigned", _("resigned")
    TIMEOUT = "timeout", _("time ran out")
    ABORTED = "aborted", _("closed before it began")
    VOIDED = "voided", _("voided")


class Match(models.Model):
    """One match: what is played, how it stands, how it ended. Its log are its deals and moves.

    ``version`` grows by one with every change, seats and result included. ``wake_at`` is when the server itself has
    to act. ``sides`` are the final scores, ``winners`` the winning sides (empty for a draw).
    """

    code = models.CharField(_("code"), max_length=CODE_LENGTH, unique=True, default=new_code, editable=False)
    ruleset = models.CharField(_("ruleset"), max_length=32)
    options = models.JSONField(_("options"), default=dict)
    size_class = models.CharField(_("size"), max_length=4, help_text=_("Seats, with a p where partners play."))
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.OPEN)
    is_private = models.BooleanField(_("only by its link"), default=False)
    rated = models.BooleanField(_("rated"), default=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="hosted_matches", verbose_name=_("host")
    )
    created = models.DateTimeField(_("opened"), default=timezone.now, editable=False)
    started = models.DateTimeField(_("started"), null=True, blank=True)
    finished = models.DateTimeField(_("finished"), null=True, blank=True)
    version = models.PositiveIntegerField(_("version"), default=0)
    wake_at = models.DateTimeField(_("server acts at"), null=True, blank=True)
    result_reason = models.CharField(_("ended by"), max_length=8, choices=Reason, blank=True, default="")
    result_seat = models.PositiveSmallIntegerField(_("ended by seat"), null=True, blank=True)
    sides = models.JSONField(_("scores"), default=list, blank=True)
    winners = models.JSONField(_("winning sides"), default=list, blank=True)
    void_reason = models.TextField(_("why it was voided"), blank=True, default="")

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        default_permissions = ("view",)  # matches are made and changed by playing, never by hand
        permissions: ClassVar = [("void_match", _("Can void a match"))]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(status__in=Status.values), name="match_status_is_known"),
            models.CheckConstraint(
                condition=Q(status=Status.RUNNING) | Q(wake_at__isnull=True), name="only_a_running_match_wakes"
            ),
            models.CheckConstraint(
                condition=~Q(status__in=[Status.FINISHED, Status.VOIDED]) | Q(finished__isnull=False),
                name="an_ended_match_says_when",
            ),
        ]
        indexes: ClassVar = [
            models.Index("status", F("created").desc(), name="match_lobby"),
            models.Index(
                F("finished").desc(), F("id").desc(), condition=Q(finished__isnull=False), name="match_history"
            ),
            models.Index("wake_at", condition=Q(wake_at__isnull=False), name="match_wake"),
        ]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.code}"


class Seat(models.Model):
    """One seat of a match: who sits there, and what the match did to that player's rating.

    ``bot`` names the bot in ``games.bots.REGISTRY`` that plays the seat, and is empty for people.
    ``finished`` repeats the match's so that one index serves a player's history.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats", db_index=False, verbose_name=_("match"))
    number = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="seats",
        db_index=False,
        verbose_name=_("player"),
    )
    bot = models.CharField(_("bot"), max_length=32, blank=True, default="")
    auto_call = models.BooleanField(_("calls made by the site"), default=False)
    rating_before = models.IntegerField(_("rating before"), null=True, blank=True)
    rating_change = models.IntegerField(_("rating change"), null=True, blank=True)
    finished = models.DateTimeField(_("finished"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        default_permissions = ("view",)
        ordering = ("number",)
        constraints: ClassVar = [
            models.UniqueConstraint("match", "number", name="one_seat_a_number"),
            # free seats have no user (NULLs differ), a bot may sit on several
            models.UniqueConstraint(fields=("match", "user"), condition=Q(bot=""), name="one_seat_a_person"),
        ]
        indexes: ClassVar = [models.Index("user", F("finished").desc(), F("match").desc(), name="seat_history")]

    def __str__(self) -> str:
        return f"{self.number}"
