"""Properties of every ruleset, tested with complete random matches over pairwise combinations of options."""

import json
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.events import Event
from games.rules.game import Game
from games.rules.moves import Move, parse_move
from games.rules.record import Record, Replay, Result, read_record
from games.rules.refusals import IllegalMove
from tests.random_sizes import scaled
from tests.rules.matches import all_combinations, pairwise, play_match

COMBINATIONS = list(all_combinations())
EVERY = pytest.mark.parametrize(
    ("name", "options"), COMBINATIONS, ids=[f"{name}-{number}" for number, (name, _) in enumerate(COMBINATIONS)]
)
MATCHES = 12  # for each combination; over five hundred in all
STRING = re.compile(r'"([^"]*)"')
WORDS = ["nothing", "ronda", "two-rondas", "tringa", "rondine", "four", "now", "later", "belote"]


def every_move(game: Game) -> list[Move]:
    """Return every move that can be expressed, for all seats and for two seats that do not exist."""
    seats = range(-1, game.players + 1)
    moves: list[list[int | str]] = [[verb] for verb in ("accept", "done")]
    moves += [[verb, other] for verb in ("claim", "challenge") for other in seats]
    moves += [[verb, word] for verb in ("announce", "tendido") for word in WORDS]
    moves += [["play", card] for card in game.pack]
    moves += [["play", card, "in-place"] for card in game.pack]
    return [parse_move([seat, *move]) for seat in seats for move in moves]


def cards_in(value: object, pack: frozenset[str]) -> frozenset[str]:
    """Return every card that occurs anywhere in a JSON value."""
    return pack.intersection(STRING.findall(json.dumps(value)))


class Onlooker:
    """Follows a match as a spectator, and checks the contract after every step."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.public: set[str] = set()
        self.scores: list[int] = []

    def __call__(self, game: Game, events: list[Event]) -> None:
        pack = frozenset(game.pack)
        self.scores = self.scores or [0] * game.side_count
        if any(event.kind == "deal" for event in events):
            self.public.clear()
        held = frozenset(card for hand in game.hands for card in hand)
        for event in events:
            assert event.kind in game.event_texts, event.kind
            self.scores = [before + more for before, more in zip(self.scores, game.gains(event), strict=True)]
            named = cards_in(dict(event.data), pack)
            assert event.kind == "challenge" or not named & held, "only a challenge shows a hand (M14)"
            self.public |= named
        assert self.scores == game.scores, "the points of the events add up to the scores"
        self.check_cards(game)
        legal = game.legal()
        assert len(set(legal)) == len(legal), "no move is listed twice"
        # checking everything after every step would take minutes, and find nothing more over this many matches
        if self.rng.random() < 0.02:
            self.check_views(game, pack)
        if self.rng.random() < 0.001:
            self.check_moves(game)
        if game.phase not in {"over", "deal"}:
            assert game.turn_moves(game.to_act), "the seat on turn has a move"
            assert {move[0] for move in game.turn_moves(game.to_act)} == {game.to_act}

    def check_cards(self, game: Game) -> None:
        held = [card for hand in game.hands for card in hand] + game.table
        assert len(held) == len(set(held)), "no card is in two places"
        assert set(held) <= set(game.pack)

    def check_views(self, game: Game, pack: frozenset[str]) -> None:
        for reader in (None, *range(game.players)):
            view = game.view(reader)
            assert view.keys() >= {"leader", "target", "stock"}  # the page draws these for every ruleset
            known = set(self.public)
            if reader is not None and game.hand_is_seen(reader):
                known |= set(game.hands[reader])
            leaked = cards_in(view, pack) - known
            assert not leaked, f"{reader} sees {leaked}"
            hands = [seat["hand"] for seat in view["seats"]]
            assert all(hand is None for number, hand in enumerate(hands) if number != reader)

    def check_moves(self, game: Game) -> None:
        legal = game.legal()
        before = game.trace()
        for move in every_move(game):
            if move in legal:
                game.copy().apply(move)
            else:
                with pytest.raises(IllegalMove):
                    game.apply(move)
        assert game.trace() == before
        assert game.legal() == legal


@EVERY
@given(seed=st.integers(0, 2**32))
@settings(max_examples=scaled(MATCHES))
def test_a_random_match_keeps_the_contract(name, options, seed):
    rng = random.Random(seed)
    ruleset = Game.registry[name]
    game, deals, moves, events = play_match(ruleset, options, rng, Onlooker(rng))
    assert game.to_act == -1
    assert game.legal() == []
    assert all(0 <= winner < game.side_count for winner in game.winners)

    players = tuple(f"p{seat}" for seat in range(game.players))
    result = Result("rules", tuple(game.scores), tuple(game.winners))
    record = Record(ruleset, options, players, tuple(deals), moves, result)
    text = json.dumps(record.as_json())
    again = read_record(text)
    assert json.dumps(again.as_json()) == text
    replay = Replay(again)
    assert [event for _, _, new in replay for event in new] == events
    assert replay.game.trace() == game.trace()


@pytest.mark.parametrize("name", sorted(Game.registry))
def test_every_ruleset_says_what_the_pages_need(name):
    ruleset = Game.registry[name]
    assert ruleset.title
    assert ruleset.summary
    assert len(set(ruleset.pack)) == len(ruleset.pack)
    for option in ruleset.options.options:
        assert option.label
        if not isinstance(option.values, range) and not all(type(value) is int for value in option.values):
            assert set(option.value_labels) == set(option.values), option.name


@pytest.mark.parametrize("name", sorted(Game.registry))
def test_the_combinations_of_options_hold_every_value(name):
    ruleset = Game.registry[name]
    for option in ruleset.options.options:
        seen = {combination[option.name] for combination in pairwise(ruleset)}
        assert seen >= (set(option.values) if not isinstance(option.values, range) else {option.values[0]})
