"""Mark Steere's game: the fast engine matches the rules, and the exact search matches an exhaustive one."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from games.bots import BOTS, steere
from games.bots.observation import moves_of, observe
from games.bots.steere_cards import NAME, NUMBER, numbers_in, to_bits, trick_winner
from games.bots.steere_search import Chances, every_world, play_card, play_out, random_world, solve
from games.rules.events import Event
from games.rules.moves import Play, parse_move
from games.rules.steere import Steere
from games.rules.suit_ring import order_trick
from tests.bots.matches import copy_game, deal_to
from tests.random_sizes import scaled

SEATS = range(3)


def hands_of(game: Steere) -> tuple[int, ...]:
    return tuple(to_bits(hand) for hand in game.hands)


def trick_of(game: Steere) -> tuple[int, ...]:
    return tuple(NUMBER[card] for card in game.table)


def random_plays(rng: random.Random) -> Iterator[tuple[Steere, list[Event]]]:
    """Play one hand at random. Before each card is played, yield the game and the hand's events so far."""
    game = Steere()
    events = list(deal_to(game, rng))
    while game.phase == "play":
        yield game, events
        events += game.apply(rng.choice(game.legal()))


def test_tricks_agree_with_the_rules() -> None:  # S5–S7
    rng = random.Random(1)
    for _ in range(scaled(5000)):  # of 103,776 tricks, in 64 combinations of suits
        cards = rng.sample(range(len(NAME)), 3)
        assert trick_winner(*cards) == order_trick([NAME[card] for card in cards])[0]


def test_every_card_agrees_with_the_rules() -> None:
    for game, _events in random_plays(random.Random(2)):
        for move in game.legal():
            card = NUMBER[str(move[2])]  # type: ignore[misc]
            won = tuple(game.captured)
            hands, leader, trick, won = play_card(hands_of(game), game.leader, trick_of(game), won, card)
            twin = copy_game(game)
            twin.apply(move)
            assert (hands, leader, trick) == (hands_of(twin), twin.leader, trick_of(twin))
            assert list(won) == twin.captured


def test_playing_out_wins_every_trick_that_is_left() -> None:
    rng = random.Random(3)
    for game, _events in random_plays(rng):
        won = play_out(hands_of(game), game.leader, trick_of(game), rng)
        assert sum(won) == 16 - sum(game.captured)
        if all(len(hand) == 1 for hand in game.hands):  # nothing is left to choose
            for seat in ((game.leader + number) % 3 for number in SEATS):
                game.apply(Play(seat, "play", game.hands[seat][0]))
            assert won[game.leader] == 1  # the winner leads (S4)
            return


def best_line(game: Steere, before: list[int], chances: Chances) -> tuple[float, ...]:
    """Try every line of play with the rules themselves, and return the seats' chances with best play."""
    if game.phase != "play":
        return chances.of([now - then for now, then in zip(game.captured, before, strict=True)])
    seat = game.to_act
    values = []
    for move in sorted(game.legal(), key=lambda one: NUMBER[str(one[2])]):  # type: ignore[misc]
        twin = copy_game(game)
        twin.apply(move)
        values.append(best_line(twin, before, chances))
    return max(values, key=lambda value: value[seat])


def test_the_last_tricks_are_solved_as_by_trying_every_line() -> None:
    for game, _events in random_plays(random.Random(4)):
        if max(len(hand) for hand in game.hands) > 2:
            continue
        chances = Chances([3, 5, 4], 1)
        found = solve(hands_of(game), game.leader, trick_of(game), (0, 0, 0), chances)
        assert found == best_line(game, list(game.captured), chances)


def test_worlds_hold_the_hidden_cards() -> None:
    rng = random.Random(5)
    for game, events in random_plays(rng):
        known = steere.observe_trick(observe(game, game.to_act, moves_of(game, game.to_act), events))
        world = random_world(known.own, known.seat, numbers_in(known.hidden), known.sizes, rng)
        assert [hand.bit_count() for hand in world] == [len(hand) for hand in game.hands]
        assert world[0] | world[1] | world[2] == known.own | known.hidden
        assert world[known.seat] == known.own
        if known.own.bit_count() <= steere.EXACT_CARDS:
            worlds = every_world(known.own, known.seat, known.hidden, known.sizes)
            assert hands_of(game) in worlds
            assert len(worlds) == len(set(worlds))


def test_chances_add_up_and_count_only_the_lead_at_the_end() -> None:
    for to_go in SEATS:
        assert sum(Chances([7, 9, 2], to_go).of([3, 1, 2])) == pytest.approx(1)
    assert Chances([7, 9, 2], 0).of([3, 1, 12])[2] > 0.9
    assert Chances([7, 9, 2], 2).of([0, 0, 0])[2] > Chances([7, 9, 2], 0).of([0, 0, 0])[2]


def end_hand(*hands: str, table: str = "") -> tuple[Steere, list[Event]]:
    """Return a match near the end of its last hand, and its events. Seat 0 leads, and only these cards are left."""
    game = Steere()
    for _ in range(game.hand_count):
        game.phase = "deal"
        events = list(game.deal(game.draw_deal(2 if game.deal_number < 0 else game.next_dealer, game.pack, int)))
        game.leader = game.to_act = 0
    left = {card for hand in hands for card in hand.split()} | set(table.split())
    gone = [card for card in game.pack if card not in left]
    events += [Event("trick", 0, {"cards": gone})]
    game.hands = [hand.split() for hand in hands]
    game.table = table.split()
    game.to_act = len(game.table)
    return game, events


@pytest.mark.parametrize("key", ["siete", "sota", "caballo", "rey"])
def test_the_last_to_play_wins_the_trick(key: str) -> None:
    game, events = end_hand("1O", "1B", "5C 12S", table="3C 4C")
    observation = observe(game, 2, moves_of(game, 2), events)
    assert BOTS[key].choose(observation, random.Random(1)) == ["play", "5C"]


@pytest.mark.parametrize("key", ["sota", "caballo"])
def test_simple_levels_win_as_low_as_possible(key: str) -> None:
    game, events = end_hand("1O 1C", "1B 2B", "5C 12C 9S", table="3C 4C")
    observation = observe(game, 2, moves_of(game, 2), events)
    assert BOTS[key].choose(observation, random.Random(1)) == ["play", "5C"]


def test_the_best_level_wins_the_trick_that_decides_the_match() -> None:
    game, events = end_hand("12C 1S", "1O 2O", "5C 9S", table="")
    game.scores = [20, 19, 20]
    observation = observe(game, 0, moves_of(game, 0), events)
    known = steere.observe_trick(observation)
    worlds = every_world(known.own, 0, known.hidden, known.sizes)

    def chance(card: str) -> float:
        played = [play_card(hands, 0, (), (0, 0, 0), NUMBER[card]) for hands in worlds]
        return sum(solve(*trick, Chances(game.scores, 0))[0] for trick in played)

    assert len(worlds) == 6
    assert BOTS["rey"].choose(observation, random.Random(1)) == ["play", max("12C", "1S", key=chance)]


def test_the_best_level_takes_more_tricks_than_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steere, "PLAYOUTS", 150)
    tricks = 0
    for hand in range(4):
        for mine in SEATS:
            game, events = Steere(), []
            events += deal_to(game, random.Random(hand))
            while game.phase == "play":
                seat = game.to_act
                observation = observe(game, seat, moves_of(game, seat), events)
                key = "rey" if seat == mine else "siete"
                events += game.apply(parse_move([seat, *BOTS[key].choose(observation, random.Random(hand))]))
            tricks += game.captured[mine]
    assert tricks > 12 * 16 / 3 * 1.1
