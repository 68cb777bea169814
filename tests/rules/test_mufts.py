"""F1–F4: the levels of the computer game."""

import pytest

from games.rules.mufts import Mufts
from games.rules.options import OptionError
from tests.rules.tables import kinds, lay, leave_last_cards, stack


def deal_mufts(*groups: str, **options: object) -> Mufts:
    game = Mufts(options)
    game.deal(game.draw_deal(game.players - 1, stack(game.pack, *groups), lambda left: left))
    return game


def test_beginners_get_three_cards_with_four_on_the_table_and_no_trick():  # F1
    game = deal_mufts()
    assert [len(hand) for hand in game.hands] == [3, 3]
    assert len(game.table) == 4
    assert not game.duty


@pytest.mark.parametrize("level", ["advanced", "pro"])
@pytest.mark.parametrize(("players", "batches"), [(2, [4] * 5), (4, [4, 3, 3])])
def test_higher_levels_deal_four_cards_and_none_to_the_table(level, players, batches):  # F2
    game = deal_mufts(level=level, players=players)
    assert game.table == []
    sizes = [len(game.hands[0])]
    while game.phase == "play":
        sizes += [event.data["size"] for event in game.apply(game.legal()[0]) if event.kind == "batch"]
    assert sizes == batches


def test_at_higher_levels_the_dealer_has_to_make_the_trick():  # F2
    game = deal_mufts(level="advanced")
    game.scores[:] = [0, 0]
    leave_last_cards(game, "12S 3S", "5S", "12B")
    assert "duty_king" in kinds(lay(game, "5S 12B"))


def test_an_e_see_and_a_me_sa_score_one_each():  # F3
    game = deal_mufts("4C 2C 7C", "4S 1C 6C", "3O 10O 12O 1O")
    lay(game, "4C")
    assert kinds(lay(game, "4S")) == ["capture", "caida"]
    assert game.scores == [0, 1]
    game = deal_mufts()
    game.scores[:] = [0, 0]
    leave_last_cards(game, "4S", "4B 1S", "7S 6S")
    assert kinds(lay(game, "4B")) == ["capture", "missa"]


def test_the_very_last_card_of_a_deal_makes_no_me_sa():  # F3
    game = deal_mufts()
    leave_last_cards(game, "", "1S", "1B")
    assert "missa" not in kinds(lay(game, "1S 1B"))


def test_an_e_see_cannot_be_overcalled():  # F3 and chain false
    game = deal_mufts("5C 5B 1C", "5S 2C 6C", "3O 7O 10O 12O")
    lay(game, "5C 5S")
    assert kinds(lay(game, "5B"))[0] == "play"


def test_two_rondas_that_tie_share():  # F3 M10
    game = deal_mufts("7C 7S 1C", "7B 7O 1S", "3O 5O 10O 12O")
    lay(game, "1C 1S")
    lay(game, "7C")
    assert game.award is None
    events = lay(game, "7B 7S") + lay(game, "7O")
    assert [event.data["points"] for event in events if event.kind == "award"] == [1, 1]


def test_automatic_calls_are_true():  # F intro, M18
    game = deal_mufts("7C 7S 7B", "1S 2S 4S", "3O 5O 10O 12O")
    assert game.call == ["tringa", "nothing"]
    assert game.scores == [5, 0]


def test_the_levels_are_the_only_options():  # F4
    with pytest.raises(OptionError, match="level"):
        Mufts({"level": "expert"})
    with pytest.raises(OptionError, match="players"):
        Mufts({"players": 3})
