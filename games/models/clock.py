"""How much time players have: a bank with an increment a turn (Fischer), or days a move."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

SECOND = 1000
DAY = 24 * 60 * 60 * SECOND

# What is offered: fewer choices bring more people together.
LIVE_CLOCKS = ("180+5", "300+10", "600+10", "900+15")
DAYS_CLOCKS = ("1d", "3d", "7d")

MAX_BANK_SECONDS = 3 * 60 * 60
MAX_INCREMENT_SECONDS = 10 * 60
MAX_DAYS = 14

_FORM = re.compile(r"(?P<bank>[1-9]\d{0,4})\+(?P<increment>0|[1-9]\d{0,2})|(?P<days>[1-9]\d?)d", re.ASCII)


def name_clocks(clocks: Iterable[str]) -> str:
    """What to tell someone who asked for a clock that is not one of these."""
    return _("Choose one of these clocks: %(clocks)s.") % {"clocks": ", ".join(clocks)}


@dataclass(frozen=True, slots=True)
class Clock:
    """One way to keep time; all times in milliseconds.

    ``bank`` is what each seat has for the whole match, with ``increment`` added after each of its turns; with ``days``
    each turn has that many days, and nothing is kept of them.
    """

    bank: int
    increment: int = 0
    days: int = 0

    @classmethod
    def parse(cls, text: str) -> Self:
        """The clock of its text form: ``300+10`` (seconds), ``3d``. Raises ValueError."""
        found = _FORM.fullmatch(text)
        if found is None:
            raise ValueError("a clock is seconds+seconds or a number of days with d")
        if found["days"]:
            days = int(found["days"])
            if days > MAX_DAYS:
                raise ValueError(f"at most {MAX_DAYS} days a move")
            return cls(days * DAY, 0, days)
        bank, increment = int(found["bank"]), int(found["increment"])
        if bank > MAX_BANK_SECONDS or increment > MAX_INCREMENT_SECONDS:
            raise ValueError("that is more time than a live match may take")
        return cls(bank * SECOND, increment * SECOND)

    def __str__(self) -> str:
        return f"{self.days}d" if self.days else f"{self.bank // SECOND}+{self.increment // SECOND}"

    @property
    def live(self) -> bool:
        """Whether the players sit there together, which a correspondence match does not ask for."""
        return not self.days

    @property
    def words(self) -> str:
        """The clock for a reader."""
        if self.days:
            return ngettext("%(days)s day per move", "%(days)s days per move", self.days) % {"days": self.days}
        minutes, seconds = divmod(self.bank // SECOND, 60)
        bank = f"{minutes}:{seconds:02d}" if seconds else str(minutes)
        return _("%(bank)s min + %(increment)s s per turn") % {"bank": bank, "increment": self.increment // SECOND}


def validate_clock(text: str) -> None:
    """For the column: nothing (no clock), or a clock. Raises ValidationError."""
    try:
        if text:
            Clock.parse(text)
    except ValueError as error:
        raise ValidationError(gettext_lazy("Invalid clock.")) from error
