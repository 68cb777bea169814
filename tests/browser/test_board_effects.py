"""Effects for big moments depend on the points scored, cover nothing, and can be turned off."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.rules.events import Event
from games.rules.moroccan import Moroccan
from tests.browser.board_harness import NAMES, BoardHarness
from tests.browser.board_pages import contains, new_page, open_stage  # noqa: F401  fixtures
from tests.browser.scenes import GAMES, before
from tests.browser.user import wait_until

# Record each effect with the properties that it animates, and each card that is slapped or shaken.
RECORD = """() => {
    window.effects = [];
    window.slaps = [];
    new MutationObserver((changes) => {
        for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
            const frames = node.getAnimations({ subtree: true }).flatMap(({ effect }) => effect.getKeyframes());
            const moved = new Set(frames.flatMap(Object.keys));
            for (const name of ["offset", "computedOffset", "easing", "composite"]) moved.delete(name);
            effects.push([node.className, [...moved].toSorted()]);
        }
    }).observe(document.querySelector(".board__effects"), { childList: true });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, ...how) {
        const [moved] = Object.keys(frames[0]);
        const isSlap = ["scale", "translate"].includes(moved) && !this.matches(".card, .seat__points");
        if (isSlap) slaps.push([this.classList[0], moved]);
        return animate.call(this, frames, ...how);
    };
}"""
MOVED = ["opacity", "transform"]


@pytest.fixture
def recorded(open_stage: Callable[..., Page]) -> Callable[..., Page]:
    """Return a function that opens a table and records its effects."""

    def recorded(stage: BoardHarness, **options: Any) -> Page:
        page = open_stage(stage, **{"reduced_motion": "no-preference", **options})
        page.evaluate(RECORD)
        return page

    return recorded


def tell(stage: BoardHarness, event: Event) -> None:
    stage.send(stage.state([event]))


BURSTS = [
    (Event("missa", 0, {"points": 1}), "burst burst--1"),
    (Event("missa", 1, {"points": 1}), "burst burst--1 is-against"),
    (Event("award", -1, {"side": 0, "call": "two-rondas", "points": 2}), "burst burst--2"),
    (Event("award", -1, {"side": 0, "call": "tringa", "points": 6}), "burst burst--3"),
]


@pytest.mark.parametrize(("event", "effect"), BURSTS)
def test_an_effect_is_scaled_by_the_points_and_moves_only_what_is_cheap(recorded, event: Event, effect: str) -> None:
    stage = BoardHarness(Moroccan())
    page = recorded(stage)
    tell(stage, event)
    expect(page.locator(".shout")).to_be_visible()
    wait_until(page, lambda: page.evaluate("effects.length"))
    assert page.evaluate("effects") == [[effect, MOVED]]
    expect(page.locator(".burst")).to_have_count(0)  # it has ended


def test_the_point_for_a_single_ronda_comes_without_an_effect(recorded) -> None:
    stage = BoardHarness(Moroccan())
    page = recorded(stage)
    tell(stage, Event("award", -1, {"side": 0, "call": "ronda", "points": 1}))
    expect(page.locator(".shout")).to_be_visible()
    assert page.evaluate("effects") == []


def test_effects_lie_below_cards_seats_and_texts_and_take_no_clicks(recorded) -> None:
    page = recorded(BoardHarness(Moroccan()))
    style = "node => { const { zIndex, pointerEvents } = getComputedStyle(node); return [zIndex, pointerEvents]; }"
    assert page.locator(".board__effects").evaluate(style) == ["-1", "none"]


def test_a_caida_is_slapped_on_the_table_and_shakes_the_captured_card(recorded) -> None:
    stage, move = before(GAMES["moroccan-2"], "caida")
    page = recorded(stage)
    stage.make(move)
    expect(page.locator(".shout")).to_contain_text("Caida")
    assert page.evaluate("slaps") == [["board__flying", "scale"], ["board__spot", "translate"]]


def test_any_other_capture_is_not_slapped(recorded) -> None:
    stage = BoardHarness(Moroccan({"declarations": "automatic"}))
    page = recorded(stage)
    [card, *_others] = stage.game.table
    tell(stage, Event("capture", 1, {"card": "1O", "cards": [card]}))
    expect(page.locator(".log__line").last).to_contain_text("takes")
    assert page.evaluate("slaps") == []


def test_nothing_moves_for_those_who_want_no_motion(recorded) -> None:
    stage = BoardHarness(Moroccan())
    page = recorded(stage, reduced_motion="reduce")
    tell(stage, Event("missa", 1, {"points": 1}))
    expect(page.locator(".shout")).to_be_visible()
    assert page.evaluate("[effects, slaps]") == [[], []]


def test_with_reduced_motion_a_capture_stands_still_for_a_moment(open_stage: Callable[..., Page]) -> None:
    stage = BoardHarness(Moroccan({"declarations": "automatic"}))
    stage.game.table = ["7O", "10C", "12S"]
    page = open_stage(stage, is_shown=True, prepare=lambda page: page.clock.install(time=0))
    page.clock.pause_at(60)  # in seconds; otherwise the moment could pass while a busy machine looks
    seen = page.locator(".is-taken")
    stage.game.table = ["12S"]
    tell(stage, Event("capture", 1, {"card": "7B", "cards": ["7O", "10C"]}))
    expect(seen).to_have_count(3)
    assert seen.evaluate_all("cards => cards.flatMap(card => card.getAnimations({ subtree: true }))") == []
    assert len(set(seen.evaluate_all("cards => cards.map(card => card.offsetLeft)"))) == 3
    expect(page.locator(".board__spot")).to_have_count(3)  # none has moved yet
    page.clock.fast_forward(1000)
    expect(seen).to_have_count(0)
    expect(page.locator(".board__spot")).to_have_count(1)


def test_nothing_moves_while_the_animations_of_cards_are_off(recorded) -> None:
    stage = BoardHarness(Moroccan())
    page = recorded(stage)
    page.locator("#speed").evaluate("list => { list.value = '0'; list.dispatchEvent(new Event('change')); }")
    tell(stage, Event("missa", 1, {"points": 1}))
    expect(page.locator(".shout")).to_be_visible()
    assert page.evaluate("[effects, slaps]") == [[], []]


@pytest.mark.parametrize(("winner", "effects"), [(0, [["confetti", MOVED]]), (1, [])])
def test_confetti_falls_for_a_reader_who_wins(recorded, winner: int, effects: list[Any]) -> None:
    stage = BoardHarness(Moroccan())
    page = recorded(stage)
    stage.finish("resigned", 1 - winner)
    assert stage.result is not None
    stage.result["winners"] = [winner]
    stage.send(stage.state([]))
    expect(page.locator(".panel--end")).to_be_visible()
    assert page.evaluate("effects") == effects


def test_no_effect_shows_through_a_seat(recorded) -> None:
    page = recorded(BoardHarness(Moroccan({"players": 4})))
    grounds = page.locator(".seat").evaluate_all("seats => seats.map(seat => getComputedStyle(seat).backgroundColor)")
    assert len(grounds) == 4
    assert [ground for ground in grounds if "/" in ground or "rgba" in ground] == []


# Stop each card of the table where its flight starts.
STOP = """() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how) {
        const animation = animate.apply(this, how);
        if (this.matches(".board__spot")) animation.pause();
        return animation;
    };
}"""


def hold_flights(page: Page) -> None:
    """Stop the page's clock, and each card of the table where its flight starts."""
    page.clock.install(time=0)
    page.clock.pause_at(10)
    page.evaluate(STOP)


# The parts at the lower edge of the board, and a function that returns those that hide a card on its way past them.
PARTS = ".board__mine > .seat, .board__own, .board__tool"
HIDING = """([spot, parts]) => [...document.querySelectorAll(parts)].filter((part) => {
    const centre = (node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
    };
    const [x, y] = centre(part);
    if (!part.checkVisibility()) return false;
    spot.style.translate = "none";
    const [left, top] = centre(spot);
    spot.style.translate = `${x - left}px ${y - top}px`;
    return !spot.contains(document.elementFromPoint(x, y));
}).map((part) => part.className)"""


@pytest.mark.parametrize(("name", "kind"), [("moroccan-2", "play"), ("steere", "trick")])
def test_a_card_flies_above_the_players_own_seat_tools_and_hand(open_stage, name: str, kind: str) -> None:
    stage, move = before(GAMES[name], kind)
    stage.me = move[0]
    stage.seats = [stage.sitter(seat) for seat in range(stage.game.players)]
    page = open_stage(stage, is_new=True, reduced_motion="no-preference", viewport={"width": 390, "height": 844})
    hold_flights(page)
    stage.make(move)
    [*_, card] = move
    spot = page.locator(f".board__spot[data-key='{card}']")
    expect(spot).to_be_attached()
    assert page.evaluate(HIDING, [spot.element_handle(), PARTS]) == []


@pytest.mark.parametrize("name", ["moroccan-2", "moroccan-4"])
def test_a_captured_card_slides_below_the_text_of_the_seats(open_stage, name: str) -> None:
    stage, move = before(GAMES[name], "capture")
    page = open_stage(stage, is_new=True, reduced_motion="no-preference", viewport={"width": 390, "height": 844})
    hold_flights(page)
    stage.make(move)
    spot = page.locator(".board__spot.is-leaving").first
    wait_until(page, lambda: page.clock.run_for(50) or spot.count())
    text = ".seat__base:visible, .seat__score:visible"
    texts = page.locator(text)
    hiding = page.evaluate(HIDING, [spot.element_handle(), ".seat__base, .seat__score"])
    assert len(hiding) == texts.count() >= stage.game.players


# Moves a card to the end of its flight, and returns its box.
LAND = """(spot) => {
    const [flight] = spot.getAnimations().filter(({ effect }) => effect.getKeyframes().at(-1).opacity === "0");
    flight.currentTime = flight.effect.getComputedTiming().endTime;
    const { x, y, width, height } = spot.getBoundingClientRect();
    return { x, y, width, height };
}"""


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (1280, 800)])
def test_a_captured_card_does_not_stick_out_of_the_seat_whose_pile_takes_it(open_stage, size: tuple[int, int]) -> None:
    stage, move = before(GAMES["moroccan-2"], "capture")
    stage.me = move[0]
    stage.seats = [stage.sitter(seat) for seat in range(stage.game.players)]
    width, height = size
    page = open_stage(stage, is_new=True, reduced_motion="no-preference", viewport={"width": width, "height": height})
    hold_flights(page)
    stage.make(move)
    spot = page.locator(".board__spot.is-leaving").first
    wait_until(page, lambda: page.clock.run_for(50) or spot.count())
    card = spot.evaluate(LAND)
    seat = page.locator(".seat--bottom").bounding_box()
    assert seat
    assert contains(dict(seat), card), f"{card=} {seat=}"


@pytest.mark.parametrize(("name", "after"), [("moroccan-2", 1), ("porrazo-8", 1), ("porrazo-8", 3)])
def test_a_card_of_another_player_comes_from_below_the_text_of_their_seat_only(
    open_stage, name: str, after: int
) -> None:
    stage, move = before(GAMES[name], "play")
    stage.me = (move[0] + after) % stage.game.players
    stage.seats = [stage.sitter(seat) for seat in range(stage.game.players)]
    page = open_stage(stage, is_new=True, reduced_motion="no-preference", viewport={"width": 844, "height": 390})
    hold_flights(page)
    stage.make(move)
    spot = page.locator(f".board__spot[data-key='{move[-1]}']")
    expect(spot).to_be_attached()
    theirs = f".board__rim .seat[data-seat='{move[0]}']"
    expect(page.locator(theirs)).to_contain_text(NAMES[move[0]])
    assert page.evaluate(HIDING, [spot.element_handle(), f"{theirs} .seat__base"]) == ["seat__base"]
    assert page.evaluate(HIDING, [spot.element_handle(), f".board__rim .seat:not({theirs}) .seat__base"]) == []


GATHERED = 175  # milliseconds after which captured cards lie together
HOLD = """() => {
    const { animate } = Element.prototype;
    window.flights = [];
    Element.prototype.animate = function (...how) {
        const flight = animate.apply(this, how);
        flights.push(flight);
        flight.pause();
        return flight;
    };
}"""
# Returns which card is seen at a point beside the upper left corner of each of these cards.
SEEN = """(keys) => keys.map((key) => {
    const flying = document.querySelector(".board__flying");
    const node = key ? document.querySelector(`.board__spot[data-key='${key}']`) : flying;
    const { left, top, width, height } = node.getBoundingClientRect();
    const parts = [...document.querySelectorAll(".board__spot, .board__flying")];
    for (const part of parts) part.style.pointerEvents = "auto";
    const seen = document.elementFromPoint(left + 0.11 * width, top + 0.12 * height);
    return node.contains(seen);
})"""


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 800)])
@pytest.mark.parametrize("laid", [["4S", "5C", "6O", "12S"], ["6O", "12S", "5C", "4S"]])
def test_all_cards_of_a_capture_show_their_ranks_on_the_table_and_together(open_stage, laid: list[str], size) -> None:
    stage = BoardHarness(Moroccan({"declarations": "automatic"}))
    stage.game.table = laid
    width, height = size
    clock = {"prepare": lambda page: page.clock.install(time=0)}
    page = open_stage(
        stage, reduced_motion="no-preference", viewport={"width": width, "height": height}, is_shown=True, **clock
    )
    page.clock.pause_at(10_000)
    page.evaluate(HOLD)
    stage.game.table = ["12S"]
    tell(stage, Event("capture", 1, {"card": "4B", "cards": ["4S", "5C", "6O"]}))
    flying = page.locator(".board__flying")
    expect(flying).to_be_attached()
    page.evaluate("flights.splice(0).forEach((flight) => flight.finish())")
    page.clock.run_for(310)
    page.evaluate("flights.splice(0).forEach((flight) => flight.finish())")
    taken, played = page.locator(".board__spot[data-key='4S']").bounding_box(), flying.bounding_box()
    assert taken
    assert played
    assert page.evaluate(SEEN, ["4S", ""]) == [True, True]
    if height == 844:  # there is room below
        assert played["y"] - taken["y"] > 0.4 * taken["height"]
        assert page.evaluate(SEEN, ["5C", "6O", "12S"]) == [True, True, True]
    page.clock.run_for(230)
    expect(page.locator(".is-leaving")).to_have_count(4)
    page.evaluate("(moment) => flights.forEach((flight) => { flight.currentTime = moment; })", GATHERED)
    assert page.evaluate(SEEN, ["4S", "5C", "6O", ""]) == [True, True, True, True]


def test_the_line_that_tells_what_happened_waits_until_no_card_flies_past_it(open_stage) -> None:
    stage, move = before(GAMES["moroccan-2"], "capture")
    page = open_stage(stage, is_new=True, reduced_motion="no-preference", viewport={"width": 1280, "height": 800})
    page.clock.install(time=0)
    page.clock.pause_at(10)  # the captured cards stay on the table
    stage.make(move)
    line = page.locator(".board__line")
    wait_until(page, lambda: page.clock.run_for(50) or line.inner_text() != "")
    expect(page.locator(".board__flying")).to_be_attached()
    expect(line).to_have_css("opacity", "0")
    page.clock.resume()
    expect(line).to_have_css("opacity", "1")


def test_the_pile_and_the_score_change_with_what_is_seen_not_with_the_next_view(
    open_stage: Callable[..., Page],
) -> None:
    stage = BoardHarness(Moroccan({"declarations": "automatic"}))
    stage.game.table, stage.game.scores = ["7O", "10C", "12S"], [0, 0]
    motion = {"reduced_motion": "no-preference", "prepare": lambda page: page.clock.install(time=0)}
    page = open_stage(stage, is_shown=True, **motion)
    seat = page.locator(".seat[data-seat='1']")
    page.clock.pause_at(10_000)  # before the game changes: the page may connect again
    stage.game.table, stage.game.captured, stage.game.scores = ["12S"], [0, 3], [0, 1]
    tell_all = [Event("capture", 1, {"card": "7B", "cards": ["7O", "10C"]}), Event("caida", 1, {"points": 1})]
    stage.send(stage.state(tell_all))
    expect(page.locator(".board__flying")).to_have_count(1)
    page.clock.run_for(310)  # the card has landed
    expect(page.locator(".shout")).to_contain_text("+1")
    expect(seat.locator(".seat__points")).to_have_text("1")
    expect(seat.locator(".seat__pile .count")).to_have_text("0")
    page.clock.run_for(220)
    expect(page.locator(".is-leaving")).to_have_count(3)
    page.clock.run_for(320)  # the cards are almost there
    expect(seat.locator(".seat__pile .count")).to_have_text("1")
    expect(page.get_by_role("button", name="Last capture")).to_be_visible()
    page.clock.run_for(120)
    expect(seat.locator(".seat__pile .count")).to_have_text("3")
