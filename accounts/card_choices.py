"""The designs of cards and tables that players can choose in the settings."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class CardSet(models.TextChoices):
    """The look of the card faces. All values except ``AUTO`` are names of sets in static/cards."""

    AUTO = "auto", _("Automatic")
    CLASSIC = "classic", _("Classic")
    LARGE = "large", _("Large print")
    FOUR_COLOUR = "four-colour", _("Four colours")
    CONTRAST = "contrast", _("High contrast")


class CardBack(models.TextChoices):
    """The pattern on the backs of the cards."""

    ZELLIGE = "zellige", _("Zellige")
    KILIM = "kilim", _("Kilim")
    TILES = "tiles", _("Blue tiles")
    NIGHT = "night", _("Night")
    PLAIN = "plain", _("Black and white")


class Felt(models.TextChoices):
    """The colour of the table. The colours themselves are in static/css/table/felts.css."""

    GREEN = "green", _("Green")
    BLUE = "blue", _("Blue")
    BURGUNDY = "burgundy", _("Burgundy")
    CHARCOAL = "charcoal", _("Charcoal")
