"""The replay page: stepping with buttons, keys and the slider, and the match as each reader saw it."""

import itertools
import random
import re
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.rules.game import Game
from games.rules.highlights import HIGHLIGHT_LABELS, highlights_of
from games.rules.moroccan import Moroccan
from games.rules.porrazo import Porrazo
from games.selectors.replay_views import pack_views
from tests.browser.accessible import check_page
from tests.browser.board_harness import BoardHarness, deal_next
from tests.browser.board_pages import boxes, contains, covers, measure, new_page  # noqa: F401  a fixture
from tests.browser.test_board_sounds import LOADED
from tests.browser.user import wait_until

KINDS = {kind: HIGHLIGHT_LABELS[kind] for kind in ("call", "caida", "missa")}
DECISION = {
    "seat": 0,
    "is_best": True,
    "loss": "0.0",
    "choices": [{"card": "1O", "words": "", "points": "+0.5", "is_best": True, "is_chosen": True}],
}
SCREENS = [(390, 844), (320, 568), (844, 390), (700, 1000), (1280, 844)]


def game_of(players: int, target: int) -> Game:
    """Return a match of Moroccan Ronda, or of Porrazo if there are too many players for it."""
    return Moroccan({"players": players, "target": target}) if players <= 4 else Porrazo({"players": players})


@cache
def replay_of(players: int, target: int) -> list[dict[str, Any]]:
    """Play a random match, and return its steps in the page's format."""
    game, dice = game_of(players, target), random.Random(3)

    def step(move: int, events: list[Any]) -> dict[str, Any]:
        views = {"public": deepcopy(game.view(None)), "open": deepcopy(game.view(None))}
        for seat, hand in enumerate(game.hands):
            views[str(seat)] = {**deepcopy(game.view(seat)), "moves": [], "interrupts": []}
            views["open"]["seats"][seat]["hand"] = list(hand)
        told = [event.as_json() for event in events]
        return {"move": move, "events": told, "highlights": highlights_of(type(game), events), "views": views}

    steps = [step(0, deal_next(game, dice))]
    while not game.over:
        events = list(game.apply(dice.choice(game.turn_moves(game.to_act))))
        if game.phase == "deal":
            events += deal_next(game, dice)
        steps.append(step(len(steps), events))
    return steps


@cache
def packed_replay(players: int, target: int) -> list[dict[str, Any]]:
    """Return the steps of ``replay_of``, with their views packed for the page."""
    steps = replay_of(players, target)
    views = pack_views(step["views"] for step in steps)
    return [{**step, "views": changes} for step, changes in zip(steps, views, strict=True)]


@pytest.fixture
def replay(new_page: Callable[..., Page]) -> Iterator[Callable[..., tuple[list[dict[str, Any]], Page]]]:
    """Return a function that opens a replay. On teardown, check that the browser has reported no errors."""
    stages: list[BoardHarness] = []

    def open_replay(
        query: str = "",
        players: int = 2,
        target: int = 15,
        decisions: Iterable[int] = (),
        language: str = "en",
        own_seat: int | None = None,
        **context: Any,
    ) -> tuple[list[dict[str, Any]], Page]:
        stage = BoardHarness(game_of(players, target))
        stages.append(stage)
        page = new_page(**context)
        steps = [
            {**step, "decision": DECISION} if place in decisions else step
            for place, step in enumerate(packed_replay(players, target))
        ]
        data = {"steps": steps, "highlights": KINDS, "language": language, "own_seat": own_seat}
        stage.open(page, "games/matches/replay.html", query, **data)
        expect(page.locator(".seat")).to_have_count(players)
        return replay_of(players, target), page

    yield open_replay
    assert [error for stage in stages for error in stage.errors] == []


def test_players_sit_at_the_bottom_of_their_replay_unless_it_shows_another_seats_view(replay) -> None:
    bottom = ".board__mine .seat"
    for own_seat, query, expected in [(None, "", 0), (2, "", 2), (2, "?view=public", 2), (2, "?view=1", 1)]:
        _, page = replay(query, players=3, own_seat=own_seat)
        expect(page.locator(bottom)).to_have_attribute("data-seat", str(expected))
    page.locator("#seen-by").select_option("open")
    expect(page.locator(bottom)).to_have_attribute("data-seat", "2")


def shown_table(page: Page) -> list[str | None]:
    return [spot.get_attribute("data-key") for spot in page.locator(".board__spot").all()]


def expect_step(page: Page, steps: list[dict[str, Any]], place: int) -> None:
    """Check that every part of the page shows this step."""
    expect(page.locator("#where")).to_have_text(f"Step {place} of {len(steps) - 1}")
    expect(page.locator("#slider")).to_have_value(str(place))
    expect(page.locator("#moves [aria-current]")).to_have_text(re.compile(rf"^{place or ''}\D"))
    expect(page).to_have_url(re.compile(rf"[?&]move={place}(&|$)"))
    table = steps[place]["views"]["open"]["table"]
    expect(page.locator(".board__spot")).to_have_count(len(table))  # captured cards are shown for a moment
    assert shown_table(page) == table


def test_buttons_step_through_the_match_and_stay_within_it(replay) -> None:
    steps, page = replay()
    last = len(steps) - 1
    expect_step(page, steps, 0)
    page.get_by_role("button", name="Previous move").click()
    expect_step(page, steps, 0)
    page.get_by_role("button", name="Next move").click()
    expect_step(page, steps, 1)
    page.get_by_role("button", name="Go to end").click()
    expect_step(page, steps, last)
    page.get_by_role("button", name="Next move").click()
    expect_step(page, steps, last)
    page.get_by_role("button", name="Previous move").click()
    expect_step(page, steps, last - 1)
    page.get_by_role("button", name="Go to start").click()
    expect_step(page, steps, 0)


def test_open_hands_at_the_sides_of_a_phone_can_be_read(replay) -> None:
    steps, page = replay("?move=1", players=4, viewport={"width": 390, "height": 844})
    assert max(len(seat["hand"]) for seat in steps[1]["views"]["open"]["seats"]) == 3
    for side in ("left", "right"):
        [seat], cards = boxes(page, f".seat--{side}", f".seat--{side} .seat__card")
        assert cards
        assert all(contains(seat, card) for card in cards)
        assert all(card["width"] >= 32 for card in cards)
        for card, other in itertools.pairwise(cards):
            assert other["x"] - card["x"] >= 0.4 * card["width"], "rank and suit are in view"


def test_arrow_keys_home_and_end_step_too(replay) -> None:
    steps, page = replay()
    for key, place in [("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", len(steps) - 1), ("Home", 0)]:
        page.keyboard.press(key)
        expect_step(page, steps, place)


def test_the_shortcuts_are_listed_with_a_key_and_no_other_key_works_meanwhile(replay) -> None:
    steps, page = replay()
    page.keyboard.press("?")
    shortcuts = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(shortcuts).to_contain_text("previous or next move")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(shortcuts).to_be_hidden()
    expect_step(page, steps, 0)
    page.keyboard.press("ArrowRight")
    expect_step(page, steps, 1)


def test_arrows_work_in_a_replay_while_single_keys_are_switched_off(replay) -> None:
    steps, page = replay()
    page.evaluate("localStorage.setItem('ronda.play.keys', 'false')")
    page.reload()
    expect_step(page, steps, 0)
    speed = page.locator("#speed").input_value()
    for key in "?+- ":
        page.keyboard.press(key)
    page.keyboard.press("ArrowRight")
    expect_step(page, steps, 1)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#speed")).to_have_value(speed)
    expect(page.locator("#show-keys")).not_to_have_attribute("aria-keyshortcuts", "?")


def test_arrows_follow_the_writing_direction(replay) -> None:
    steps, page = replay("?move=5")
    page.evaluate("document.documentElement.dir = 'rtl'")
    page.keyboard.press("ArrowLeft")
    expect_step(page, steps, 6)


def test_the_slider_and_the_list_of_moves_reach_every_move(replay) -> None:
    steps, page = replay()
    page.locator("#slider").fill("9")
    expect_step(page, steps, 9)
    page.locator("#moves button").nth(4).click()
    expect_step(page, steps, 4)


def test_a_link_opens_its_move_and_view(replay) -> None:
    steps, page = replay("?move=6&view=1", permissions=["clipboard-read", "clipboard-write"])
    expect_step(page, steps, 6)
    expect(page.get_by_label("View")).to_have_value("1")
    page.get_by_role("button", name="Next move").click()
    page.get_by_text("More", exact=True).press("Enter")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith("?move=7&view=1")


@pytest.mark.parametrize("query", ["?move=99999&view=nobody", "?move=-1", "?move=x"])
def test_a_link_to_a_missing_move_opens_the_start(replay, query: str) -> None:
    steps, page = replay(query)
    expect_step(page, steps, 0)
    expect(page.get_by_label("View")).to_have_value("open")


def test_hands_are_shown_or_hidden_as_the_view_says(replay) -> None:
    steps, page = replay(players=3)
    faces = page.locator(".seat__card [role=img]:visible, .board__own:visible")
    backs = page.locator(".seat__card [aria-hidden]:visible")
    for view, open_cards in [("open", 9), ("public", 0), ("2", 3)]:
        page.get_by_label("View").select_option(view)
        expect(faces).to_have_count(open_cards)
        expect(backs).to_have_count(9 - open_cards)
    own = [card.get_attribute("data-key") for card in page.locator(".board__own").all()]
    assert own == steps[0]["views"]["2"]["seats"][2]["hand"]


def test_a_step_is_heard_and_a_jump_is_not(replay) -> None:
    steps, page = replay()
    page.locator("#slider").fill("9")
    page.keyboard.press("ArrowLeft")
    expect_step(page, steps, 8)
    assert not page.evaluate(LOADED)
    page.get_by_role("button", name="Next move").click()
    wait_until(page, lambda: page.evaluate(LOADED))


def test_it_plays_by_itself_to_the_end_and_stops(replay) -> None:
    steps, page = replay()
    page.get_by_label("Speed").select_option("4")
    page.locator("#slider").fill(str(len(steps) - 3))
    run = page.get_by_role("button", name="Autoplay")
    run.click()
    expect(run).to_have_attribute("aria-pressed", "true")
    expect(run).to_have_attribute("aria-pressed", "false")
    expect_step(page, steps, len(steps) - 1)


def test_changing_the_view_during_an_animation_reveals_nothing_else(replay) -> None:
    _, page = replay("?move=8")
    faces = page.locator(".seat__card [role=img]:visible")
    expect(faces).not_to_have_count(0)
    page.evaluate("""() => {
        document.getElementById("next").click();
        const reader = document.getElementById("seen-by");
        reader.value = "public";
        reader.dispatchEvent(new Event("change"));
    }""")
    expect(faces).to_have_count(0)


def test_steps_taken_during_an_animation_end_at_the_right_move(replay) -> None:
    steps, page = replay(reduced_motion="no-preference")
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#slider")).to_have_value("12")
    expect(page.locator(".board__flying")).to_have_count(0)
    expect(page.locator(".board__spot")).to_have_count(len(steps[12]["views"]["open"]["table"]))
    expect_step(page, steps, 12)


def test_a_step_ends_the_animation_of_the_step_before(replay) -> None:
    steps, page = replay(reduced_motion="no-preference")
    page.clock.install(time=0)
    page.clock.pause_at(10)  # no capture animation ends on its own
    for before, step in itertools.pairwise(steps[:13]):
        page.keyboard.press("ArrowRight")
        expect(page.locator("#where")).to_have_text(f"Step {step['move']} of {len(steps) - 1}")
        is_capture = any(event["kind"] == "capture" for event in step["events"])
        expect(page.locator(".board__flying")).to_have_count(1 if is_capture else 0)
        assert shown_table(page) == (before if is_capture else step)["views"]["open"]["table"]
    page.clock.resume()
    expect(page.locator(".board__flying")).to_have_count(0)
    expect_step(page, steps, 12)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (640, 400), (844, 390), (1280, 800)])
def test_the_judgement_of_a_move_is_in_view_with_the_board_and_in_landscape_the_choices_too(
    replay, width: int, height: int
) -> None:
    _, page = replay("?move=8", decisions=[8], viewport={"width": width, "height": height})
    screen = {"x": 0, "y": 0, "width": width, "height": height}
    in_view = [".felt", "#slider", "#last", ".judgement__choices"]
    if width > height:
        in_view += [".controls__choices"]
    for [box] in boxes(page, *in_view):
        assert contains(screen, box)


LONG_TEXT = "() => document.querySelector('.controls__told').append(' and so on'.repeat(30))"


@pytest.mark.parametrize("has_touch", [False, True])
@pytest.mark.parametrize(("width", "height"), [(360, 740), (360, 800), (390, 844)])
def test_many_cards_lie_in_two_rows_on_a_tall_phone(replay, width: int, height: int, has_touch: bool) -> None:
    many = next(place for place, step in enumerate(replay_of(2, 15)) if len(step["views"]["open"]["table"]) > 7)
    size = {"width": width, "height": height}
    _, page = replay(f"?move={many}", viewport=size, has_touch=has_touch, is_mobile=has_touch)
    [cards] = boxes(page, ".board__spot")
    assert len({round(card["y"]) for card in cards}) == 2


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_long_text_moves_no_control_out_of_view_on_a_phone(replay, language: str) -> None:
    _, page = replay(language=language)
    for width, height in [(390, 664), (360, 740), (320, 780), (390, 844), (412, 915)]:
        page.set_viewport_size({"width": width, "height": height})
        before = boxes(page, ".controls__choices select")
        page.evaluate(LONG_TEXT)
        assert boxes(page, ".controls__choices select") == before
        assert len(before[0]) == 3
        screen = {"x": 0, "y": 0, "width": width, "height": height - 4}  # apart from its lower edge
        assert all(contains(screen, box) for box in before[0])


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844), (640, 400), (667, 375), (844, 390), (1280, 800)])
def test_board_and_buttons_are_in_view_together_on_every_screen(replay, width: int, height: int) -> None:
    _, page = replay("?move=8", viewport={"width": width, "height": height})
    screen = {"x": 0, "y": 0, "width": width, "height": height}
    [felt], *others = boxes(page, ".felt", "#slider", "#first", "#run", "#last", ".board__spot", ".board__own")
    assert felt["height"] > 0.45 * height
    for box in [felt, *(box for group in others for box in group)]:
        assert contains(screen, box)


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
def test_the_choices_and_their_names_are_in_one_row_in_landscape(replay, language: str) -> None:
    _, page = replay("?move=8", language=language)
    for width, height in [(568, 320), (640, 400), (844, 390)]:
        page.set_viewport_size({"width": width, "height": height})
        [side], names, choices = boxes(page, ".controls", ".controls__choices label", ".controls__choices select")
        assert len(choices) == 3
        assert {box["y"] for box in choices} == {choices[0]["y"]}
        assert {box["height"] for box in names} == {names[0]["height"]}, "a name is hidden or wrapped"
        assert all(name["height"] > choice["height"] + 10 for name, choice in zip(names, choices, strict=True))
        assert all(contains(side, name) for name in names)


RING = """node => {
    const { outlineWidth, outlineOffset } = getComputedStyle(node);
    return parseFloat(outlineWidth) + parseFloat(outlineOffset);
}"""


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (640, 400), (844, 390), (1280, 800)])
def test_the_ring_of_a_focused_button_covers_no_other_button(replay, size: tuple[int, int]) -> None:
    _, page = replay("?move=8", viewport={"width": size[0], "height": size[1]})
    page.keyboard.press("Tab")
    page.locator("#run").focus()
    ring = page.locator("#run").evaluate(RING)
    [buttons] = boxes(page, ".step")
    assert len(buttons) == 7
    assert all(other["x"] - one["x"] - one["width"] >= ring for one, other in itertools.pairwise(buttons))


NAME_ENDS = """() => [...document.querySelectorAll(".seat")].map((seat) => {
    const range = document.createRange();
    range.selectNodeContents(seat.querySelector(".seat__name"));
    return range.getBoundingClientRect().right;
})"""


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (1280, 800)])
def test_the_ring_of_a_focused_mark_covers_no_letter_of_the_name(replay, size: tuple[int, int]) -> None:
    _, page = replay("?move=8", viewport={"width": size[0], "height": size[1]})
    page.keyboard.press("Tab")
    marks = page.locator(".mark--role:visible")
    expect(marks).to_have_count(2)
    for mark in marks.all():
        mark.focus()
        ring = mark.evaluate(RING)
        [[own], names] = boxes(page, ".mark--role:focus-visible", ".seat__name")
        ends = zip(page.evaluate(NAME_ENDS), names, strict=True)
        beside = [end for end, name in ends if covers(name, {**own, "x": name["x"]})]
        assert all(own["x"] - ring >= end for end in beside), f"{own=} {ring=} {beside=}"
        assert beside or size[0] == 1280  # a large seat has its marks below the name


def test_the_note_at_a_mark_closes_when_another_move_is_shown(replay) -> None:
    steps, page = replay(viewport={"width": 390, "height": 844})
    assert all("card" not in event for event in steps[1]["events"])  # nobody plays a card
    page.locator(".mark--role:visible").first.click()
    note = page.locator(".seat-note")
    expect(note).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#where")).to_have_text(re.compile("^Step 1 "))
    expect(note).to_be_hidden()


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("size", [(320, 568), (390, 844), (640, 400), (844, 390), (1280, 800)])
def test_the_count_of_a_deal_shows_the_scores(replay, size: tuple[int, int], players: int) -> None:
    steps, page = replay(players=players, target=41, viewport={"width": size[0], "height": size[1]})
    counted = next(place for place, step in enumerate(steps) if any(one["kind"] == "count" for one in step["events"]))
    page.locator("#slider").fill(str(counted))
    expect(page.locator(".panel--count")).to_be_visible()
    found = measure(page, {"panel": ".panel--count", "scores": ".panel--count td:last-child", "felt": ".felt"})
    assert len(found["scores"]) == players
    assert all(contains(found["panel"][0], score) for score in found["scores"])
    assert contains(found["felt"][0], found["panel"][0])


# Records whether the seats of a board are visible while it has no view yet.
WATCH_SEATS = """
    window.seen = [];
    new MutationObserver(() => {
        const seat = document.querySelector("#board[aria-busy] .seat");
        if (seat) seen.push(getComputedStyle(seat).visibility);
    }).observe(document, { childList: true, subtree: true });
"""


def test_nothing_is_seen_of_the_seats_before_they_are_filled_and_move(replay) -> None:
    _steps, page = replay(viewport={"width": 412, "height": 823})
    page.add_init_script(WATCH_SEATS)
    page.reload()
    expect(page.locator("#board[aria-busy]")).to_have_count(0)
    expect(page.locator(".board__mine .seat")).to_be_visible()
    assert set(page.evaluate("seen")) == {"hidden"}


def test_the_page_is_accessible(replay) -> None:
    _, page = replay("?move=8")
    check_page(page)


def test_a_match_that_ended_before_a_card_was_dealt_is_an_empty_table(new_page) -> None:
    game = Moroccan()
    views = {name: game.view(None) for name in ("public", "open", "0", "1")}
    stage = BoardHarness(Moroccan())
    page = new_page()
    stage.open(
        page,
        "games/matches/replay.html",
        steps=[{"move": 0, "events": [], "highlights": [], "views": views}],
        highlights={},
    )
    expect(page.locator(".seat")).to_have_count(2)
    expect(page.locator("#where")).to_have_text("Step 0 of 0")
    expect(page.locator(".board__spot")).to_have_count(0)
    assert stage.errors == []


def moments_in(steps: list[dict[str, Any]], kind: str = "") -> list[int]:
    return [step["move"] for step in steps if (kind in step["highlights"] if kind else step["highlights"])]


def test_jumping_from_highlight_to_highlight(replay: Callable[..., tuple[list[dict[str, Any]], Page]]) -> None:
    steps, page = replay()
    highlights = moments_in(steps)
    assert len(highlights) > 2
    page.get_by_role("button", name="Next highlight").click()
    expect(page).to_have_url(re.compile(rf"move={highlights[0]}&"))
    page.keyboard.press("PageDown")
    expect(page).to_have_url(re.compile(rf"move={highlights[1]}&"))
    page.keyboard.press("PageUp")
    expect(page).to_have_url(re.compile(rf"move={highlights[0]}&"))


def test_choosing_the_kind_of_highlights(replay: Callable[..., tuple[list[dict[str, Any]], Page]]) -> None:
    steps, page = replay()
    kind = min((kind for kind in KINDS if moments_in(steps, kind)), key=lambda kind: len(moments_in(steps, kind)))
    places = moments_in(steps, kind)
    choice = page.get_by_role("combobox", name="Highlights")
    choice.select_option(kind)
    expect(page).to_have_url(re.compile(rf"move={places[0]}&"))
    page.get_by_role("button", name="Previous highlight").click()
    expect(page).to_have_url(re.compile(rf"move={places[0]}&"))
    assert choice.locator(f"option[value={kind}]").inner_text() == f"{KINDS[kind]} ({len(places)})"


def test_keys_change_the_speed(replay: Callable[..., tuple[list[dict[str, Any]], Page]]) -> None:
    _steps, page = replay()
    page.keyboard.press("+")
    expect(page.get_by_label("Speed")).to_have_value("2")
    page.keyboard.press("-")
    page.keyboard.press("-")
    expect(page.get_by_label("Speed")).to_have_value("0.5")


COUNT_FORMATS = """window.formats = 0; Intl.ListFormat = class extends Intl.ListFormat {
    constructor(...how) { super(...how); window.formats += 1; }
};"""


def test_a_replay_without_partners_needs_no_list_format(replay) -> None:
    """Creating the first list format takes 30 milliseconds on a phone."""
    _steps, page = replay()
    page.add_init_script(COUNT_FORMATS)
    page.reload()
    expect(page.locator("#scores .score__name")).to_have_text(["Amina", "Sota"])
    assert page.evaluate("window.formats") == 0


CUT_TEXTS = """() => {
    const told = document.getElementById("told"), slider = document.getElementById("slider"), cut = [];
    for (slider.value = 0; ; slider.stepUp()) {
        slider.dispatchEvent(new Event("input"));
        if (told.scrollHeight > told.clientHeight) cut.push(told.innerText);
        if (slider.value === slider.max) return cut;
    }
}"""


@pytest.mark.parametrize("language", ["en", "fr", "ar"])
def test_what_a_move_did_is_shown_in_full(replay, language: str) -> None:
    _, page = replay(players=4, language=language)
    for width, height in [(width, height) for width, height in SCREENS if width < 1024]:  # wider, the list shows it
        page.set_viewport_size({"width": width, "height": height})
        boxes(page, "#told")  # wait for the new layout
        assert page.evaluate(CUT_TEXTS) == [], (width, height)


# What the seat opposite and the line below it show, each of which must be readable.
PARTS = {
    "head": ".seat__head",
    "count": ".seat__count",
    "call": ".seat__call:not(.is-reserved)",
    "cards": ".seat__cards",
    "line": ".board__line",
}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_open_hands_cover_nothing(replay, players: int) -> None:
    _, page = replay("?move=2", players=players)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        found = measure(page, PARTS)
        assert found["cards"]
        for (one, first), (other, second) in itertools.combinations(found.items(), 2):
            covered = [(one, box, other, near) for box in first for near in second if covers(box, near)]
            assert not covered, (width, height)


def test_a_step_without_a_decision_shows_no_empty_panel_and_moves_no_button(replay) -> None:
    _, page = replay(decisions=[1])
    panel, button = page.locator("#judgement"), page.get_by_role("button", name="Next move")
    expect(panel).to_be_empty()
    expect(panel).to_be_hidden()
    [[before]] = boxes(page, "#next")
    button.click()
    expect(panel).to_contain_text("Amina found the best move.")
    expect(panel).to_be_visible()
    [[after]] = boxes(page, "#next")
    assert after["y"] == before["y"]


def test_beside_a_board_the_text_of_a_move_is_in_the_list_which_has_its_room(replay) -> None:
    _, page = replay(viewport={"width": 1280, "height": 800})
    [[listed], [told]] = boxes(page, "#moves", "#told")
    assert told["height"] <= 1
    assert listed["height"] >= 350
    current = page.locator("#moves [aria-current]")
    expect(current).to_contain_text("Dealt to the table:")
    expect(current).to_be_in_viewport(ratio=1)
    expect(page.locator("#told")).to_contain_text("Dealt to the table:")  # announced to screen readers
