"""The gaps that captures leave between the cards on the table."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.rules.moroccan import Moroccan
from tests.browser.board_harness import BoardHarness
from tests.browser.board_pages import boxes, new_page, off_middle, open_stage, widest_gap  # noqa: F401  fixtures
from tests.browser.user import wait_until

FULL = ["1O", "2C", "4S", "5B", "6O", "7C"]
MOTION = {"reduced_motion": "no-preference"}
TABLE = ".board__spot"


@pytest.fixture
def table(open_stage: Callable[..., Page]) -> Callable[..., tuple[BoardHarness, Page]]:
    """Return a function that opens a table with six cards on it."""

    def open_table(**context: Any) -> tuple[BoardHarness, Page]:
        stage = BoardHarness(Moroccan())
        stage.game.table = list(FULL)
        return stage, open_stage(stage, **context)

    return open_table


def take(stage: BoardHarness, page: Page, *cards: str) -> None:
    """Take cards off the table."""
    stage.game.table = [card for card in stage.game.table if card not in cards]
    stage.change()
    wait_until(page, lambda: page.locator(TABLE).count() == len(stage.game.table))


def places(page: Page) -> dict[str, tuple[float, float]]:
    """Return the position of each card, once nothing is moving."""
    [spots] = boxes(page, TABLE)
    cards = page.locator(TABLE).evaluate_all("spots => spots.map(spot => spot.dataset.key)")
    return {card: (spot["x"], spot["y"]) for card, spot in zip(cards, spots, strict=True)}


def by_row(page: Page) -> list[list[str]]:
    """Return the cards of each row, from left to right."""
    found = places(page)
    tops = sorted({round(y) for _x, y in found.values()})
    return [sorted((card for card, (_x, y) in found.items() if round(y) == top), key=found.__getitem__) for top in tops]


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390)])
def test_gaps_are_closed_in_the_rows_and_the_order_of_the_cards(table, size: tuple[int, int], motion: str) -> None:
    stage, page = table(viewport={"width": size[0], "height": size[1]}, reduced_motion=motion)
    before = by_row(page)
    middle = before[0][len(before[0]) // 2]
    take(stage, page, middle)
    wait_until(page, lambda: widest_gap(page) < 0.5)
    assert by_row(page) == [[card for card in row if card != middle] for row in before]
    assert off_middle(page) < 1
    take(stage, page, *[card for row in before for card in row if card != middle][1::2])
    wait_until(page, lambda: widest_gap(page) < 0.5 and len(by_row(page)) == 1)  # the others fit into one row
    assert by_row(page)[0] == [card for row in before for card in row if card != middle][::2]
    assert off_middle(page) < 1


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390)])
def test_each_row_lies_in_the_middle_whatever_comes_and_goes(table, size: tuple[int, int]) -> None:
    stage, page = table(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    for cards in (FULL[:1], FULL[:2], FULL[:5], FULL[1:5], [*FULL[1:5], "1B"], FULL[2:4], FULL):
        stage.game.table = list(cards)
        stage.change()
        expect(page.locator(TABLE)).to_have_count(len(cards))
        assert off_middle(page) < 1, cards


def test_cards_keep_their_order_when_the_window_changes(table) -> None:
    stage, page = table(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    stage.game.table = FULL[:4]
    stage.change()
    expect(page.locator(TABLE)).to_have_count(4)
    before = by_row(page)
    for width, height in ((390, 844), (844, 390), (640, 400), (320, 568), (1920, 1080), (768, 1024)):
        page.set_viewport_size({"width": width, "height": height})
        wait_until(page, lambda: len(by_row(page)) == 1)
        assert by_row(page) == before


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390)])
def test_cards_keep_their_places_when_the_page_is_reloaded(table, size: tuple[int, int]) -> None:
    stage, page = table(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    take(stage, page, by_row(page)[0][0])
    stage.game.table += ["1B", "3C"]
    stage.change()
    expect(page.locator(TABLE)).to_have_count(7)
    before = by_row(page)
    page.reload()
    expect(page.locator(TABLE)).to_have_count(7)
    assert by_row(page) == before
    stage.game.table = ["2O", *stage.game.table[2:]]  # while the page is reloaded
    page.reload()
    expect(page.locator(TABLE)).to_have_count(6)
    kept = [card for row in before for card in row if card in stage.game.table]
    assert [card for row in by_row(page) for card in row if card != "2O"] == kept
    assert off_middle(page) < 1


def test_rows_that_become_one_when_the_window_changes_leave_no_gap(open_stage: Callable[..., Page]) -> None:
    stage = BoardHarness(Moroccan({"players": 3}))
    stage.game.table = list(FULL)
    page = open_stage(stage, viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    first, second = by_row(page)
    take(stage, page, first[1])
    wait_until(page, lambda: [len(row) for row in by_row(page)] == [len(first) - 1, len(second)])
    page.set_viewport_size({"width": 844, "height": 390})
    wait_until(page, lambda: len(by_row(page)) == 1)
    assert widest_gap(page) < 0.1  # no more than between any two cards
    assert off_middle(page) < 1


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (844, 390), (768, 1024)])
def test_a_row_ends_only_where_another_card_would_make_all_smaller(
    open_stage: Callable[..., Page], size: tuple[int, int], players: int
) -> None:
    stage = BoardHarness(Moroccan({"players": players}))
    stage.game.table = [*FULL, "10O", "11C"][:5]
    page = open_stage(stage, viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    for count in (5, 7, 8):
        stage.game.table = [*FULL, "10O", "11C"][:count]
        stage.change()
        expect(page.locator(TABLE)).to_have_count(count)
        rows = by_row(page)
        spots, [field] = boxes(page, TABLE, ".board__field")
        gap = page.locator(".board__cloth").evaluate("node => parseFloat(getComputedStyle(node).columnGap)")
        if len(rows) > 1:
            assert len(rows[0]) * (spots[0]["width"] + gap) + spots[0]["width"] > field["width"], (count, rows)


def test_cards_glide_together_as_soon_as_others_are_gone(table) -> None:
    stage, page = table(viewport={"width": 1280, "height": 800}, **MOTION)
    [row] = by_row(page)
    # A card that glides must not have stood still before, beside the gap.
    page.evaluate("""() => {
        globalThis.still = 0;
        const look = () => {
            const spots = [...document.querySelectorAll(".board__spot")];
            if (spots.length === 6) return requestAnimationFrame(look);
            if (spots.some((spot) => spot.getAnimations().length)) return (globalThis.glided = true);
            globalThis.still += 1;
            requestAnimationFrame(look);
        };
        look();
    }""")
    take(stage, page, row[2])
    wait_until(page, lambda: page.evaluate("globalThis.glided === true"))
    assert page.evaluate("still") <= 3  # frames, where there had been more than twenty
    wait_until(page, lambda: widest_gap(page) < 0.5)


def test_a_card_lands_before_a_gap_is_closed(table) -> None:
    stage, page = table(viewport={"width": 1280, "height": 800}, **MOTION)
    [row] = by_row(page)
    page.evaluate("""() => {
        globalThis.most = 0;
        const look = () => {
            for (const spot of document.querySelectorAll(".board__spot")) {
                globalThis.most = Math.max(globalThis.most, spot.getAnimations().length);
            }
            requestAnimationFrame(look);
        };
        look();
    }""")
    stage.game.table.append("10O")
    take(stage, page, row[1], row[2])
    wait_until(page, lambda: widest_gap(page) < 0.5)
    assert page.evaluate("most") == 1  # a second animation would move the card at once to where the first one ends


def test_no_card_moves_once_the_reader_can_play(table) -> None:
    stage, page = table(viewport={"width": 1280, "height": 800}, **MOTION)
    [row] = by_row(page)
    page.evaluate("""() => {
        const board = document.getElementById("board");
        globalThis.spots = () => [...document.querySelectorAll(".board__spot")].map((spot) => {
            const { x, y } = spot.getBoundingClientRect();
            return [x, y];
        });
        globalThis.freed = [];
        new MutationObserver((changes) => {
            const wasHeld = changes.some(({ oldValue }) => oldValue.includes("is-held"));
            if (wasHeld && !board.classList.contains("is-held")) freed.push(spots());
        }).observe(board, { attributes: true, attributeFilter: ["class"], attributeOldValue: true });
    }""")
    take(stage, page, row[2])
    wait_until(page, lambda: page.evaluate("freed.length"))
    assert widest_gap(page) < 0.5  # nothing is moving by then
    assert page.evaluate("freed") == [page.evaluate("spots()")]


def test_no_card_moves_away_during_a_drag(table) -> None:
    stage, page = table(viewport={"width": 1280, "height": 800}, **MOTION)
    [row] = by_row(page)
    page.clock.install()
    page.locator(".board__own").first.hover()
    page.mouse.down()
    page.mouse.move(20, 500, steps=4)
    take(stage, page, row[2])
    page.clock.fast_forward(1200)
    assert widest_gap(page) > 0.5
    page.mouse.move(20, 780)
    page.mouse.up()
    stage.change()  # the gap stays until something happens, as it may be the player's turn
    wait_until(page, lambda: widest_gap(page) < 0.5)


# Let the cards of the table stand still this long after they have begun to move.
STAND_STILL = """(time) => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function(...details) {
        const animation = animate.apply(this, details);
        if (!this.matches(".board__spot")) return animation;
        animation.pause();
        animation.currentTime = time;
        globalThis.stands = true;
        return animation;
    };
}"""

# The cards whose rank and suit are covered by another card.
UNREADABLE = """() => {
    const layer = (spot) => Number(getComputedStyle(spot).zIndex);
    const spots = [...document.querySelectorAll(".board__spot")];
    const covered = (spot) => {
        const { left, top, width, height } = spot.getBoundingClientRect();
        const [right, bottom] = [left + 0.3 * width, top + 0.3 * height];
        return spots.some((other) => {
            const over = other.getBoundingClientRect();
            if (other === spot || layer(other) <= layer(spot)) return false;
            return over.left < right - 1 && over.right > left + 1 && over.top < bottom - 1 && over.bottom > top + 1;
        });
    };
    return spots.filter(covered).map(({ dataset }) => dataset.key);
}"""


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("size", [(390, 844), (320, 568), (844, 390), (640, 400)])
def test_a_card_lands_where_it_covers_no_rank(
    open_stage: Callable[..., Page], size: tuple[int, int], seat: int
) -> None:
    stage = BoardHarness(Moroccan({"declarations": "automatic"}))
    while stage.game.to_act != seat:
        stage.make(tuple(stage.game.turn_moves(stage.game.to_act)[0]))
    card = stage.game.hands[seat][0]
    others = [one for one in ["1O", "2C", "4S", "5B", "6O", "7C", "10O", "11C"] if one[:-1] != card[:-1]]
    stage.game.slots = [None] * len(stage.game.slots)  # it captures nothing
    stage.game.table = others[:4]
    page = open_stage(stage, viewport={"width": size[0], "height": size[1]}, **MOTION)
    page.evaluate(STAND_STILL, 200)  # of the 300 milliseconds of its flight
    stage.make((seat, "play", card))
    wait_until(page, lambda: page.evaluate("globalThis.stands === true"))
    expect(page.locator(TABLE)).to_have_count(5)
    assert page.evaluate(UNREADABLE) == []


def laid(page: Page) -> str:
    """Return the width of the cards on the table."""
    width: str = page.evaluate("document.querySelector('.board__cloth').style.getPropertyValue('--laid')")
    return width


@pytest.mark.parametrize("size", [(1280, 800), (844, 390)])
def test_cards_that_remain_on_the_table_do_not_grow_until_a_batch_is_dealt_or_it_was_empty(
    table, size: tuple[int, int]
) -> None:
    stage, page = table(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    stage.game.table = [*FULL, "10O", "11C"]
    stage.change()
    expect(page.locator(TABLE)).to_have_count(8)
    small = laid(page)
    take(stage, page, "1O", "2C", "4S", "5B")
    page.reload()
    assert laid(page) == small
    stage.game.batch += 1
    stage.change()
    wait_until(page, lambda: laid(page) != small)
    large = laid(page)
    stage.game.table = [*FULL, "10O", "11C"]
    stage.change()
    wait_until(page, lambda: laid(page) == small)
    take(stage, page, *stage.game.table)
    stage.game.table = FULL[:4]
    stage.change()
    wait_until(page, lambda: laid(page) == large)


def test_cards_may_grow_if_a_batch_is_dealt_while_the_page_is_reloaded(table) -> None:
    stage, page = table(viewport={"width": 844, "height": 390}, reduced_motion="reduce")
    stage.game.table = [*FULL, "10O", "11C"]
    stage.change()
    expect(page.locator(TABLE)).to_have_count(8)
    small = laid(page)
    take(stage, page, "1O", "2C", "4S", "5B")
    stage.game.batch += 1
    page.reload()
    expect(page.locator(TABLE)).to_have_count(4)
    wait_until(page, lambda: laid(page) != small)
