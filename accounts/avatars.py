"""Avatars: a pattern or person and a colour, chosen by the user or derived from their ID. The games app draws them."""

from __future__ import annotations

from typing import Final, NamedTuple
from zlib import crc32

from django.db import models
from django.utils.translation import gettext_lazy as _


class AvatarPattern(models.TextChoices):
    """The picture of an avatar: a pattern or a person."""

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
    FEZ = "fez", _("fez")
    SCARF = "scarf", _("headscarf")
    TURBAN = "turban", _("turban")
    CURLS = "curls", _("curls")
    CAP = "cap", _("cap")
    BUN = "bun", _("bun and glasses")
    HOOD = "hood", _("hood")
    BERET = "beret", _("beret")
    SHAWL = "shawl", _("shawl")
    AFRO = "afro", _("afro")
    KNIT = "knit", _("knitted cap")
    FLOWER = "flower", _("flower in hair")


_ALL = tuple(AvatarPattern)
_FIRST_PERSON = _ALL.index(AvatarPattern.FEZ)  # the people come last
PLAIN_PATTERNS: Final = _ALL[:_FIRST_PERSON]
PEOPLE: Final = _ALL[_FIRST_PERSON:]


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
    """A pattern or person, and a colour."""

    pattern: str
    colour: str


def avatar_of(user_id: int, pattern: str = "", colour: str = "") -> Avatar:
    """Return a user's avatar. Any part not chosen is derived from the user's ID, so renaming doesn't change it.

    The derived part is never a person.
    """
    number = crc32(str(user_id).encode())
    patterns, colours = [pattern.value for pattern in PLAIN_PATTERNS], AvatarColour.values
    return Avatar(pattern or patterns[number % len(patterns)], colour or colours[number // 101 % len(colours)])
