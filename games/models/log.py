"""A match's log, which contains its deals and moves. With the ruleset and options, it determines the whole match."""

from typing import Any, ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match
from games.rules import moves
from games.rules.deal import Deal as GameDeal
from games.rules.fair import Proof


class Deal(models.Model):
    """A pack and how it was dealt. ``before_move`` is the number of moves made before the deal.

    The server first publishes ``commitment``, a hash of ``shuffled`` and ``salt``. ``deck`` and ``returned`` are known
    only after the pack has been cut at ``cut``. A row without ``deck`` is waiting for its cut. In the oldest
    matches, deals have no commitment.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="deals", db_index=False, verbose_name=_("match"))
    number = models.PositiveSmallIntegerField(_("deal"))
    dealer = models.PositiveSmallIntegerField(_("dealer"))
    commitment = models.CharField(_("commitment"), max_length=64, blank=True, default="")
    salt = models.CharField(_("salt"), max_length=64, blank=True, default="")
    shuffled = models.TextField(_("pack before the cut"), blank=True, default="")
    cut = models.PositiveSmallIntegerField(_("cut at"), null=True, blank=True)
    deck = models.TextField(
        _("pack"),
        blank=True,
        default="",
        help_text=_("After the shuffle and the cut, with the first card to be dealt on the left."),
    )
    returned = models.JSONField(_("places of returned cards"), default=list)
    before_move = models.PositiveIntegerField(_("earlier moves"))

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        default_permissions = ("view",)
        ordering = ("number",)
        constraints: ClassVar = [models.UniqueConstraint("match", "number", name="one_deal_a_number")]

    def __str__(self) -> str:
        return f"{self.number}"  # never include the pack, which must not appear in logs or messages

    @property
    def is_dealt(self) -> bool:
        """Return whether the pack has been cut and dealt."""
        return bool(self.deck)

    def as_rules(self) -> GameDeal:
        """Return the deal as a value of ``games.rules``. The pack must have been dealt."""
        proof = None if self.cut is None else Proof(self.salt, self.commitment, self.cut)
        return GameDeal(self.dealer, tuple(self.deck.split()), tuple(self.returned), proof)


class Move(models.Model):
    """An accepted move. ``number`` counts from 1, and ``move`` is ``[verb, …]`` as in the match record."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="moves", db_index=False, verbose_name=_("match"))
    number = models.PositiveIntegerField(_("number"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    move: "models.JSONField[Any, Any]" = models.JSONField(_("move"))
    created = models.DateTimeField(_("made at"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        default_permissions = ("view",)
        ordering = ("number",)
        constraints: ClassVar = [models.UniqueConstraint("match", "number", name="one_move_a_number")]

    def __str__(self) -> str:
        return f"{self.number}"

    def as_rules(self) -> moves.Move:
        """Return the move as a value of ``games.rules``."""
        return moves.parse_move([self.seat, *self.move])
