"""Stacked packs and played lines, for tests of the rules."""

from games.rules.cards import RANK_40
from games.rules.game import Event, Game
from games.rules.moroccan import Moroccan


def stack(pack: tuple[str, ...], *groups: str) -> tuple[str, ...]:
    """A pack with these cards on top in this order, the rest below in the order of the pack."""
    top = tuple(" ".join(groups).split())
    assert len(set(top)) == len(top), "a card is stacked twice"
    return top + tuple(card for card in pack if card not in top)


def deal_moroccan(
    *groups: str, dealer: int = -1, returned: tuple[int, ...] | None = None, **options: object
) -> Moroccan:
    """A Moroccan match dealt from a stacked pack; seat 0 leads unless another dealer is named.

    Without ``returned`` whatever M5 puts back goes to the bottom of the stock.
    """
    game = Moroccan(options)
    deal = game.draw_deal(dealer % game.players, stack(game.pack, *groups), lambda left: left)
    game.deal(deal if returned is None else deal._replace(returned=returned))
    return game


def play(game: Game, *moves: str) -> list[Event]:
    """Make moves written like ``"0 play 7C"``; the events of the last one."""
    events: list[Event] = []
    for text in moves:
        seat, verb, *rest = text.split()
        if verb in {"claim", "challenge"}:
            events = game.apply((int(seat), verb, int(rest[0])))
        elif rest:
            events = game.apply((int(seat), verb, *rest))  # type: ignore[arg-type]
        else:
            events = game.apply((int(seat), verb))
    return events


def lay(game: Game, *cards: str) -> list[Event]:
    """Play these cards, each by the seat whose turn it is; the events of the last one."""
    events: list[Event] = []
    for card in " ".join(cards).split():
        events = game.apply((game.to_act, "play", card))
    return events


def kinds(events: list[Event]) -> list[str]:
    """What happened, in order."""
    return [event.kind for event in events]


def legal(game: Game) -> set[str]:
    """The legal moves, written like ``"0 play 7C"``."""
    return {" ".join(str(part) for part in move) for move in game.legal()}


def leave_last_cards(game: Moroccan, table: str, *hands: str) -> None:
    """Put a match that has just been dealt into the last turns of its deal: these hands, seat by seat, this table."""
    game.stock.clear()
    game.table[:] = table.split()
    game.slots = [next((card for card in game.table if RANK_40[card] == rank), None) for rank in range(10)]
    game.hands = [hand.split() for hand in hands]
