"""The kinds of push notifications, which players can turn off individually."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class PushKind(models.TextChoices):
    """The kinds of push notifications. ``User`` has a field for each: ``push_turn`` and so on."""

    TURN = "turn", _("Your turn in a days-per-move match")
    INVITATION = "invitation", _("Invitations to a table")
    START = "start", _("A new opponent, or the start of a match")
    END = "end", _("The end of a match")

    @property
    def switch(self) -> str:
        """Return the name of the ``User`` field that turns this kind on or off."""
        return f"push_{self.value}"
