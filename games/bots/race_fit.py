"""``manage.py train race``: fit the points per score and per card from deals that level 4 plays against itself."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Final

from games.bots.data import write_table
from games.bots.observation import moves_of, observe
from games.bots.race import FILE
from games.bots.searching import choose_searching
from games.rules.events import Event
from games.rules.moroccan import Moroccan
from games.rules.moroccan_deal import TABLE_CARDS
from games.rules.moves import parse_move

DEALS: Final = {2: 150, 4: 20}  # by the number of seats
CARD_SCORES: Final = {"caida", "missa", "five", "ten"}
OTHER_SCORES: Final = {"award", "count"}


def fit_race(seed: int, report: Callable[[str], None]) -> None:
    """Fit the distributions for each number of seats and write them to their file."""
    table = {}
    for players, deals in DEALS.items():
        rng = random.Random(f"{seed} race {players}")
        cards: Counter[int] = Counter()
        others: Counter[int] = Counter()
        for _deal in range(deals):
            _play_deal(players, cards, others, rng)
        played = deals * (len(Moroccan.pack) - TABLE_CARDS)
        steps = cards + others
        table[str(players)] = {
            "steps": {points: round(count / steps.total(), 4) for points, count in sorted(steps.items())},
            "cards": {points: round(count / played, 4) for points, count in sorted(cards.items())},
        }
        report(f"race, {players} seats: {table[str(players)]}")
    write_table(FILE, table)


def _play_deal(players: int, cards: Counter[int], others: Counter[int], rng: random.Random) -> None:
    """Play a deal with true calls. Count scores from single cards in ``cards``, and all other scores in ``others``."""
    game = Moroccan({"players": players, "declarations": "automatic", "target": 121})
    deck = rng.sample(game.pack, len(game.pack))
    events: list[Event] = game.deal(game.draw_deal(0, deck, lambda left: rng.randint(0, left)))
    made = events
    while True:
        _count_points(made, cards, others)
        if game.phase in {"deal", "over"}:
            return
        seat = game.to_act
        move = choose_searching(observe(game, seat, moves_of(game, seat), events), rng)
        made = game.apply(parse_move([seat, *move]))
        events += made


def _count_points(made: list[Event], cards: Counter[int], others: Counter[int]) -> None:
    of_card = 0
    for event in made:
        if event.kind in CARD_SCORES:
            of_card += event.data["points"]
        elif event.kind == "undone":
            of_card -= event.data["points"]
        elif event.kind in OTHER_SCORES:
            points = event.data["points"]
            others[max(points) if event.kind == "count" else points] += 1
    if of_card > 0:
        cards[of_card] += 1
    del others[0]
