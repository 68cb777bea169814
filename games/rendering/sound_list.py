"""The sounds of the table, for the help page: what each one means and sounds like."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# The keys are the names in static/js/table/sounds.js.
SOUNDS: Final[dict[str, Promise]] = {
    "deal": _("Cards dealt: three soft rustles"),
    "play": _("Card played: a slap"),
    "capture": _("Capture: a deeper slap, and a note for each card taken"),
    "caida": _("Caida: three rising notes and a drum"),
    "five": _("Five: two slaps, three higher notes and a drum"),
    "ten": _("Ten: three slaps, five high notes and a drum roll"),
    "missa": _("Missa: a long rustle and four falling notes"),
    "nothing": _("“Nothing”: one soft knock"),
    "ronda": _("Ronda: two knocks"),
    "tringa": _("Tringa: three knocks and a drum"),
    "challenge": _("Challenge or claim: four drum beats"),
    "false_call": _("Bluff exposed: a discord, twice"),
    "turn": _("Your turn, after a long wait or while you’re on another tab: a soft bell"),
    "low": _("Your time is running out: three sharp beats"),
    "message": _("Chat message: two soft notes"),
    "refused": _("Move not possible: two low notes"),
    "end": _("Match won: a flute and a drum"),
    "lost": _("Match lost: falling notes and a low flute"),
    "draw": _("Draw: the same two notes, three times"),
}
