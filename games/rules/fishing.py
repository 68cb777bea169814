"""Fishing: a card takes its equal from the table and what follows upwards without a gap."""

from collections.abc import Sequence


def run_from(slots: Sequence[str | None], rank: int) -> list[str]:
    """The cards that a card of ``rank`` captures: its equal and the run above it (M19); empty if none lies there.

    ``slots`` has for each rank the card of that rank on the table, or None.
    """
    taken = []
    for card in slots[rank:]:
        if card is None:
            break
        taken.append(card)
    return taken
