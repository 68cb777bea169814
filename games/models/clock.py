"""Time controls: a bank per player with an increment per turn (Fischer), or a number of days per move."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.wording import listing

SECOND = 1000
DAY = 24 * 60 * 60 * SECOND

# The clocks that the site offers. With few choices, it is easier to find an opponent.
LIVE_CLOCKS = ("180+5", "300+10", "600+10", "900+15")
DAYS_CLOCKS = ("1d", "3d", "7d")

MAX_BANK_SECONDS = 3 * 60 * 60
MAX_INCREMENT_SECONDS = 10 * 60
MAX_DAYS = 14

_FORM = re.compile(r"(?P<bank>[1-9]\d{0,4})\+(?P<increment>0|[1-9]\d{0,2})|(?P<days>[1-9]\d?)d", re.ASCII)


def name_clocks(clocks: Iterable[str]) -> str:
    """Return an error message that lists the allowed clocks."""
    return _("Choose one of these clocks: %(clocks)s.") % {"clocks": listing(clocks, "or")}


@dataclass(frozen=True, slots=True)
class Clock:
    """A time control. ``bank`` and ``increment`` are in milliseconds.

    ``bank`` is each seat's time for the whole match, and ``increment`` is added after each of the seat's turns. If
    ``days`` is set, ``bank`` is that many days and applies to each turn instead, and unused time is lost.
    """

    bank: int
    increment: int = 0
    days: int = 0

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the text form of a clock: ``300+10`` (seconds) or ``3d``. Raises ValueError if the text is invalid."""
        found = _FORM.fullmatch(text)
        if found is None:
            raise ValueError("a clock has the form 300+10 (seconds) or 3d (days)")
        if found["days"]:
            days = int(found["days"])
            if days > MAX_DAYS:
                raise ValueError(f"at most {MAX_DAYS} days per move")
            return cls(days * DAY, 0, days)
        bank, increment = int(found["bank"]), int(found["increment"])
        if bank > MAX_BANK_SECONDS or increment > MAX_INCREMENT_SECONDS:
            raise ValueError("the bank or the increment is too large for a live match")
        return cls(bank * SECOND, increment * SECOND)

    def __str__(self) -> str:
        return f"{self.days}d" if self.days else f"{self.bank // SECOND}+{self.increment // SECOND}"

    @property
    def live(self) -> bool:
        """Return whether the match is live, with all players present, rather than a correspondence match."""
        return not self.days

    @property
    def label(self) -> str:
        """Return a translated description of the clock."""
        if self.days:
            return ngettext("%(days)s day per move", "%(days)s days per move", self.days) % {"days": self.days}
        minutes, seconds = divmod(self.bank // SECOND, 60)
        bank = f"{minutes}:{seconds:02d}" if seconds else str(minutes)
        return _("%(bank)s min + %(increment)s s per turn") % {"bank": bank, "increment": self.increment // SECOND}


def validate_clock(text: str) -> None:
    """Validate a clock field's value: a clock's text form, or an empty string for no clock. Raises ValidationError."""
    try:
        if text:
            Clock.parse(text)
    except ValueError as error:
        raise ValidationError(gettext_lazy("Invalid clock.")) from error
