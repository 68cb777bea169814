"""Why a card that captures nothing is worth more than one that does: what each would leave on the table."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from games.bots.counting import RANKS_OF_PACK, rank_of
from games.rules.game import Game
from games.rules.moves import parse_move

KINDS: Final = frozenset({"clearable", "long", "builds", "waits", "keeps"})


class Runs(NamedTuple):
    """What cards can capture in a game: ``left`` counts the cards of each rank that the seat has not seen."""

    ranks: Sequence[str]
    wraps: bool
    left: Mapping[str, int]

    def taken(self, rank: str, table: Sequence[str]) -> list[str]:
        """Return the cards that a card of this rank captures: its own rank and the run upwards from it (M19, P12)."""
        first = self.ranks.index(rank)
        order = [*self.ranks[first:], *(self.ranks[:first] if self.wraps else ())]
        cards: list[str] = []
        for wanted in order:
            found = [card for card in table if rank_of(card) == wanted]
            if not found:
                break
            cards.append(found[-1])
        return cards

    def threats(self, table: Sequence[str]) -> list[list[str]]:
        """Return what each card that others may hold would capture from this table."""
        return [self.taken(rank, table) for rank in self.ranks if self.left[rank]]


def runs_of(world: Game, left: Mapping[str, int]) -> Runs:
    """Return what cards can capture in this game, in which ``left`` cards of each rank are unseen."""
    return Runs(RANKS_OF_PACK[len(world.pack)], getattr(world, "wraps", False), left)


def rivals_of(runs: Runs, card: str, table: Sequence[str]) -> int:
    """Return how many cards that others may hold could capture this card if it lay on the table, alone or in a run."""
    return sum(runs.left[rank] for rank in runs.ranks if card in runs.taken(rank, [*table, card]))


def reason_to_wait(world: Game, seat: int, move: list[Any], other: list[Any], runs: Runs) -> list[Any] | None:
    """Return why to make a move rather than another one, which captures more, or None if nothing can be said.

    The reason starts with its kind and the card of the other move:

    - ["clearable", card, *cards]: capturing with it would leave only these, which one unseen card could clear
    - ["long", card, *cards]: capturing with it would leave these, which one unseen card could capture together
    - ["builds", card, *cards]: it could take these later, which are more
    - ["waits", card, *cards]: only it can take these
    - ["keeps", number, card, *cards]: it can take these later, unless one of so many unseen cards does so first
    """
    table, after = _table_after(world, seat, move), _table_after(world, seat, other)
    if table is None or after is None:
        return None
    return _risk(runs, table, after, other[1]) or _prospect(runs, table, world.table, other[1])


def reason_to_lay(world: Game, seat: int, move: list[Any], other: list[Any], runs: Runs) -> list[Any] | None:
    """Return what another card would risk, as ``reason_to_wait`` does: ``clearable`` or ``long``."""
    table, after = _table_after(world, seat, move), _table_after(world, seat, other)
    return None if table is None or after is None else _risk(runs, table, after, other[1])


def _table_after(world: Game, seat: int, move: list[Any]) -> list[str] | None:
    """Return the table after a move, or None if it ends the batch."""
    twin = world.copy()
    twin.apply(parse_move([seat, *move]))
    return list(twin.table) if (twin.deal_number, twin.batch, twin.phase) == _time(world) else None


def _time(world: Game) -> tuple[int, int, str]:
    return world.deal_number, world.batch, world.phase


def _risk(runs: Runs, table: Sequence[str], after: Sequence[str], card: str) -> list[Any] | None:
    """Return what others could capture from the table ``after`` the other move, but not from ``table``."""
    now, then = runs.threats(table), runs.threats(after)
    if after and any(len(cards) == len(after) for cards in then) and all(len(cards) < len(table) for cards in now):
        return ["clearable", card, *after]
    longest = max(then, key=len, default=[])
    if len(longest) > max([1, *map(len, now)]):
        return ["long", card, *longest]
    return None


def _prospect(runs: Runs, table: Sequence[str], before: Sequence[str], card: str) -> list[Any] | None:
    """Return what the card of the other move can capture later from ``table``, rather than now from ``before``."""
    now, later = runs.taken(rank_of(card), before), runs.taken(rank_of(card), table)
    if not later:
        return None
    if len(later) > len(now):
        return ["builds", card, *later]
    rivals = sum(runs.left[rank] for rank in runs.ranks if set(runs.taken(rank, table)) & set(later))
    return ["keeps", rivals, card, *later] if rivals else ["waits", card, *later]
