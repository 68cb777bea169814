"""The coach's data is consistent with the rules. tests/browser/test_coach.py compares the previews with the rules."""

import random
import re
from itertools import combinations

import pytest

from games.rules.cards import FRENCH_52, RANK_52, SPANISH_40, SPANISH_SUITS
from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.rules.porrazo import Porrazo
from games.rules.rondine import find_holding
from games.selectors.coaching import coaching_data
from games.tutorial.coaching import coaching_of

HANDS = 500
GAMES = [ruleset() for ruleset in Game.registry.values()]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def set_sizes(hand: tuple[str, ...]) -> str:
    """Return the sizes of the sets of equal cards in a hand, largest first, as the browser counts them."""
    ranks = [card[:-1] for card in hand]
    sizes = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    return "".join(str(size) for size in sizes if size > 1)


@pytest.mark.parametrize("size", [3, 4])
def test_the_true_calls_of_moroccan_ronda_are_those_of_the_rules(size: int) -> None:
    game = Moroccan({"dealing": "four-all"} if size == 4 else {})
    known = game.true_calls
    hands = list(combinations(SPANISH_40, size))
    equal = tuple(f"7{suit}" for suit in SPANISH_SUITS[:size])
    for hand in [equal, *random.Random(1).sample(hands, HANDS)]:
        game.hands[0] = list(hand)
        calls = known[set_sizes(hand)]
        assert calls[0] == game.true_call(0).call
        true = {call for call in game.call_labels if call != "nothing" and game.holds(0, call)}
        assert set(calls) == (true or {"nothing"}), hand


def test_the_true_calls_of_porrazo_are_those_of_the_rules() -> None:
    game = Porrazo()
    known = game.true_calls
    for size in (3, 4):
        for hand in random.Random(1).sample(list(combinations(FRENCH_52, size)), HANDS):
            game.held[0] = find_holding([RANK_52[card] for card in hand])
            assert known[set_sizes(hand)] == (game.true_call(0).call,)


@every_game
def test_every_text_is_about_something_that_happens_in_the_game(game: Game) -> None:
    coaching = coaching_of(game)
    assert set(coaching.reasons) <= set(game.event_texts)
    assert "cut" in coaching.reasons
    assert not [kind for kind in coaching.reasons if game.event_texts[kind].gloss], "the log explains it already"
    kinds = {kind.removesuffix("_against") for kind in coaching.moments}
    assert kinds <= set(game.event_texts) | set(game.call_labels)
    assert set(coaching.alike) == set(coaching.moments) & set(game.call_labels)
    assert {call for calls in game.true_calls.values() for call in calls} <= set(game.call_labels)
    assert {calls[0] for calls in game.true_calls.values()} == set(coaching.holdings)
    if coaching.captures:
        kinds = {coaching.captures.strike, coaching.captures.clear, *coaching.captures.chain}
        assert kinds <= set(coaching.labels)
        assert coaching.captures.ranks == tuple(dict.fromkeys(card[:-1] for card in game.pack))


@every_game
def test_no_text_names_a_holding_of_another_game(game: Game) -> None:
    calls = {"Ronda", "Two rondas", "Tringa", "Rondine"} - set(game.call_labels.values())
    data = coaching_data(game)
    texts = [
        text for part in data.values() if isinstance(part, dict) for text in part.values() if isinstance(text, str)
    ]
    assert not [text for text in texts if any(re.search(rf"\b{call}\b", text, re.IGNORECASE) for call in calls)]


@every_game
def test_texts_are_filled_in(game: Game) -> None:
    """The browser fills in only the points that a call is worth."""
    data = coaching_data(game)
    for texts in (
        data[name] for name in ("labels", "reasons", "phases", "first", "choices", "moments", "alike", "holdings")
    ):
        assert not any("{" in text for text in texts.values())


def test_the_coach_knows_the_options() -> None:
    plain, other = coaching_data(Moroccan()), coaching_data(Moroccan({"players": 3, "caida_scale": "1-6-15"}))
    assert plain["captures"]["chain"] == ()
    assert plain["reasons"]["count"] == "Each card beyond the first 20 in a pile scores a point."
    assert other["captures"]["chain"] == ("five", "ten")
    assert other["reasons"]["count"] == "Each card beyond the first 13 in a pile scores a point."
    assert other["labels"]["ten"] == "fourth card +15"


def test_coaching_depends_on_the_options_alone() -> None:
    """The data is the same for all hands, so it cannot reveal anything about them."""
    one, other = Moroccan(), Moroccan()
    before = coaching_data(one)
    deck = list(one.pack)
    random.Random(3).shuffle(deck)
    other.deal(other.draw_deal(0, deck, lambda left: left))
    assert coaching_data(other) == before


@pytest.mark.parametrize("name", [name for name, ruleset in Game.registry.items() if coaching_of(ruleset()).captures])
def test_the_captures_that_score_at_once_can_be_explained(name: str) -> None:
    game = Game.registry[name]()
    captures = coaching_of(game).captures
    assert captures is not None
    for kind in (captures.strike, captures.clear):
        assert game.event_texts[kind].shout
        assert game.event_texts[kind].gloss
        assert coaching_of(game).moments[kind]


def test_a_term_is_explained_where_a_newcomer_meets_it_first() -> None:
    """The log shows "batch 1" and "the best call" in the first deal of a first match."""
    game = Moroccan()
    assert "These cards are a batch." in coaching_of(game).reasons["batch"]
    assert "A call is what a player announces." in game.event_texts["award"].gloss
