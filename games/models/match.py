"""Matches and their seats."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.reserved_names import GIVEN_NAMES
from games.models.clock import Clock, validate_clock
from games.rules import find_ruleset

REMATCH_OPEN = timedelta(minutes=30)  # time after the end of the match
CODE_LENGTH = 12
CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"  # omits 0 O 1 I l, which are easily confused


def new_code() -> str:
    """Return a random code that cannot be guessed. Anyone who knows a private table's code can join the table."""
    return "".join(secrets.choice(CODE_LETTERS) for _letter in range(CODE_LENGTH))


def tell_apart(names: Sequence[str]) -> list[str]:
    """Return the usernames at a table, by seat, adding a given name where several seats have the same username.

    Only the site's bots can have several seats. Each seat has its own given name, so no two bots at a table
    share one, even if their levels differ. No player can choose the resulting name, because it contains a space.
    """
    return [
        f"{name} {GIVEN_NAMES[seat]}" if name and names.count(name) > 1 else name for seat, name in enumerate(names)
    ]


class Status(models.TextChoices):
    """The state of a match."""

    OPEN = "open", _("waiting for players")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    ABORTED = "aborted", _("aborted")
    VOIDED = "voided", _("voided")


class Reason(models.TextChoices):
    """The reason why a match ended."""

    RULES = "rules", _("finished")
    RESIGNED = "resigned", _("resigned")
    TIMEOUT = "timeout", _("time ran out")
    LEFT = "left", _("left the table")
    ABORTED = "aborted", _("aborted")
    VOIDED = "voided", _("voided")


class Outcome(models.TextChoices):
    """A seat's outcome in a match."""

    WON = "won", _("won")
    LOST = "lost", _("lost")
    DRAWN = "drawn", _("drawn")
    VOIDED = "voided", _("voided")
    ABORTED = "aborted", _("aborted")


class Match(models.Model):
    """A match: its settings, its state and its result. Its deals and moves are its log.

    ``version`` increases by one with every change, including changes to seats and the result. ``moved_version`` is the
    version of the last change to the game itself: a move based on that version or a later one is not stale. While the
    match runs, ``facts_version`` is the version of the last change to anything but the game and the clocks.

    ``wake_at`` is the time at which the server must act. ``sides`` contains the final scores, and ``winners`` the
    winning sides (empty for a draw). Players who join must have a rating between ``rating_min`` and ``rating_max``, if
    these are set. ``bot_level`` is the key of the site's bot that fills free seats and plays for players who leave, or
    an empty string for the default.

    ``turn`` is the seat to move. In a match with a clock, ``banks`` contains the milliseconds that each seat had left
    when the turn began, at ``turn_began``. ``deadline`` is the time at which the seat to move runs out of time.
    """

    code = models.CharField(_("code"), max_length=CODE_LENGTH, unique=True, default=new_code, editable=False)
    ruleset = models.CharField(_("ruleset"), max_length=32)
    options = models.JSONField(_("options"), default=dict)
    size_class = models.CharField(
        _("size"), max_length=4, help_text=_("Number of seats, followed by p for partnerships.")
    )
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.OPEN)
    is_private = models.BooleanField(_("private"), default=False)
    invited_only = models.BooleanField(_("invitation only"), default=False)
    welcomes_bots = models.BooleanField(_("bots welcome"), default=False)
    bot_level = models.CharField(_("site bot level"), max_length=32, blank=True, default="", db_default="")
    has_spectators = models.BooleanField(_("spectators allowed"), default=True)
    host_starts = models.BooleanField(_("host starts the match"), default=False)
    rated = models.BooleanField(_("rated"), default=False)
    rating_min = models.PositiveSmallIntegerField(_("minimum rating"), null=True, blank=True)
    rating_max = models.PositiveSmallIntegerField(_("maximum rating"), null=True, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="hosted_matches", verbose_name=_("host")
    )
    created = models.DateTimeField(_("opened"), default=timezone.now, editable=False)
    started = models.DateTimeField(_("started"), null=True, blank=True)
    finished = models.DateTimeField(_("finished"), null=True, blank=True)
    version = models.PositiveIntegerField(_("version"), default=0)
    moved_version = models.PositiveIntegerField(_("version of the last move"), default=0)
    facts_version = models.PositiveIntegerField(_("version of the last change other than a move"), default=0)
    wake_at = models.DateTimeField(_("next server action"), null=True, blank=True)
    clock = models.CharField(_("clock"), max_length=10, blank=True, default="", validators=[validate_clock])
    banks = models.JSONField(_("time left"), default=list, blank=True)
    turn = models.PositiveSmallIntegerField(_("seat to act"), null=True, blank=True)
    turn_began = models.DateTimeField(_("turn started"), null=True, blank=True)
    deadline = models.DateTimeField(_("time runs out at"), null=True, blank=True)
    abort_offers = models.JSONField(_("seats offering to abort"), default=list, blank=True)
    abort_declined = models.PositiveSmallIntegerField(_("seat that declined to abort"), null=True, blank=True)
    rematch_offers = models.JSONField(_("seats offering a rematch"), default=list, blank=True)
    rematch_rotated = models.BooleanField(_("rematch with seats rotated"), default=False)
    rematch_declined = models.PositiveSmallIntegerField(_("seat that declined a rematch"), null=True, blank=True)
    rematch = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="rematch_of", verbose_name=_("rematch")
    )
    result_reason = models.CharField(_("ended by"), max_length=8, choices=Reason, blank=True, default="")
    result_seat = models.PositiveSmallIntegerField(_("ended by seat"), null=True, blank=True)
    sides = models.JSONField(_("scores"), default=list, blank=True)
    winners = models.JSONField(_("winning sides"), default=list, blank=True)
    void_reason = models.TextField(_("reason for voiding"), blank=True, default="")

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        default_permissions = ("view",)  # matches are created and changed by playing, never by hand
        permissions: ClassVar = [("void_match", _("Can void a match"))]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(status__in=Status.values), name="match_status_is_known"),
            models.CheckConstraint(
                condition=Q(status__in=[Status.OPEN, Status.RUNNING]) | Q(wake_at__isnull=True),
                name="an_ended_match_does_not_wake",
            ),
            models.CheckConstraint(
                condition=Q(status=Status.RUNNING) | Q(turn__isnull=True, deadline__isnull=True),
                name="only_a_running_match_has_a_turn",
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
            models.Index(
                "ruleset",
                F("finished").desc(),
                F("id").desc(),
                condition=Q(finished__isnull=False),
                name="match_ruleset_history",
            ),
            models.Index("wake_at", condition=Q(wake_at__isnull=False), name="match_wake"),
            models.Index("deadline", condition=Q(deadline__isnull=False), name="match_deadline"),
        ]

    def __str__(self) -> str:
        return f"{self.game_title} {self.code}"

    @property
    def game_title(self) -> str:
        """Return the title of the match's game."""
        return gettext(find_ruleset(self.ruleset).title)

    @property
    def time_control(self) -> Clock | None:
        """Return the match's clock, or None if it has none."""
        return Clock.parse(self.clock) if self.clock else None

    @property
    def rematch_until(self) -> datetime | None:
        """Return the time until which players can offer a rematch.

        Return None before the end and for voided matches.
        """
        if self.finished is None or self.status == Status.VOIDED:
            return None
        return self.finished + REMATCH_OPEN


class Seat(models.Model):
    """A seat in a match, its player, and the match's effect on the player's rating.

    ``bot`` is the key in ``games.bots.BOTS`` of the bot that plays the seat, and empty for people. ``stand_in`` is the
    key of the bot that plays for a player who is disconnected or has left. ``grace_ends``, which is set while a player
    is disconnected, is the time after which the others no longer have to wait. ``left`` says whether the player left
    the match.

    If ``gentle_start`` is true, the player plays first, and the site announces for them in the first batches and, at
    the end of the first deal, claims nothing. Until their first capture, bots announce nothing.

    ``ranked`` says whether the rating was ranked after the match. In matches that rate only bots, people have
    ``rating_before`` but no rating change. ``finished`` is a copy of the match's value, so that one index covers a
    player's history. ``side`` and ``outcome`` are set at the same time.
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
    auto_call = models.BooleanField(_("automatic calls"), default=False)
    gentle_start = models.BooleanField(_("gentle start"), default=False, db_default=False)
    stand_in = models.CharField(_("stand-in bot"), max_length=32, blank=True, default="")
    grace_ends = models.DateTimeField(_("away, grace period ends"), null=True, blank=True)
    left = models.BooleanField(_("left the match"), default=False)
    rating_before = models.IntegerField(_("rating before"), null=True, blank=True)
    rating_change = models.IntegerField(_("rating change"), null=True, blank=True)
    ranked = models.BooleanField(_("ranked"), default=False)
    finished = models.DateTimeField(_("finished"), null=True, blank=True, editable=False)
    side = models.PositiveSmallIntegerField(_("side"), null=True, blank=True, editable=False)
    outcome = models.CharField(_("outcome"), max_length=7, choices=Outcome, blank=True, default="", editable=False)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        default_permissions = ("view",)
        ordering = ("number",)
        constraints: ClassVar = [
            models.UniqueConstraint("match", "number", name="one_seat_a_number"),
            # free seats have no user (NULLs are distinct), and a bot may have several seats
            models.UniqueConstraint(fields=("match", "user"), condition=Q(bot=""), name="one_seat_a_person"),
        ]
        indexes: ClassVar = [models.Index("user", F("finished").desc(), F("match").desc(), name="seat_history")]

    def __str__(self) -> str:
        return f"{self.number}"
