"""The small boards of the home page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Page

from games.selectors.card_names import named_cards
from tests.browser.board_pages import boxes, new_page  # noqa: F401  a fixture
from tests.browser.disk_site import disk_site

RANKS = [1, 2, 3, 4, 5, 6, 7, 10, 11, 12]
PAGE = """<!doctype html>
    <link rel="stylesheet" href="/static/css/bundles/site.css">
    <link rel="stylesheet" href="/static/css/pages/lobby.css">
    <link rel="stylesheet" href="/static/css/pages/small_board.css">
    <div class="panels" style="inline-size: {width}px">
        <section class="card-panel featured"><div class="small-board">{table}</div></section>
    </div>"""


@pytest.mark.parametrize(("width", "screen"), [(338, 1280), (358, 390)])
def test_the_cards_on_a_small_board_are_large_and_lie_in_rows(
    new_page: Callable[..., Page], width: int, screen: int
) -> None:
    page = new_page(viewport={"width": screen, "height": 800})
    for count in range(1, 11):
        cards = named_cards([f"{rank}C" for rank in RANKS[:count]], "spanish")
        table = render_to_string("games/lobby/_small_table.html", {"cards": cards, "pack": "spanish"})
        page.goto(disk_site().put(PAGE.format(width=width, table=table)))
        shown, board = boxes(page, ".small-table li", ".small-board")
        assert min(card["width"] for card in shown) >= 44
        rows = Counter(card["y"] for card in shown).values()
        assert max(rows) - min(rows) <= 2, f"{count} cards lie in rows of {list(rows)}"
        assert board[0]["height"] <= 1.5 * board[0]["width"]


def test_an_empty_small_board_is_half_as_high_as_wide(new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.goto(disk_site().put(PAGE.format(width=338, table="")))
    [[board]] = boxes(page, ".small-board")
    assert board["height"] == pytest.approx(board["width"] / 2, abs=1)
