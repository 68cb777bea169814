"""Quick phrases, which are sent with one click and translated for each reader."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PHRASES: Final[dict[str, str | Promise]] = {
    "hello": _("Hello!"),
    "good-luck": _("Good luck!"),
    "well-played": _("Well played!"),
    "bravo": _("Bravo!"),
    "thanks": _("Thank you!"),
    "sorry": _("Sorry!"),
    "one-moment": _("One moment, please."),
    "again": _("Another match?"),
    "goodbye": _("Goodbye!"),
}
