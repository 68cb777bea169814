"""Receipts for commands that clients sent with an idempotency key."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import CODE_LENGTH

MAX_ID = 64
MAX_MESSAGE = 200


class CommandReceipt(models.Model):
    """The stored answer to a command, so that a repeated command gets the same answer.

    The answer is stored in the transaction that carried out the command. ``place`` is the code of the match that the
    command was for, or an empty string if it was not for a match. ``command`` is a digest of the command. ``refusal``
    is the error code, or an empty string if the command was carried out. In that case, ``version`` is the new
    version of the match, or None if the command created none, and ``opened`` is the code of the match that the command
    opened, or an empty string if it opened none.
    """

    # No foreign key constraint: every move stores a receipt, and checking the constraint would lock the player's row.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="+",
        db_index=False,
        db_constraint=False,
        verbose_name=_("player"),
    )
    place = models.CharField(_("match"), max_length=CODE_LENGTH, blank=True, default="")
    client_id = models.CharField(_("id"), max_length=MAX_ID)
    command = models.CharField(_("command digest"), max_length=16)
    refusal = models.CharField(_("refusal"), max_length=32, blank=True, default="")
    message = models.CharField(_("message"), max_length=MAX_MESSAGE, blank=True, default="")
    version = models.PositiveIntegerField(_("version"), null=True, blank=True)
    opened = models.CharField(_("match opened"), max_length=CODE_LENGTH, blank=True, default="")
    created = models.DateTimeField(_("answered"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("command receipt")
        verbose_name_plural = _("command receipts")
        default_permissions = ()
        constraints: ClassVar = [
            models.UniqueConstraint("user", "place", "client_id", name="one_receipt_a_command"),
        ]
        indexes: ClassVar = [models.Index("created", name="receipt_age")]

    def __str__(self) -> str:
        return f"{self.client_id}: {self.refusal or 'done'}"
