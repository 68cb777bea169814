"""The count at the end of a deal: its numbers run up, and it lies in the middle of the table."""

import re
from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.rules.moroccan import Moroccan
from games.rules.moves import Move
from games.selectors.coaching import coaching_data
from tests.browser.board_harness import BoardHarness
from tests.browser.board_pages import contains, new_page, open_stage, run_until_visible  # noqa: F401  fixtures
from tests.browser.scenes import before, table

COUNTED = [["+12", "21 +1", "13"], ["+12", "19 +0", "12"]]
# The numbers that the panel shows, instead of the texts that it has from the start: null where a row or the points for
# the cards have not come yet.
SHOWN = """() => [...document.querySelectorAll(".panel--count tbody tr")].map((row) => row.matches(".is-due") ? null :
    [...row.querySelectorAll(".count-table__number, .count-table__gain")].map((node) =>
        node.matches(".is-due") ? null : node.dataset.now ?? node.textContent))"""


@pytest.fixture
def counting(open_stage: Callable[..., Page]) -> Callable[..., tuple[BoardHarness, Page]]:
    """Return a function that opens a table at which a deal has just been counted, with the page's clock stopped."""

    def open_table(**context: Any) -> tuple[BoardHarness, Page]:
        stage, move = before(Moroccan, "count")
        context = {"reduced_motion": "no-preference", "prepare": lambda page: page.clock.install(time=0), **context}
        page = open_stage(stage, **context)
        page.clock.pause_at(15)
        stage.make(move)
        panel = page.locator(".panel--count")
        run_until_visible(page, panel, 16)
        cells = panel.locator("tbody tr").evaluate_all(
            "rows => rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))"
        )
        assert cells == COUNTED  # for screen readers, nothing runs
        return stage, page

    return open_table


DONE = [["21", "+1", "13"], ["19", "+0", "12"]]


def test_the_numbers_of_a_count_run_up_one_side_after_the_other(counting) -> None:
    _, page = counting()
    [[cards, *others], second] = page.evaluate(SHOWN)
    assert int(cards) < 5
    assert (others, second) == ([None, "12"], None)
    where = ".panel--count, .panel--count :is(td, th)"
    sizes = "nodes => nodes.map(({ offsetLeft, offsetTop, offsetWidth, offsetHeight }) => "
    sizes += "[offsetLeft, offsetTop, offsetWidth, offsetHeight])"
    places = page.locator(where).evaluate_all(sizes)
    page.clock.run_for(380)
    [[cards, gain, score], second] = page.evaluate(SHOWN)
    assert 0 < int(cards) <= 21
    assert (gain, score) == (None, "12")
    assert second is not None
    assert page.locator(where).evaluate_all(sizes) == places
    page.clock.run_for(1_120)
    assert page.evaluate(SHOWN) == DONE
    assert page.locator(where).evaluate_all(sizes) == places


def test_a_tap_on_the_count_shows_its_end_at_once(counting) -> None:
    _, page = counting(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    page.locator(".panel--count h2").tap()
    assert page.evaluate(SHOWN) == DONE
    expect(page.locator(".panel--count")).to_be_visible()


def test_a_count_without_motion_is_there_at_once(counting) -> None:
    _, page = counting(reduced_motion="reduce")
    assert page.evaluate(SHOWN) == DONE


@pytest.mark.parametrize("size", [(390, 844), (320, 568)])
def test_on_a_phone_the_count_lies_in_the_middle_between_the_seats(counting, size: tuple[int, int]) -> None:
    _, page = counting(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    panel, middle = (page.locator(where).bounding_box() for where in (".panel--count", ".board__middle"))
    assert panel is not None
    assert middle is not None
    assert abs(panel["y"] + panel["height"] / 2 - middle["y"] - middle["height"] / 2) <= 12
    assert contains(middle, panel)


def deciding() -> tuple[BoardHarness, Move]:
    """Return a table just before the move after which the count decides the match, and that move."""

    def ended_by_count(seed: int) -> tuple[Any, list[Any]]:
        stage, moves = table(make(), seed), []
        while not stage.game.over:
            moves.append(stage.game.turn_moves(stage.game.to_act)[0])
            events = stage.make(moves[-1])
        return [event.kind for event in events][-2:] == ["count", "won"], moves

    make = partial(Moroccan, {"target": 21})
    seed, moves = next((seed, moves) for seed in count(1) for is_it, moves in [ended_by_count(seed)] if is_it)
    stage = table(make(), seed)
    for move in moves[:-1]:
        stage.make(move)
    return stage, moves[-1]


@pytest.mark.parametrize("is_coached", [True, False])
def test_the_count_that_decides_a_match_is_shown_before_the_result(open_stage, is_coached: bool) -> None:
    stage, move = deciding()
    coach = {"coach": {**coaching_data(stage.game), "novice": True, "gentle": True}} if is_coached else {}
    page = open_stage(stage, data=coach)
    stage.make(move)
    expect(page.locator(".panel--count")).to_be_visible()
    expect(page.locator(".prompt__text")).to_have_text("This count decides the match.")
    expect(page.locator(".panel--end")).to_have_count(0)
    page.get_by_role("button", name="Continue").click()
    expect(page.locator(".panel--count")).to_have_count(0)
    end = page.locator(".panel--end")
    expect(end.locator(".panel__deal")).to_be_attached()  # the same count again
    words = "The count decided it: (Amina|Sota) had captured [0-9]{2} cards, and each one above 20 scored a point[.]"
    onwards = [link.inner_text() for link in end.locator(".panel__onwards :is(a, button)").all()]
    if is_coached:
        expect(end).to_contain_text(re.compile(words))
        assert onwards == ["Rematch", "Tutorial", "Puzzles", "New match", "Result"]
    else:
        expect(end).not_to_contain_text("The count decided it")
        assert onwards == ["Rematch", "Swap seats", "New match", "Result"]
