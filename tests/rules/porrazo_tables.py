"""Porrazo tables with stacked packs and chosen cards."""

import random

from games.rules.deal import Deal
from games.rules.events import Event
from games.rules.moves import AnswerTendido
from games.rules.porrazo import Porrazo
from tests.rules.tables import stack

QUIET = {"declarations": "automatic", "tendido": "last"}


def deal_porrazo(*groups: str, dealer: int = -1, **options: object) -> Porrazo:
    """Deal a match from a stacked pack. By default, the last seat deals, so seat 0 leads."""
    game = Porrazo(options)
    game.deal(Deal(dealer % game.players, stack(game.pack, *groups)))
    return game


def deal_hands(*hands: str, **options: object) -> Porrazo:
    """Return a match in which only cards are played: one hand per seat, no calls, no tendido before the last batch."""
    return deal_porrazo(*hands, **{"players": len(hands), **QUIET, **options})


def put_on_table(game: Porrazo, *cards: str) -> None:
    """Lay cards face up, as if they had been played before this batch."""
    game._put_on_table(" ".join(cards).split())


def end_deal(table: str, *hands: str, **options: object) -> Porrazo:
    """Return a match in the last batch of its deal, with these cards left."""
    game = Porrazo({"players": len(hands), **QUIET, **options})
    game.deal(Deal(game.players - 1, game.pack))
    game.stock.clear()
    game._clear_table()
    put_on_table(game, table)
    game.hands = [hand.split() for hand in hands]
    game._open_batch()
    return game


def points_of(events: list[Event], kind: str) -> list[int]:
    """Return the points of each event of this kind."""
    return [event.data["points"] for event in events if event.kind == kind]


def run_to_last_batch(game: Porrazo) -> None:
    """Make random moves until the last batch of a deal has been dealt."""
    rng = random.Random(3)
    while game.batch < game.batches - 1:
        later = AnswerTendido(game.to_act, "tendido", "later")
        move = later if game.phase == "tendido" else rng.choice(game.legal())
        game.apply(move)
