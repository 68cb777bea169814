"""Avatars: a pattern and a colour, chosen by the user or derived from their ID. The games app draws them."""

from __future__ import annotations

from typing import NamedTuple
from zlib import crc32

from django.db import models
from django.utils.translation import gettext_lazy as _


class AvatarPattern(models.TextChoices):
    """The pattern of an avatar."""

    STAR = "star", _("star")
    ROSETTE = "rosette", _("rosette")
    SUN = "sun", _("sun")
    ARCH = "arch", _("arch")
    TILES = "tiles", _("tiles")
    LATTICE = "lattice", _("lattice")
    WAVES = "waves", _("waves")
    LEAVES = "leaves", _("leaves")
    COIN = "coin", _("coin")
    CUP = "cup", _("cup")
    SWORD = "sword", _("sword")
    CLUB = "club", _("club")


class AvatarColour(models.TextChoices):
    """The background colour of an avatar."""

    GREEN = "green", _("green")
    BLUE = "blue", _("blue")
    RED = "red", _("red")
    SAFFRON = "saffron", _("saffron")
    PLUM = "plum", _("plum")
    TEAL = "teal", _("teal")
    CLAY = "clay", _("clay")
    NIGHT = "night", _("night")


class Avatar(NamedTuple):
    """A pattern and a colour."""

    pattern: str
    colour: str


def avatar_of(user_id: int, pattern: str = "", colour: str = "") -> Avatar:
    """Return a user's avatar. Any part not chosen is derived from the user's ID, so renaming doesn't change it."""
    number = crc32(str(user_id).encode())
    patterns, colours = AvatarPattern.values, AvatarColour.values
    return Avatar(pattern or patterns[number % len(patterns)], colour or colours[number // 101 % len(colours)])
