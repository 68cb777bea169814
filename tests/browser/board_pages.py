"""Helpers for the board tests, which open each page in its own context, play on it and measure it.

The pages use uncollected static files.
"""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from games.rules.game import Game
from games.rules.moroccan import Moroccan
from tests.browser.board_harness import BoardHarness
from tests.browser.contexts import SHOW_NOTHING, pool_of


@pytest.fixture
def new_page(browser: Browser, settings: Any) -> Iterator[Callable[..., Page]]:
    """Return a function that opens each page in its own context. It takes the options of ``ContextPool.new_page``.

    By default, motion is reduced, and captures are not shown at all; with ``is_shown=True``, they are, standing still.
    With ``is_new=True``, the context is a new visitor's, with nothing cached.
    """
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}
    contexts: list[BrowserContext] = []
    pool = pool_of(browser)

    def make(*, is_new: bool = False, is_shown: bool = False, **options: Any) -> Page:
        options = {"reduced_motion": "reduce", **options}
        page = browser.new_context(**options).new_page() if is_new else pool.new_page(**options)
        if options["reduced_motion"] == "reduce" and not is_shown:
            page.add_init_script(SHOW_NOTHING)
        contexts.append(page.context)
        return page

    yield make
    for context in contexts:
        pool.give_back(context)


@pytest.fixture
def open_stage(new_page: Callable[..., Page]) -> Iterator[Callable[..., Page]]:
    """Return a function that opens the page of a BoardHarness, with ``data`` and the options of ``new_page``.

    ``prepare`` is called with the page before it has loaded anything. At the end, the browser must have reported no
    errors.
    """
    stages: list[BoardHarness] = []

    def open_stage(
        stage: BoardHarness,
        *,
        data: dict[str, Any] | None = None,
        prepare: Callable[[Page], object] = lambda _page: None,
        **context: Any,
    ) -> Page:
        stages.append(stage)
        page = new_page(**context)
        prepare(page)
        stage.open(page, **(data or {}))
        expect(page.locator(".seat:visible, .place:visible").first).to_be_visible()
        return page

    yield open_stage
    assert [error for stage in stages for error in stage.errors] == []


@pytest.fixture
def table(open_stage: Callable[..., Page]) -> Callable[..., tuple[BoardHarness, Page]]:
    """Return a function that opens a game's table."""

    def open_table(game: Game | None = None, *, me: int | None = 0, **context: Any) -> tuple[BoardHarness, Page]:
        stage = BoardHarness(game or Moroccan(), me=me)
        return stage, open_stage(stage, **context)

    return open_table


def waiting_stage(players: int = 2, *, me: int | None = 0, free: int = 1) -> BoardHarness:
    """Return an open table whose last seats are free."""
    stage = BoardHarness(Moroccan({"players": players}), me=me)
    stage.status, stage.seats[-free:] = "open", [None] * free
    return stage


def say_nothing(stage: BoardHarness, *, before: int | None = None) -> None:
    """Have every seat announce nothing or, with ``before``, only the seats that announce before that one."""
    while stage.game.phase == "announce" and stage.game.to_act != before:
        stage.make((stage.game.to_act, "announce", "nothing"))


def play_until_asked(stage: BoardHarness, page: Page) -> None:
    """Play for the other seats until the reader has to play a card, and wait until the page allows it."""
    say_nothing(stage)
    while stage.game.to_act != stage.me:
        stage.make(stage.game.turn_moves(stage.game.to_act)[0])
    wait_until_free(page)
    expect(page.locator(".board__own").first).to_contain_class("is-playable")


def wait_until_free(page: Page) -> None:
    """Wait until the board accepts a move."""
    expect(page.locator("#board")).not_to_have_class(re.compile("is-held"))


def run_until_visible(page: Page, node: Locator, step: int) -> None:
    """Run the page's clock, which is stopped, in steps of this many milliseconds until the element is visible."""
    for _ in range(2_000):
        if node.is_visible():
            break
        page.clock.run_for(step)
    expect(node).to_be_visible()


Box = dict[str, float]  # x, y, width and height

STILL = 5  # consecutive frames in which nothing moved
SETTLED_BOXES = """async ({selectors, size, still, most}) => {
    await document.fonts.ready;
    const box = ({x, y, width, height}) => ({x, y, width, height});
    const read = () => selectors.map(selector =>
        [...document.querySelectorAll(selector)].map(node => box(node.getBoundingClientRect())));
    let found = read(), same = 0;
    for (let frame = 0; frame < most && same < still; frame += 1) {
        await new Promise(requestAnimationFrame);
        const before = JSON.stringify(found);
        found = read();
        const resized = !size || (innerWidth === size.width && innerHeight === size.height);
        same = resized && JSON.stringify(found) === before ? same + 1 : 0;
    }
    return found;
}"""


def boxes(page: Page, *selectors: str) -> list[list[Box]]:
    """Return the boxes of each selector's elements (x, y, width, height in CSS pixels), all read at the same moment.

    Boxes read one by one can differ because the layout changed in between. A resize reaches the page a few frames
    later, and the board then fits its cards in several steps, so this function waits until nothing is moving.
    """
    options = {"selectors": list(selectors), "size": page.viewport_size, "still": STILL, "most": 300}
    found: list[list[Box]] = page.evaluate(SETTLED_BOXES, options)
    return found


def off_middle(page: Page) -> float:
    """Return the distance in pixels from the middle of the board to the middle of the most off-centre row of cards."""
    spots, [board] = boxes(page, ".board__spot", "#board")
    middle = board["x"] + board["width"] / 2
    rows: dict[int, list[float]] = {}
    for spot in spots:
        rows.setdefault(round(spot["y"]), []).append(spot["x"] + spot["width"] / 2)
    return max(abs((min(row) + max(row)) / 2 - middle) for row in rows.values())


def widest_gap(page: Page) -> float:
    """Return the widest gap between neighbours in a row, as a fraction of a card's width."""
    [spots] = boxes(page, ".board__spot")
    gaps = [-1.0]
    for top in {round(spot["y"]) for spot in spots}:
        row = sorted((spot for spot in spots if round(spot["y"]) == top), key=lambda spot: spot["x"])
        gaps += [other["x"] - one["x"] - one["width"] for one, other in pairwise(row)]
    return max(gaps) / spots[0]["width"]


def settings(page: Page) -> Locator:
    """Open a table's settings, and return their element. On a phone, the settings are in a sheet."""
    found = page.locator(".preferences")
    if page.locator(".to-side").is_visible() and not found.is_visible():
        page.locator(".to-side").click()
    if found.get_attribute("open") is None:
        found.locator("summary").click()
    return found


def covers(one: Box, other: Box, by: float = 1) -> bool:
    """Return whether the boxes overlap by more than ``by`` pixels in both directions."""
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return across > by and down > by


def measure(page: Page, groups: dict[str, str]) -> dict[str, list[Box]]:
    """Return the visible boxes of every group, all read at the same moment after the layout has settled."""
    found = zip(groups, boxes(page, *groups.values()), strict=True)
    return {name: [box for box in group if box["width"] and box["height"]] for name, group in found}


def contains(outer: Box, inner: Box) -> bool:
    """Return whether ``inner`` lies within ``outer``, give or take a pixel."""
    return all(
        inner[at] >= outer[at] - 1 and inner[at] + inner[size] <= outer[at] + outer[size] + 1
        for at, size in (("x", "width"), ("y", "height"))
    )
