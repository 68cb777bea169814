"""Functions for building worlds, shared by all rulesets. They handle hidden cards and the publicly visible state."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from games.bots.observation import Observation
from games.rules import find_ruleset
from games.rules.game import Game

JSON: TypeAlias = Mapping[str, Any]
Fits: TypeAlias = Callable[[int, Sequence[str]], bool]  # whether a seat may hold these hidden cards

TRIES = 200  # random deals to try before constructing hands that fit


def rebuild_public(observation: Observation) -> Game:
    """Return a game with the parts of the observed state that all rulesets share, without hidden cards."""
    view = observation.view
    game = find_ruleset(observation.ruleset)(observation.options)
    game.phase = view["phase"]
    game.to_act = -1 if view["to_act"] is None else view["to_act"]
    game.deal_number, game.batch, game.dealer = view["deal"], view["batch"], view["dealer"]
    game.leader = view["leader"]
    game.table = list(view["table"])
    game.captured[:] = view["captured"]
    game.scores[:] = view["scores"]
    game.winners = tuple(view["winners"])
    game.hands = [list(seat["hand"] or ()) for seat in view["seats"]]
    return game


def shown_cards(events: Iterable[JSON]) -> set[str]:
    """Return every card that the events have shown to everyone and that has not been put back into the stock since."""
    shown: set[str] = set()
    for event in events:
        if event["kind"] == "put_back":
            shown.difference_update(event["cards"])
            continue
        for key in ("card", "cards", "row"):
            value = event.get(key)
            if isinstance(value, str):
                shown.add(value)
            elif isinstance(value, list):
                shown.update(value)
    return shown


def hidden_cards(observation: Observation, seen: Iterable[str]) -> list[str]:
    """Return the cards that the seat has not seen, in the order of the pack."""
    known = {*seen, *observation.my_hand, *observation.view["table"]}
    return [card for card in find_ruleset(observation.ruleset).pack if card not in known]


def split_at_batches(events: Sequence[JSON]) -> list[Sequence[JSON]]:
    """Return a list of events for each batch of the deal, without the ``batch`` events."""
    starts = [at for at, event in enumerate(events) if event["kind"] == "batch"]
    return [events[at + 1 : end] for at, end in zip(starts, [*starts[1:], len(events)], strict=True)]


def deal_hidden(
    hidden: Sequence[str], sizes: Sequence[int], fits: Fits, rng: random.Random
) -> tuple[list[list[str]], list[str]]:
    """Deal hidden cards at random so that each hand fits. Return the hands and the remaining cards.

    All deals that fit are equally likely, unless so few fit that the hands have to be drawn one by one.
    """
    cards = list(hidden)
    for _try in range(TRIES):
        rng.shuffle(cards)
        hands, at = [], 0
        for size in sizes:
            hands.append(cards[at : at + size])
            at += size
        if all(fits(seat, hand) for seat, hand in enumerate(hands) if hand):
            return hands, cards[at:]
    return _find_fitting(cards, sizes, fits, rng)


def _find_fitting(
    hidden: Sequence[str], sizes: Sequence[int], fits: Fits, rng: random.Random
) -> tuple[list[list[str]], list[str]]:
    seats = [seat for seat, size in enumerate(sizes) if size]
    while True:
        rng.shuffle(seats)
        hands: list[list[str]] = [[] for _size in sizes]
        rest = list(hidden)
        for seat in seats:
            fitting = [hand for hand in combinations(rest, sizes[seat]) if fits(seat, hand)]
            if not fitting:
                break
            hands[seat] = list(rng.choice(fitting))
            rest = [card for card in rest if card not in hands[seat]]
        else:
            return hands, rest
