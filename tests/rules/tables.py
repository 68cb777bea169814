"""Stacked packs and scripted play for the rules tests."""

import pytest

from games.rules.cards import RANK_40
from games.rules.events import Event
from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.rules.moves import Play, parse_move
from games.rules.refusals import IllegalMove

QUIET_TABLE = "3O 6O 10O 12O"


def stack(pack: tuple[str, ...], *groups: str) -> tuple[str, ...]:
    """Return a pack with these cards on top in this order, and the rest below in pack order."""
    top = tuple(" ".join(groups).split())
    assert len(set(top)) == len(top), "a card is stacked twice"
    return top + tuple(card for card in pack if card not in top)


def deal_moroccan(
    *groups: str, dealer: int = -1, returned: tuple[int, ...] | None = None, **options: object
) -> Moroccan:
    """Deal a Moroccan match from a stacked pack. By default, the last seat deals, so seat 0 leads.

    Without ``returned``, cards put back under M5 go to the bottom of the stock.
    """
    game = Moroccan(options)
    deal = game.draw_deal(dealer % game.players, stack(game.pack, *groups), lambda left: left)
    game.deal(deal if returned is None else deal._replace(returned=returned))
    return game


def play(game: Game, *moves: str) -> list[Event]:
    """Make moves written like ``"0 play 7C"``, and return the events of the last one."""
    events: list[Event] = []
    for text in moves:
        seat, *words = text.split()
        events = game.apply(parse_move([int(seat), *(int(word) if word.isdigit() else word for word in words)]))
    return events


def lay(game: Game, *cards: str) -> list[Event]:
    """Play these cards one by one, each by the seat to act, and return the events of the last one."""
    events: list[Event] = []
    for card in " ".join(cards).split():
        events = game.apply(Play(game.to_act, "play", card))
    return events


def kinds(events: list[Event]) -> list[str]:
    """Return the types of the events, in order."""
    return [event.kind for event in events]


def legal(game: Game) -> set[str]:
    """Return the legal moves, written like ``"0 play 7C"``."""
    return {" ".join(str(part) for part in move) for move in game.legal()}


def leave_last_cards(game: Moroccan, table: str, *hands: str) -> None:
    """Set up the last turns of a deal in a new match, with these hands (in the order of the seats) and this table."""
    game.stock.clear()
    game.table[:] = table.split()
    game.slots = [next((card for card in game.table if RANK_40[card] == rank), None) for rank in range(10)]
    game.hands = [hand.split() for hand in hands]


def last_turns(table: str, *hands: str, **options: object) -> Moroccan:
    """Return a match with only these cards left; seat 0 leads, and the last seat deals and has the very last card."""
    game = deal_moroccan(target=121, declarations="automatic", **options)
    leave_last_cards(game, table, *hands)
    game.scores[:] = [0] * game.side_count
    return game


def announce(game, *words: str):
    """Have each seat in turn announce its call, and return the events of the last one."""
    events = []
    for word in words:
        events = play(game, f"{game.to_act} announce {word}")
    return events


def refusal(game, move: str) -> str:
    """Return the error code of a refused move, and check that the game did not change."""
    before = (game.trace(), legal(game))
    with pytest.raises(IllegalMove) as caught:
        play(game, move)
    assert (game.trace(), legal(game)) == before
    return caught.value.code
