"""Moves that the browser reads aloud."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.rules.moroccan import Moroccan
from tests.browser.board_harness import BoardHarness
from tests.browser.board_pages import (  # noqa: F401  fixtures
    new_page,
    open_stage,
    play_until_asked,
    settings,
)
from tests.browser.user import wait_until

# A voice that notes what it reads, and ends when the test says so.
VOICE = """
window.read = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: {
    speak(speech) { read.push(speech); },
    cancel() { read.at(-1).onerror(); },
}});
"""


@pytest.fixture
def stage() -> BoardHarness:
    return BoardHarness(Moroccan())


@pytest.fixture
def page(open_stage: Any, stage: BoardHarness) -> Page:
    return open_stage(stage, prepare=lambda page: page.add_init_script(VOICE))


def read(page: Page) -> list[str]:
    """Return the texts that the voice has read."""
    return page.evaluate("read.map(({ text }) => text)")


def end(page: Page) -> None:
    """Let the voice end what it reads."""
    page.evaluate("read.at(-1).onend()")


def play(stage: BoardHarness) -> None:
    stage.make(stage.game.turn_moves(stage.game.to_act)[0])


def test_moves_are_read_aloud_only_if_the_reader_wants_that(page: Page, stage: BoardHarness) -> None:
    play_until_asked(stage, page)
    assert read(page) == []
    switch = settings(page).get_by_label("Read moves aloud")
    expect(switch).not_to_be_checked()
    switch.check()
    assert read(page) == ["Moves are read aloud."]
    end(page)
    play(stage)
    wait_until(page, lambda: len(read(page)) == 2)
    assert re.fullmatch(r"\w+ (lays|plays) .*\.", read(page)[1])
    assert page.evaluate("[read[1].lang, read[1].volume]") == ["en", 0.7]
    page.reload()
    expect(settings(page).get_by_label("Read moves aloud")).to_be_checked()


def test_a_slow_voice_leaves_out_what_is_no_longer_news(page: Page, stage: BoardHarness) -> None:
    settings(page).get_by_label("Read moves aloud").check()
    play_until_asked(stage, page)
    for _card in range(4):
        play(stage)
    expect(page.locator(".board__own")).to_have_count(1)
    for _line in range(3):
        end(page)
    latest = read(page)[-1]
    assert len(read(page)) == 4  # the sample, and three lines
    end(page)
    assert read(page)[-1] == latest


def test_the_sound_button_silences_the_voice(page: Page, stage: BoardHarness) -> None:
    settings(page).get_by_label("Read moves aloud").check()
    play_until_asked(stage, page)
    page.get_by_role("button", name="Sound").click()
    count = len(read(page))
    play(stage)
    expect(page.locator(".board__own")).to_have_count(2)
    assert len(read(page)) == count
