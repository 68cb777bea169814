"""The table page of games other than Moroccan ronda: tricks, the tendido, strikes, choices, and many seats."""

import random
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.rules.porrazo import Porrazo
from games.rules.steere import Steere
from games.rules.suit_ring import order_trick
from tests.browser.accessible import violations
from tests.browser.board_harness import BoardHarness
from tests.browser.board_pages import boxes, covers, new_page, open_stage  # noqa: F401  fixtures

PHONE = {"viewport": {"width": 390, "height": 844}}


@pytest.fixture
def table(open_stage: Callable[..., Page]) -> Callable[..., tuple[BoardHarness, Page]]:
    """Return a function that makes random moves until the game satisfies a condition, and then opens its table."""

    def open_table(
        game: Game, *, me: int | None = 0, until: Callable[[Any], bool] = lambda _game: True, **context: Any
    ) -> tuple[BoardHarness, Page]:
        stage = BoardHarness(game, me=me)
        play_until(stage, until)
        return stage, open_stage(stage, **context)

    return open_table


def play_until(stage: BoardHarness, wanted: Callable[[Any], bool]) -> None:
    """Make random moves until the game satisfies the condition."""
    dice = random.Random(4)
    for _ in range(3000):
        if wanted(stage.game):
            return
        stage.make(dice.choice(stage.game.turn_moves(stage.game.to_act)))
    raise AssertionError("the game never satisfied the condition")


def lay_out(stage: BoardHarness, table: list[str], hands: list[list[str]]) -> None:
    """Put these cards on a Porrazo table and in the players' hands, and update the page."""
    game = stage.game
    assert isinstance(game, Porrazo)
    game._clear_table()
    game._put_on_table(table)
    game.hands = hands
    stage.version += 1
    stage.send(stage.state([]))


def porrazo(**options: Any) -> Porrazo:
    return Porrazo({"declarations": "automatic", "target": 121, **options})


def answer(stage: BoardHarness, word: str) -> None:
    """Have the dealer decide whether to lay the tendido now."""
    stage.make((stage.game.dealer, "tendido", word))


def own_card(page: Page, card: str) -> Locator:
    return page.locator(f".board__own[data-key='{card}']")


def trick_place(page: Page, place: str) -> Locator:
    return page.locator(f".is-trick [data-from='{place}']")


# ---- the tendido ----


@pytest.mark.parametrize("me", [0, 1, None])
def test_no_hand_is_shown_before_the_dealer_has_chosen_when_to_lay_the_tendido(table, me: int | None) -> None:
    stage, page = table(porrazo(), me=me)
    assert stage.game.dealer == 0
    expect(page.locator(".board__own")).to_have_count(0)
    expect(page.locator(".seat__card")).to_have_count(6)
    expect(page.locator(".seat__card [role=img]")).to_have_count(0)
    expect(page.locator("#prompt button:visible")).to_have_count(2 if me == 0 else 0)
    answer(stage, "later")
    expect(page.locator(".board__own")).to_have_count(0 if me is None else 3)


def test_the_dealer_chooses_with_a_button(table) -> None:
    stage, page = table(porrazo())
    page.get_by_role("button", name="Tendido now").click()
    expect(page.locator(".tendido")).to_be_visible()
    assert [frame["move"] for frame in stage.received] == [["tendido", "now"]]


def test_the_tendido_is_shown_as_laid_with_the_score_of_each_place_and_set(table) -> None:
    stage, page = table(porrazo())
    stage.game.stock[:4] = ["4S", "QS", "4H", "QH"]
    answer(stage, "now")
    laid = stage.game.tendido
    cards = [card.get_attribute("href").rsplit("#", 1)[1] for card in page.locator(".tendido__spot use").all()]
    assert cards == list(laid.row)
    shown = page.locator(".tendido__points").all_inner_texts()
    assert shown == [f"+{points}" if points else str(place + 1) for place, points in enumerate(laid.places)]
    expect(page.locator(".tendido__set")).to_have_count(2)
    expect(page.locator(".tendido")).to_contain_text(f"Tendido: {laid.points} points")
    play_until(stage, lambda game: game.batch == 1)
    expect(page.locator(".tendido")).to_have_count(0)
    expect(page.locator(".board__facts")).to_contain_text(f"Tendido: {laid.points} points")


# ---- in place or capture ----


@pytest.fixture
def choosing(table) -> tuple[BoardHarness, Page]:
    """A table where the two of spades can capture the only card on the table, or be laid in place."""
    stage, page = table(porrazo())
    answer(stage, "later")
    play_until(stage, lambda game: game.phase == "play" and game.to_act == 0)
    lay_out(stage, ["2H"], [["2S", "9C", "KD"], ["4S", "5C"]])
    expect(own_card(page, "2S")).to_contain_class("is-playable")
    return stage, page


def test_a_card_that_can_capture_or_lie_in_place_asks_which(choosing) -> None:
    stage, page = choosing
    own_card(page, "2S").click()
    choice = page.get_by_role("group", name="How do you want to play the 2 of spades?")
    expect(choice.get_by_role("button")).to_have_text(["Capture", "In place"])
    assert stage.received == []
    choice.get_by_role("button", name="In place").click()
    expect(own_card(page, "2S")).to_have_count(0)
    expect(choice).to_be_hidden()
    assert [frame["move"] for frame in stage.received] == [["play", "2S", "in-place"]]
    assert stage.game.scores[0] >= 2


def test_the_choice_is_made_and_cancelled_with_keys(choosing) -> None:
    stage, page = choosing
    page.keyboard.press("1")
    expect(page.get_by_role("button", name="Capture")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".choice")).to_be_hidden()
    own_card(page, "2S").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Capture")).to_be_focused()
    page.keyboard.press("Enter")
    expect(own_card(page, "2S")).to_have_count(0)
    assert [frame["move"] for frame in stage.received] == [["play", "2S"]]


def test_a_card_with_one_possible_move_is_played_at_once(choosing) -> None:
    stage, page = choosing
    own_card(page, "9C").click()
    expect(own_card(page, "9C")).to_have_count(0)
    assert [frame["move"] for frame in stage.received] == [["play", "9C"]]


# ---- strikes ----


def test_a_strike_stands_on_the_table_as_pending_until_the_next_card(table) -> None:
    stage, page = table(porrazo(players=4), until=lambda game: game.phase == "play" and game.to_act == 0)
    lay_out(stage, ["3H"], [["9S", "2C"], ["9H", "5C"], ["9D", "6C"], ["9C", "7C"]])
    pending = page.locator(".pending")
    stage.make((0, "play", "9S"))
    expect(pending).to_have_count(0)
    stage.make((1, "play", "9H"))
    expect(pending).to_contain_text("Porrazo")
    stage.make((2, "play", "9D"))
    expect(pending).to_contain_text("Counter porrazo")
    expect(pending).to_contain_text("Youssef")
    stage.make((3, "play", "9C"))
    expect(pending).to_have_count(0)
    expect(page.locator("#log")).to_contain_text("Zineb wins the match with the fourth card.")
    expect(page.get_by_role("heading", name="Zineb won")).to_be_visible()


# ---- tricks ----


def test_the_cards_of_a_trick_lie_before_their_seats(table) -> None:
    stage, page = table(Steere(), until=lambda game: len(game.table) == 2 and game.to_act == 0)
    places = {"left": stage.game.table[0], "right": stage.game.table[1]}  # clockwise: the next seat is on the left
    for place, card in places.items():
        expect(trick_place(page, place)).to_have_attribute("data-key", card)
    [left], [right] = boxes(page, *(f".is-trick [data-from='{place}']" for place in places))
    assert left["x"] < right["x"]


def test_the_first_cards_of_a_trick_are_close_together(table) -> None:
    _stage, page = table(Steere(), until=lambda game: len(game.table) == 2 and game.to_act == 0)
    for width, height in [(1280, 800), (844, 390), (640, 400), (390, 844)]:
        page.set_viewport_size({"width": width, "height": height})
        [left], [right] = boxes(page, *(f".is-trick [data-from='{place}']" for place in ("left", "right")))
        assert 0 <= right["x"] - left["x"] - left["width"] <= 12, (width, height)


def test_the_ring_of_suits_the_last_trick_and_the_remaining_hands_are_shown(table) -> None:
    stage, page = table(Steere())
    ring = page.locator(".ring")
    expect(ring).to_have_attribute(
        "aria-label", "cups beat coins, coins beat swords, swords beat clubs, clubs beat cups"
    )
    expect(page.locator(".course")).to_have_text("Hand 1 of 3")
    play_until(stage, lambda game: game.last_trick is not None)
    winner = stage.seats[stage.game.last_trick["winner"]]["name"]
    expect(page.locator(".trick")).to_contain_text(f"Last trick: {winner}")
    expect(page.locator(".trick .chip")).to_have_count(3)
    expect(page.locator(f".seat[data-seat='{stage.game.leader}'] .seat__pile")).to_have_attribute(
        "title", "Tricks won: 1"
    )


def test_the_last_trick_is_in_view_and_needs_no_button(table) -> None:
    _stage, page = table(Steere(), until=lambda game: sum(map(len, game.hands)) == 44)
    expect(page.locator(".board__facts .trick .chip")).to_have_count(3)
    expect(page.locator(".board__recall")).to_be_hidden()
    page.keyboard.press("l")
    expect(page.locator(".panel--taken")).to_be_hidden()


def test_a_complete_trick_is_shown_before_its_winner_takes_it(table) -> None:
    stage, page = table(Steere(), reduced_motion="no-preference", until=lambda game: len(game.table) == 2)
    expect(page.locator(".board__spot")).to_have_count(2)
    stage.make(stage.game.turn_moves(stage.game.to_act)[0])
    expect(page.locator(".board__spot")).to_have_count(3)
    expect(page.locator(".board__spot")).to_have_count(0)


def test_a_tie_break_is_shown_with_its_cards_and_winner(table) -> None:
    stage, page = table(Steere(), until=lambda game: game.deal_number == 2 and sum(map(len, game.hands)) == 1)
    game = stage.game
    last = game.hands[game.to_act][0]
    winner = (game.leader + order_trick([*game.table, last])[0]) % 3
    game.scores = [16, 16, 16]
    game.scores[winner] -= 1  # so that the last trick makes all three equal
    stage.make((game.to_act, "play", last))
    assert game.tie_break is not None
    name = stage.seats[game.tie_break["winner"]]["name"]
    for told in (page.locator(".board__facts .trick"), page.locator(".panel--end .trick")):
        expect(told).to_contain_text(f"The tie goes to {name}")
    expect(page.locator(".is-trick .board__spot")).to_have_count(3)


def test_a_hand_of_sixteen_is_sorted_and_lies_in_three_rows_within_a_phone(table) -> None:
    stage, page = table(Steere(), **PHONE)
    cards = page.locator(".board__own")
    expect(cards).to_have_count(16)
    order = [card.get_attribute("data-key") for card in cards.all()]
    assert order == sorted(order, key=lambda card: ("COSB".index(card[-1]), int(card[:-1])))
    [hand] = boxes(page, ".board__own")
    assert len({round(box["y"]) for box in hand}) == 3
    assert min(box["x"] for box in hand) >= 0
    assert max(box["x"] + box["width"] for box in hand) <= 390
    assert not [pair for pair in pairwise(hand[:6]) if covers(*pair)]
    play_until(stage, lambda game: game.to_act == 0)
    cards.nth(3).click(position={"x": 12, "y": 30})
    expect(cards).to_have_count(15)
    assert [frame["move"] for frame in stage.received] == [["play", order[3]]]


RING_END = """node => {
    const { width, outlineWidth, outlineOffset } = getComputedStyle(node, "::before");
    return [width, outlineWidth, outlineOffset].map(parseFloat).reduce((sum, length) => sum + length);
}"""


@pytest.mark.parametrize("mark", ["is-hint", "is-next", "is-chosen"])
def test_the_ring_of_a_card_in_a_long_row_ends_at_the_card_that_covers_it(table, mark: str) -> None:
    _stage, page = table(Steere(), viewport={"width": 1280, "height": 800})
    expect(page.locator(".board__own")).to_have_count(16)
    card = page.locator(".board__own").nth(3)
    card.evaluate("(node, mark) => node.classList.add(mark)", mark)
    expect(card).to_have_css("outline-style", "none")
    [hand] = boxes(page, ".board__own")
    assert hand[3]["x"] + card.evaluate(RING_END) <= hand[4]["x"] + 0.5


# ---- many seats, partners, debts ----


@pytest.mark.parametrize("players", [5, 8])
@pytest.mark.parametrize("context", [PHONE, {}], ids=["phone", "desktop"])
def test_tables_with_many_seats_fit_the_screen(table, players: int, context: dict[str, Any]) -> None:
    _, page = table(
        porrazo(players=players),
        **context,
        until=lambda game: game.phase == "play" and game.to_act == 0 and len(game.table) > 3,
    )
    expect(page.locator(".seat")).to_have_count(players)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    [felt], within = boxes(page, ".felt", ".seat, .board__spot, .board__own")
    for box in within:
        assert felt["x"] <= box["x"]
        assert box["x"] + box["width"] <= felt["x"] + felt["width"]
        assert box["y"] + box["height"] <= felt["y"] + felt["height"]
    assert violations(page) == []


@pytest.mark.parametrize("game", [Moroccan, Porrazo])
def test_seats_are_arranged_in_turn_order(table, game: type[Game]) -> None:
    _, page = table(game({"players": 3}))
    expect(page.locator("[data-seat='1']")).to_have_class(re.compile("seat--left" if game.clockwise else "seat--right"))


def test_partners_are_marked_with_the_same_colour(table) -> None:
    _, page = table(porrazo(players=6, partners=True))
    expect(page.locator(".mark", has_text="partner")).to_have_count(1)
    expect(page.locator("[data-seat='3'] .mark", has_text="partner")).to_be_visible()
    for seat in range(6):
        expect(page.locator(f"[data-seat='{seat}']")).to_have_attribute("data-side", str(seat % 3))


def test_a_sides_debt_is_shown_with_its_score(table) -> None:
    stage, page = table(Moroccan({"players": 3, "scoring": "transfer"}), until=lambda game: any(map(any, game.owed)))
    for side, owed in enumerate(stage.game.owed):
        told = ", ".join(f"{stage.seats[to]['name']}: {cards}" for to, cards in enumerate(owed) if cards)
        expect(page.locator(".score__owed").nth(side)).to_have_text(f"debts: {told}" if told else "")
