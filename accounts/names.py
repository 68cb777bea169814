"""Which names a player may take."""

from __future__ import annotations

import re

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

MIN_LENGTH = 3
MAX_LENGTH = 20

# Plain Latin letters only: a name that looks like another's, letter for letter, cannot be made. It begins with a
# letter or digit, so that it stands in an address without meaning anything else there.
is_well_formed = RegexValidator(
    rf"\A[A-Za-z0-9][A-Za-z0-9._-]{{{MIN_LENGTH - 1},{MAX_LENGTH - 1}}}\Z",
    _(
        "A name has 3 to 20 characters: letters of the Latin alphabet, digits, “.”, “_” and “-”, "
        "beginning with a letter or a digit."
    ),
    code="malformed_name",
)

# Names that would speak for the site.
RESERVED = frozenset(
    """
    admin administrator anonymous bot bots help house mod moderator null official owner root ronda rondabot
    security server site staff superuser support system team undefined webmaster
    """.split()
)


def is_reserved(name: str) -> bool:
    """Tell whether a name is the site's own: also with dots, dashes or digits around it, or marked as a bot's."""
    words = [word for word in re.split(r"[._-]+", name.lower()) if word]
    plain = "".join(words).strip("0123456789")
    return plain in RESERVED or any(word.strip("0123456789") in {"bot", "bots"} for word in words)


def check_not_reserved(name: str) -> None:
    """Refuse the site's own names; asked where a person chooses one, not where the site does."""
    if is_reserved(name):
        raise ValidationError(_("This name is reserved. Please choose another."), code="reserved_name")
