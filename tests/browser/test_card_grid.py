"""How large the cards on the table are, and how they cover each other, in rooms of every size."""

import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page

from games.rules.moroccan import Moroccan
from tests.browser.board_harness import BoardHarness
from tests.browser.board_pages import new_page  # noqa: F401  a fixture

HEIGHT = 1.54  # of a card, as a multiple of its width
FEW = 4  # cards that have the largest size
USUAL = 8  # cards that do not cover each other, if they need not be much smaller than a few
MOST = 10  # the same where there is much room
LEAST = {"share": 0.56, "width": 46}  # of their size
COUNTS = range(1, 15)

LAY = """async ([rooms, counts]) => {
    const { gridFor, stepsFor } = await import("/static/js/board/grid.js");
    return rooms.map((room) => counts.map((count) => {
        const { columns, rows, width } = gridFor(count, room);
        const taken = { columns: Math.min(columns, count), rows: Math.ceil(count / columns) };
        return { ...taken, places: columns * rows, count, width, ...stepsFor(taken, width, room) };
    }));
}"""

Room = dict[str, float]
Laid = dict[str, Any]


def some_rooms() -> list[Room]:
    """Return rooms like those of phones, from the smallest, and of large screens."""
    dice = random.Random(3)
    sizes = {"phone": ((150, 640), (70, 360), 4, (47, 102)), "screen": ((390, 1400), (130, 520), 9.6, (84, 198))}
    return [
        {"width": dice.uniform(*across), "height": dice.uniform(*down), "gap": gap, "largest": dice.uniform(*largest)}
        for across, down, gap, largest in sizes.values()
        for _ in range(1_500)
    ]


def apart(count: int, room: Room) -> float:
    """Return the width of so many cards if they lie beside each other, in as many rows as make them largest."""

    def in_rows(rows: int) -> float:
        columns = -(-count // rows)
        across = (room["width"] - (columns - 1) * room["gap"]) / columns
        return min(across, (room["height"] - (rows - 1) * room["gap"]) / rows / HEIGHT, room["largest"])

    return max(in_rows(rows) for rows in range(1, count + 1))


def is_covered(laid: Laid) -> bool:
    return laid["across"] < laid["width"] or (laid["rows"] > 1 and laid["down"] < HEIGHT * laid["width"])


@pytest.fixture(scope="module")
def rooms() -> list[Room]:
    return some_rooms()


@pytest.fixture
def tables(new_page: Callable[..., Page], rooms: list[Room]) -> list[tuple[Room, list[Laid]]]:
    """Return each room with the layouts of its cards, for each number of them."""
    page = new_page()
    BoardHarness(Moroccan()).open(page)
    return list(zip(rooms, page.evaluate(LAY, [rooms, list(COUNTS)]), strict=True))


def test_cards_lie_within_their_room_and_leave_each_others_ranks_in_view(tables) -> None:
    for room, layouts in tables:
        for laid in layouts:
            assert laid["places"] >= laid["count"], (room, laid)
            across = (laid["columns"] - 1) * laid["across"] + laid["width"]
            down = (laid["rows"] - 1) * laid["down"] + HEIGHT * laid["width"]
            assert across <= room["width"] + 0.1, (room, laid)
            assert down <= room["height"] + HEIGHT, (room, laid)
            assert laid["across"] >= 0.42 * laid["width"], (room, laid)
            assert laid["rows"] == 1 or laid["down"] >= 0.72 * laid["width"], (room, laid)


@pytest.mark.parametrize("most", [USUAL, MOST])
def test_up_to_ten_cards_cover_each_other_only_where_they_would_become_too_small(tables, most: int) -> None:
    seen = 0
    for room, layouts in tables:
        least = max(LEAST["share"] * layouts[FEW - 1]["width"], LEAST["width"])
        for laid in layouts[FEW:most]:
            if apart(most, room) < least + 1:  # sizes are whole pixels
                continue
            seen += 1
            assert not is_covered(laid), (room, laid)
    assert seen > 3_000


def test_no_card_is_smaller_than_it_has_to_be(tables) -> None:
    for room, layouts in tables:
        few = layouts[FEW - 1]["width"]
        assert few > 0.65 * apart(FEW, room) - 1, room
        for laid in layouts[FEW:USUAL]:
            count = laid["count"] if laid["count"] < 7 else USUAL
            least, beside = max(LEAST["share"] * few, LEAST["width"]), apart(count, room)
            assert laid["width"] > min(few, beside if beside >= least else 0.9 * min(least, beside)) - 1, (room, laid)


def test_the_size_changes_in_few_steps_and_never_grows_with_another_card(tables) -> None:
    for room, layouts in tables:
        widths = [laid["width"] for laid in layouts]
        assert len(set(widths[:FEW])) == 1, room
        assert len(set(widths[:USUAL])) <= 4, (room, widths)
        assert len(set(widths[:MOST])) <= 5, (room, widths)
        assert all(after <= before for before, after in pairwise(widths[:12])), (room, widths)
