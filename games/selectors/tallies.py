"""Rows for a table that compares several players or one player's games."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts for one action, with a number for each column of the table. ``gloss`` may explain the action."""

    label: str
    numbers: tuple[int, ...]
    gloss: str = ""

    @property
    def texts(self) -> tuple[str, ...]:
        """Return the numbers as text, using a true minus sign."""
        return tuple(str(number).replace("-", "−") for number in self.numbers)


def nonzero(tallies: Iterable[Tally]) -> tuple[Tally, ...]:
    """Return the rows that have at least one nonzero number."""
    return tuple(tally for tally in tallies if any(tally.numbers))
