"""Shouts appear once the card has landed, name the call, and cover neither cards nor each other."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.rules.events import Event
from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.rules.porrazo import Porrazo
from tests.browser.board_harness import BoardHarness
from tests.browser.board_pages import Box, boxes, contains, covers, new_page, open_stage  # noqa: F401  fixtures
from tests.browser.lesson_page import open_lesson
from tests.browser.scenes import GAMES, before, table

MOVING = {"reduced_motion": "no-preference"}
FLIGHT = 300  # milliseconds, as in motion.js
LEAST = 1200  # milliseconds that a shout is shown while others wait, as in news.js
SOON = 15  # seconds: the page is open by then, and has not yet checked its connection
FALSE_CALL = 6  # the index of the tutorial's step with a false call


@pytest.fixture
def open_still(open_stage: Callable[..., Page]) -> Callable[..., Page]:
    """Return a function that opens a table with the page's clock stopped."""

    def open_still(stage: BoardHarness, **context: Any) -> Page:
        page = open_stage(stage, prepare=lambda page: page.clock.install(time=0), **context)
        page.clock.pause_at(SOON)
        return page

    return open_still


def tell(stage: BoardHarness, *events: Event) -> None:
    """Send events that change nothing."""
    stage.send(stage.state(list(events)))


def test_a_shout_comes_when_the_capturing_card_has_landed(open_still) -> None:
    stage, move = before(GAMES["moroccan-2"], "caida")
    page = open_still(stage, **MOVING)
    stage.make(move)
    expect(page.locator(".board__flying")).to_have_count(1)
    page.clock.run_for(FLIGHT - 1)
    expect(page.locator(".shout")).to_have_count(0)
    expect(page.locator(".is-scoring")).to_have_count(0)
    page.clock.run_for(1)
    expect(page.locator(".shout")).to_contain_text("Caida")
    expect(page.locator(".board__flying")).to_have_count(1)  # the capture is still shown
    expect(page.locator(".is-scoring")).to_have_count(1)


def test_a_card_in_flight_stays_on_the_board(open_still) -> None:
    stage = BoardHarness(Moroccan({"declarations": "automatic"}))
    game = stage.game
    game.table = ["1O", "2C", "3S", "4B"]  # the last of four lies at the right
    page = open_still(stage, viewport={"width": 390, "height": 844}, **MOVING)
    tell(stage, Event("capture", game.to_act, {"card": "4O", "cards": ["4B"]}))
    expect(page.locator(".board__flying")).to_have_count(1)
    beyond = "node => node.offsetLeft + node.offsetWidth - node.offsetParent.clientWidth"
    assert page.locator(".board__flying").evaluate(beyond) <= 0


LANDED = """nodes => {
    for (const animation of document.getAnimations()) animation.cancel();
    return nodes.map((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return { x, y, width, height };
    });
}"""


def landed_boxes(page: Page, selector: str) -> list[Box]:
    """Return the boxes of elements once their animations have ended, which a stopped clock would not show."""
    found: list[Box] = page.locator(selector).evaluate_all(LANDED)
    return found


@pytest.mark.parametrize("size", [(844, 390), (640, 400), (390, 844), (320, 568), (768, 1024), (1280, 800)])
@pytest.mark.parametrize("name", ["moroccan-2", "moroccan-3", "moroccan-4"])
def test_a_shout_covers_neither_the_capture_nor_a_seat(open_still, name: str, size: tuple[int, int]) -> None:
    stage, move = before(GAMES[name], "caida")
    page = open_still(stage, viewport={"width": size[0], "height": size[1]}, **MOVING)
    stage.make(move)
    expect(page.locator(".board__flying")).to_have_count(1)
    page.clock.run_for(FLIGHT)
    expect(page.locator(".shout")).to_be_visible()
    [shout], others = landed_boxes(page, ".shout"), landed_boxes(page, ".board__flying, .board__spot, .seat")
    assert [other for other in others if covers(shout, other)] == []


@pytest.mark.parametrize("size", [(844, 390), (640, 400), (568, 320)])
@pytest.mark.parametrize("name", ["porrazo-4", "porrazo-8"])
def test_a_shout_on_a_low_board_keeps_apart_from_the_seats_above_it(new_page, name: str, size: tuple[int, int]) -> None:
    stage = table(GAMES[name]())
    page = new_page(viewport={"width": size[0], "height": size[1]})
    stage.open(page)
    expect(page.locator(".seat--top")).not_to_have_count(0)
    tell(stage, Event("porrazo", 1, {"points": 1}))
    expect(page.locator(".shout")).to_be_visible()
    [shout], tops = boxes(page, ".shout", ".seat--top")
    assert shout["y"] - max(seat["y"] + seat["height"] for seat in tops) >= 4


@pytest.mark.parametrize(("size", "least"), [((390, 844), 32), ((320, 568), 25), ((844, 390), 20), ((1280, 800), 32)])
@pytest.mark.parametrize("name", ["moroccan-2", "moroccan-4"])
def test_the_word_of_a_great_moment_is_large(open_still, name: str, size: tuple[int, int], least: int) -> None:
    stage, move = before(GAMES[name], "caida")
    page = open_still(stage, viewport={"width": size[0], "height": size[1]})
    stage.make(move)
    word = page.locator(".shout b")
    expect(word).to_have_text("Caida")
    assert word.evaluate("node => parseFloat(getComputedStyle(node).fontSize)") >= least


def test_the_words_of_a_shout_are_visible_from_its_first_moment(open_still) -> None:
    stage = BoardHarness(Porrazo({"players": 4}))
    page = open_still(stage, **MOVING)
    tell(stage, Event("tendido", 1, {"points": 6}))
    first = """nodes => nodes.map(node => {
        for (const motion of node.getAnimations()) motion.currentTime = 0;
        return getComputedStyle(node).opacity;
    })"""
    expect(page.locator(".shout")).to_be_visible()
    assert set(page.locator(".shout > *").evaluate_all(first)) == {"1"}


def test_the_words_of_a_shout_are_apart_on_a_phone(open_still) -> None:
    stage = BoardHarness(Porrazo({"players": 4}))
    page = open_still(stage, viewport={"width": 390, "height": 844})
    tell(stage, Event("tendido", 1, {"points": 6}))
    words = page.locator(".shout > *")
    expect(words).to_have_count(3)
    found = words.evaluate_all("all => all.map(one => [one.offsetLeft, one.offsetLeft + one.offsetWidth])")
    assert all(after[0] - one[1] >= 14 for one, after in pairwise(found)), found


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
@pytest.mark.parametrize("kind", ["tendido", "in_place", "porrazo", "limpia"])
def test_the_word_of_a_shout_is_whole_on_the_smallest_phone(new_page, kind: str, language: str) -> None:
    stage = BoardHarness(Porrazo({"players": 4}))
    page = new_page(viewport={"width": 320, "height": 568})
    stage.open(page, language=language)
    expect(page.locator(".seat:visible").first).to_be_visible()
    tell(stage, Event(kind, 1, {"points": 6}))
    word = page.locator(".shout b")
    expect(word).to_be_visible()
    assert word.evaluate("node => node.scrollWidth <= node.clientWidth")


CLEARANCE = """node => {
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(node);
    const baseline = document.createElement("i");
    baseline.style.display = "inline-block";
    node.append(baseline);
    const line = baseline.getBoundingClientRect().bottom;
    baseline.remove();
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = pen.measureText(node.textContent);
    const [own, band] = [node, node.parentElement].map((one) => one.getBoundingClientRect());
    return Math.min(own.bottom - line - down, band.bottom - line - down, line - up - band.top);
}"""


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (1280, 800)])
def test_the_letters_of_a_shout_lie_within_its_band(new_page, size: tuple[int, int]) -> None:
    stage = BoardHarness(Moroccan())
    page = new_page(viewport={"width": size[0], "height": size[1]})
    stage.open(page)
    expect(page.locator(".seat:visible").first).to_be_visible()
    tell(stage, Event("challenge", 0, {"against": 1, "right": True, "cards": []}))
    word = page.locator(".shout b")
    expect(word).to_have_text("Challenge")
    assert word.evaluate(CLEARANCE) >= 0


def laying(game: Game) -> Any:
    """Return a move that lays a card without capturing anything."""
    ranks = {card[:-1] for card in game.table}
    moves: list[Any] = game.turn_moves(game.to_act)
    return next(move for move in moves if move[2][:-1] not in ranks)


def test_a_shout_comes_when_a_laid_card_has_landed(open_still) -> None:
    stage = BoardHarness(Moroccan({"declarations": "automatic"}))
    page = open_still(stage, **MOVING)
    move = laying(stage.game)
    events = [*stage.game.apply(move), Event("duty_king", move.seat, {"points": 5})]
    tell(stage, *events)
    expect(page.locator(f".board__spot[data-key='{move[2]}']")).to_be_visible()
    page.clock.run_for(FLIGHT - 1)
    expect(page.locator(".shout")).to_have_count(0)
    page.clock.run_for(1)
    expect(page.locator(".shout")).to_contain_text("9a3a rey")


def test_a_laid_card_is_told_when_it_has_landed(open_still) -> None:
    stage = BoardHarness(Moroccan({"declarations": "automatic"}))
    page = open_still(stage, **MOVING)
    move = laying(stage.game)
    said = page.locator(".board__line").inner_text()
    told = page.locator(".log__line").count()
    stage.make(move)
    expect(page.locator(f".board__spot[data-key='{move[2]}']")).to_be_visible()
    page.clock.run_for(FLIGHT - 1)
    expect(page.locator(".board__line")).to_have_text(said)
    expect(page.locator(".log__line")).to_have_count(told)
    page.clock.run_for(1)
    expect(page.locator(".board__line")).to_contain_text("lays")
    expect(page.locator(".log__line").last).to_contain_text("lays")


def test_without_motion_a_shout_comes_with_the_new_cards(open_still) -> None:
    stage, move = before(GAMES["moroccan-2"], "caida")
    page = open_still(stage)
    stage.make(move)
    expect(page.locator(".shout")).to_contain_text("Caida")
    expect(page.locator(".board__flying")).to_have_count(0)


AWARDS = [
    (Moroccan, Event("award", -1, {"side": 0, "call": "ronda", "points": 1}), "RondaAmina+1"),
    (Moroccan, Event("award", -1, {"side": 1, "call": "tringa", "points": 6}), "TringaSota+6"),
    (Moroccan, Event("award", -1, {"side": 1, "call": "two-rondas", "points": 2}), "Two rondasSota+2"),
    (Porrazo, Event("porrazo", 1, {"points": 1, "from": 0, "limpia": 0}), "PorrazoSota"),  # it may be struck back
    (Porrazo, Event("ronda", 1, {"holding": "rondine", "rank": "7", "points": 3}), "RondineSota+3"),
]


@pytest.mark.parametrize(("ruleset", "event", "shout"), AWARDS)
def test_a_shout_names_the_call_that_was_awarded(open_still, ruleset: type[Game], event: Event, shout: str) -> None:
    stage = BoardHarness(ruleset())
    page = open_still(stage)
    tell(stage, event)
    expect(page.locator(".shout")).to_have_text(shout)


def test_shouts_are_shown_one_after_the_other(open_still) -> None:
    stage = BoardHarness(Moroccan())
    page = open_still(stage)
    shouts = page.locator(".shout b")
    tell(stage, Event("caida", 1, {"points": 1, "from": 0}), Event("missa", 1, {"points": 1}))
    expect(shouts).to_have_text(["Caida"])
    tell(stage, Event("challenge", 0, {"against": 1, "right": True, "cards": []}))
    page.clock.run_for(LEAST - 1)
    expect(shouts).to_have_text(["Caida"])
    page.clock.run_for(1)
    expect(shouts).to_have_text(["Missa"])
    page.clock.run_for(LEAST)
    expect(shouts).to_have_text(["Challenge"])
    page.clock.run_for(LEAST)
    tell(stage, Event("missa", 1, {"points": 1}))  # none is waiting, so this one appears at once
    expect(shouts).to_have_text(["Missa"])


@pytest.mark.parametrize("reduced_motion", ["reduce", "no-preference"])
def test_a_shout_goes_when_a_later_card_is_played_but_not_at_once(open_still, reduced_motion: str) -> None:
    stage = BoardHarness(Moroccan())
    page = open_still(stage, reduced_motion=reduced_motion)
    shouts = page.locator(".shout b")
    card = Event("play", 0, {"card": "1O"})
    tell(stage, Event("missa", 1, {"points": 1}))
    expect(shouts).to_have_text(["Missa"])
    tell(stage, card)
    page.clock.run_for(LEAST - 1)
    expect(shouts).to_have_text(["Missa"])
    page.clock.run_for(1)
    expect(shouts).to_have_count(0)
    tell(stage, Event("missa", 1, {"points": 1}))
    page.clock.run_for(LEAST)
    expect(shouts).to_have_text(["Missa"])  # nothing has happened since
    tell(stage, card)
    expect(shouts).to_have_count(0)


CHIPS = """() => {
    const box = (node) => node.getBoundingClientRect();
    return [...document.querySelectorAll(".board__line .chip")].map((chip) => {
        const range = document.createRange();
        range.selectNode(chip.nextSibling ?? chip.parentNode.nextSibling);
        const next = document.querySelectorAll(".board__line .chip")[
            [...document.querySelectorAll(".board__line .chip")].indexOf(chip) + 1];
        const after = chip.nextSibling?.textContent === "." ? box(range) : next && box(next);
        return after && after.top < box(chip).bottom ? after.left - box(chip).right : null;
    });
}"""
FRAME = 1  # pixel around each small card


def test_the_small_cards_in_the_news_touch_nothing(open_still) -> None:
    stage = BoardHarness(Moroccan())
    page = open_still(stage, viewport={"width": 390, "height": 844})
    tell(stage, Event("capture", 1, {"card": "10O", "cards": ["10B", "11C", "12S"]}))
    expect(page.locator(".board__line .chip")).to_have_count(4)
    gaps = [gap for gap in page.evaluate(CHIPS) if gap is not None]
    assert len(gaps) >= 2
    assert min(gaps[:-1]) >= 2 * FRAME + 2
    assert gaps[-1] >= FRAME + 1, "the full stop"


@pytest.mark.parametrize("width", [320, 390])
def test_the_shouts_of_a_challenge_fit_a_phone_in_the_tutorial(new_page, width: int) -> None:
    page = new_page(viewport={"width": width, "height": 844})
    page.clock.install(time=0)
    errors = open_lesson(page)
    page.locator(".learn__step").nth(FALSE_CALL).click()
    expect(page.locator("#seen")).not_to_have_text("")
    page.clock.pause_at(SOON)
    page.locator("#prompt button", has_text="Ronda").click()
    for word in ("Ronda", "Challenge", "False call"):
        expect(page.locator(".shout b")).to_have_text([word])
        assert_in_line(page)
        page.clock.run_for(LEAST)
    assert errors == []


PARTS = """() => {
    for (const animation of document.getAnimations()) animation.cancel();
    const ends = node => { const { left, right } = node.getBoundingClientRect(); return [left, right]; };
    const parts = [...document.querySelectorAll(".shout > *")].map(ends);
    const [left, right] = ends(document.querySelector(".board__news"));
    return [left, ...parts.flat(), right];
}"""


def assert_in_line(page: Page) -> None:
    """Check that a shout's parts lie within the line above the cards, side by side."""
    ends = page.evaluate(PARTS)
    assert len(ends) > 4
    assert ends == sorted(ends)


def test_long_names_do_not_push_the_points_out_of_a_shout(open_still) -> None:
    stage = BoardHarness(Moroccan({"players": 4}))
    for seat in stage.seats:
        assert seat is not None
        seat["name"] = "W" * 20
    page = open_still(stage, viewport={"width": 320, "height": 568})
    tell(stage, Event("false_call", 1, {"call": "tringa", "points": 5}))
    expect(page.locator(".shout")).to_contain_text("+5")
    assert_in_line(page)


@pytest.mark.parametrize("language", ["en", "fr", "ar"])
def test_the_word_and_the_points_of_a_shout_beside_the_seat_opposite_are_whole(new_page, language: str) -> None:
    stage = table(Moroccan())  # with clocks, so that the seat is wide
    for seat, name in zip(stage.seats, ["Guest 1856", "Guest 6626"], strict=True):
        assert seat is not None
        seat.update(name=name, by_site=False, bot=False)
    page = new_page(viewport={"width": 844, "height": 390})
    stage.open(page, language=language)
    expect(page.locator(".seat__clock:visible")).to_have_count(2)
    stage.send({**stage.state([Event("false_call", 0, {"call": "ronda", "points": 1})])})
    expect(page.locator(".shout")).to_contain_text("+1")
    whole = page.locator(".shout > :not(.shout__name)")  # long names are shortened
    assert whole.evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth + 1)")
    page.evaluate("() => { for (const animation of document.getAnimations()) animation.cancel(); }")
    [band], parts = boxes(page, ".shout", ".shout > *")
    assert all(contains(band, part) for part in parts)
