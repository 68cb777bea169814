"""Whatever the seats of a table show, they cover nothing, keep their size, and tell who sits there."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from itertools import combinations, product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.models import GIVEN_NAMES, tell_apart
from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.rules.porrazo import Porrazo
from games.selectors.coaching import coaching_data
from tests.browser.board_harness import HINT, NAMES, BoardHarness, still_clock
from tests.browser.board_pages import Box, boxes, contains, covers, measure, new_page  # noqa: F401  a fixture
from tests.browser.scenes import GAMES as SCENES
from tests.browser.scenes import is_asked, play_until, table

PHONES = [(320, 568), (390, 844), (568, 320), (640, 400), (844, 390)]
SCREENS = [*PHONES, (1280, 800)]
GAMES: dict[str, Callable[[], Game]] = {
    **SCENES,
    "moroccan-2-four-cards": partial(Moroccan, {"dealing": "four-all"}),
    "porrazo-8-partners": partial(Porrazo, {"players": 8, "partners": True}),
}
PARTS = {
    "seats": ".seat",
    "buttons": ".seat__action:not(.is-reserved)",
    "calls": ".seat__call:not(.is-reserved)",
    "own": ".board__own",
    "table": ".board__spot",
    "deck": ".board__deck > :not(.is-empty)",
    "prompt": "#prompt",
}
FACE = {"picture": "/static/avatars/patterns.svg#star", "colour": "green", "flag": "", "country": "", "title": "GM"}


class FullTable(BoardHarness):
    """A table whose seats show the most that the rules allow: no calls, open ones, or exposed ones."""

    calls = "open"

    def view(self) -> dict[str, Any]:
        view = super().view()
        if "calls" not in view:
            return view
        verbs = ["claim"] if isinstance(self.game, Porrazo) else ["claim", "challenge"]
        if "hand_size" in view:  # everyone has played two cards, so that claims are possible
            view["hand_size"] = max(seat["cards"] for seat in view["seats"]) + 2
        if self.calls == "none":
            calls = [{**call, "call": None, "open": False} for call in view["calls"]]
            return {**view, "calls": calls, "interrupts": verbs}
        longest = "two-rondas" if self.game.chosen.get("dealing") == "four-all" else "tringa"
        calls = [{**call, "call": longest} for call in view["calls"]]
        if isinstance(self.game, Porrazo):
            return {**view, "calls": calls, "interrupts": verbs}
        sevens = [card for card in self.game.pack if card[:-1] == "7"][:3]
        for seat, call in enumerate(calls):
            is_exposed = self.calls == "exposed"
            shown = sevens if is_exposed and seat % 3 == 1 else None
            call.update(open=not is_exposed, void=is_exposed and seat % 3 == 2, shown=shown)
        return {**view, "calls": calls, "interrupts": verbs}


def full_table(name: str) -> FullTable:
    """Return a table at the reader's turn; everyone but the bot has resigned, and one clock is running out."""
    stage = FullTable(GAMES[name]())
    play_until(stage, lambda game, events: stage.version > 6 and is_asked("play")(game, events) and len(game.table) > 1)
    stage.faces, stage.hint = dict.fromkeys(NAMES, FACE), HINT
    stage.clock = {**still_clock(stage.game.players), "turn": 1, "left": 9_400}
    for seat in stage.seats:
        assert seat is not None
        if not seat["by_site"]:
            seat.update(online=False, left=True, hints=3)
    return stage


def coach_for(stage: BoardHarness) -> dict[str, Any]:
    """Return the coaching data for a novice at this table."""
    return {**coaching_data(stage.game), "novice": True}


# In the other games, the coach's words are just as long.
COACHED = ["moroccan-2", "moroccan-2-four-cards", "moroccan-4", "steere", "porrazo-2", "porrazo-5", "porrazo-8"]


@pytest.mark.parametrize(
    ("name", "language", "is_coached"),
    [
        *product(GAMES, ["fr"], [False]),
        *product(COACHED, ["fr"], [True]),
        *product(["moroccan-4", "porrazo-8"], ["ar"], [False, True]),
    ],
)
def test_no_part_of_a_full_table_covers_another(
    new_page: Callable[..., Page], name: str, language: str, is_coached: bool
) -> None:
    stage, page = full_table(name), new_page()
    stage.open(page, language=language, coach=coach_for(stage) if is_coached else None)
    expect(page.locator(".seat__avatar")).to_have_count(stage.game.players)
    for width, height in PHONES if is_coached else SCREENS:  # larger screens have room for the coach's words
        page.set_viewport_size({"width": width, "height": height})
        screen = {"x": 0, "y": 0, "width": width, "height": height}
        for calls in ("open", "exposed"):
            stage.change(calls=calls)
            assert faults(measure(page, PARTS), screen) == [], (width, height, calls)
    assert stage.errors == []


def faults(found: dict[str, list[Box]], screen: Box) -> list[tuple[str, int, str, int]]:
    """Return the pairs of parts that cover each other, and the parts that leave the screen or their seat."""
    numbered = [(name, number, box) for name, group in found.items() for number, box in enumerate(group)]
    bad = [(name, number, "screen", 0) for name, number, box in numbered if not contains(screen, box)]
    for (one, first, box), (other, second, near) in combinations(numbered, 2):
        if one == other == "own":  # cards in one hand may overlap
            continue
        is_inside = one == "seats" and other in ("buttons", "calls") and contains(box, {**near, "height": 1})
        is_whole = other == "calls" or contains(box, near)  # a call may lie on the lower edge of its seat
        if covers(box, near) and not (is_inside and is_whole):
            bad.append((one, first, other, second))
    return bad


@pytest.mark.parametrize("name", ["moroccan-2", "moroccan-3", "moroccan-4", "porrazo-4", "porrazo-8"])
def test_a_call_changes_the_size_of_no_seat(new_page: Callable[..., Page], name: str) -> None:
    stage, page = full_table(name), new_page()
    stage.clock = still_clock(stage.game.players)  # a clock that runs out changes its width
    stage.open(page)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        stage.change(calls="none")
        expect(page.locator(".seat__call:visible")).to_have_count(0)
        before = boxes(page, ".seat", ".board__spot", ".board__own")
        stage.change(calls="open")
        expect(page.locator(".seat__call:visible")).to_have_count(stage.game.players)
        assert boxes(page, ".seat", ".board__spot", ".board__own") == before, (width, height)


def twins(stage: BoardHarness) -> None:
    """Give all seats but the first to bots of one level."""
    names = tell_apart(["Amina", *["Caballo"] * (stage.game.players - 1)])
    for number, seat in enumerate(stage.seats[1:], 1):
        assert seat is not None
        seat.update(name=names[number], bot=True, by_site=True)


# For each name, the words that are in view within its box.
WORDS = """names => names.map(name => {
    const box = name.getBoundingClientRect();
    return [...name.children].filter(word => {
        const { left, right, top, bottom, width } = word.getBoundingClientRect();
        const isAcross = left >= box.left - 1 && right <= box.right + 1;
        const isInside = isAcross && top >= box.top - 3 && bottom <= box.bottom + 3;
        return width && isInside && word.scrollWidth <= word.clientWidth;
    }).map(word => word.textContent.trim()).join(" ");
})"""


def test_without_room_a_bot_has_only_its_given_name(new_page: Callable[..., Page]) -> None:
    stage, page = table(Porrazo({"players": 8})), new_page()
    twins(stage)
    stage.open(page)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        boxes(page, ".seat")  # wait until nothing moves
        for names in (".board__rim .seat__name", ".side .score__name.is-twin"):
            if not page.locator(names).first.is_visible():
                continue
            shown = page.locator(names).evaluate_all(WORDS)
            assert sorted(name.removeprefix("Caballo ") for name in shown) == sorted(GIVEN_NAMES[1:]), (width, names)
    karim = page.locator(".seat[data-seat='3'] .seat__name")
    expect(karim).to_have_attribute("title", "Caballo Karim")
    expect(page.locator(".seat[data-seat='3']")).to_have_attribute("aria-label", "Caballo Karim")
    expect(page.locator(".side .score__name").nth(3)).to_have_attribute("title", "Caballo Karim")


# How many pixels across and down around a control's middle belong to it or to another control above it.
REACH = """node => {
    const { x, y, width, height } = node.getBoundingClientRect();
    const its = (left, top) => {
        const hit = document.elementFromPoint(x + width / 2 + left, y + height / 2 + top);
        return node.contains(hit) || Boolean(hit?.closest("button"));
    };
    const steps = Array.from({ length: 59 }, (_, at) => at - 29);
    return [steps.filter(by => its(by, 0)).length, steps.filter(by => its(0, by)).length];
}"""


@pytest.mark.parametrize("name", ["moroccan-2", "moroccan-4", "porrazo-8"])
def test_a_finger_hits_marks_and_tools(new_page: Callable[..., Page], name: str) -> None:
    stage, page = table(GAMES[name]()), new_page(has_touch=True, is_mobile=True)
    play_until(stage, is_asked("play"))
    stage.open(page)
    for width, height in SCREENS[:-1]:
        page.set_viewport_size({"width": width, "height": height})
        boxes(page, ".seat")  # wait until nothing moves
        for control in page.locator(".mark--role, .board__tool:visible").all():
            assert min(control.evaluate(REACH)) >= 40, (width, height, control.get_attribute("class"))


@pytest.mark.parametrize("is_coached", [False, True], ids=["alone", "coached"])
def test_news_of_another_table_covers_nothing(new_page: Callable[..., Page], is_coached: bool) -> None:
    stage, page = full_table("moroccan-4"), new_page()
    stage.open(page, coach=coach_for(stage) if is_coached else None)
    page.evaluate("path => import(path)", "/static/js/site/site.js")  # signed-out visitors don't load it
    expect(page.locator("html")).to_have_attribute("data-line", "open")
    news = {"type": "notice", "kind": "turn", "code": "mnopqrstuvwx", "title": "Moroccan Ronda", "by": "", "waiting": 1}
    assert stage.site_socket is not None
    stage.site_socket.send(json.dumps({**news, "url": "/t/mnopqrstuvwx/"}))
    expect(page.locator(".notice")).to_contain_text("It’s your turn.")
    for width, height in SCREENS[:-1]:
        page.set_viewport_size({"width": width, "height": height})
        [[notice]] = boxes(page, ".notice")
        assert not [name for name, group in measure(page, PARTS).items() if any(covers(notice, box) for box in group)]
