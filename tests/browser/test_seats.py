"""Whatever the seats of a table show, they cover nothing, keep their size, and make clear who sits there."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from itertools import combinations, pairwise, product
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import Page, expect

from accounts.reserved_names import GIVEN_NAMES
from games.models import tell_apart
from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.rules.porrazo import Porrazo
from games.selectors.coaching import coaching_data
from tests.browser.board_harness import HINT, NAMES, BoardHarness, still_clock
from tests.browser.board_pages import Box, boxes, contains, covers, measure, new_page  # noqa: F401  a fixture
from tests.browser.scenes import GAMES as SCENES
from tests.browser.scenes import is_asked, own_turn, play_until, table
from tests.browser.test_board_layout import assert_read

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
HEADER_ICONS = ".to-chat, .to-side, .for-you, .menu-button"
# Gives a signed-out visitor's header the icons of a member's, who gets the notices.
SIGN_IN = """node => node.outerHTML =
    '<a class="for-you"><svg class="for-you__bell"></svg></a><button class="menu-button"></button>'"""
FACE = {"picture": "/static/avatars/patterns.svg#star", "colour": "green", "flag": "", "country": "", "title": "GM"}


class FullTable(BoardHarness):
    """A table whose seats show as much as the rules allow. ``calls`` is ``"none"``, ``"open"`` or ``"exposed"``."""

    calls = "open"

    def open(self, page: Page, *args: Any, **data: Any) -> None:
        """Show the page, and wait for its avatars, which come in one answer: a seat with a title is higher."""
        super().open(page, *args, **data)
        if self.faces:
            expect(page.locator(".seat__avatar")).not_to_have_count(0)

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
            shown = sevens if is_exposed and seat % 3 != 2 else None
            call.update(open=not is_exposed, void=is_exposed and seat % 3 != 1, shown=shown)
        return {**view, "calls": calls, "interrupts": verbs}


def full_table(name: str) -> FullTable:
    """Return a table where it is the reader's turn, everyone but the bot has left, and one clock is running out."""
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
            found = measure(page, PARTS)
            assert faults(found, screen) == [], (width, height, calls)
            assert_read(found["table"])
    assert stage.errors == []


LANDSCAPE = [(568, 320), (640, 400), (844, 390)]
TENDIDO = {"row": ["4S", "QS", "4H", "QH"], "places": [3, 0, 1, 0], "points": 12, "sets": []}
STRIKE = {"kind": "porrazo", "seat": 1, "points": 1, "limpia": 2}


@pytest.mark.parametrize(("language", "is_coached"), [("fr", False), ("fr", True), ("ar", False)])
@pytest.mark.parametrize("players", range(2, 9))
def test_what_porrazo_tells_while_players_announce_covers_no_seat_in_landscape(
    new_page: Callable[..., Page], players: int, language: str, is_coached: bool
) -> None:
    stage, page = FullTable(GAMES[f"porrazo-{players}"]()), new_page()
    play_until(stage, is_asked("announce"))
    stage.faces, stage.clock = dict.fromkeys(NAMES, FACE), still_clock(players)
    reader = stage.seats[0]
    assert reader is not None
    reader["name"] = "Anonyme 8249"  # it takes two lines beside a large hand
    stage.open(page, language=language, coach=coach_for(stage) if is_coached else None)
    view, batch = stage.view(), stage.game.batch
    new, former = {**TENDIDO, "batch": batch}, {**TENDIDO, "batch": batch - 1}
    for (width, height), (tendido, strike) in product(LANDSCAPE, [(new, None), (former, None), (new, STRIKE)]):
        page.set_viewport_size({"width": width, "height": height})
        stage.send({**stage.state([]), "view": {**view, "tendido": tendido, "pending": strike}})
        expect(page.locator(".pending")).to_have_count(1 if strike else 0)
        facts = page.locator(".facts__list > *")
        assert facts.evaluate_all("nodes => nodes.every(node => node.scrollWidth <= node.clientWidth + 1)")
        told, *others = measure(page, {"told": ".facts__list > *", **PARTS, "line": ".board__line"}).values()
        covered = [(fact, box) for group in others for box in group for fact in told if covers(fact, box)]
        assert not covered, (width, height)


def faults(found: dict[str, list[Box]], screen: Box) -> list[tuple[str, int, str, int]]:
    """Return the pairs of parts that cover each other, and the parts that leave the screen or their seat."""
    numbered = [(name, number, box) for name, group in found.items() for number, box in enumerate(group)]
    bad = [(name, number, "screen", 0) for name, number, box in numbered if not contains(screen, box)]
    for (one, first, box), (other, second, near) in combinations(numbered, 2):
        if one == other and one in ("own", "table"):  # cards in one hand may overlap, and so may those on the table
            continue
        is_inside = one == "seats" and other in ("buttons", "calls") and contains(box, near)
        if covers(box, near) and not is_inside:
            bad.append((one, first, other, second))
    return bad


@pytest.mark.parametrize("name", ["moroccan-2", "moroccan-3", "moroccan-4", "porrazo-4", "porrazo-8"])
def test_a_call_moves_nothing_and_changes_the_size_of_no_other_seat(new_page: Callable[..., Page], name: str) -> None:
    stage, page = full_table(name), new_page()
    stage.clock = still_clock(stage.game.players)  # a clock that runs out changes its width
    stage.open(page)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        stage.change(calls="none")
        expect(page.locator(".seat__call:visible")).to_have_count(0)
        steady = (".board__rim .seat", ".board__spot", ".board__own", ".board__mine", ".board__mine .seat__name")
        before = boxes(page, *steady)
        stage.change(calls="open")
        expect(page.locator(".seat__call:visible")).to_have_count(stage.game.players)
        assert boxes(page, *steady) == before, (width, height)


# The sizes at which the other seats show how many cards they hold, while nobody has made a call.
@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("porrazo-8", [*PHONES[:2], *PHONES[3:], (768, 1024), (1280, 800)]),
        ("moroccan-4", SCREENS),
        ("moroccan-2", SCREENS),
    ],
)
def test_every_seat_shows_how_many_cards_it_holds_and_who_is_a_bot(new_page, name: str, sizes) -> None:
    stage, page = full_table(name), new_page()
    others = stage.game.players - 1
    stage.open(page)
    stage.change(calls="none")
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        rim, held, backs = boxes(page, ".board__rim .seat", ".seat__held", ".board__rim .seat__card")
        shown = [box for box in [*held, *backs] if box["width"]]
        # backs may be higher than a seat
        middles = [{**box, "y": box["y"] + box["height"] / 2, "height": 0} for box in shown]
        assert all(any(contains(seat, box) for box in middles) for seat in rim), (width, height)
        assert not [box for box in held if box["width"] and not any(contains(seat, box) for seat in rim)]
        expect(page.get_by_role("img", name=re.compile("^[0-9]+ cards?$"))).to_have_count(others)
        expect(page.locator(".board__rim").get_by_text("bot", exact=True)).to_have_count(1)
        assert page.locator(".board__rim .mark--bot").evaluate("node => node.checkVisibility()")


def test_without_a_clock_a_call_leaves_the_number_of_cards_in_view(new_page: Callable[..., Page]) -> None:
    stage, page = full_table("porrazo-8"), new_page()
    stage.clock = None
    stage.open(page)
    for width, height in [*PHONES[:2], *PHONES[3:], (1280, 800)]:
        page.set_viewport_size({"width": width, "height": height})
        rim, held, calls = boxes(page, ".board__rim .seat", ".board__rim .seat__held", ".board__rim .seat__call")
        for seat, hand, call in zip(rim, held, calls, strict=True):
            assert contains(seat, hand), (width, height)
            assert not covers(hand, call), (width, height)


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
@pytest.mark.parametrize("size", [(320, 568), (390, 844), (640, 400)])
def test_beside_a_clock_a_call_leaves_the_number_of_cards_in_view_unless_there_is_a_pile(
    new_page, size: tuple[int, int], language: str
) -> None:
    stage, page = full_table("porrazo-8"), new_page(viewport={"width": size[0], "height": size[1]})
    stage.clock = still_clock(8)
    view = stage.view()
    stage.view = lambda: {**view, "captured": [0] * 8}  # type: ignore[method-assign]
    stage.open(page, language=language)
    rim, held, calls = boxes(page, ".board__rim .seat", ".board__rim .seat__held", ".board__rim .seat__call")
    for seat, hand, call in zip(rim, held, calls, strict=True):
        assert contains(seat, hand)
        assert not covers(hand, call, by=0)


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (640, 400), (844, 390)])
def test_a_call_that_shows_its_cards_lies_within_its_seat(new_page, size: tuple[int, int]) -> None:
    stage, page = full_table("moroccan-4"), new_page(viewport={"width": size[0], "height": size[1]})
    stage.calls = "exposed"
    stage.open(page)
    rim, calls, chips = boxes(page, ".board__rim .seat", ".board__rim .seat__call", ".board__rim .chip")
    for box in [*calls, *chips]:
        assert not box["width"] or any(contains(seat, box) for seat in rim)


def test_the_call_of_every_seat_of_eight_is_whole_on_a_narrow_board_in_landscape(new_page) -> None:
    stage, page = table(Porrazo({"players": 8})), new_page(viewport={"width": 640, "height": 400})
    play_until(stage, is_asked("play"))
    made = [{**call, "call": "ronda"} for call in stage.view()["calls"]]
    stage.open(page)
    stage.send({**stage.state([]), "view": {**stage.view(), "calls": made}})
    calls = page.locator(".board__rim .seat__call")
    expect(calls).to_have_text(["Ronda"] * 7)
    boxes(page, ".seat__call")
    assert calls.evaluate_all("nodes => nodes.every(node => node.scrollWidth <= node.clientWidth)")


def test_every_seat_of_eight_has_its_hand_before_its_pile(new_page: Callable[..., Page]) -> None:
    stage, page = full_table("porrazo-8"), new_page()
    stage.clock = None
    stage.open(page)
    stage.change(calls="none")
    for width, height in [*PHONES[:2], *PHONES[3:]]:
        page.set_viewport_size({"width": width, "height": height})
        parts = (".seat__score", ".seat__held", ".seat__pile")
        scores, held, piles = boxes(page, *(f".board__rim {part}" for part in parts))
        for score, hand, pile in zip(scores, held, piles, strict=True):
            is_below = pile["y"] >= hand["y"] + hand["height"] - 2
            assert is_below or pile["x"] >= hand["x"] + hand["width"], (width, height)
            is_above = hand["y"] >= score["y"] + score["height"] - 2
            assert is_above or hand["x"] - score["x"] - score["width"] >= 4, (width, height)


def test_no_name_of_many_players_lies_on_the_ornament_of_the_smallest_phone(new_page: Callable[..., Page]) -> None:
    stage, page = full_table("porrazo-8"), new_page(viewport={"width": 320, "height": 568})
    stage.open(page)
    ornament = "node => getComputedStyle(node, '::before').display"
    assert page.locator(".felt").evaluate(ornament) == "none"
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.locator(".felt").evaluate(ornament) == "block"


@pytest.mark.parametrize("language", ["en", "fr", "ar"])
def test_a_partner_opposite_is_marked_on_every_screen(new_page: Callable[..., Page], language: str) -> None:
    stage, page = full_table("moroccan-4"), new_page()
    stage.open(page, language=language)
    for width, height in [(320, 568), (390, 844), (640, 400), (844, 390), (1280, 800)]:
        page.set_viewport_size({"width": width, "height": height})
        [seat], [mark] = boxes(page, ".seat--top", ".seat--top .mark--partner")
        assert mark["width"] >= 20, (width, height)
        assert contains(seat, mark), (width, height)


@pytest.mark.parametrize("language", ["en", "fr", "ar"])
@pytest.mark.parametrize("role", ["dealer", "leader"])
def test_on_the_smallest_phone_the_name_of_a_partner_is_whole_beside_a_long_call(new_page, role, language: str) -> None:
    stage, page = full_table("mufts-4"), new_page(viewport={"width": 320, "height": 568})
    twins(stage)
    stage.clock = {**still_clock(4), "banks": [600_000] * 4}
    stage.open(page, language=language)
    calls = [{**call, "call": "two-rondas", "open": False} for call in stage.view()["calls"]]
    stage.send({**stage.state([]), "view": {**stage.view(), role: 2, "calls": calls}})
    seat = page.locator(".seat--top")
    expect(seat.locator(".seat__call")).to_be_visible()
    expect(seat.locator(f".mark--{role}")).to_be_visible()
    boxes(page, ".seat__last")  # wait until nothing moves
    for part in seat.locator(":is(.seat__last, .mark--partner)").all():
        assert part.evaluate("node => node.scrollWidth <= node.clientWidth + 1"), part.text_content()
    shown = ".seat--top :is(.seat__last, .mark--partner, .mark--bot, .seat__clock, .seat__card, .seat__call)"
    [outer], parts = boxes(page, ".seat--top", shown)
    assert all(contains(outer, part) for part in parts)


@pytest.mark.parametrize("name", ["moroccan-2", "moroccan-4", "porrazo-8"])
def test_every_bot_has_a_visible_mark_on_every_screen(new_page, name: str) -> None:
    stage, page = full_table(name), new_page()
    for sitter in stage.seats[1:]:
        assert sitter is not None
        sitter.update(bot=True, by_site=True)
    stage.open(page, coach=coach_for(stage))
    marks = page.locator(".board__rim .mark--bot")
    expect(marks).to_have_text(["bot"] * (stage.game.players - 1))
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        rim, shown = boxes(page, ".board__rim .seat", ".board__rim .mark--bot")
        assert all(min(box["width"], box["height"]) >= 10 for box in shown), (width, height)
        assert all(any(contains(seat, box) for box in shown) for seat in rim), (width, height)
        assert marks.evaluate_all("nodes => nodes.every(node => getComputedStyle(node).clipPath === 'none')")


@pytest.mark.parametrize("name", ["moroccan-4", "porrazo-8"])
def test_the_marks_at_the_sides_of_a_phone_are_beside_the_picture_and_as_large_as_elsewhere(new_page, name) -> None:
    stage, page = full_table(name), new_page(viewport={"width": 390, "height": 844})
    for sitter in stage.seats[1:]:
        assert sitter is not None
        sitter.update(bot=True, by_site=True)
    stage.open(page, coach=coach_for(stage))
    expect(page.locator(".seat__avatar")).to_have_count(stage.game.players)  # they are loaded apart
    side = ":is(.seat--left, .seat--right)"
    seats, faces, bots = boxes(page, side, f"{side} .seat__avatar", f"{side} .mark--bot")
    for seat, face, bot in zip(seats, faces, bots, strict=True):
        assert contains(seat, bot)
        assert bot["width"] >= 12
        assert face["y"] < bot["y"] + bot["height"] / 2 < face["y"] + face["height"]
        assert bot["x"] > face["x"] + face["width"]


@pytest.mark.parametrize("name", ["moroccan-4", "porrazo-8"])
def test_the_seats_at_the_sides_of_the_smallest_phone_show_their_piles(new_page, name: str) -> None:
    stage, page = full_table(name), new_page(viewport={"width": 320, "height": 568})
    stage.open(page)
    stage.change(calls="none")
    sides, piles = boxes(page, ":is(.seat--left, .seat--right)", ".seat__pile:not([hidden])")
    assert sum(any(contains(seat, pile) for pile in piles) for seat in sides) == (1 if name == "moroccan-4" else 4)


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("moroccan-2", [(390, 844), (640, 400), (844, 390), (1280, 800)]),
        ("moroccan-4", [(390, 844), (1280, 800)]),
        ("moroccan-3", [(1280, 800)]),
        ("porrazo-8", [(1280, 800)]),
    ],
)
def test_where_there_is_room_the_mark_of_an_absent_player_lies_within_the_seat(new_page, name: str, sizes) -> None:
    stage, page = table(GAMES[name]()), new_page()
    play_until(stage, is_asked("play"))
    for seat in stage.seats[1:]:
        assert seat is not None
        seat.update(bot=False, by_site=False, online=False)
    stage.open(page)
    place = ".seat--top" if stage.game.players != 3 else ".seat:not(.seat--bottom)"
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        seats, marks, names = boxes(page, place, f"{place} .mark--away", f"{place} .seat__name")
        for seat, mark, shown in zip(seats, marks, names, strict=True):
            assert contains(seat, mark), (width, height)
            assert not covers(mark, shown)


def test_seats_in_one_row_mark_absent_players_alike_and_keep_names_and_clocks_whole(new_page) -> None:
    stage, page = table(GAMES["moroccan-4"]()), new_page()
    play_until(stage, is_asked("play"))
    for number, name in enumerate(["Yasmina", "Younes", "Chadia", "Badr"]):
        seat = stage.seats[number]
        assert seat is not None
        seat.update(name=name, bot=False, by_site=False, online=False)
    stage.clock = still_clock(4)
    stage.open(page)
    for width, height in [(640, 400), (844, 390)]:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".board__rim .mark--away:visible")).to_have_count(0)
        expect(page.locator(".board__rim .seat__dot:visible")).to_have_count(3)
        expect(page.locator(".board__rim .seat__clock:visible")).to_have_count(3)
        cut = page.locator(".board__rim .seat__base").evaluate_all(
            "nodes => nodes.filter(node => node.scrollWidth > node.clientWidth).map(node => node.textContent)"
        )
        assert cut == [], (width, height)


SMALL = """nodes => nodes.filter(node => node.offsetWidth && node.textContent.trim()
    && parseFloat(getComputedStyle(node).fontSize) < 12.5).map(node => node.className)"""


@pytest.mark.parametrize("name", ["porrazo-8", "moroccan-4", "moroccan-2"])
def test_no_text_of_a_seat_is_small_in_landscape(new_page, name: str) -> None:
    stage, page = full_table(name), new_page()
    stage.open(page)
    for width, height in [(640, 400), (844, 390)]:
        page.set_viewport_size({"width": width, "height": height})
        boxes(page, ".seat")  # wait until nothing moves
        assert page.locator(".seat :is(span, b, p, button)").evaluate_all(SMALL) == [], (width, height)


def twins(stage: BoardHarness) -> None:
    """Give all seats but the first to bots of one level."""
    names = tell_apart(["Amina", *["Caballo"] * (stage.game.players - 1)])
    for number, seat in enumerate(stage.seats[1:], 1):
        assert seat is not None
        seat.update(name=names[number], bot=True, by_site=True, rating=None)


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
        shown = page.locator(".board__rim .seat__name").evaluate_all(WORDS)
        assert sorted(shown) == sorted(GIVEN_NAMES[1:]), width
        if (scores := page.locator(".side .score__name")).first.is_visible():
            assert sorted(scores.evaluate_all(WORDS)[1:]) == sorted(GIVEN_NAMES[1:]), width
    karim = page.locator(".seat[data-seat='3'] .seat__name")
    expect(karim).to_have_attribute("title", "Caballo Karim")
    expect(page.locator(".seat[data-seat='3']")).to_have_attribute("aria-label", "Karim")
    expect(page.locator(".side .score__name").nth(3)).to_have_attribute("title", "Karim")


@pytest.mark.parametrize("name", ["mufts-4", "steere", "porrazo-8"])
def test_a_bot_that_goes_by_its_given_name_shows_its_level(new_page: Callable[..., Page], name: str) -> None:
    stage, page = table(GAMES[name]()), new_page()
    twins(stage)
    stage.open(page)
    salma = page.locator(".seat[data-seat='2']")
    expect(salma.locator(".mark--bot")).to_have_attribute("title", "Caballo")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        salma.get_by_role("button", name="Salma is a bot that plays at level Caballo.").click()
        note = page.get_by_role("status").filter(has_text="Salma is a bot that plays at level Caballo.")
        expect(note).to_be_visible()
        page.keyboard.press("Escape")
        expect(note).to_be_hidden()
    rim, words = boxes(page, ".board__rim .seat", ".board__rim .mark__word")
    if stage.game.players < 5:  # the seats of more have no room for it
        assert all(word["width"] > 40 and any(contains(seat, word) for seat in rim) for word in words)


# How many of the pixels around a control's middle, across and down, belong to it or to another control above it.
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


# How many of the pixels around a button's middle, across and down, belong to the button itself.
ITS_OWN = REACH.replace(""" || Boolean(hit?.closest("button"))""", "")


def test_a_thumb_hits_the_right_button(new_page: Callable[..., Page]) -> None:
    """Announce buttons are far apart, because a slip would be a bluff. So are the claim and challenge buttons."""
    stage, page = table(Moroccan()), new_page(has_touch=True, is_mobile=True)
    page.set_viewport_size({"width": 390, "height": 844})
    stage.open(page)
    play_until(stage, is_asked("announce"))
    calls = page.locator(".prompt__buttons .button")
    expect(calls).to_have_count(3)
    for size, least in [((390, 844), 44), ((320, 568), 40)]:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        [found] = boxes(page, ".prompt__buttons .button")
        assert all(box["height"] >= least for box in found), size
        assert all(near["x"] - box["x"] - box["width"] >= 11.9 for box, near in pairwise(found)), size
        assert all(min(call.evaluate(ITS_OWN)) >= 43 for call in calls.all()), size


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 568)])
def test_a_thumb_hits_either_claim_or_challenge(new_page: Callable[..., Page], width: int, height: int) -> None:
    stage, page = full_table("moroccan-2"), new_page(has_touch=True, is_mobile=True)
    page.set_viewport_size({"width": width, "height": height})
    stage.open(page)
    [found] = boxes(page, ".seat__action:not(.is-reserved)")
    challenge, claim = sorted(found, key=lambda box: box["x"])
    assert claim["x"] - challenge["x"] - challenge["width"] >= 11.9
    for button in page.locator(".seat__action:not(.is-reserved), .prompt__hint").all():
        assert min(button.evaluate(ITS_OWN)) >= 43, button.text_content()


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 568)])
def test_a_challenge_alone_lies_at_the_end_of_the_seat(new_page, width: int, height: int, language: str) -> None:
    stage, page = table(Moroccan()), new_page(viewport={"width": width, "height": height})
    stage.make((1, "announce", "ronda"))
    stage.open(page, language=language)
    [challenge], [call] = boxes(page, ".seat--top .seat__action:not(.is-reserved)", ".seat--top .seat__call")
    if language == "en":
        assert challenge["x"] + challenge["width"] == pytest.approx(call["x"] + call["width"], abs=1)
    else:
        assert challenge["x"] == pytest.approx(call["x"], abs=1)


@pytest.mark.parametrize("is_coached", [False, True], ids=["alone", "coached"])
@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
@pytest.mark.parametrize("size", [(320, 568), (390, 844), (360, 740), (412, 915)])
def test_the_buttons_against_one_opponent_lie_in_their_seat(new_page, size, language: str, *, is_coached: bool) -> None:
    stage, page = full_table("moroccan-2"), new_page(viewport={"width": size[0], "height": size[1]})
    stage.open(page, coach=coach_for(stage) if is_coached else None, language=language)
    parts = [f".seat--top .seat__{part}" for part in ("head", "score", "clock", "cards", "pile", "call")]
    [seat], found, *others = boxes(page, ".seat--top", ".seat--top .seat__action:not(.is-reserved)", *parts)
    assert len(found) == 2
    assert all(contains(seat, box) for box in found)
    assert not [button for button in found for group in others for box in group if covers(button, box)]


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
@pytest.mark.parametrize("name", ["moroccan-2", "moroccan-3", "moroccan-4"])
def test_buttons_at_the_seats_of_the_smallest_phone_are_large(new_page, name: str, language: str) -> None:
    stage, page = full_table(name), new_page(has_touch=True, is_mobile=True, viewport={"width": 320, "height": 568})
    stage.open(page, language=language)
    seats, found, [hint] = boxes(page, ".board__rim .seat", ".seat__action:not(.is-reserved)", ".prompt__hint")
    assert min(box["height"] for box in [*found, hint]) >= 32
    if stage.game.players < 4:
        assert all(any(contains(seat, box) for seat in seats) for box in found)
    least = 34 if stage.game.players == 4 else 43  # one below the other, right above the reader's own seat
    for button in page.locator(".seat__action:not(.is-reserved)").all():
        assert min(button.evaluate(ITS_OWN)) >= least, button.text_content()


@pytest.mark.parametrize("calls", ["none", "open"])
@pytest.mark.parametrize("language", ["en", "fr", "ar"])
def test_buttons_at_the_seats_of_eight_are_as_high_as_a_fingertip(new_page, language: str, calls: str) -> None:
    stage, page = full_table("porrazo-8"), new_page(has_touch=True, is_mobile=True)
    stage.calls = calls
    stage.open(page, coach={**coaching_data(stage.game), "novice": True}, language=language)
    for width, height in [(390, 844), (360, 640), (320, 568)]:
        page.set_viewport_size({"width": width, "height": height})
        buttons, seats = boxes(page, ".seat__action:not(.is-reserved)", ".seat")
        assert len(buttons) == 7
        assert min(box["height"] for box in buttons) >= 24, (width, height)
        assert all(any(contains(seat, box) for seat in seats) for box in buttons), (width, height)
        assert not [pair for pair in combinations(seats, 2) if covers(*pair)], (width, height)
        for button in page.locator(".seat__action:not(.is-reserved)").all():
            assert min(button.evaluate(ITS_OWN)) >= 24, (width, height)


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844), (1280, 800)])
@pytest.mark.parametrize("name", ["moroccan-3", "moroccan-4"])
def test_a_button_alone_lies_in_the_middle_of_its_seat_and_stays_when_another_appears(
    new_page, name: str, width: int, height: int
) -> None:
    stage, page = full_table(name), new_page(viewport={"width": width, "height": height})
    stage.open(page)
    sides = ":is(.seat--left, .seat--right)"
    both = boxes(page, sides, f"{sides} [data-key=challenge]")
    stage.change(calls="exposed")  # no call can be challenged any more
    expect(page.locator(f"{sides} [data-key=challenge]:visible")).to_have_count(0)
    seats, claims, shown = boxes(page, sides, f"{sides} [data-key=claim]", f"{sides} .seat__call")
    for seat, claim, call in zip(seats, claims, shown, strict=True):
        if name == "moroccan-3" and width == 390:  # beside the call
            assert covers({**claim, "x": call["x"]}, call)
            continue
        assert claim["x"] + claim["width"] / 2 == pytest.approx(seat["x"] + seat["width"] / 2, abs=1)
        lowest = call["y"] + call["height"]
        assert seat["y"] + seat["height"] - lowest < (70 if name == "moroccan-3" and width < 700 else 10)
    stage.change(calls="none")
    page.evaluate("document.body.offsetWidth")
    stage.change(calls="open")
    expect(page.locator(f"{sides} [data-key=challenge]:visible")).to_have_count(2)
    assert boxes(page, sides, f"{sides} [data-key=challenge]") == both


@pytest.mark.parametrize("calls", ["none", "open", "exposed"])
@pytest.mark.parametrize("language", ["en", "fr", "ar"])
@pytest.mark.parametrize("width", [360, 390])
def test_two_seats_side_by_side_on_a_phone_are_no_higher_than_what_they_show(new_page, width, language, calls) -> None:
    stage, page = full_table("moroccan-3"), new_page(viewport={"width": width, "height": 844})
    stage.calls = calls
    stage.open(page, language=language)
    seats, laid = boxes(page, ".board__rim .seat", ".board__spot")
    assert max(seat["height"] for seat in seats) < 102
    assert laid[0]["width"] > 0.2 * width
    for seat in page.locator(".board__rim .seat").all():  # what it shows is whole
        assert seat.evaluate("node => node.scrollWidth <= node.clientWidth")
        parts = [part for name in ("cards", "pile", "clock") if (part := seat.locator(f".seat__{name}").bounding_box())]
        parts += [part for call in seat.locator(".seat__call:not(.is-reserved)").all() if (part := call.bounding_box())]
        assert not [pair for pair in combinations(parts, 2) if covers(*pair)]


@pytest.mark.parametrize("size", [(640, 400), (844, 390)])
def test_a_button_at_a_seat_lies_apart_from_the_call(new_page, size: tuple[int, int]) -> None:
    stage, page = full_table("moroccan-4"), new_page(viewport={"width": size[0], "height": size[1]})
    stage.calls = "exposed"
    stage.open(page)
    expect(page.locator(".seat--left .seat__action:visible")).to_have_count(1)
    [[call], [claim]] = boxes(page, ".seat--left .seat__call", ".seat--left .seat__action:not(.is-reserved)")
    below, beside = claim["y"] - call["y"] - call["height"], claim["x"] - call["x"] - call["width"]
    assert max(below, beside) >= 3


def test_the_seat_opposite_keeps_its_height_when_its_player_leaves(new_page) -> None:
    stage, page = full_table("moroccan-2"), new_page(viewport={"width": 1280, "height": 800})
    assert stage.seats[1] is not None
    stage.seats[1].update(name="Guest 4935", bot=False, by_site=False, online=True)
    stage.clock = still_clock(2)
    stage.open(page)
    expect(page.locator(".seat--top .seat__action:visible")).to_have_count(2)
    [[before]] = boxes(page, ".seat--top")
    stage.seats[1].update(online=False)
    stage.send(stage.state([]))
    expect(page.locator(".seat--top .mark--away")).to_be_visible()
    assert boxes(page, ".seat--top") == [[before]]
    assert before["height"] < 60


# How far the words of a button are from its edges, at the nearer side.
PADDING = """button => {
    const range = document.createRange();
    range.selectNodeContents(button);
    const [words, box] = [range.getBoundingClientRect(), button.getBoundingClientRect()];
    return Math.min(words.left - box.left, box.right - words.right);
}"""


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
@pytest.mark.parametrize("name", ["moroccan-3", "moroccan-4"])
def test_words_of_buttons_at_seats_keep_apart_from_the_edges_in_landscape(new_page, name: str, language: str) -> None:
    stage, page = full_table(name), new_page(viewport={"width": 844, "height": 390})
    stage.open(page, language=language)
    boxes(page, ".seat")  # wait until nothing moves
    for button in page.locator(".seat__action:not(.is-reserved)").all():
        assert button.evaluate(PADDING) >= 3, button.text_content()


@pytest.mark.parametrize("size", [(320, 568), (390, 844)])
def test_score_and_pile_of_eight_lie_apart_without_a_clock(
    new_page: Callable[..., Page], size: tuple[int, int]
) -> None:
    stage, page = table(Porrazo({"players": 8})), new_page(viewport={"width": size[0], "height": size[1]})
    stage.clock = None
    stage.open(page)
    expect(page.locator(".seat__score").first).to_be_visible()
    scores, piles = boxes(page, ".seat__score", ".seat__pile")
    for score, pile in zip(scores, piles, strict=True):
        is_beside = covers({**score, "x": 0, "width": 9}, {**pile, "x": 0, "width": 9})
        assert not is_beside or pile["x"] - score["x"] - score["width"] >= 6


def test_without_a_clock_hand_and_pile_of_eight_lie_beside_the_score_on_a_phone(new_page: Callable[..., Page]) -> None:
    stage, page = table(Porrazo({"players": 8})), new_page(viewport={"width": 390, "height": 844})
    stage.clock = None
    stage.open(page)
    sides = ":is(.seat--left, .seat--right)"
    found = boxes(page, sides, f"{sides} .seat__score", f"{sides} .seat__held", f"{sides} .seat__pile")
    assert len(found[0]) == 4
    for seat, score, held, pile in zip(*found, strict=True):
        assert pile["x"] == pytest.approx(held["x"], abs=1)
        assert (score["y"] + score["height"] / 2) == pytest.approx((held["y"] + pile["y"] + pile["height"]) / 2, abs=2)
        assert all(contains(seat, box) for box in (score, held, pile))


def test_numbers_of_cards_lie_within_the_seats_of_eight_on_the_smallest_phone(new_page: Callable[..., Page]) -> None:
    stage, page = table(Porrazo({"players": 8})), new_page(viewport={"width": 320, "height": 568})
    stage.open(page)
    sides, counts = boxes(page, ":is(.seat--left, .seat--right)", ":is(.seat--left, .seat--right) .count")
    assert len(counts) == 2 * len(sides)
    for seat, count in product(sides, counts):
        if covers(seat, count):
            inner = {**seat, "x": seat["x"] + 4, "width": seat["width"] - 8, "height": seat["height"] - 1}
            assert contains(inner, count)


def test_the_opponent_of_two_has_a_picture_and_a_rating(new_page: Callable[..., Page]) -> None:
    stage, page = table(Moroccan()), new_page()
    assert stage.seats[1] is not None
    stage.seats[1].update(bot=False, by_site=False, rating={"value": 1510, "ranked": True})
    stage.open(page)
    expect(page.locator(".seat__avatar")).to_have_count(2)
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        if height == 320:  # the lowest screen has no room for pictures
            expect(page.locator(".seat__avatar").first).to_be_hidden()
            continue
        seat, picture = boxes(page, ".seat--top", ".seat--top .seat__avatar")
        assert picture[0]["width"] >= 20, (width, height)
        assert contains(seat[0], picture[0]), (width, height)
        is_narrow = width == 320 or (width < 800 and height < 480)  # the name needs the room
        expect(page.locator(".seat--bottom .seat__avatar")).to_be_visible(visible=not is_narrow)
        expect(page.locator(".seat--top .seat__rating")).to_be_visible(visible=width == 390)


def test_a_score_stays_apart_from_what_follows_it(new_page: Callable[..., Page]) -> None:
    sides = ":is(.seat--left, .seat--right)"
    for name, place, least in [
        ("moroccan-2", ".seat--bottom", 7.9),
        ("porrazo-8", ".seat--top", 5.5),
        ("porrazo-8", sides, 3.9),
    ]:
        stage, page = full_table(name), new_page()
        stage.clock = {**still_clock(stage.game.players), "banks": [610_000] * stage.game.players}
        stage.open(page)
        for width, height in PHONES[:2]:
            page.set_viewport_size({"width": width, "height": height})
            scores, clocks = boxes(page, f"{place} .seat__score", f"{place} .seat__clock")
            if width == 320 or name == "moroccan-2":
                gaps = [clock["x"] - score["x"] - score["width"] for score, clock in zip(scores, clocks, strict=True)]
                assert min(gaps) >= least, (name, width, gaps)


@pytest.mark.parametrize("name", ["moroccan-2", "moroccan-4", "porrazo-8"])
def test_the_readers_score_is_above_the_clock_and_the_pile_on_a_low_narrow_board(new_page, name: str) -> None:
    page = new_page(viewport={"width": 640, "height": 400})
    stage = own_turn(GAMES[name])
    stage.clock = {**still_clock(stage.game.players), "banks": [610_000] * stage.game.players}
    stage.open(page)
    [score], [clock], [pile] = boxes(page, *(f".board__mine .seat__{part}" for part in ("score", "clock", "pile")))
    assert score["y"] + score["height"] <= clock["y"]
    assert pile["y"] + pile["height"] / 2 == pytest.approx(clock["y"] + clock["height"] / 2, abs=2)
    assert pile["x"] >= clock["x"] + clock["width"] + 3.9


def test_seats_at_the_top_of_the_smallest_phone_show_their_pile_beside_a_call(new_page: Callable[..., Page]) -> None:
    stage, page = full_table("porrazo-8"), new_page(viewport={"width": 320, "height": 568})
    stage.open(page)
    seats, piles, calls = boxes(page, ".seat--top", ".seat--top .seat__pile", ".seat--top .seat__call")
    for seat, pile, call in zip(seats, piles, calls, strict=True):
        assert contains(seat, pile)
        assert call["width"]
        assert not covers(pile, call)


def test_writing_grows_with_a_large_table(new_page: Callable[..., Page]) -> None:
    for name in ("moroccan-4", "porrazo-8"):
        stage, page = full_table(name), new_page(viewport={"width": 1920, "height": 1080})
        stage.open(page)
        screen = {"x": 0, "y": 0, "width": 1920, "height": 1080}
        assert faults(measure(page, PARTS), screen) == []
        size = "node => parseFloat(getComputedStyle(node).fontSize)"
        assert page.locator(".board__line").evaluate(size) >= 20
        assert page.locator(".seat__name").first.evaluate(size) >= 19


@pytest.mark.parametrize(("is_coached", "language"), [(False, "en"), (True, "en"), (False, "fr"), (False, "ar")])
def test_news_of_another_table_covers_nothing(new_page: Callable[..., Page], is_coached: bool, language: str) -> None:
    stage, page = full_table("moroccan-4"), new_page()
    stage.open(page, coach=coach_for(stage) if is_coached else None, language=language)
    page.locator(".site-sign-in").evaluate(SIGN_IN)
    page.evaluate("path => import(path)", "/static/js/site/site.js")  # signed-out visitors don't load it
    expect(page.locator("html")).to_have_attribute("data-line", "open")
    names = "Badr, Abdelkader, Siete Karim and Wenceslaus the Long"
    news = {"type": "notice", "kind": "turn", "code": "mnopqrstuvwx", "title": "Moroccan Ronda", "waiting": 1}
    assert stage.site_socket is not None
    stage.site_socket.send(json.dumps({**news, "by": names, "url": "/t/mnopqrstuvwx/"}))
    expect(page.locator(".notice")).to_contain_text(names)
    for width, height in [*SCREENS, (360, 740), (1024, 768), (1920, 1080)]:
        page.set_viewport_size({"width": width, "height": height})
        [[notice], [link], [close]] = boxes(page, ".notice", ".notice__link", ".notice__close")
        assert contains({"x": 0, "y": 0, "width": width, "height": height}, notice), (width, height)
        assert contains(notice, link), (width, height)
        assert contains(notice, close), (width, height)
        assert not covers(link, close), (width, height)
        size = "node => parseFloat(getComputedStyle(node).fontSize)"
        assert page.locator(".notice__text").evaluate(size) >= 13
        parts = {**PARTS, "header": HEADER_ICONS, "tools": ".side__tools button"}
        parts |= {} if width < height else {"name": ".brand"}
        found = measure(page, parts)
        assert not [name for name, group in found.items() if any(covers(notice, box) for box in group)], (width, height)


@pytest.mark.parametrize("name", ["moroccan-2", "moroccan-3", "moroccan-4"])
def test_without_a_clock_the_readers_whole_name_is_shown_beside_a_call_on_the_smallest_phone(new_page, name) -> None:
    stage, page = full_table(name), new_page(viewport={"width": 320, "height": 568})
    assert stage.seats[0] is not None
    stage.seats[0]["name"] = "Guest 5771"
    stage.clock = None
    stage.open(page, coach=coach_for(stage))
    [[seat], [call]] = boxes(page, ".board__mine .seat", ".board__mine .seat__call")
    assert contains(seat, call)
    assert page.locator(".board__mine .seat__base").evaluate("node => node.scrollWidth <= node.clientWidth")


@pytest.mark.parametrize("name", ["moroccan-3", "moroccan-4", "porrazo-4", "porrazo-8"])
def test_labels_of_cards_on_the_smallest_phone_lie_between_the_cards_and_the_rim(new_page, name: str) -> None:
    stage, page = full_table(name), new_page(viewport={"width": 320, "height": 568})
    stage.open(page, coach=coach_for(stage))
    own, labels, [felt] = boxes(page, ".board__own", ".coach__label", ".felt")
    assert labels
    for label in labels:
        assert not [card for card in own if covers(card, label)]
        assert label["y"] + label["height"] <= felt["y"] + felt["height"] - 6


@pytest.mark.parametrize("is_coached", [False, True], ids=["alone", "coached"])
@pytest.mark.parametrize("name", ["moroccan-2", "moroccan-3", "moroccan-4"])
def test_buttons_at_seats_are_large_on_a_phone(new_page: Callable[..., Page], name: str, *, is_coached: bool) -> None:
    stage, page = full_table(name), new_page(viewport={"width": 390, "height": 844})
    stage.open(page, coach=coach_for(stage) if is_coached else None)
    found, tools = boxes(page, ".seat__action:not(.is-reserved)", ".board__tool:not([hidden])")
    assert min(box["height"] for box in found) >= (32 if is_coached and name == "moroccan-4" else 36)
    assert min(box["height"] for box in tools) >= 40


@pytest.mark.parametrize("name", ["moroccan-2", "moroccan-4"])
def test_name_and_figures_of_seats_start_at_one_edge_on_a_phone(new_page: Callable[..., Page], name: str) -> None:
    stage, page = full_table(name), new_page(viewport={"width": 390, "height": 844})
    stage.open(page)
    for seat in (".seat--top", ".board__mine .seat"):
        [head], [count] = boxes(page, f"{seat} .seat__head", f"{seat} .seat__count")
        assert head["x"] == pytest.approx(count["x"], abs=1)


@pytest.mark.parametrize("size", [(844, 390), (640, 400), (320, 568)])
@pytest.mark.parametrize("name", ["moroccan-4", "steere", "porrazo-8"])
def test_the_readers_name_is_shown_in_full_with_the_mark_beside_it(new_page, name: str, size: tuple[int, int]) -> None:
    stage, page = table(GAMES[name]()), new_page(viewport={"width": size[0], "height": size[1]})
    play_until(stage, lambda game, _events: game.view(0)["dealer"] == 0 or game.view(0)["leader"] == 0)
    assert stage.seats[0] is not None
    stage.seats[0]["name"] = "Guest 2911"
    stage.open(page)
    [word], [mark] = boxes(page, ".board__mine .seat__name", ".board__mine .mark--role")
    assert word["y"] < mark["y"] + mark["height"] / 2 < word["y"] + word["height"]
    base = page.locator(".board__mine .seat__base")
    assert base.evaluate("node => node.scrollWidth <= node.clientWidth")


@pytest.mark.parametrize("name", ["moroccan-3", "moroccan-4", "mufts-4"])
def test_names_of_eight_letters_are_whole_in_a_row_of_seats(new_page: Callable[..., Page], name: str) -> None:
    stage, page = table(GAMES[name]()), new_page(viewport={"width": 844, "height": 390})
    play_until(stage, lambda game, _events: stage.version > 20 and game.view(0)["leader"] == 1)
    for sitter in stage.seats[1:]:
        assert sitter is not None
        sitter["name"] = "Mohammed"
    assert stage.seats[1] is not None
    stage.seats[1].update(bot=False, by_site=False)
    stage.open(page)
    expect(page.locator(".board.has-row")).to_be_visible()
    bases = page.locator(".board__rim .seat__base")
    assert bases.evaluate_all("nodes => nodes.every((node) => node.scrollWidth <= node.clientWidth)")
    for seat in page.locator(".board__rim .seat").all():
        box, head = seat.bounding_box(), seat.locator(".seat__head").bounding_box()
        for part in (".seat__score", ".seat__clock", ".seat__pile:not([hidden])"):
            for shown in seat.locator(part).all():
                assert contains(box, shown.bounding_box())
                assert not covers(head, shown.bounding_box())


@pytest.mark.parametrize("size", [(844, 390), (640, 400), (568, 320)])
@pytest.mark.parametrize("name", ["moroccan-2", "moroccan-4", "steere", "porrazo-8"])
def test_a_long_name_of_the_reader_takes_two_lines_beside_the_hand_of_a_low_board(new_page, name: str, size) -> None:
    stage, page = full_table(name), new_page(viewport={"width": size[0], "height": size[1]})
    assert stage.seats[0] is not None
    stage.seats[0]["name"] = "Anonyme 2911"
    stage.open(page)
    [seat], [word], own = boxes(page, ".board__mine .seat", ".board__mine .seat__name", ".board__own")
    assert contains(seat, word)
    assert not [card for card in own if covers(seat, card)]
    assert page.locator(".board__mine .seat__base").evaluate("node => node.scrollWidth <= node.clientWidth")


@pytest.mark.parametrize("name", ["moroccan-2", "moroccan-4", "porrazo-8"])
def test_the_readers_seat_on_a_large_board_has_no_hole_and_a_call_moves_nothing(new_page, name: str) -> None:
    stage, page = full_table(name), new_page(viewport={"width": 1280, "height": 800})
    stage.open(page)
    parts = [f".seat--bottom .seat__{part}" for part in ("head", "rating", "count")]
    expect(page.locator(".seat--bottom .seat__call")).to_be_visible()
    called = boxes(page, *parts, ".seat--bottom .mark", ".board__own", ".board__spot")
    stage.change(calls="none")
    expect(page.locator(".seat--bottom .seat__call")).to_be_hidden()
    assert boxes(page, *parts, ".seat--bottom .mark", ".board__own", ".board__spot") == called
    [[head], [rating], [count], *_], [[seat]] = called, boxes(page, ".seat--bottom")
    [name_box], [mark] = boxes(page, ".seat--bottom .seat__name", ".mark--you")
    assert head["y"] - seat["y"] < 12
    assert seat["y"] + seat["height"] - count["y"] - count["height"] < 12
    below = rating if rating["width"] else mark  # a table of eight shows no ratings
    assert below["y"] >= name_box["y"] + name_box["height"] - 2
    assert below["y"] == pytest.approx(mark["y"], abs=4), "on one line"


def test_nothing_takes_no_room_in_the_readers_seat_at_a_crowded_table(new_page: Callable[..., Page]) -> None:
    stage, page = table(Porrazo({"players": 8})), new_page(viewport={"width": 1280, "height": 800})
    stage.open(page)
    parts = (".board__own", ".seat--bottom .seat__head")
    [*quiet] = boxes(page, *parts)
    calls = [{**call, "call": "nothing", "open": False} for call in stage.view()["calls"]]
    stage.send({**stage.state([]), "view": {**stage.view(), "calls": calls}})
    expect(page.locator(".seat--bottom .seat__call")).to_have_attribute("data-call", "nothing")
    assert boxes(page, *parts) == quiet
    [seat], [head] = boxes(page, ".seat--bottom", parts[1])
    assert head["y"] - seat["y"] < 12


def test_on_the_smallest_phone_the_name_is_whole_beside_a_call(new_page: Callable[..., Page]) -> None:
    stage, page = table(Porrazo({"players": 8})), new_page(viewport={"width": 320, "height": 568})
    assert stage.seats[0] is not None
    stage.seats[0]["name"] = "Guest 9723"
    play_until(stage, is_asked("play"))
    view = stage.view()
    stage.open(page)
    stage.send(
        {
            **stage.state([]),
            "view": {**view, "dealer": 0, "calls": [{**call, "call": "ronda"} for call in view["calls"]]},
        }
    )
    expect(page.locator(".board__mine .seat__call")).to_have_text("Ronda")
    expect(page.locator(".board__mine .mark--dealer")).to_be_visible()
    boxes(page, ".board__mine .seat__base")  # wait until nothing moves
    assert page.locator(".board__mine .seat__base").evaluate("node => node.scrollWidth <= node.clientWidth")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("name", "least"), [("moroccan-4", 46), ("porrazo-8", 44)])
def test_full_seats_leave_the_cards_room_on_the_smallest_phone(new_page, name: str, least: int, language: str) -> None:
    stage, page = full_table(name), new_page(viewport={"width": 320, "height": 568})
    stage.game.table = [card for card in stage.game.pack if card not in stage.game.hands[0]][:8]
    stage.open(page, language=language)
    expect(page.locator(".board__spot")).to_have_count(8)
    [cards] = boxes(page, ".board__spot")
    assert min(box["width"] for box in cards) >= least


@pytest.mark.parametrize("size", [(320, 568), (360, 740), (390, 844)])
@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
def test_the_button_to_challenge_covers_no_back_of_the_hand_of_one_opponent(new_page, language: str, size) -> None:
    stage, page = full_table("moroccan-2-four-cards"), new_page(viewport={"width": size[0], "height": size[1]})
    stage.clock = {**still_clock(2), "banks": [754_000] * 2}
    stage.game.captured[1] = 24
    stage.open(page, language=language)
    buttons, *parts = boxes(page, ".seat__action", ".seat--top .seat__card", ".seat--top .seat__count > *")
    assert parts[0]
    assert not [button for button in buttons for part in parts for box in part if covers(button, box)]


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (1280, 800)])
@pytest.mark.parametrize("name", ["moroccan-2", "moroccan-4"])
def test_a_card_that_waits_for_its_confirmation_covers_neither_a_seat_nor_a_card(new_page, name: str, size) -> None:
    stage, page = full_table(name), new_page(viewport={"width": size[0], "height": size[1]})
    stage.open(page)
    boxes(page, ".board__own")  # wait until nothing moves
    page.locator(".board__own").first.evaluate("node => node.classList.add('is-chosen')")
    [card, *_], *others = boxes(page, ".board__own", ".seat", ".board__spot")
    around = {**card, "y": card["y"] - 5}  # its ring
    assert not [box for group in others for box in group if covers(around, box)]


@pytest.mark.parametrize("size", [(568, 320), (640, 400), (844, 390)])
def test_a_raised_card_touches_no_card_on_the_table_in_landscape(new_page, size: tuple[int, int]) -> None:
    stage, page = full_table("moroccan-4"), new_page(viewport={"width": size[0], "height": size[1]})
    stage.open(page)
    page.locator(".board__own").first.hover()
    [card, *_], spots = boxes(page, ".board__own", ".board__spot")
    assert not [spot for spot in spots if covers(card, spot, by=-1)]


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (1280, 800)])
def test_a_call_makes_no_other_seat_of_eight_higher(new_page, size: tuple[int, int]) -> None:
    stage, page = table(Porrazo({"players": 8})), new_page(viewport={"width": size[0], "height": size[1]})
    play_until(stage, is_asked("play"))
    stage.open(page)
    silent = [{**call, "call": None} for call in stage.view()["calls"]]
    stage.send({**stage.state([]), "view": {**stage.view(), "calls": silent}})
    expect(page.locator(".is-quiet")).to_have_count(7)
    [before] = boxes(page, ".board__rim .seat")
    caller = page.locator(".board__rim .seat").first
    number = int(caller.get_attribute("data-seat") or 0)
    calls = [{**call, "call": "ronda" if seat == number else None} for seat, call in enumerate(silent)]
    stage.send({**stage.state([]), "view": {**stage.view(), "calls": calls}})
    expect(caller.locator(".seat__call")).to_be_visible()
    [after] = boxes(page, ".board__rim .seat")
    assert after[0]["height"] > before[0]["height"] + 12
    for box, other in zip(before[1:], after[1:], strict=True):
        assert other == pytest.approx(box, abs=0.1)


def test_a_role_pushes_no_clock_of_eight_into_another_line(new_page) -> None:
    stage, page = table(Porrazo({"players": 8})), new_page(viewport={"width": 1280, "height": 800})
    twins(stage)
    stage.clock = {**still_clock(8), "banks": [600_000] * 8}
    stage.open(page)
    stage.send({**stage.state([]), "view": {**stage.view(), "dealer": 4, "leader": 5}})
    expect(page.locator(".seat--top .mark--role")).to_have_count(2)
    names, clocks = boxes(page, ".seat--top .seat__name", ".seat--top .seat__clock")
    for name, clock in zip(names, clocks, strict=True):
        assert clock["y"] < name["y"] + name["height"] / 2 < clock["y"] + clock["height"]


@pytest.mark.parametrize("size", [(768, 1024), (820, 1180), (1280, 800)])
@pytest.mark.parametrize("players", [5, 8])
def test_numbers_of_two_digits_lie_within_the_seats_at_the_sides(new_page, players: int, size: tuple[int, int]) -> None:
    stage, page = table(Porrazo({"players": players})), new_page(viewport={"width": size[0], "height": size[1]})
    stage.clock = {**still_clock(players), "banks": [600_000] * players}
    stage.open(page)
    stage.send({**stage.state([]), "view": {**stage.view(), "scores": [24] * players, "captured": [14] * players}})
    sides = ":is(.seat--left, .seat--right)"
    expect(page.locator(f"{sides} .seat__pile").first).to_have_text("14")
    seats, scores, piles = boxes(page, sides, f"{sides} .seat__score", f"{sides} .seat__pile")
    for seat, score, pile in zip(seats, scores, piles, strict=True):
        assert contains(seat, score)
        assert contains(seat, pile)


@pytest.mark.parametrize("role", ["dealer", "leader"])
def test_a_picture_keeps_apart_from_a_whole_name_at_the_top_of_the_smallest_phone(new_page, role: str) -> None:
    stage, page = table(Porrazo({"players": 8})), new_page(viewport={"width": 320, "height": 568})
    twins(stage)
    stage.faces = {sitter["name"]: FACE for sitter in stage.seats if sitter}
    stage.open(page)
    expect(page.locator(".seat__avatar")).to_have_count(8)
    for seat in (3, 4, 5):
        stage.send({**stage.state([]), "view": {**stage.view(), role: seat}})
        expect(page.locator(f".seat[data-seat='{seat}'] .mark--{role}")).to_be_visible()
        pictures, names = boxes(page, ".seat--top .seat__avatar", ".seat--top .seat__name")
        for picture, name in zip(pictures, names, strict=True):
            assert name["x"] - picture["x"] - picture["width"] >= 3.9  # the ring takes one of them
        assert page.locator(".seat--top .seat__last").evaluate_all(
            "nodes => nodes.every(node => node.scrollWidth <= node.clientWidth)"
        )


LARGE = [(1280, 800), (1280, 900), (1920, 1080), (768, 1024)]

# Shows the seats at the table as they are when a call or a button is in view.
FILL = "() => document.querySelectorAll('.is-quiet').forEach(seat => seat.classList.remove('is-quiet'))"


@pytest.mark.parametrize("has_claims", [False, True], ids=["calls", "claims"])
@pytest.mark.parametrize("size", [(320, 568), (390, 844), (412, 915), (568, 320), (640, 400), (844, 390), *LARGE])
@pytest.mark.parametrize("name", ["porrazo-5", "porrazo-8"])
def test_a_seat_is_as_high_as_what_it_shows_and_grows_without_moving_anything(
    new_page, name: str, size: tuple[int, int], *, has_claims: bool
) -> None:
    stage, page = full_table(name), new_page(viewport={"width": size[0], "height": size[1]})
    stage.calls = "none"
    view = stage.view()
    view["hand_size"] = max(seat["cards"] for seat in view["seats"])  # no claim is possible yet
    stage.view = lambda: {**view, "interrupts": ["claim"] if has_claims else []}  # type: ignore[method-assign]
    stage.open(page)
    seats, *before = boxes(page, ".board__rim .seat", ".seat__name", ".seat__count", ".board__spot")
    page.evaluate(FILL)
    full, *after = boxes(page, ".board__rim .seat", ".seat__name", ".seat__count", ".board__spot")
    if size in LARGE or size[0] < size[1] or (name == "porrazo-5" and size[0] == 844):
        assert [box for box, filled in zip(seats, full, strict=True) if filled["height"] - box["height"] > 12]
    for group, others in zip(before, after, strict=True):
        for box, other in zip(group, others, strict=True):
            assert box["y"] == pytest.approx(other["y"], abs=0.6)
            assert box["x"] == pytest.approx(other["x"], abs=1.1)  # digits of a running clock are not equally wide


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
@pytest.mark.parametrize("name", ["moroccan-2", "moroccan-2-four-cards", "moroccan-4"])
def test_the_readers_seat_says_that_their_call_was_false(new_page, name: str, language: str) -> None:
    stage, page = full_table(name), new_page()
    stage.calls = "exposed"
    assert stage.seats[0] is not None
    stage.seats[0]["name"] = "Anonyme 2911"
    stage.open(page, language=language)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        [seat], [call], [word], cards = boxes(
            page, ".board__mine .seat", ".seat--bottom .seat__call", ".seat--bottom .seat__void", ".seat--bottom .chip"
        )
        assert contains(seat, call), (width, height)
        assert contains(call, word), (width, height)
        assert word["width"] > 20
        assert not cards
        if width < height:
            tools = boxes(page, ".board__deck > *")[0]
            assert not [tool for tool in tools if covers(seat, tool)]
            assert page.locator(".seat--bottom .is-void").evaluate("node => node.scrollWidth <= node.clientWidth")


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
def test_an_upright_phone_says_that_the_call_of_a_single_opponent_was_false(new_page, language: str) -> None:
    stage, page = full_table("moroccan-2-four-cards"), new_page()
    view = stage.view()
    calls = [{**call, "open": False, "void": True, "shown": None} for call in view["calls"]]
    stage.view = lambda: {**view, "calls": calls}  # type: ignore[method-assign]
    stage.open(page, language=language)
    for width, height in [(320, 568), (390, 844)]:
        page.set_viewport_size({"width": width, "height": height})
        [seat], [name], [call], [word] = boxes(
            page, ".seat--top", ".seat--top .seat__name", ".seat--top .seat__call", ".seat--top .seat__void"
        )
        assert contains(seat, call), (width, height)
        assert contains(call, word), (width, height)
        assert word["width"] > 20
        assert not covers(call, name), (width, height)


def test_pictures_of_eight_on_a_phone_lie_within_their_seats_and_apart_from_the_marks(new_page) -> None:
    stage, page = table(Porrazo({"players": 8})), new_page(viewport={"width": 390, "height": 844})
    twins(stage)
    stage.faces = {sitter["name"]: FACE for sitter in stage.seats if sitter}
    stage.open(page)
    expect(page.locator(".seat__avatar")).to_have_count(8)
    rim = ".board__rim"
    seats, faces, marks = boxes(page, f"{rim} .seat", f"{rim} .seat__avatar", f"{rim} .mark--bot")
    for seat, face, mark in zip(seats, faces, marks, strict=True):
        assert face["y"] >= seat["y"] + 3  # the ring is two pixels wide
        assert mark["x"] >= face["x"] + face["width"] + 3


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("calls", ["none", "open"])
@pytest.mark.parametrize("size", [(844, 390), (1280, 800)])
def test_numbers_of_seats_at_the_top_are_centred_below_the_name(new_page, size, calls: str, language: str) -> None:
    stage, page = full_table("porrazo-8"), new_page(viewport={"width": size[0], "height": size[1]})
    stage.calls = calls
    stage.open(page, language=language)
    seats, held, piles = boxes(page, ".seat--top", ".seat--top .seat__held", ".seat--top .seat__pile")
    for seat, hand, pile in zip(seats, held, piles, strict=True):
        left, right = min(hand["x"], pile["x"]), max(box["x"] + box["width"] for box in (hand, pile))
        assert (left + right) / 2 == pytest.approx(seat["x"] + seat["width"] / 2, abs=3)
        assert hand["y"] > seat["y"] + seat["height"] / 3


def test_the_marks_of_a_bot_that_plays_first_lie_on_one_line(new_page: Callable[..., Page]) -> None:
    stage, page = table(Porrazo({"players": 8})), new_page(viewport={"width": 1280, "height": 800})
    twins(stage)
    stage.open(page)
    marks = ".seat__marks:has(.mark--bot):has(.mark--leader)"
    [[bot], [leader]] = boxes(page, f"{marks} .mark--bot", f"{marks} .mark--leader")
    assert bot["y"] + bot["height"] / 2 == pytest.approx(leader["y"] + leader["height"] / 2, abs=1)
    assert bot["height"] < leader["height"] - 3  # not stretched, with the icon at its top


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
@pytest.mark.parametrize(("name", "has_clock"), [("moroccan-4", False), ("porrazo-8", False), ("porrazo-8", True)])
def test_a_call_hides_no_pile_on_the_smallest_phone(new_page, name: str, language: str, *, has_clock: bool) -> None:
    stage, page = full_table(name), new_page(viewport={"width": 320, "height": 568})
    stage.clock = still_clock(stage.game.players) if has_clock else None
    stage.game.captured[1] = 14
    stage.open(page, coach=coach_for(stage), language=language)
    sides = ":is(.seat--left, .seat--right)"
    piles = [box for box in boxes(page, f"{sides} .seat__pile .count")[0] if box["width"]]
    assert len(piles) == (1 if name == "moroccan-4" else 4)
    seats, *others = boxes(page, sides, f"{sides} .seat__call", f"{sides} .seat__action", f"{sides} .seat__score")
    for pile in piles:
        assert any(contains(seat, pile) for seat in seats)
        assert not [box for group in others for box in group if covers(pile, box)]


@pytest.mark.parametrize("calls", ["none", "open", "exposed"])
@pytest.mark.parametrize("language", ["en", "fr", "ar"])
@pytest.mark.parametrize(("name", "size"), [("moroccan-3", (390, 844)), ("moroccan-4", (844, 390))])
def test_name_and_buttons_of_a_seat_begin_at_one_edge(new_page, name: str, size, language: str, calls: str) -> None:
    stage, page = full_table(name), new_page(viewport={"width": size[0], "height": size[1]})
    stage.calls, stage.clock, stage.faces = calls, None, {}
    for seat in stage.seats:
        assert seat is not None
        seat.update(online=True, left=False, hints=None)
    stage.open(page, language=language)
    for place in (".seat--left", ".seat--right"):
        shown = boxes(
            page, place, f"{place} .seat__score", f"{place} :is(.seat__call, .seat__action):not(.is-reserved)"
        )
        [[seat], _scores, others] = shown
        lowest = max(others, key=lambda box: (box["y"], -box["x"] if language != "ar" else box["x"]))
        ends = lowest["x"] - seat["x"], seat["x"] + seat["width"] - lowest["x"] - lowest["width"]
        assert ends[language == "ar"] <= 12


# The boxes of the icons of roles, which aren't elements.
ICONS = """marks => marks.map(mark => {
    const { x, y, height } = mark.getBoundingClientRect();
    const { width, paddingLeft, paddingRight } = getComputedStyle(mark);
    const middle = x + (parseFloat(width) + parseFloat(paddingLeft) - parseFloat(paddingRight)) / 2;
    return { x: middle - 7, y, width: 14, height };
})"""


@pytest.mark.parametrize("language", ["en", "ar"])
def test_on_the_smallest_phone_the_name_of_a_bot_with_a_role_is_whole_beside_a_clock(new_page, language: str) -> None:
    stage, page = table(Porrazo({"players": 8})), new_page(viewport={"width": 320, "height": 568})
    for seat in stage.seats:
        assert seat is not None
        seat.update(name="Loubna", bot=True, by_site=True, rating=None)
    stage.clock = {**still_clock(8), "banks": [754_000] * 8}
    stage.game.scores[:] = [24] * 8
    stage.open(page, language=language)
    for leader in range(8):
        stage.send({**stage.state([]), "view": {**stage.view(), "leader": leader, "dealer": (leader + 1) % 8}})
        sides = ":is(.seat--left, .seat--right)"
        for node in page.locator(f"{sides} :is(.seat__base, .seat__last)").all():
            assert node.evaluate("node => node.scrollWidth <= node.clientWidth + 1"), node.text_content()
        [clocks] = boxes(page, f"{sides} :is(.seat__clock, .seat__score)")
        icons = page.locator(f"{sides} .mark--role").evaluate_all(ICONS)
        # both have some room around them
        assert not [icon for icon in icons for clock in clocks if covers(icon, clock, by=3)]


def test_in_landscape_the_name_of_a_bot_with_a_role_who_is_the_readers_partner_is_whole(new_page) -> None:
    stage, page = full_table("mufts-4"), new_page(viewport={"width": 640, "height": 400})
    for seat in stage.seats:
        assert seat is not None
        seat.update(name="Ghizla", bot=True, by_site=True, rating=None, left=False, online=True)
    stage.faces = {"Ghizla": FACE}
    stage.open(page)
    stage.send({**stage.state([]), "view": {**stage.view(), "leader": 2, "dealer": 1}})
    partner = page.locator(".seat:has(.mark--partner)")
    expect(partner.locator(".mark--role")).to_be_visible()
    expect(partner.locator(".mark--bot")).to_be_visible()
    for part in partner.locator(":is(.seat__base, .seat__last)").all():
        assert part.evaluate("node => node.scrollWidth <= node.clientWidth"), part.text_content()


def check_pictures(page: Page, *, least: int) -> None:
    """Assert that each seat at the rim has a picture beside the name, at least so many pixels wide."""
    seats, faces, names = boxes(page, ".board__rim .seat", ".board__rim .seat__avatar", ".board__rim .seat__name")
    for seat, face, word in zip(seats, faces, names, strict=True):
        assert contains(seat, face)
        assert not covers(face, word)
        assert face["width"] >= least


@pytest.mark.parametrize("name", ["moroccan-3", "steere"])
def test_three_have_pictures_on_the_smallest_phone(new_page: Callable[..., Page], name: str) -> None:
    stage, page = full_table(name), new_page(viewport={"width": 320, "height": 568})
    stage.open(page)
    check_pictures(page, least=18)


@pytest.mark.parametrize("name", ["moroccan-3", "moroccan-4"])
def test_bots_in_a_row_of_seats_have_pictures_on_a_narrow_board(new_page: Callable[..., Page], name: str) -> None:
    stage, page = own_turn(GAMES[name]), new_page(viewport={"width": 640, "height": 400})
    assert stage.seats[1] is not None
    assert stage.seats[1]["bot"]
    stage.open(page)
    expect(page.locator(".board.has-row")).to_be_visible()
    check_pictures(page, least=16)


@pytest.mark.parametrize("name", ["moroccan-3", "moroccan-4"])
def test_in_landscape_the_name_of_a_bot_with_a_role_is_whole_beside_a_call_and_two_buttons(new_page, name: str) -> None:
    stage, page = full_table(name), new_page(viewport={"width": 640, "height": 400})
    for seat in stage.seats[1:]:
        assert seat is not None
        seat.update(name="Ghizla", bot=True, by_site=True, rating=None, left=False, online=True)
    stage.faces = {"Ghizla": FACE}
    stage.open(page)
    expect(page.locator(".board__rim .seat__action + .seat__action:visible")).not_to_have_count(0)
    bases = page.locator(".board__rim .seat__base")
    assert bases.evaluate_all("nodes => nodes.every((node) => node.scrollWidth <= node.clientWidth)")


@pytest.mark.parametrize("name", ["porrazo-5", "porrazo-8"])
def test_on_the_smallest_phone_names_of_five_letters_are_whole_and_numbers_on_one_line(new_page, name: str) -> None:
    stage, page = table(GAMES[name]()), new_page(viewport={"width": 320, "height": 568})
    for seat, given in enumerate(["Guest 5089", "Salma", "Nadia", "Karim", "Hamza", "Zineb", "Idris", "Loubna"]):
        if seat < len(stage.seats):
            stage.seats[seat].update(name=given, bot=seat > 0, by_site=seat > 0, rating=None)
    stage.clock = None
    stage.open(page)
    sides = ":is(.seat--left, .seat--right)"
    scores, held, piles = boxes(page, f"{sides} .seat__score", f"{sides} .seat__held", f"{sides} .seat__pile")
    for row in zip(scores, held, piles, strict=True):
        middles = [box["y"] + box["height"] / 2 for box in row]
        assert max(middles) - min(middles) < 4
    for node in page.locator(f"{sides} :is(.seat__base, .seat__last)").all():
        assert node.evaluate("node => node.scrollWidth <= node.clientWidth + 1"), node.text_content()


@pytest.mark.parametrize("role", ["dealer", "leader"])
def test_names_at_the_top_of_the_smallest_phone_are_whole_beside_a_role(new_page, role: str) -> None:
    stage, page = table(Porrazo({"players": 8})), new_page(viewport={"width": 320, "height": 568})
    twins(stage)
    stage.faces = {seat["name"]: FACE for seat in stage.seats if seat}
    stage.clock = {**still_clock(8), "banks": [600_000] * 8}
    stage.open(page)
    expect(page.locator(".seat--top .seat__avatar")).to_have_count(3)
    for seat in (3, 4, 5):
        stage.send({**stage.state([]), "view": {**stage.view(), role: seat}})
        top = page.locator(f".seat--top[data-seat='{seat}']")
        expect(top.locator(f".mark--{role}")).to_be_visible()
        boxes(page, ".seat__last")  # wait until nothing moves
        name = top.locator(".seat__last")
        assert name.evaluate("node => node.scrollWidth <= node.clientWidth + 1"), name.text_content()
        [outer], parts = boxes(
            page, f".seat[data-seat='{seat}']", f".seat[data-seat='{seat}'] :is(.seat__avatar, .mark--bot)"
        )
        assert all(contains(outer, part) for part in parts)


def test_score_and_clock_of_the_reader_keep_apart_at_a_table_of_eight_on_the_smallest_phone(new_page) -> None:
    stage, page = table(Porrazo({"players": 8})), new_page(viewport={"width": 320, "height": 568})
    stage.clock = {**still_clock(8), "banks": [606_000] * 8}
    stage.game.scores[:] = [24] * 8
    stage.open(page)
    mine = ".board__mine"
    [seat], [score], [clock], [pile] = boxes(
        page, f"{mine} .seat", f"{mine} .seat__score", f"{mine} .seat__clock", f"{mine} .seat__pile"
    )
    assert clock["x"] - score["x"] - score["width"] >= 6
    assert pile["x"] - clock["x"] - clock["width"] >= 6
    assert contains(seat, pile)


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (640, 400)])
def test_a_claim_without_a_call_lies_in_the_middle_of_a_seat_of_eight(new_page, size: tuple[int, int]) -> None:
    stage, page = full_table("porrazo-8"), new_page(viewport={"width": size[0], "height": size[1]})
    stage.calls, stage.clock = "none", None
    stage.open(page)
    if size[0] != 640:  # there, the claim is beside the numbers
        seats, claims = boxes(page, ".seat--top", ".seat--top .seat__action")
        for seat, claim in zip(seats, claims, strict=True):
            assert claim["x"] + claim["width"] / 2 == pytest.approx(seat["x"] + seat["width"] / 2, abs=2)
    sides = ":is(.seat--left, .seat--right)"
    seats, scores, piles = boxes(page, sides, f"{sides} .seat__score", f"{sides} .seat__pile")
    for seat, score, pile in zip(seats, scores, piles, strict=True):
        middle = (score["x"] + pile["x"] + pile["width"]) / 2
        assert middle == pytest.approx(seat["x"] + seat["width"] / 2, abs=6)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_buttons_at_the_sides_of_eight_in_landscape_are_high_enough_for_a_thumb(new_page, language: str) -> None:
    stage, page = full_table("porrazo-8"), new_page(viewport={"width": 844, "height": 390})
    stage.open(page, language=language)
    buttons, cards, heads = boxes(page, ":is(.seat--left, .seat--right) .seat__action", ".board__spot", ".seat__head")
    assert min(box["height"] for box in buttons) >= 32
    assert min(box["width"] for box in cards) >= 66
    assert not [box for box in buttons for head in heads if covers(box, head)]


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390)])
@pytest.mark.parametrize("has_long_clock", [False, True])
def test_the_numbers_of_eight_seats_are_apart_from_the_edges_and_in_one_line_at_the_top(
    new_page, size, *, has_long_clock: bool
) -> None:
    stage, page = full_table("porrazo-8"), new_page(viewport={"width": size[0], "height": size[1]})
    stage.calls, stage.clock = "none", still_clock(8)
    edge = 1 if has_long_clock else 2
    if has_long_clock:
        stage.clock["banks"] = [754_000] * 8
        stage.game.captured[:], stage.game.scores[:] = [14] * 8, [24] * 8
    stage.open(page)
    rim = ".board__rim .seat"
    shown = (".seat__held .count", ".seat__pile", ".seat__clock")
    seats, *parts = boxes(page, rim, *(f"{rim} {part}" for part in shown))
    signs = f"{rim} .seat__sign" if not has_long_clock else f"{rim} .seat__pile .seat__sign"
    parts.append([box for box in boxes(page, signs)[0] if box["width"]])
    for box in [box for group in parts for box in group]:
        [seat] = [seat for seat in seats if contains(seat, box)]
        assert box["x"] - seat["x"] >= edge
        assert seat["x"] + seat["width"] - box["x"] - box["width"] >= edge
    if size[0] != 844:  # there, hand and pile are in the second line
        held, piles, clocks = boxes(page, *(f".seat--top .seat__{part}" for part in ("held .count", "pile", "clock")))
        for hand, pile, clock in zip(held, piles, clocks, strict=True):
            assert hand["y"] < clock["y"] + clock["height"] > pile["y"]
            assert hand["x"] + hand["width"] <= pile["x"]
            assert hand["x"] >= clock["x"] + clock["width"]


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
def test_the_words_of_a_coach_leave_a_line_of_the_log_in_view_on_the_smallest_phone(new_page, language: str) -> None:
    stage, page = table(GAMES["moroccan-4"]()), new_page(viewport={"width": 320, "height": 568})
    at_turn = is_asked("play")
    play_until(stage, lambda game, events: stage.version > 8 and at_turn(game, events) and len(game.table) >= 5)
    with translation.override(language):
        coach = coach_for(stage)
    stage.open(page, language=language, coach=coach)
    expect(page.locator(".coach__advice")).to_contain_text("Zineb")  # who was bluffing
    [news], lines = boxes(page, ".prompt__news", ".prompt__news li")
    assert [line for line in lines if contains(news, line)]
    assert page.locator(".prompt__words").evaluate("node => node.scrollHeight <= node.clientHeight + 1")


@pytest.mark.parametrize("calls", ["none", "open", "exposed"])
@pytest.mark.parametrize("size", [(390, 844), (320, 568), (768, 1024), (1280, 800)])
@pytest.mark.parametrize("name", ["moroccan-3", "moroccan-4"])
def test_the_buttons_of_a_seat_are_a_part_of_it(new_page, name: str, size: tuple[int, int], calls: str) -> None:
    """They lie within the seat, or continue it downwards, as wide as it is, with no gap."""
    stage, page = full_table(name), new_page(viewport={"width": size[0], "height": size[1]})
    stage.calls = calls
    stage.open(page)
    sides = ":is(.seat--left, .seat--right)"
    expect(page.locator(f"{sides} .seat__action:not(.is-reserved):visible").first).to_be_visible()
    for seat in page.locator(sides).all():
        box, lowest = seat.bounding_box(), None
        for button in seat.locator(".seat__action:not(.is-reserved):visible").all():
            shown = button.bounding_box()
            assert shown["height"] >= 24
            if contains(box, shown):
                continue
            assert (shown["x"], shown["width"]) == pytest.approx((box["x"], box["width"]), abs=1)
            assert shown["y"] == pytest.approx(lowest or box["y"] + box["height"], abs=3.5)  # the edge of a side
            lowest = shown["y"] + shown["height"]


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (1280, 800)])
def test_the_light_on_a_seat_that_scores_is_not_on_its_buttons_and_unlike_a_turn(
    new_page, size: tuple[int, int]
) -> None:
    stage, page = full_table("moroccan-4"), new_page(viewport={"width": size[0], "height": size[1]})
    stage.open(page)
    seat = page.locator(".seat--right.can-act")
    seat.evaluate("node => node.classList.add('is-scoring')")
    light = "(node, key) => getComputedStyle(node, '::after')[key]"
    assert seat.evaluate(light, "clipPath") == "inset(-32px -32px 0px)", "no light on the buttons below the seat"
    assert seat.locator(".seat__actions").evaluate(light, "content") == "none"
    gold = page.locator(".seat.is-turn").evaluate("node => getComputedStyle(node).boxShadow.match(/rgb\\([^)]*\\)/)[0]")
    assert gold not in seat.evaluate(light, "boxShadow")


@pytest.mark.parametrize(
    ("name", "size"), [("moroccan-2", (390, 844)), ("moroccan-2", (1280, 800)), ("moroccan-3", (390, 844))]
)
def test_buttons_within_a_seat_that_scores_look_as_in_any_other(new_page, name: str, size: tuple[int, int]) -> None:
    stage, page = full_table(name), new_page(viewport={"width": size[0], "height": size[1]})
    stage.open(page)
    style = "node => { const { backgroundColor, zIndex } = getComputedStyle(node); return [backgroundColor, zIndex]; }"
    [ground, layer] = page.locator(".can-act .seat__action:visible").first.evaluate(style)
    assert "/" not in ground
    assert "rgba" not in ground, "the light shines through"
    assert layer == "1", "above the light"


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (640, 400), (1280, 800)])
@pytest.mark.parametrize("name", ["moroccan-4", "porrazo-8"])
def test_a_hand_has_a_sign_unlike_a_pile_which_the_legend_explains(new_page, name: str, size) -> None:
    stage, page = full_table(name), new_page(viewport={"width": size[0], "height": size[1]})
    stage.open(page)
    expect(page.locator(".seat__pile .seat__sign")).to_have_count(0)
    sign = page.locator(".seat__held .seat__sign").first
    fan = sign.evaluate("node => getComputedStyle(node, '::before').maskImage")
    assert "count-held" in fan
    assert page.locator(".legend__icon--held").evaluate("node => getComputedStyle(node).maskImage") == fan


@pytest.mark.parametrize("calls", ["none", "open"])
@pytest.mark.parametrize("has_clock", [False, True])
def test_the_seats_of_three_on_the_smallest_phone_show_their_piles_beside_a_coach(
    new_page, calls, *, has_clock
) -> None:
    stage, page = full_table("moroccan-3"), new_page(viewport={"width": 320, "height": 568})
    stage.calls = calls
    stage.clock = {**still_clock(3), "banks": [605_000] * 3} if has_clock else None
    stage.game.captured[:] = [12] * 3
    stage.open(page, coach=coach_for(stage))
    seats, piles, others = boxes(page, ".board__rim .seat", ".board__rim .seat__pile", ".board__rim .seat__call")
    for seat, pile, call in zip(seats, piles, others, strict=True):
        assert pile["width"]
        assert contains(seat, pile)
        assert not covers(pile, call)
        assert calls == "none" or call["y"] < pile["y"] + pile["height"]  # in the same line


@pytest.mark.parametrize("name", ["moroccan-2", "moroccan-4", "porrazo-8"])
def test_the_readers_seat_keeps_apart_from_its_edges_at_twice_the_size(new_page, name: str) -> None:
    stage, page = full_table(name), new_page(viewport={"width": 640, "height": 400})
    stage.clock = still_clock(stage.game.players)
    stage.clock["banks"] = [754_000] * stage.game.players
    stage.seats[0].update(name="Guest 7632", rating=None)
    stage.open(page)
    parts = (".seat__score", ".seat__clock", ".seat__pile", ".seat__name")
    [seat], *found = boxes(page, ".board__mine .seat", *(f".board__mine {part}" for part in parts))
    for [box] in found:
        assert box["x"] - seat["x"] >= 3
        assert seat["x"] + seat["width"] - box["x"] - box["width"] >= 3
    assert found[-1][0]["height"] < 24  # the name is on one line


def test_the_key_of_a_dealt_card_comes_with_its_face(new_page: Callable[..., Page]) -> None:
    stage, page = own_turn(Moroccan), new_page()
    stage.open(page)
    shown = "node => getComputedStyle(node, '::after').visibility"
    card = page.locator(".board__own").first
    assert card.evaluate(shown) == "visible"
    page.emulate_media(reduced_motion="no-preference")
    turn = """async (node) => {
        const { turnOver } = await import("/static/js/board/motion.js");
        const turned = turnOver(node);
        const during = getComputedStyle(node, "::after").visibility;
        for (const animation of node.getAnimations({ subtree: true })) animation.finish();
        await turned;
        return [during, getComputedStyle(node, "::after").visibility];
    }"""
    assert card.evaluate(turn) == ["hidden", "visible"]


@pytest.mark.parametrize("size", [(844, 390), (640, 400)])
@pytest.mark.parametrize("name", ["porrazo-5", "porrazo-6", "porrazo-8"])
def test_long_numbers_keep_apart_from_the_edges_of_seats_in_landscape(
    new_page, name: str, size: tuple[int, int]
) -> None:
    stage, page = full_table(name), new_page(viewport={"width": size[0], "height": size[1]})
    stage.calls, stage.clock = "none", still_clock(stage.game.players)
    stage.clock["banks"] = [754_000] * stage.game.players
    stage.game.captured[:], stage.game.scores[:] = [14] * stage.game.players, [38] * stage.game.players
    stage.open(page)
    kinds = ".seat:is(.seat--left, .seat--right, .seat--bottom)"
    seats, numbers = boxes(page, kinds, f"{kinds} :is(.seat__points, .seat__clock, .seat__pile)")
    for box in numbers:
        [seat] = [seat for seat in seats if contains(seat, box)]
        assert box["x"] - seat["x"] >= 4
        assert seat["x"] + seat["width"] - box["x"] - box["width"] >= 4


def test_calls_keep_apart_from_the_numbers_above_them_on_the_smallest_phone(new_page) -> None:
    stage, page = full_table("moroccan-4"), new_page(viewport={"width": 320, "height": 568})
    stage.clock = still_clock(stage.game.players)
    stage.open(page)
    kinds = ".seat:is(.seat--left, .seat--right)"
    counts, calls = boxes(page, f"{kinds} .seat__count", f"{kinds} .seat__call:not(.is-reserved)")
    for count, call in zip(counts, calls, strict=True):
        assert call["y"] - count["y"] - count["height"] >= 2


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
def test_the_coach_explains_the_tendido_of_many_players_in_full_on_the_smallest_phones(
    new_page: Callable[..., Page], language: str
) -> None:
    stage, page = FullTable(GAMES["porrazo-8"]()), new_page()
    play_until(stage, is_asked("tendido"))
    page.set_viewport_size({"width": 320, "height": 568})
    with translation.override(language):
        stage.open(page, language=language, coach=coach_for(stage))
    words = page.locator(".prompt__words")
    expect(words.locator(".coach__advice")).not_to_be_empty()
    assert words.evaluate("node => node.scrollHeight - node.clientHeight") <= 0


def test_the_batch_lies_above_the_tools_before_there_is_a_hand(new_page: Callable[..., Page]) -> None:
    stage, page = FullTable(GAMES["porrazo-8"]()), new_page()
    play_until(stage, is_asked("tendido"))
    page.set_viewport_size({"width": 844, "height": 390})
    stage.open(page, coach=coach_for(stage))
    found = measure(page, {"facts": ".board__facts", "tools": ".board__deck > :not(.is-empty)"})
    assert found["tools"]
    assert not any(covers(facts, tool) for facts, tool in product(found["facts"], found["tools"]))


def test_seats_of_many_players_at_the_sides_are_level(new_page: Callable[..., Page]) -> None:
    stage, page = table(GAMES["porrazo-8"]()), new_page()
    play_until(stage, is_asked("play"))
    page.set_viewport_size({"width": 1280, "height": 800})
    stage.open(page)
    expect(page.locator(".seat--left .mark--role")).to_have_count(1)
    found = measure(page, {"left": ".seat--left", "right": ".seat--right"})
    assert sorted(round(box["y"]) for box in found["left"]) == sorted(round(box["y"]) for box in found["right"])


# A seat's box, and those of its parts that are visible.
RECTANGLES = """(seat, shown) => [seat, ...seat.querySelectorAll(shown)]
    .map(node => node.getBoundingClientRect().toJSON())
    .filter(({ width }) => width)"""
SHOWN = (
    ".seat__points, .seat__clock:not([hidden]), .seat__held, .seat__pile:not(.is-empty), .seat__call:not(.is-reserved)"
)


@pytest.mark.parametrize(("name", "least"), [("moroccan-4", 1.9), ("porrazo-8", -1)])  # lines are higher than digits
@pytest.mark.parametrize("has_clock", [True, False])
def test_what_a_seat_at_the_side_of_a_small_phone_shows_keeps_apart(
    new_page, name: str, least: float, *, has_clock: bool
) -> None:
    stage = table(GAMES[name]())
    if not has_clock:
        stage.clock = None
    while stage.game.phase == "announce":
        stage.make((stage.game.to_act, "announce", "ronda"))
    play_until(stage, lambda _game, _events: stage.version > 24)
    page = new_page(viewport={"width": 320, "height": 568})
    stage.open(page)
    boxes(page, ".seat")  # wait until nothing moves
    for side in ("left", "right"):
        for number in range(page.locator(f".seat--{side}").count()):
            seat = page.locator(f".seat--{side}").nth(number)
            edge, *parts = seat.evaluate(RECTANGLES, SHOWN)
            for part in parts:
                assert part["x"] - edge["x"] >= 3, part
                assert edge["x"] + edge["width"] - part["x"] - part["width"] >= 3, part
            for one, other in combinations(parts, 2):
                across = max(one["x"], other["x"]) - min(one["x"] + one["width"], other["x"] + other["width"])
                down = max(one["y"], other["y"]) - min(one["y"] + one["height"], other["y"] + other["height"])
                assert max(across, down) >= least, (one, other)
