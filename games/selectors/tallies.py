"""Lines of a table that compares players, or games of one player."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tally:
    """How often something was done: a number for each column of the table."""

    label: str
    numbers: tuple[int, ...]
