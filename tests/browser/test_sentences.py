"""Scripts format lists and signed numbers according to the page's language."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from games.rules.events import Event
from games.rules.moroccan import Moroccan
from games.rules.porrazo import Porrazo
from tests.browser import scenes
from tests.browser.board_harness import BoardHarness
from tests.browser.board_pages import new_page, open_stage  # noqa: F401  fixtures
from tests.browser.disk_site import disk_site
from tests.browser.text_faults import text_faults

LISTS = {
    "en": ["amina & badr", "7, 5"],
    "fr": ["amina et badr", "7 et 5"],
    "es": ["amina y badr", "7 y 5"],
    "ar": ["\u2068amina\u2069 و\u2068badr\u2069", "\u20687\u2069 و\u20685\u2069"],
}


@pytest.mark.parametrize("language", LISTS)
def test_a_list_is_written_as_in_the_language_of_the_page(new_page: Callable[..., Page], language: str) -> None:
    page = new_page()
    direction = "rtl" if language == "ar" else "ltr"
    page.goto(disk_site().put(f'<!doctype html><html lang="{language}" dir="{direction}"></html>'))
    made = page.evaluate("""async () => {
        const { listing } = await import("/static/js/lib/sentence.js");
        return [listing(["amina", "badr"], "conjunction", "short"), listing([7, 5].map(String), "unit")];
    }""")
    assert made == LISTS[language]


def test_a_list_of_names_in_an_arabic_sentence_begins_on_the_right(new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.goto(disk_site().put('<!doctype html><html lang="ar" dir="rtl"></html>'))
    amina, badr = page.evaluate("""async () => {
        const { fillIn, listing } = await import("/static/js/lib/sentence.js");
        document.body.append(fillIn("ضد %s.", [listing(["amina", "badr"])]));
        const text = document.querySelector("bdi").firstChild;
        return ["amina", "badr"].map((name) => {
            const range = new Range();
            range.setStart(text, text.data.indexOf(name));
            range.setEnd(text, text.data.indexOf(name) + name.length);
            return range.getBoundingClientRect().left;
        });
    }""")
    assert amina > badr


def test_no_line_ends_at_the_hyphen_of_a_word(new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.goto(
        disk_site().put(
            '<!doctype html><html lang="en"><link rel="stylesheet" href="/static/css/table/cards.css"></html>'
        )
    )
    heights = page.evaluate("""async () => {
        const { fillIn } = await import("/static/js/lib/sentence.js");
        const line = document.createElement("p");
        line.style.inlineSize = "min-content";
        document.body.append(line);
        return ["%s: e-see.", "%s: e", "%s: e-see, me-sa."].map((text) => {
            line.replaceChildren(fillIn(text, ["A"]));
            return [line.textContent, line.clientHeight];
        });
    }""")
    (word, high), (_, two_lines), (words, higher) = heights
    assert [word, words] == ["A: e-see.", "A: e-see, me-sa."]
    assert high == two_lines  # a line each for "A:" and the word
    assert higher == 1.5 * two_lines


SIGNED = {
    ".log__line--award": (partial(Moroccan, {"target": 121}), "award"),
    ".panel--count td": (partial(Moroccan, {"target": 121}), "count"),
    ".tendido__set": (Porrazo, "tendido"),
}


@pytest.mark.parametrize("place", SIGNED)
def test_a_sign_is_on_the_left_of_its_number_in_arabic(open_stage: Callable[..., Page], place: str) -> None:
    stage, move = scenes.before(*SIGNED[place])
    page = open_stage(stage, data={"language": "ar"}, viewport={"width": 1280, "height": 800})
    stage.make(move)
    check_signs(page, place)


def test_a_sign_is_on_the_left_of_the_points_for_an_empty_table_in_arabic(open_stage: Callable[..., Page]) -> None:
    stage = scenes.table(Porrazo())
    scenes.play_until(stage, lambda game, _events: bool((game.view(0)["pending"] or {}).get("limpia")))
    page = open_stage(stage, data={"language": "ar"}, viewport={"width": 1280, "height": 800})
    check_signs(page, ".pending small")


def check_signs(page: Page, place: str) -> None:
    """Check the signs of all numbers on the page, at least one of which must be visible in ``place``."""
    expect(page.locator(place, has_text="+").first).to_be_visible()
    assert [fault for fault in text_faults(page, 1280) if "sign" in fault] == []


def test_the_cards_of_a_line_are_said_as_a_list_of_the_language(open_stage: Callable[..., Page]) -> None:
    stage = BoardHarness(Moroccan({"declarations": "automatic"}))
    page = open_stage(stage, data={"language": "ar"})
    stage.send(stage.state([Event("capture", 1, {"card": "1C", "cards": ["1O", "10O", "2B"]})]))
    expect(page.locator("#spoken")).to_contain_text("\u2068صوطة (10) دنانير\u2069")
    expect(page.locator("#spoken")).not_to_contain_text(",")


# The lines that begin with a punctuation mark, or with a number before one, in a column of any width.
ASTRAY = r"""(list) => {
    const found = new Set();
    const words = (line) => {
        const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        const all = [];
        while (walker.nextNode()) {
            const text = walker.currentNode;
            if (!text.parentElement.checkVisibility()) continue;
            for (const { 0: word, index } of text.data.matchAll(/[^\s.,:()\u2066-\u2069]+|[.,:)]/gu)) {
                range.setStart(text, index);
                range.setEnd(text, index + word.length);
                const isNumber = /^\p{N}+$/u.test(word) && !text.parentElement.closest(".chip");
                all.push({ word, isNumber, box: range.getBoundingClientRect() });
            }
        }
        return all;
    };
    for (let width = 90; width <= 220; width += 5) {
        list.style.inlineSize = `${width}px`;
        for (const line of list.children) {
            words(line).forEach(({ word, isNumber, box }, place, all) => {
                const ends = /^[.,:)]$/.test(word) || (isNumber && /^[.)]$/.test(all[place + 1]?.word));
                const isBelow = place && box.top >= all[place - 1].box.bottom - 2;
                if (ends && isBelow) found.add(`${word} | ${line.textContent}`);
            });
        }
    }
    return [...found];
}"""


@pytest.mark.parametrize("language", ["en", "ar"])
def test_the_end_of_a_sentence_does_not_begin_a_line(open_stage: Callable[..., Page], language: str) -> None:
    stage = scenes.table(Moroccan())
    scenes.play_until(stage, lambda game, _events: stage.version > 6 and scenes.is_asked("play")(game, []))
    page = open_stage(stage, data={"language": language}, viewport={"width": 640, "height": 400})
    lines = [
        Event("missa", 0, {"points": 36}),
        Event("batch", -1, {"size": 3, "batch": 0}),
        Event("table", -1, {"cards": ["4O", "5B", "2E", "11B"]}),
        Event("capture", 1, {"card": "4C", "cards": ["4E", "5B"]}),
    ]
    stage.send(stage.state(lines))
    news = page.locator(".prompt__news")
    expect(news).to_contain_text("36")
    assert news.evaluate(ASTRAY) == []
