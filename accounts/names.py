"""Rules for players' names, and how names are shown."""

from __future__ import annotations

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.reserved_names import GIVEN_NAMES, RESERVED, TITLES

MIN_LENGTH = 3
MAX_LENGTH = 20
LONGEST = 254  # characters accepted in a field for a name or an email address

# Only plain Latin letters, so that few names look alike. The first character is a letter or digit, so that a name has
# no special meaning in a URL.
is_well_formed = RegexValidator(
    rf"\A[A-Za-z0-9][A-Za-z0-9._-]{{{MIN_LENGTH - 1},{MAX_LENGTH - 1}}}\Z",
    _("Names must have 3 to 20 characters (Latin letters, digits, “.”, “_”, “-”) and start with a letter or a digit."),
    code="malformed_name",
)

# Characters that are easily confused: the rows of Unicode's confusables table (UTS #39) that contain only characters
# allowed in names, in lower case, and two of our own: vv for w, and one separator for another.
LOOK_ALIKES = {"rn": "m", "vv": "w", "0": "o", "1": "l", "i": "l", "|": "l", ".": "-", "_": "-"}

# Digits and signs that replace letters in disguised words.
STAND_INS = str.maketrans("0134578@$!", "oieastbasi")

# Prefixes of the numbered names that the site assigns. Nobody can choose such a name, because it contains a space.
GUEST, CLOSED = "Guest", "Closed"


def skeleton(name: str) -> str:
    """Return a key that is the same for names that are easily confused with each other (the skeleton of UTS #39).

    Only the beginning of a very long text counts: normalising a long run of combining marks can take minutes.
    """
    look = unicodedata.normalize("NFKC", name[:LONGEST]).casefold()
    for seen, taken in LOOK_ALIKES.items():
        look = look.replace(seen, taken)
    return look


def letters_of(name: str) -> str:
    """Return the letters of a name, after replacing digits and signs that stand for letters."""
    return re.sub(r"[^a-z]", "", unicodedata.normalize("NFKC", name).casefold().translate(STAND_INS))


def parts_of(name: str) -> list[str]:
    """Return the parts of a name between separators."""
    return re.split(r"[._ -]+", name)


def words_of(name: str) -> list[str]:
    """Return the words of a name in lower case, split at separators, digits and capitals."""
    return [word.casefold() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


_RESERVED_LOOKS = re.compile("(?:{})+".format("|".join(sorted(map(skeleton, RESERVED), key=len, reverse=True))))
_TITLE_LOOKS = frozenset(map(skeleton, TITLES))
_GIVEN_LOOKS = frozenset(map(skeleton, GIVEN_NAMES))
_TITLE_LOOKS_FOR_BOTS = _TITLE_LOOKS - {skeleton("bot"), skeleton("bots")}


def is_reserved(name: str, *, for_bot: bool = False) -> bool:
    """Return whether a name contains a title or consists of reserved names.

    Separators, and digits at either end, are ignored. The name of a bot may contain the title "bot".
    """
    parts = [part.strip("0123456789") for part in parts_of(name)]
    whole = "".join(parts_of(name)).strip("0123456789")
    if _RESERVED_LOOKS.fullmatch(skeleton(whole)):
        return True
    titles = _TITLE_LOOKS_FOR_BOTS if for_bot else _TITLE_LOOKS
    return not titles.isdisjoint(map(skeleton, [*parts, *words_of(name)]))


def check_not_reserved(name: str, *, for_bot: bool = False) -> None:
    """Refuse reserved names. Call this only for names that people choose: the site itself assigns reserved ones.

    A given name of the site's bots is refused only as a whole: “Karim7” is free. The bots' own names are taken.

    Raises ValidationError with the reason.
    """
    if skeleton(name) in _GIVEN_LOOKS:
        raise ValidationError(
            _("One of the site’s bots has this name. Please choose another, or add something to it."),
            code="reserved_name",
        )
    if not is_reserved(name, for_bot=for_bot):
        return
    if is_reserved(name, for_bot=True):
        words = _("This name is reserved because it could be mistaken for an official one. Please choose another.")
    else:
        words = _("Only bot accounts can have “bot” in their name. Please choose another name.")
    raise ValidationError(words, code="reserved_name")


def shown_name(name: str) -> str:
    """Return a name as displayed on the site. Names that the site assigned are translated."""
    if is_closed(name):
        return gettext("Closed account")
    kind, _space, number = name.partition(" ")
    if kind == GUEST and number.isdecimal():
        return gettext("Guest %(number)s") % {"number": number}
    return name


def is_closed(name: str) -> bool:
    """Return whether a name belongs to a closed account, which has no page."""
    kind, _space, number = name.partition(" ")
    return kind == CLOSED and number.isdecimal()
