"""S1–S9: Ronda by Mark Steere."""

import random

import pytest

from games.rules.cards import SPANISH_48
from games.rules.deal import Deal, DealError
from games.rules.options import OptionError
from games.rules.refusals import IllegalMove
from games.rules.steere import Steere
from games.rules.suit_ring import order_trick
from tests.rules.matches import play_match
from tests.rules.tables import kinds, lay, legal, play, stack


def deal_steere(*groups: str, dealer: int = 2, **options: object) -> Steere:
    """Deal a match from a stacked pack. By default, the last seat deals, so seat 0 leads."""
    game = Steere(options)
    game.deal(Deal(dealer, stack(game.pack, *groups)))
    return game


def play_hand(game: Steere) -> None:
    """Play the dealt hand. Each seat always plays its first card."""
    while game.phase == "play":
        lay(game, game.hands[game.to_act][0])


def finish_with(scores: list[int], last_winner: int, **options: object) -> Steere:
    """Return a match after its last agreed hand, with these scores. ``last_winner`` won the last trick."""
    game = Steere(options)
    game.deal(Deal(2, SPANISH_48))
    game.deal_number = game.hand_count - 1
    cards = ["1O", "2O", "3O"]
    game.hands = [[cards[(seat - last_winner - 1) % 3]] for seat in range(3)]
    game.scores = [score - (seat == last_winner) for seat, score in enumerate(scores)]
    lay(game, *(game.hands[seat][0] for seat in range(3)))
    return game


# ---- the table ----


def test_three_players_play_three_hands_clockwise_with_48_cards():  # S1
    game = Steere()
    assert (game.players, game.hand_count, game.clockwise, len(game.pack)) == (3, 3, True, 48)


@pytest.mark.parametrize("hands", [3, 4, 5])
def test_three_to_five_hands_can_be_agreed(hands):  # S1
    game, deals, moves, _ = play_match(Steere, {"hands": hands}, random.Random(hands))
    assert len(moves) == 48 * hands
    assert sum(game.scores) == 16 * hands
    assert len(deals) - hands == (game.tie_break is not None)


@pytest.mark.parametrize("options", [{"hands": 2}, {"hands": 6}, {"hands": "3"}, {"hands": True}, {"players": 3}])
def test_other_options_are_refused(options):  # S1
    with pytest.raises(OptionError):
        Steere(options)


def test_the_author_is_credited_and_the_name_is_unchanged():
    assert "Mark Steere" in Steere.credit
    assert "2022" in Steere.credit
    assert "Ronda" in Steere.title


# ---- dealing ----


def test_the_first_dealer_is_drawn_and_later_the_seat_before_the_last_winner_deals():  # S2
    game = Steere()
    assert game.next_dealer is None
    game.deal(Deal(1, SPANISH_48))
    play_hand(game)
    winner = game.view(None)["last_trick"]["winner"]
    assert game.phase == "deal"
    assert game.next_dealer == (winner - 1) % 3
    with pytest.raises(DealError):
        game.deal(Deal(winner, SPANISH_48))
    game.deal(Deal((winner - 1) % 3, SPANISH_48))
    assert game.to_act == winner  # so that the winner of the last trick leads


def test_the_seat_after_the_dealer_cuts():  # S2
    assert [Steere().cutter(dealer) for dealer in range(3)] == [1, 2, 0]


def test_the_pack_is_dealt_one_card_at_a_time_from_the_seat_after_the_dealer():  # S3
    game = deal_steere("1O 2O 3O 4C 5C 6C", dealer=0)
    assert [hand[:2] for hand in game.hands] == [["3O", "6C"], ["1O", "4C"], ["2O", "5C"]]
    assert [len(hand) for hand in game.hands] == [16, 16, 16]


def test_positions_for_returned_cards_are_refused_since_none_are_put_back():
    with pytest.raises(DealError):
        Steere().deal(Deal(0, SPANISH_48, (1,)))


# ---- play ----


def test_the_seat_after_the_dealer_leads_and_any_card_may_be_played():  # S4
    game = deal_steere("1O 2C 3S", dealer=0)
    assert game.to_act == 1
    assert legal(game) == {f"1 play {card}" for card in game.hands[1]}
    lay(game, "1O")
    assert legal(game) == {f"2 play {card}" for card in game.hands[2]}


def test_the_winner_takes_the_trick_and_leads_the_next():  # S4
    game = deal_steere("1O 2O 3S")
    events = lay(game, "1O 2O 3S")
    assert kinds(events) == ["play", "trick"]
    assert events[1].seat == 1
    assert (game.table, game.captured, game.scores, game.to_act) == ([], [0, 1, 0], [0, 1, 0], 1)
    assert game.view(None)["last_trick"] == {"leader": 0, "cards": ["1O", "2O", "3S"], "winner": 1}


@pytest.mark.parametrize(("move", "code"), [
    ("0 play 2O", "not_in_hand"),
    ("1 play 2O", "not_your_turn"),
    ("-1 play 1O", "not_your_turn"),
    ("0 play 1O in-place", "not_in_place"),
    ("0 announce nothing", "not_now"),
    ("0 tendido now", "not_now"),
    ("0 done", "not_now"),
    ("0 accept", "not_now"),
    ("1 claim 0", "not_now"),
    ("1 challenge 0", "not_now"),
])  # fmt: skip
def test_an_illegal_move_is_refused_and_changes_nothing(move, code):  # S4
    game = deal_steere("1O 2O 3S")
    before = game.trace()
    with pytest.raises(IllegalMove) as caught:
        play(game, move)
    assert caught.value.code == code
    assert game.trace() == before


# ---- the value of a trick ----


@pytest.mark.parametrize(("cards", "order"), [
    ("1C 12O 12S", "1C 12O 12S"),  # no clubs: cups, coins, swords
    ("12S 1O 12B", "1O 12S 12B"),  # no cups: coins, swords, clubs
    ("12C 12B 1S", "1S 12B 12C"),  # no coins: swords, clubs, cups
    ("12O 1B 12C", "1B 12C 12O"),  # no swords: clubs, cups, coins
])  # fmt: skip
def test_of_three_suits_the_first_beats_the_second_and_the_second_the_third(cards, order):  # S5
    trick = cards.split()
    assert [trick[place] for place in order_trick(trick)] == order.split()


@pytest.mark.parametrize(("cards", "order"), [
    ("3S 5S 12O", "5S 3S 12O"),
    ("12C 2O 1O", "2O 1O 12C"),
    ("10B 12C 11B", "11B 10B 12C"),
])  # fmt: skip
def test_two_cards_of_a_suit_beat_the_odd_card_and_the_higher_wins(cards, order):  # S6
    trick = cards.split()
    assert [trick[place] for place in order_trick(trick)] == order.split()


@pytest.mark.parametrize(("cards", "order"), [
    ("1S 12S 7S", "12S 7S 1S"),
    ("9B 10B 8B", "10B 9B 8B"),
])  # fmt: skip
def test_within_one_suit_the_rank_decides_and_the_one_is_low(cards, order):  # S7
    trick = cards.split()
    assert [trick[place] for place in order_trick(trick)] == order.split()


# ---- the end ----


def test_tricks_are_counted_per_hand_and_over_all_hands():  # S8
    game = deal_steere()
    play_hand(game)
    first = list(game.captured)
    assert (game.phase, game.to_act, sum(first), game.scores) == ("deal", -1, 16, first)
    assert game.events[-1] == ("count", -1, {"captured": first, "points": first, "scores": first})
    game.deal(Deal(game.next_dealer, SPANISH_48))
    assert game.captured == [0, 0, 0]
    assert game.scores == first
    assert game.view(None)["hands_to_go"] == 1
    assert game.view(game.to_act)["moves"]
    assert game.view((game.to_act + 1) % 3)["moves"] == []


def test_the_player_with_the_most_tricks_wins_after_the_agreed_hands():  # S8
    game = finish_with([17, 16, 15], last_winner=1)
    assert (game.phase, game.winners, game.to_act) == ("over", (0,), -1)
    with pytest.raises(IllegalMove) as caught:
        play(game, "0 play 1O")
    assert caught.value.code == "match_over"


def test_nobody_wins_before_the_agreed_hands_are_played():  # S8
    game = deal_steere()
    game.scores = [40, 0, 0]
    play_hand(game)
    assert game.phase == "deal"


def test_a_tie_is_followed_by_a_deal_by_the_seat_before_the_last_winner():  # S9
    game = finish_with([20, 20, 8], last_winner=2)
    assert (game.phase, game.next_dealer) == ("deal", 1)
    assert game.events[-1].as_json() == {"kind": "tie", "seat": -1, "sides": [0, 1]}
    assert game.view(None)["hands_to_go"] == 0
    with pytest.raises(DealError):
        game.deal(Deal(0, SPANISH_48))


@pytest.mark.parametrize(("scores", "cards", "winner"), [
    ([20, 20, 8], "9O 3O 12C", 0),  # dealt to 2, 0, 1: seat 2 is highest, but not tied; the other coin wins
    ([20, 20, 8], "9O 12C 3O", 1),
    ([16, 16, 16], "9O 3O 12C", 2),
    ([16, 16, 16], "1O 12S 12B", 2),
    ([8, 20, 20], "12S 1B 1C", 2),  # swords beat clubs beat cups
    ([20, 8, 20], "12C 1B 12O", 0),
])  # fmt: skip
def test_a_single_card_each_decides_between_the_tied_players(scores, cards, winner):  # S9
    game = finish_with(scores, last_winner=2)
    events = game.deal(Deal(1, stack(SPANISH_48, cards)))
    assert kinds(events) == ["deal", "tie_break", "won"]
    assert (game.phase, game.winners, game.scores) == ("over", (winner,), scores)
    assert game.table == cards.split()
    assert game.captured == [0, 0, 0]
    assert game.hands == [[], [], []]
    assert game.deal_number == game.hand_count
    assert game.view(0)["tie_break"] == {"leader": 2, "cards": cards.split(), "winner": winner}


# ---- complete matches ----


def test_no_card_is_lost_and_every_trick_is_counted():
    def observe(game, events):
        held = sum(len(hand) for hand in game.hands)
        if game.tie_break is None:
            assert held + len(game.table) + 3 * sum(game.captured) == 48
        assert game.view(None)["stock"] == 0

    for seed in range(20):
        play_match(Steere, {}, random.Random(seed), observe)


def test_a_seat_sees_its_own_hand_and_nobody_elses():
    game = deal_steere()
    for reader in range(3):
        hands = [seat["hand"] for seat in game.view(reader)["seats"]]
        assert hands == [game.hands[seat] if seat == reader else None for seat in range(3)]
        assert game.view(reader)["interrupts"] == []
