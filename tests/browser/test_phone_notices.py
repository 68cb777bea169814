"""Notices on a phone appear in the prompt, are fully visible and usable, and cover nothing."""

from collections.abc import Callable
from functools import partial
from itertools import combinations

import pytest
from playwright.sync_api import Locator, Page, expect

from games.rules.moroccan import Moroccan
from games.rules.steere import Steere
from tests.browser.accessible import check_page
from tests.browser.board_harness import BoardHarness
from tests.browser.board_pages import contains, covers, measure, new_page, open_stage  # noqa: F401  two fixtures
from tests.browser.scenes import announcing, own_turn, play_until, table

PHONES = [(320, 568), (390, 844), (844, 390), (640, 400), (568, 320)]
SHOWN = {
    "notice": ".remark",
    "inside": ".remark__text, .remark .button",
    "prompt": "#prompt",
    "calls": ".prompt__buttons .button",
    "rest": ".site-header, .brand, .seat, .board__own, .board__spot",
}
IS_SILENT = "node => node.closest('[aria-live], [role=status], [role=alert]') === null"


def left_by(stage: BoardHarness, *, early: bool) -> BoardHarness:
    """Have the human opponent leave the table, early in the match if ``early`` is true. Return the table."""
    seat = stage.seats[1]
    assert seat is not None
    seat.update(bot=False, by_site=False, online=False, grace=0)
    stage.early = early
    return stage


def four_calls() -> BoardHarness:
    """Return a table at which the reader chooses from four calls."""
    return announcing(partial(Moroccan, {"dealing": "four-all"}))


def notice(page: Page) -> Locator:
    return page.locator(".prompt__words .remark")


def assert_whole(page: Page, size: tuple[int, int]) -> None:
    """Check that the notice and the buttons are in the prompt and don't overlap each other or anything else."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    found = measure(page, {**SHOWN, "words": ".prompt__words"})
    [one], [prompt], [words] = found["notice"], found["prompt"], found["words"]
    assert contains(words, one), (size, words, one)
    assert all(contains(one, box) for box in found["inside"]), (size, one, found["inside"])
    assert all(contains(prompt, box) for box in [words, *found["calls"]]), size
    assert not [box for box in [*found["calls"], *found["rest"]] if covers(one, box)], size
    assert not [box for box in found["rest"] if covers(prompt, box)], size


@pytest.mark.parametrize("language", ["en", "fr", "ar"])
@pytest.mark.parametrize("kind", ["abort", "offer"])
def test_a_notice_is_whole_while_the_prompt_asks_for_a_call(open_stage, kind: str, language: str) -> None:
    stage = four_calls()
    if kind == "abort":
        left_by(stage, early=True)
    else:
        stage.offers = {**stage.offers, "abort": [1]}
    page = open_stage(stage, data={"language": language}, viewport={"width": 390, "height": 844})
    expect(notice(page)).to_have_count(1)
    expect(page.locator(".prompt__buttons .button")).to_have_count(4)
    for size in PHONES:
        assert_whole(page, size)


@pytest.mark.parametrize("language", ["en", "fr", "ar"])
@pytest.mark.parametrize("size", [(390, 844), (360, 720)])
def test_a_tall_phone_shows_the_question_above_a_notice(open_stage, size: tuple[int, int], language: str) -> None:
    stage = left_by(four_calls(), early=True)
    page = open_stage(stage, data={"language": language}, viewport={"width": size[0], "height": size[1]})
    expect(notice(page)).to_have_count(1)
    found = measure(page, {"words": ".prompt__words", "question": ".prompt__text", "notice": ".remark"})
    [words], [question], [one] = found["words"], found["question"], found["notice"]
    assert contains(words, question)
    assert question["y"] + question["height"] <= one["y"]
    assert_whole(page, size)


@pytest.mark.parametrize("make", [four_calls, partial(own_turn, Moroccan)])
def test_a_notice_moves_no_card_on_a_tall_phone(open_stage, make: Callable[[], BoardHarness]) -> None:
    stage = make()
    page = open_stage(stage)
    table = {"board": ".board", "cards": ".board__spot", "own": ".board__own", "prompt": "#prompt"}
    for width, height in [(360, 720), (390, 844), (414, 896)]:
        page.set_viewport_size({"width": width, "height": height})
        before = measure(page, table)
        stage.change(offers={**stage.offers, "abort": [1]})
        expect(notice(page)).to_be_visible()
        assert measure(page, table) == before, (width, height)
        stage.change(offers={**stage.offers, "abort": []})
        expect(notice(page)).to_have_count(0)


@pytest.mark.parametrize(("size", "height"), [((390, 844), 44), ((320, 568), 40)])
@pytest.mark.parametrize("make", [four_calls, partial(own_turn, Moroccan)])
def test_the_buttons_of_an_offer_are_high_enough_for_a_thumb(open_stage, make, size, height: int) -> None:
    stage = make()
    stage.offers = {**stage.offers, "abort": [1]}
    page = open_stage(stage, viewport={"width": size[0], "height": size[1]})
    expect(notice(page).get_by_role("button")).to_have_text(["Accept", "Decline"])
    assert_whole(page, size)
    assert all(box["height"] >= height for box in measure(page, {"buttons": ".remark .button"})["buttons"])


def test_a_notice_is_in_the_prompt_on_a_phone_and_above_the_log_elsewhere(open_stage) -> None:
    stage = left_by(own_turn(Moroccan), early=False)
    page = open_stage(stage, viewport={"width": 390, "height": 844})
    expect(notice(page)).to_contain_text("Sota has left.")
    expect(page.locator(".prompt__text")).to_be_visible()
    for size in PHONES:
        assert_whole(page, size)
    check_page(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator(".over-head .remark")).to_be_visible()
    expect(notice(page)).to_have_count(0)
    page.set_viewport_size({"width": 390, "height": 844})
    notice(page).get_by_role("button", name="Claim victory").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_notice_beside_the_table_takes_its_room_from_what_can_wait(open_stage) -> None:
    stage = left_by(own_turn(Moroccan), early=False)
    page = open_stage(stage, viewport={"width": 1280, "height": 800})
    expect(page.locator(".over-head .remark")).to_be_visible()
    expect(page.locator(".proof")).to_be_hidden()
    assert page.locator(".side").evaluate("node => node.scrollHeight <= node.clientHeight")
    stage.change(seats=[stage.sitter(0), stage.sitter(1)])
    expect(page.locator(".remark")).to_have_count(0)
    expect(page.locator(".match.has-notices")).to_have_count(0)


def test_a_notice_on_a_phone_is_spoken_once(open_stage) -> None:
    stage = own_turn(Moroccan)
    page = open_stage(stage, viewport={"width": 390, "height": 844})
    stage.change(offers={**stage.offers, "abort": [1]})
    expect(page.locator("#spoken")).to_contain_text("Sota offers to abort.")
    assert notice(page).evaluate(IS_SILENT)


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_an_offer_to_abort_closes_the_sheet_which_would_cover_its_notice(open_stage, size: tuple[int, int]) -> None:
    stage = own_turn(Moroccan)
    assert stage.seats[1] is not None
    stage.seats[1].update(bot=False, by_site=False)
    page = open_stage(stage, viewport={"width": size[0], "height": size[1]})
    page.locator(".to-side").click()
    page.get_by_role("button", name="Offer to abort").click()
    expect(page.locator("#side-sheet:popover-open")).to_have_count(0)
    expect(page.locator(".to-side")).to_be_focused()
    stage.change(offers={**stage.offers, "abort": [0]})
    notice(page).get_by_role("button", name="Withdraw offer").click()
    assert stage.hear(page, 2) == [{"type": "abort", "on": True}, {"type": "abort", "on": False}]


def test_a_notice_that_is_in_view_below_the_chat_is_not_in_its_head_too(open_stage: Callable[..., Page]) -> None:
    stage = own_turn(Moroccan)
    page = open_stage(stage, viewport={"width": 390, "height": 844})
    page.locator(".to-chat").click()
    stage.change(offers={**stage.offers, "abort": [1]})
    expect(notice(page)).to_be_visible()
    in_head = page.locator(".chat .sheet-news__notice")
    expect(in_head).to_have_count(1)
    expect(in_head).to_be_hidden()
    [chat], [below] = measure(page, {"chat": ".chat", "notice": ".prompt__words .remark"}).values()
    assert not covers(chat, below)
    page.locator(".chat").evaluate("node => { node.style.minBlockSize = '100%'; }")  # as with many messages
    expect(in_head).to_be_visible()
    page.locator(".chat").evaluate("node => { node.style.minBlockSize = ''; }")
    expect(in_head).to_be_hidden()


@pytest.mark.parametrize(
    ("opener", "size"),
    [(".to-side", (320, 568)), (".to-side", (390, 844)), (".to-side", (844, 390)), (".to-chat", (844, 390))],
)
def test_the_head_of_an_open_sheet_leads_to_the_turn_and_to_an_offer(
    open_stage, size: tuple[int, int], opener: str
) -> None:
    stage = own_turn(Moroccan)
    page = open_stage(stage, viewport={"width": size[0], "height": size[1]})
    sheet = page.locator(".side :popover-open")
    page.locator(opener).click()
    sheet.get_by_role("button", name="Your turn.").click()
    expect(sheet).to_have_count(0)
    expect(page.locator(".board__own").first).to_be_focused()
    page.locator(opener).click()
    stage.change(offers={**stage.offers, "abort": [1]})
    offer = sheet.get_by_role("button", name="Sota offers to abort.")
    expect(offer).to_be_visible()
    found = measure(
        page, {"sheet": ".side :popover-open", "head": ".side :popover-open :is(.sheet-news__one, header > button)"}
    )
    assert len(found["head"]) == 3
    assert all(contains(found["sheet"][0], box) for box in found["head"])
    assert not any(covers(one, other) for one, other in combinations(found["head"], 2))
    offer.click()
    expect(sheet).to_have_count(0)
    expect(notice(page).get_by_role("button", name="Accept")).to_be_focused()
    stage.change(offers={**stage.offers, "abort": [0]})
    page.locator(opener).click()
    expect(sheet.get_by_role("button", name="Your turn.")).to_be_visible()
    expect(sheet.locator(".sheet-news__notice")).to_have_count(0)  # one's own offer needs no answer


def test_the_prompt_of_a_phone_is_shown_for_a_notice_alone(open_stage: Callable[..., Page]) -> None:
    stage = own_turn(Moroccan)
    seen = stage.view()
    stage.view = lambda: {**seen, "to_act": None, "moves": []}  # type: ignore[method-assign]
    page = open_stage(stage, viewport={"width": 390, "height": 844})
    expect(page.locator("#prompt")).to_be_hidden()
    stage.change(offers={**stage.offers, "abort": [1]})
    expect(notice(page)).to_be_visible()
    stage.change(offers={**stage.offers, "abort": []})
    expect(page.locator("#prompt")).to_be_hidden()


def test_what_can_be_answered_comes_first(open_stage) -> None:
    stage = left_by(own_turn(partial(Moroccan, {"players": 3})), early=False)
    stage.offers = {**stage.offers, "abort": [2]}
    page = open_stage(stage, viewport={"width": 390, "height": 844})
    expect(page.locator(".remark__text")).to_contain_text(["Youssef offers to abort.", "Sota has left."])


@pytest.mark.parametrize("size", PHONES)
def test_the_notice_about_the_next_card_keeps_apart_from_the_log(open_stage, size: tuple[int, int]) -> None:
    stage = table(Steere())
    play_until(stage, lambda game, _events: len(game.hands[0]) == 10 and game.to_act != 0)
    page = open_stage(stage, viewport={"width": size[0], "height": size[1]})
    page.locator(".board__own").first.click(position={"x": 10, "y": 10})
    expect(page.locator(".prompt__next")).to_be_visible()
    found = measure(page, {"notice": ".prompt__next", "log": ".prompt__news > li"})
    [notice], below = found["notice"], found["log"]
    assert below[0]["y"] - notice["y"] - notice["height"] >= 4
