"""Which names a player may take, and how names are shown."""

from __future__ import annotations

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext as _gettext
from django.utils.translation import gettext_lazy as _

MIN_LENGTH = 3
MAX_LENGTH = 20
LONGEST = 254  # of what may stand where a name or an address is asked for

# Plain Latin letters only, so that few look like others. It begins with a letter or digit, so that it stands in an
# address without meaning anything else there.
is_well_formed = RegexValidator(
    rf"\A[A-Za-z0-9][A-Za-z0-9._-]{{{MIN_LENGTH - 1},{MAX_LENGTH - 1}}}\Z",
    _("A name has 3 to 20 characters: Latin letters, digits, “.”, “_” and “-”. It starts with a letter or a digit."),
    code="malformed_name",
)

# What the characters of a name can be mistaken for: the rows of Unicode's table of confusables (UTS #39) that stay
# within those characters, capitals taken as small letters; and, of our own, two v for w and one separator for another.
LOOK_ALIKES = {"rn": "m", "vv": "w", "0": "o", "1": "l", "i": "l", "|": "l", ".": "-", "_": "-"}

# Digits and signs that stand for letters in words that would not pass as they are.
STAND_INS = str.maketrans("0134578@$!", "oieastbasi")

# Names that would speak for the site, alone or joined to each other.
RESERVED = frozenset(
    """
    admin administrator anonymous bot bots closed guest guests help house mod mods moderator moderation null official
    owner root ronda rondabot security server site staff superuser support system team undefined webmaster
    """.split()
)
# Those of them that a name may not even have among its words.
TITLES = frozenset("admin administrator bot bots closed guest mod moderator official staff support webmaster".split())

# What the site calls who has no name of their own, with a number; nobody can choose a name with a space.
GUEST, CLOSED = "Guest", "Closed"


def skeleton(name: str) -> str:
    """What the eye takes from a name: equal for two that are easily mistaken for each other.

    Of anything longer than an address only the beginning is looked at: marks that pile up take minutes to put in order.
    """
    look = unicodedata.normalize("NFKC", name[:LONGEST]).casefold()
    for seen, taken in LOOK_ALIKES.items():
        look = look.replace(seen, taken)
    return look


def letters_of(name: str) -> str:
    """The letters of a name, without what was put between them or in their place to hide a word."""
    return re.sub(r"[^a-z]", "", unicodedata.normalize("NFKC", name).casefold().translate(STAND_INS))


def parts_of(name: str) -> list[str]:
    """What the signs in a name part."""
    return re.split(r"[._ -]+", name)


def words_of(name: str) -> list[str]:
    """The words of a name: parted by signs, by digits, or by a capital."""
    return [word.casefold() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


_RESERVED_LOOKS = re.compile("(?:{})+".format("|".join(sorted(map(skeleton, RESERVED), key=len, reverse=True))))
_TITLE_LOOKS = frozenset(map(skeleton, TITLES))
_TITLE_LOOKS_FOR_BOTS = _TITLE_LOOKS - {skeleton("bot"), skeleton("bots")}


def is_reserved(name: str, *, for_bot: bool = False) -> bool:
    """Tell whether a name is the site's own: also with signs or digits around it, or with a title among its words.

    The account of a bot may say that it is one.
    """
    parts = [part.strip("0123456789") for part in parts_of(name)]
    whole = "".join(parts_of(name)).strip("0123456789")
    if _RESERVED_LOOKS.fullmatch(skeleton(whole)):
        return True
    titles = _TITLE_LOOKS_FOR_BOTS if for_bot else _TITLE_LOOKS
    return not titles.isdisjoint(map(skeleton, [*parts, *words_of(name)]))


def check_not_reserved(name: str, *, for_bot: bool = False) -> None:
    """Refuse the site's own names; asked where a person chooses one, not where the site does.

    Raises ValidationError, which says why.
    """
    if not is_reserved(name, for_bot=for_bot):
        return
    if is_reserved(name, for_bot=True):
        words = _("This name is reserved, because it could be mistaken for the site’s own. Please choose another.")
    else:
        words = _("Only bot accounts can have “bot” in their name. Please choose another name.")
    raise ValidationError(words, code="reserved_name")


def shown_name(name: str) -> str:
    """A name as pages show it: those that the site gives are put into the reader's words."""
    if is_closed(name):
        return _gettext("Closed account")
    kind, _space, number = name.partition(" ")
    if kind == GUEST and number.isdecimal():
        return _gettext("Guest %(number)s") % {"number": number}
    return name


def is_closed(name: str) -> bool:
    """Tell whether a name stands for who closed an account; that has no page."""
    kind, _space, number = name.partition(" ")
    return kind == CLOSED and number.isdecimal()
