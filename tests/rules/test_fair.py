"""The procedure described in docs/fair-deals.md."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.deal import DealError
from games.rules.fair import commit_to, cut_pack, draw, draw_dealer, draw_places, join_pack
from games.rules.game import Game
from games.rules.moroccan import Moroccan

SALT = "00" * 32
PACKS = st.sampled_from([ruleset.pack for ruleset in Game.registry.values()])
SALTS = st.binary(min_size=32, max_size=32).map(bytes.hex)


# ---- the procedure ----


def test_the_commitment_is_the_hash_of_the_documented_text():
    # printf 'ronda-deal/1 %s 1O 2O 3O' 000… | sha256sum
    assert commit_to(SALT, ["1O", "2O", "3O"]) == "990f86b4469c3d2f968492504b78912a84c053e65bd0326fc7f797d50b2027e8"


def test_the_numbers_drawn_from_the_salt_follow_the_documented_procedure():
    place = draw_places(SALT)
    assert [draw_dealer(SALT, players) for players in (2, 3, 4, 8)] == [0, 1, 2, 2]
    assert [place(32), place(31), place(30)] == [28, 5, 10]


@given(SALTS, st.text(max_size=20), st.integers(1, 60))
def test_a_drawn_number_is_within_bounds_and_reproducible(salt, label, count):
    number = draw(salt, label, count)
    assert 0 <= number < count
    assert draw(salt, label, count) == number


def test_a_word_that_would_make_some_numbers_likelier_is_skipped(monkeypatch):
    words = iter([2**64 - 1, 2**64 - 2])  # 2^64 is one above a multiple of three

    class Hash:
        def digest(self) -> bytes:
            return next(words).to_bytes(8, "big")

    monkeypatch.setattr("games.rules.fair.sha256", lambda _text: Hash())
    assert draw(SALT, "dealer", 3) == 2


def test_all_numbers_are_drawn_about_equally_often():
    count = Counter(draw(f"{number:064x}", "returned 1", 33) for number in range(33_000))
    assert sum((count[number] - 1000) ** 2 / 1000 for number in range(33)) < 90  # 32 degrees of freedom: p < 1e-6


@given(PACKS, st.data())
def test_a_cut_pack_has_the_same_cards_in_the_same_cyclic_order(pack, data):
    cut = data.draw(st.integers(1, len(pack) - 1))
    deck = cut_pack(pack, cut)
    assert deck[0] == pack[cut]
    assert deck[-cut:] == pack[:cut]
    assert join_pack(deck, cut) == pack


@given(PACKS, SALTS, st.randoms(use_true_random=False))
def test_another_order_or_another_salt_gives_another_commitment(pack, salt, rng):
    other = rng.sample(pack, len(pack))
    assert (commit_to(salt, other) == commit_to(salt, pack)) is (tuple(other) == pack)
    assert commit_to(salt, pack) != commit_to(salt[:-1] + ("0" if salt[-1] != "0" else "1"), pack)


@pytest.mark.parametrize(("name", "players", "cutters"), [
    ("moroccan", 4, [3, 0, 1, 2]),  # M2
    ("one-deck", 2, [1, 0]),  # M2
    ("mufts", 4, [3, 0, 1, 2]),  # M2
    ("steere", 3, [1, 2, 0]),  # S2
    ("porrazo", 5, [1, 2, 3, 4, 0]),  # P1
])  # fmt: skip
def test_the_seat_before_the_dealer_cuts_or_in_clockwise_games_the_one_after(name, players, cutters):  # M2 S2 P1
    ruleset = Game.registry[name]
    game = ruleset({"players": players} if "players" in [one.name for one in ruleset.options.options] else {})
    assert [game.cutter(dealer) for dealer in range(players)] == cutters


def test_the_cut_event_precedes_the_deal():
    game = Moroccan()
    cut, deal, *_ = game.deal(game.cut_deal(1, game.pack, SALT, 17))
    assert (cut.kind, cut.seat, cut.data) == ("cut", 0, {"place": 17})
    assert deal.kind == "deal"


@pytest.mark.parametrize("cut", [0, 40, -1])
def test_a_cut_that_leaves_the_pack_unchanged_is_refused(cut):
    game = Moroccan()
    with pytest.raises(DealError, match="cut"):
        game.deal(game.cut_deal(1, game.pack, SALT, cut))
    assert game.deal_number == -1
