"""Tables in a browser whose default font is very large."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from games.rules.moroccan import Moroccan
from tests.browser.board_harness import BoardHarness
from tests.browser.board_pages import boxes, new_page  # noqa: F401  a fixture


@pytest.fixture(scope="module")
def browser(launch: Callable[..., Browser]) -> Iterator[Browser]:
    """A browser whose default font is twice as large as usual."""
    with launch("--blink-settings=defaultFontSize=32") as browser:
        yield browser


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 568), (844, 390), (640, 400), (1280, 800)])
def test_hand_table_and_prompt_are_in_view(
    new_page: Callable[..., Page], width: int, height: int, players: int
) -> None:
    page = new_page(viewport={"width": width, "height": height}, is_new=True)
    stage = BoardHarness(Moroccan({"players": players}), me=1)
    stage.open(page)
    expect(page.locator(".board__own").first).to_be_visible()
    hand, table, prompt = boxes(page, ".board__own", ".board__spot", "#prompt")
    assert min(card["width"] for card in hand) >= 45
    assert min(card["width"] for card in table) >= 38
    for box in (*hand, *table, *prompt):
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
    assert stage.errors == []
