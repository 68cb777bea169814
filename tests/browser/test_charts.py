"""The labels of charts, which are drawn on a canvas."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import Page, expect

from accounts.js_catalog import catalog_address
from tests.browser.board_pages import new_page  # noqa: F401  a fixture
from tests.browser.disk_site import disk_site
from tests.browser.user import wait_until

KEEP_TEXTS = """
    window.drawn = [];
    window.places = {};
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        window.drawn.push(text);
        window.places[text] = place;
        return fillText.call(this, text, ...place);
    };
"""


def labels(page: Page, figure: str, data: str, script: str, points: Any, language: str = "en") -> list[str]:
    """Return the texts drawn on a chart with this data."""
    page.add_init_script(KEEP_TEXTS)
    with translation.override(language):
        catalog = catalog_address()
    html = f"""<!doctype html><html lang="{language}">
        <link rel="stylesheet" href="/static/css/pages/analysis.css">
        <link rel="stylesheet" href="/static/css/pages/player.css">
        <body><div {figure}></div><output id="course-point"></output>
        <script id="{data}" type="application/json">{json.dumps(points)}</script>
        <script src="{catalog}"></script>
        <script src="/static/js/{script}" type="module"></script>"""
    page.goto(disk_site().put(html))
    expect(page.locator("canvas")).to_be_visible()
    wait_until(page, lambda: page.evaluate("drawn.length"))
    drawn: list[str] = page.evaluate("window.drawn")
    return drawn


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
@pytest.mark.parametrize(("lead", "beside"), [([0, 0.3, -0.2], {"+1", "−1"}), ([0, 1.4, 2.6], {"+1", "+2"})])
def test_an_analysis_is_labelled_with_whole_numbers(
    new_page: Callable[..., Page], language: str, lead: list[float], beside: set[str]
) -> None:
    course = {"numbers": [0, 1, 2], "lead": lead, "luck": lead, "skill": [0, 0, 0], "deals": [0]}
    drawn = labels(new_page(), 'id="course" class="course__plot"', "course-data", "analysis/chart.js", course, language)
    texts = {text.strip("\u200e\u200f\u061c") for text in drawn}  # Arabic numbers contain direction marks
    numbers = {text for text in texts if re.search(r"\d", text)}
    assert len(texts - numbers) == 2  # the names of the axes
    assert all(re.fullmatch(r"[+−]?\d+", number, re.ASCII) for number in numbers), texts
    assert {"0", "1", "2", *beside} <= texts


def test_ratings_are_labelled_with_whole_numbers(new_page: Callable[..., Page]) -> None:
    ratings = [{"values": [1500, 1501], "times": [1_790_000_000, 1_790_100_000]}]
    drawn = labels(new_page(), 'class="chart__plot"', "charts-data", "players/rating_chart.js", ratings)
    assert {"1490", "1500", "1510"} <= set(drawn)
    assert all(re.fullmatch(r"\d+", text) for text in drawn if text and " " not in text)


def test_the_first_and_the_last_match_have_their_dates_below_them(new_page: Callable[..., Page]) -> None:
    november = 1_793_500_000  # 1 November 2026
    times = [november + number * 86_400 for number in (6, 29, 29, 29, 29, 29)]
    page, ratings = new_page(), [{"values": [1500, 1520, 1510, 1530, 1540, 1550], "times": times}]
    drawn = labels(page, 'class="chart__plot"', "charts-data", "players/rating_chart.js", ratings)
    dates = [text.strip("\u2068\u2069") for text in drawn if "Nov" in text]
    assert dates == ["7 Nov 26", "30 Nov 26"]
    ends = page.evaluate("""() => {
        const { style } = document.querySelector(".u-over");
        const [left, width] = [style.left, style.width].map(parseFloat);
        return [left, left + width];
    }""")
    places = page.evaluate("Object.entries(places).filter(([text]) => text.includes('Nov')).map(([, [x]]) => x)")
    assert places == pytest.approx(ends, abs=1)
