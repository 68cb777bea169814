"""MUFTS, a computer game with three levels: clauses F1–F4 of docs/rules/mufts.md, based on Moroccan ronda."""

from collections.abc import Mapping
from typing import ClassVar, Final

from games.rules.events import EventText
from games.rules.highlights import CAIDA, MISSA
from games.rules.moroccan import EVENT_TEXTS, Moroccan
from games.rules.options import Option, OptionSet, Values
from games.rules.texts import gettext_noop

TRICK: Final = gettext_noop("Trick")  # a source of points
# sources of points, and what replays and statistics call these captures
E_SEES: Final = gettext_noop("E-sees")
ME_SAS: Final = gettext_noop("Me-sas")


class Mufts(Moroccan):
    """Moroccan ronda with automatic calls, at one of three levels."""

    name: ClassVar[str] = "mufts"
    title: ClassVar[str] = gettext_noop("MUFTS")
    summary: ClassVar[str] = gettext_noop(
        "The rules of a computer game: true calls only, no five or ten, and the trick."
    )
    options: ClassVar[OptionSet] = OptionSet(
        options=(
            Option(
                "players",
                (2, 4),
                2,
                gettext_noop("Players"),
                gettext_noop("Four play in pairs, with partners sitting opposite each other."),
            ),
            Option(
                "level",
                ("beginner", "advanced", "pro"),
                "beginner",
                gettext_noop("Level"),
                gettext_noop("Advanced and pro deal four cards each, none to the table, and add the dealer’s trick."),
                {
                    "beginner": gettext_noop("Beginner"),
                    "advanced": gettext_noop("Advanced"),
                    "pro": gettext_noop("Pro"),
                },
            ),
        )
    )
    highlight_labels: ClassVar[Mapping[str, str]] = {CAIDA: E_SEES, MISSA: ME_SAS}  # F3
    computer_levels: ClassVar[Mapping[str, int]] = {"beginner": 1, "advanced": 3, "pro": 4}  # F4
    event_texts: ClassVar[Mapping[str, EventText]] = {
        **EVENT_TEXTS,
        "caida": EventText(  # F3
            gettext_noop("{seat} scores {points} for an e-see."),
            gettext_noop("E-see"),
            source=E_SEES,
            gloss=gettext_noop("A capture of the card that was just played."),
        ),
        "missa": EventText(  # F3
            gettext_noop("{seat} scores {points} for a me-sa."),
            gettext_noop("Me-sa"),
            source=ME_SAS,
            gloss=gettext_noop("A capture that leaves the table empty."),
        ),
        "duty_king": EventText(  # F2
            gettext_noop("{seat} wins the trick with a king and scores {points}."),
            gettext_noop("Trick"),
            source=TRICK,
            gloss=gettext_noop("The dealer’s last card captured, and it was a king."),
        ),
        "duty_ace": EventText(
            gettext_noop("{seat} ends the deal with an ace: {points} for {opponents}."),
            gettext_noop("Trick"),
            to_opponents=True,
            source=TRICK,
            gloss=gettext_noop("The dealer’s last card captured, but it was an ace."),
        ),
        "duty_empty": EventText(
            gettext_noop("{seat} misses the trick: {points} for {opponents}."),
            gettext_noop("Trick"),
            to_opponents=True,
            source=TRICK,
            gloss=gettext_noop("The dealer’s last card captured nothing."),
        ),
    }

    def settle_rules(self, o: Values) -> None:
        """Apply F1–F3 to the defaults of Moroccan ronda."""
        beginner = o["level"] == "beginner"
        four = "four-all" if o["players"] == 2 else "four-first"
        super().settle_rules(
            Moroccan.options.complete(
                {
                    "players": o["players"],
                    "declarations": "automatic",
                    "chain": False,
                    "dealing": "table" if beginner else four,  # F1 F2
                    "dealer_duty": not beginner,  # F1 F2
                }
            )
        )
