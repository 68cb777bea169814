"""Cutting the pack at a table, on a page with a simulated socket."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.rules.moroccan import Moroccan
from games.rules.steere import Steere
from tests.browser.accessible import check_page
from tests.browser.board_harness import BoardHarness
from tests.browser.board_pages import boxes, new_page, open_stage, settings  # noqa: F401  fixtures
from tests.browser.user import CUTS_BY_HAND

CUTTER, DEALER = 1, 0  # M2, with two players


@pytest.fixture
def table(open_stage: Callable[..., Page]) -> Callable[..., tuple[BoardHarness, Page]]:
    """Return a function that opens a table where the pack is waiting to be cut."""

    def open_table(me: int | None = CUTTER, *, by_hand: bool = True, **context: Any) -> tuple[BoardHarness, Page]:
        stage = BoardHarness(Moroccan(), me=me, cuts=True)
        script = CUTS_BY_HAND if by_hand else ""
        return stage, open_stage(stage, prepare=lambda page: page.add_init_script(script), **context)

    return open_table


def sent(stage: BoardHarness, page: Page) -> list[Any]:
    return [frame["move"] for frame in stage.hear(page) if frame["type"] == "move"]


def test_the_cutter_chooses_the_place_and_the_cards_are_dealt(table) -> None:
    stage, page = table()
    expect(page.locator(".prompt")).to_contain_text("Cut the pack")
    expect(page.locator(".cut__card")).to_have_count(40)
    slider = page.get_by_role("slider", name="Where to cut the pack")
    slider.fill("7")
    expect(page.locator(".cut__card.is-lifted")).to_have_count(7)
    expect(slider).to_have_attribute("aria-valuetext", "Cut 7 cards")
    page.get_by_role("button", name="Cut here").click()
    expect(page.locator(".board__own")).to_have_count(3)
    assert sent(stage, page) == [["cut", 7]]
    expect(page.locator(".cut")).to_be_hidden()
    expect(page.locator("#log")).to_contain_text("Sota cuts the pack at card 7.")


def test_the_pack_is_cut_with_keys_too(table) -> None:
    stage, page = table()
    slider = page.get_by_role("slider", name="Where to cut the pack")
    slider.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".board__own")).to_have_count(3)
    assert sent(stage, page) == [["cut", 2]]


def test_tapping_the_pack_chooses_the_place(table) -> None:
    _stage, page = table(viewport={"width": 390, "height": 844}, has_touch=True)
    page.locator(".cut__card").nth(30).tap(position={"x": 2, "y": 20}, force=True)
    lifted = page.locator(".cut__card.is-lifted").count()
    assert lifted in {29, 30, 31}


@pytest.mark.parametrize("place", [1, 20, 39])
def test_the_mark_shows_where_the_pack_is_cut(table, place) -> None:
    _stage, page = table()
    page.get_by_role("slider", name="Where to cut the pack").fill(str(place))
    cards, [slider] = boxes(page, ".cut__card", ".cut__slider")
    box = cards[place]
    mark = slider["x"] + 2 + (slider["width"] - 4) * (place - 1) / 38
    assert abs(mark - box["x"]) < 8  # the rest of the pack is shifted a little


def test_the_browser_draws_a_random_place(table) -> None:
    stage, page = table()
    page.evaluate("() => { crypto.getRandomValues = (words) => { words[0] = 3; return words; }; }")
    page.get_by_role("button", name="Cut for me").click()
    expect(page.locator(".board__own")).to_have_count(3)
    assert sent(stage, page) == [["cut", 4]]


def test_a_newcomers_browser_cuts_for_them_and_says_where_to_change_that(table) -> None:
    stage, page = table(by_hand=False)
    expect(page.locator(".board__own")).to_have_count(3)
    [[verb, place]] = sent(stage, page)
    assert verb == "cut"
    assert 0 < place < 40
    expect(page.locator("#log")).to_contain_text(f"Sota cuts the pack at card {place}.")
    expect(page.locator("#auto-cut")).to_be_checked()
    expect(settings(page).locator("#auto-cut")).to_be_visible()


def test_nobody_is_asked_to_cut_while_their_browser_does(table) -> None:
    stage, page = table()
    stage.answer = lambda text: stage.received.append(json.loads(text))  # the site is slow to answer
    page.locator(".cut").get_by_label("Always cut for me").check()
    expect(page.locator(".prompt__text")).to_have_text("Cutting the pack for you…")
    expect(page.locator(".cut")).to_be_hidden()


def test_an_automatic_cut_that_another_window_has_made_is_not_reported(table) -> None:
    stage, page = table()

    def cut_elsewhere(text: str) -> None:
        stage.refuse("stale", "The match has moved on.", json.loads(text)["id"])
        stage.cut(9)

    stage.answer = cut_elsewhere
    page.locator(".cut").get_by_label("Always cut for me").check()
    expect(page.locator(".board__own")).to_have_count(3)
    expect(page.locator("#toast")).to_have_text("")


def test_an_automatic_cut_that_came_too_late_is_made_again(table) -> None:
    stage, page = table()
    answer = stage.answer

    def refuse_once(text: str) -> None:
        stage.answer = answer
        stage.change()  # the pack stays the same
        stage.refuse("stale", "The match has moved on.", json.loads(text)["id"])

    stage.answer = refuse_once
    page.locator(".cut").get_by_label("Always cut for me").check()
    expect(page.locator(".board__own")).to_have_count(3)
    expect(page.locator("#toast")).to_have_text("")


def test_always_cut_for_me_cuts_now_and_after_a_reload(table) -> None:
    stage, page = table()
    page.locator(".cut").get_by_label("Always cut for me").check()
    expect(page.locator(".board__own")).to_have_count(3)
    assert len(sent(stage, page)) == 1
    expect(page.locator("#auto-cut")).to_be_checked()

    stage.game, stage.pack, stage.received = Moroccan(), None, []
    stage.deal_due()
    page.goto(f"{stage.address}?again")
    expect(page.locator(".board__own")).to_have_count(3)
    assert len(sent(stage, page)) == 1

    settings(page).locator("#auto-cut").uncheck()
    stage.game, stage.pack, stage.received = Moroccan(), None, []
    stage.deal_due()
    page.goto(f"{stage.address}?once-more")
    expect(page.get_by_role("button", name="Cut here")).to_be_visible()
    assert stage.received == []


def test_after_a_refused_automatic_cut_the_reader_cuts(table) -> None:
    stage, page = table()
    stage.answer = lambda text: stage.refuse("busy", "Too fast. Wait a moment.", json.loads(text)["id"])
    page.locator(".cut").get_by_label("Always cut for me").check()
    expect(page.get_by_role("alert")).to_have_text("Too fast. Wait a moment.")
    expect(page.get_by_role("button", name="Cut here")).to_be_visible()
    expect(page.locator(".prompt__text")).to_have_text("Cut the pack:")


@pytest.mark.parametrize("me", [DEALER, None])
def test_all_others_wait_for_the_cutter(table, me) -> None:
    stage, page = table(me)
    expect(page.locator(".prompt")).to_contain_text("Sota to cut the pack.")
    expect(page.locator(".cut")).to_be_hidden()
    stage.cut(20)
    expect(page.locator("#log")).to_contain_text("Sota cuts the pack at card 20.")
    expect(page.locator(".board__cloth [role=img]")).to_have_count(4)


def test_the_commitment_is_shown_copied_and_stored(table) -> None:
    stage, page = table(DEALER)
    commitment = stage.pack["commitment"]
    expect(page.locator("#proof summary")).to_contain_text(f"{commitment[:10]}…")
    page.locator("#proof summary").click()
    expect(page.locator(".proof__full")).to_have_text(commitment)
    expect(page.locator("#proof")).to_contain_text("Deal 1 · not cut yet")
    assert page.locator("#proof a").get_attribute("href") == "/fair/"
    page.evaluate("() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; }")
    page.locator(".proof__copy").click()
    expect(page.locator(".proof__copy")).to_have_text("Copied")
    assert page.evaluate("window.copied") == commitment
    stage.cut(5)
    expect(page.locator("#proof")).to_contain_text("Deal 1 · 5 cards cut")
    kept = page.evaluate("JSON.parse(localStorage.getItem('ronda.commitments'))")
    assert kept == {"abcdefghijkl": {"0": commitment}}

    stage.pack = {**stage.pack, "commitment": "cd" * 32}  # a site that changes its commitment
    stage.send(stage.state([]))
    expect(page.locator(".proof__full")).to_have_text("cd" * 32)
    assert page.evaluate("JSON.parse(localStorage.getItem('ronda.commitments'))") == kept


def test_a_match_without_commitments_shows_none(open_stage) -> None:
    page = open_stage(BoardHarness(Moroccan()))
    expect(page.locator("#proof")).to_be_hidden()


def test_cutting_works_without_local_storage(open_stage) -> None:
    broken = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })"
    stage = BoardHarness(Steere(), me=1, cuts=True)
    page = open_stage(stage, prepare=lambda page: page.add_init_script(broken))
    expect(page.locator(".board__own")).to_have_count(16)
    settings(page).locator("#auto-cut").uncheck()
    stage.game, stage.pack = Steere(), None
    stage.deal_due()
    stage.change()
    page.get_by_role("button", name="Cut here").click()
    expect(page.locator(".board__own")).to_have_count(16)
    assert [frame["type"] for frame in stage.received] == ["move", "move"]


def test_the_cut_is_accessible_and_fits(table) -> None:
    _stage, page = table()
    page.locator("#proof summary").click()
    check_page(page)


def play_to_count(stage: BoardHarness) -> None:
    """Make moves for all seats until the deal has been counted."""
    events: list[Any] = []
    while not any(event.kind == "count" for event in events):
        events = stage.make(stage.game.turn_moves(stage.game.to_act)[0])


def test_the_next_deal_is_shown_when_the_count_has_been_read(table) -> None:
    stage, page = table(by_hand=False)
    expect(page.locator(".board__own")).to_have_count(3)
    play_to_count(stage)
    counted = page.locator(".panel--count")
    expect(counted).to_contain_text("Deal over")
    stage.cut(7)
    stage.make((stage.game.to_act, "announce", "nothing"))
    expect(counted).to_be_visible()
    expect(page.locator(".board__own, .board__spot")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".board__own")).to_have_count(3)
    expect(counted).to_have_count(0)
    expect(page.locator("#log")).to_contain_text(re.compile(r"cuts the pack at card\s7.*announces? nothing\."))


def test_a_count_that_nobody_closes_gives_way(table) -> None:
    stage, page = table(by_hand=False)
    expect(page.locator(".board__own")).to_have_count(3)
    page.clock.install()
    play_to_count(stage)
    expect(page.locator(".panel--count")).to_be_visible()
    stage.cut(7)
    page.clock.run_for(5_000)
    expect(page.locator(".board__own")).to_have_count(3)
    expect(page.locator(".panel--count")).to_have_count(0)


def test_a_player_who_is_low_on_time_sees_the_next_deal_at_once(table) -> None:
    stage, page = table(by_hand=False)
    stage.change(clock={"turn": CUTTER, "left": 9_000, "banks": [60_000, 9_000]})
    play_to_count(stage)
    expect(page.locator(".panel--count")).to_be_visible()
    stage.cut(7)
    expect(page.locator(".board__own")).to_have_count(3)
    expect(page.locator(".panel--count")).to_have_count(0)
