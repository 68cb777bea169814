"""Playing cards by touch, mouse and keyboard: drags, flicks, confirmations, early choices and spoken messages."""

import copy
import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from games.rules.events import Event
from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.rules.porrazo import Porrazo
from games.rules.refusals import IllegalMove
from games.rules.steere import Steere
from tests.browser.board_harness import HINT, BoardHarness
from tests.browser.board_pages import (  # noqa: F401  fixtures
    boxes,
    contains,
    covers,
    new_page,
    off_middle,
    open_stage,
    play_until_asked,
    say_nothing,
    settings,
    table,
    wait_until_free,
    widest_gap,
)
from tests.browser.scenes import GAMES, before, is_asked, own_turn, play_until
from tests.browser.scenes import table as scene
from tests.browser.user import wait_until

MOTION = {"reduced_motion": "no-preference"}
NOTE_SHAKES = """() => {
    const hand = document.querySelector(".board__hand"), real = hand.animate;
    window.shakes = 0;
    hand.animate = (...how) => { window.shakes += 1; return real.apply(hand, how); };
}"""


def hand(page: Page) -> Locator:
    return page.locator(".board__own")


def sent_cards(stage: BoardHarness, page: Page, count: int) -> list[str]:
    moves = [frame["move"] for frame in stage.hear(page, count) if frame["type"] == "move"]
    return [move[1] for move in moves if move[0] == "play"]


def drag(page: Page, number: int, by: tuple[float, float], steps: int = 4) -> None:
    """Drag a card from the hand by this many pixels."""
    [cards] = boxes(page, ".board__own")
    x, y = cards[number]["x"] + cards[number]["width"] / 2, cards[number]["y"] + cards[number]["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by[0], y + by[1], steps=steps)
    page.mouse.up()


# ---- dragging ----


def test_a_card_dragged_to_the_table_is_played(table) -> None:
    stage, page = table()
    play_until_asked(stage, page)
    card = hand(page).nth(1).get_attribute("data-key")
    drag(page, 1, (20, -250))
    expect(hand(page)).to_have_count(2)
    assert sent_cards(stage, page, 1) == [card]


def centre_of_card(page: Page, number: int) -> tuple[int, int]:
    [cards] = boxes(page, ".board__own")
    card = cards[number]
    return round(card["x"] + card["width"] / 2), round(card["y"] + card["height"] / 2)


def test_a_dropped_card_stays_there_until_the_move_is_answered(table) -> None:
    stage, page = table()
    play_until_asked(stage, page)
    answer = stage.answer
    waiting: list[str | bytes] = []
    stage.answer = waiting.append  # type: ignore[method-assign]
    x, y = centre_of_card(page, 1)
    drag(page, 1, (20, -250))
    wait_until(page, lambda: waiting)
    dropped_x, dropped_y = centre_of_card(page, 1)
    assert dropped_x == x + 20
    assert abs(dropped_y - y + 250) < 8  # a card under the mouse is raised a little
    stage.answer = answer
    stage.refuse("busy", "Too fast. Wait a moment.", json.loads(waiting.pop())["id"])
    expect(page.locator(".is-dragged")).to_have_count(0)
    assert centre_of_card(page, 1) == (x, y)


FIRST_FLIGHT = """() => {
    const real = Element.prototype.animate;
    window.flights = [];
    Element.prototype.animate = function (frames, ...how) {
        const animation = real.call(this, frames, ...how);
        if (frames[0]?.transform && frames[0].transform !== "none") {
            animation.pause();
            animation.currentTime = 0;
            const { x, y, width, height } = this.getBoundingClientRect();
            window.flights.push([this.className, Math.round(x + width / 2), Math.round(y + height / 2)]);
            animation.finish();
        }
        return animation;
    };
}"""


def test_a_dropped_card_flies_from_where_it_was_dropped(table) -> None:
    stage, page = table(**MOTION)
    play_until_asked(stage, page)
    x, y = centre_of_card(page, 1)
    page.evaluate(FIRST_FLIGHT)
    drag(page, 1, (20, -250))
    expect(hand(page)).to_have_count(2)
    name, start_x, start_y = page.evaluate("window.flights")[0]
    assert name == "board__flying"
    assert abs(start_x - x - 20) <= 1
    assert abs(start_y - y + 250) < 8  # a card under the mouse is raised a little


LAYERS_OF_FLIGHTS = """() => {
    const real = Element.prototype.animate;
    window.layers = [];
    Element.prototype.animate = function (...how) {
        const animation = real.apply(this, how);
        if (this.matches(".board__spot")) window.layers.push([this.dataset.key, Number(getComputedStyle(this).zIndex)]);
        return animation;
    };
}"""


def test_a_card_flies_above_the_cards_that_lie_on_the_table(table) -> None:
    stage, page = table(**MOTION)
    play_until_asked(stage, page)
    ranks = {card[:-1] for card in stage.game.table}
    number = next(at for at, card in enumerate(stage.game.hands[0]) if card[:-1] not in ranks)
    card = stage.game.hands[0][number]
    page.evaluate(LAYERS_OF_FLIGHTS)
    drag(page, number, (20, -250))
    expect(page.locator(f".board__spot[data-key='{card}']")).to_be_visible()
    wait_until_free(page)
    lying = page.locator(f".board__spot:not([data-key='{card}'])").evaluate_all(
        "nodes => nodes.map(node => Number(getComputedStyle(node).zIndex) || 0)"
    )
    layers = dict(page.evaluate("window.layers"))
    assert layers[card] > max(lying)


def test_a_card_dragged_aside_returns_to_the_hand(table) -> None:
    stage, page = table()
    play_until_asked(stage, page)
    drag(page, 1, (60, 10))
    drag(page, 1, (0, 40))
    expect(page.locator(".is-dragged, .is-next")).to_have_count(0)
    card = hand(page).first.get_attribute("data-key")
    hand(page).first.click()  # after a drag, a click plays a card again
    assert sent_cards(stage, page, 1) == [card]


def test_a_drag_that_misses_its_card_selects_no_text(table) -> None:
    stage, page = table()
    play_until_asked(stage, page)
    x, y = centre_of_card(page, 0)
    [[seat]] = boxes(page, ".seat--bottom .seat__name")
    page.mouse.move(seat["x"] - 2, seat["y"] + 2)
    page.mouse.down()
    page.mouse.move(x, y - 200, steps=4)
    page.mouse.up()
    assert page.evaluate("getSelection().toString()") == ""


def test_a_dragged_card_shows_whether_it_would_be_played_here(table) -> None:
    stage, page = table()
    play_until_asked(stage, page)
    [field, cards] = boxes(page, ".board__field", ".board__own")
    card = hand(page).nth(0)
    x, y = cards[0]["x"] + cards[0]["width"] / 2, cards[0]["y"] + cards[0]["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y - 20, steps=2)
    expect(card).to_have_css("outline-style", "none")
    page.mouse.move(x + 20, field[0]["y"], steps=2)
    expect(card).to_have_css("outline-style", "solid")
    page.mouse.move(x, y, steps=2)
    expect(card).to_have_css("outline-style", "none")
    page.mouse.up()
    assert stage.received == []


def hold_over_table(page: Page) -> None:
    """Drag the first card over the table, where it is marked that the card may be dropped, and keep it there."""
    x, y = centre_of_card(page, 0)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 20, steps=2)
    expect(page.locator(".board__field.is-drop-zone:not(.is-reached)")).to_have_count(1)
    page.mouse.move(x, y - 250, steps=2)
    expect(page.locator(".board__field.is-drop-zone.is-reached")).to_have_css("outline-style", "dashed")


def test_the_table_is_marked_while_a_card_may_be_dropped_there(table) -> None:
    stage, page = table()
    play_until_asked(stage, page)
    marked = page.locator(".is-drop-zone, .is-reached")
    before = boxes(page, ".board__field", ".board__spot", ".board__own:nth-child(n + 2)")
    hold_over_table(page)
    assert boxes(page, ".board__field", ".board__spot", ".board__own:nth-child(n + 2)") == before
    page.keyboard.press("Escape")
    expect(marked).to_have_count(0)
    page.mouse.up()
    hold_over_table(page)
    page.locator(".is-dragged").dispatch_event("pointercancel")
    expect(marked).to_have_count(0)
    page.mouse.up()
    hold_over_table(page)
    page.mouse.up()
    expect(marked).to_have_count(0)
    expect(hand(page)).to_have_count(2)


def test_the_table_is_no_longer_marked_once_the_dragged_card_cannot_be_dropped(table) -> None:
    stage, page = table()
    play_until_asked(stage, page)
    hold_over_table(page)
    card = hand(page).first.get_attribute("data-key")
    stage.make(next(move for move in stage.game.turn_moves(0) if move[1:3] == ("play", card)))  # on another device
    expect(hand(page)).to_have_count(2)
    expect(page.locator(".is-drop-zone, .is-reached")).to_have_count(0)
    page.mouse.up()
    wait_until_free(page)
    hold_over_table(page)  # for the next turn
    stage.finish("resigned", 1)
    stage.change()
    expect(page.locator(".is-drop-zone, .is-reached")).to_have_count(0)


FLICK = """node => {
    const { x, y, width, height } = node.getBoundingClientRect();
    const at = (type, up) => node.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, isPrimary: true,
        pointerType: "touch", button: 0, clientX: x + width / 2, clientY: y + height / 2 - up }));
    node.setPointerCapture = () => {};
    at("pointerdown", 0);
    at("pointermove", 30);
    at("pointerup", 40);
}"""


NOTE_MARKS = """() => {
    window.marks = 0;
    const note = () => (window.marks += document.querySelectorAll(".is-drop-zone").length);
    new MutationObserver(note).observe(document.querySelector(".board__field"), { attributes: true });
}"""


def test_neither_a_tap_nor_a_flick_marks_the_table(table) -> None:
    stage, page = table()
    play_until_asked(stage, page)
    page.evaluate(NOTE_MARKS)
    hand(page).first.evaluate(FLICK)
    expect(hand(page)).to_have_count(2)
    hand(page).first.click()
    expect(page.locator(".is-next")).to_have_count(1)
    assert page.evaluate("window.marks") == 0


def test_a_card_flicked_towards_the_table_is_played(table) -> None:
    stage, page = table()
    play_until_asked(stage, page)
    card = hand(page).first.get_attribute("data-key")
    hand(page).first.evaluate(FLICK)
    assert sent_cards(stage, page, 1) == [card]


def test_after_a_flick_no_ring_marks_the_next_card(table) -> None:
    stage, page = table(has_touch=True)
    play_until_asked(stage, page)
    hand(page).first.evaluate(FLICK)
    expect(hand(page)).to_have_count(2)
    expect(page.locator(".board__own:focus")).to_have_count(1)
    expect(page.locator(":focus-visible")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".board__own:focus-visible")).to_have_count(1)


def test_a_card_dragged_out_of_turn_is_played_on_turn(table) -> None:
    stage, page = table(me=1)
    play_until_asked(stage, page)
    first, second = (hand(page).nth(number).get_attribute("data-key") for number in (0, 1))
    hand(page).first.click()
    expect(hand(page)).to_have_count(2)
    drag(page, 0, (20, -250))
    expect(page.locator(".is-next")).to_have_attribute("data-key", second or "")
    expect(page.locator("#prompt")).to_contain_text("This card will be played next. Select it again to cancel.")
    while stage.game.to_act == 0:
        stage.make(stage.game.turn_moves(0)[0])
    assert sent_cards(stage, page, 2) == [first, second]


# Choose the first card as soon as the opponent's move is being shown, and note whether the prompt ever asks for a card
# while it says that one is to be played next.
CHOOSE_EARLY = """() => {
    const prompt = document.querySelector("#prompt");
    const next = prompt.querySelector(".prompt__next");
    window.isContradicted = false;
    new MutationObserver(() => (window.isContradicted ||= prompt.matches(".is-asked") && !next.hidden))
        .observe(prompt, { attributes: true, subtree: true });
    const board = document.querySelector("#board");
    const early = new MutationObserver(() => {
        if (!board.matches(".is-held")) return;
        early.disconnect();
        document.querySelector(".board__own").click();
    });
    early.observe(board, { attributes: true });
}"""


def test_the_prompt_does_not_ask_for_a_card_while_it_says_that_one_is_next(table) -> None:
    stage, page = table(me=1, reduced_motion="no-preference")
    play_until_asked(stage, page)
    hand(page).first.click()
    expect(hand(page)).to_have_count(2)
    wait_until_free(page)
    page.evaluate(CHOOSE_EARLY)
    while stage.game.to_act == 0:
        stage.make(stage.game.turn_moves(0)[0])
    expect(hand(page)).to_have_count(1)
    assert page.evaluate("isContradicted") is False


def test_escape_returns_a_dragged_card_to_the_hand_and_takes_no_premove_back(table) -> None:
    stage, page = table()
    play_until_asked(stage, page)
    hand(page).first.click()
    expect(hand(page)).to_have_count(2)
    page.keyboard.press("2")
    expect(page.locator(".is-next")).to_have_count(1)
    x, y = centre_of_card(page, 1)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 10, y - 250, steps=4)
    expect(page.locator(".is-over-table")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".is-dragged, .is-over-table")).to_have_count(0)
    page.mouse.move(x + 20, y - 260, steps=2)
    page.mouse.up()
    expect(page.locator(".is-dragged")).to_have_count(0)
    expect(page.locator(".is-next")).to_have_count(1)
    assert len(sent_cards(stage, page, 1)) == 1


STOP_FLIGHTS = """() => {
    const real = Element.prototype.animate;
    window.stopped = [];
    Element.prototype.animate = function (...how) {
        const animation = real.apply(this, how);
        animation.pause();
        window.stopped.push(animation);
        return animation;
    };
}"""


def test_a_premove_selected_again_once_the_turn_has_come_is_played(table) -> None:
    stage, page = table(me=1, **MOTION)
    play_until_asked(stage, page)
    hand(page).first.click()
    expect(hand(page)).to_have_count(2)
    wait_until_free(page)
    card = hand(page).first.get_attribute("data-key")
    hand(page).first.click()
    expect(page.locator(".prompt__next")).to_contain_text("Select it again to cancel.")
    page.evaluate(STOP_FLIGHTS)
    while stage.game.to_act == 0:
        stage.make(stage.game.turn_moves(0)[0])
    wait_until(page, lambda: page.evaluate("window.stopped.length") > 0)
    expect(page.locator(".prompt__next")).to_be_hidden()
    hand(page).first.click()
    expect(page.locator(".is-next")).to_have_attribute("data-key", card or "")
    page.evaluate("window.stopped.forEach((animation) => animation.finish())")
    assert sent_cards(stage, page, 2)[1] == card


def capturing(game: Game) -> int | None:
    """Return the place of a card in the reader's hand that can capture, if there is one that is not the last."""
    ranks = {card[:-1] for card in game.table}
    return next((place for place, card in enumerate(game.hands[0][:-1]) if card[:-1] in ranks), None)


def test_the_hand_closes_up_when_a_card_leaves_it_for_a_capture(open_stage: Callable[..., Page]) -> None:
    stage = BoardHarness(Moroccan())
    play_until(stage, lambda game, _events: is_asked("play")(game, []) and capturing(game) is not None)
    page = open_stage(stage, **MOTION)
    wait_until_free(page)
    page.evaluate(STOP_FLIGHTS)
    hand(page).nth(capturing(stage.game) or 0).click()
    expect(page.locator(".board__flying")).to_have_count(1)
    [during] = boxes(page, ".board__own:not(.is-gone)")
    page.evaluate("Element.prototype.animate = function () { return { finished: Promise.resolve(), finish() {} } }")
    page.evaluate("window.stopped.forEach((animation) => animation.finish())")
    expect(page.locator(".board__flying, .board__own.is-gone")).to_have_count(0)
    [after] = boxes(page, ".board__own")  # the tools beside the hand may have changed
    assert [box["x"] for box in after] == pytest.approx([box["x"] for box in during], abs=8)


# ---- confirmation ----


def test_with_confirmation_a_card_is_chosen_twice_and_another_one_can_be_chosen(table) -> None:
    stage, page = table()
    settings(page).get_by_label("Select a card twice").check()
    play_until_asked(stage, page)
    first, second = (hand(page).nth(number).get_attribute("data-key") for number in (0, 1))
    page.keyboard.press("1")
    expect(page.locator(".is-chosen")).to_have_attribute("data-key", first or "")
    expect(page.locator("#spoken")).to_contain_text("Select it again to play it.")
    expect(page.locator(".prompt__next")).to_have_text(re.compile(r"^.+ selected\. Select it again to play it\.$"))
    hand(page).nth(1).click()
    expect(page.locator(".is-chosen")).to_have_attribute("data-key", second or "")
    expect(hand(page).nth(0)).to_have_accessible_name(re.compile("^Play the "))
    expect(hand(page).nth(1)).to_have_accessible_name(re.compile("Select it again to play it"))
    expect(page.locator(".prompt__next")).to_have_text(hand(page).nth(1).get_attribute("aria-label") or "")
    for_each = "cards => cards.map(card => getComputedStyle(card).filter + getComputedStyle(card).opacity)"
    assert set(page.locator(".board__own .card").evaluate_all(for_each)) == {"none1"}, (
        "the others can be played as well"
    )
    assert [frame for frame in stage.received if frame["type"] == "move"] == []
    page.keyboard.press("2")
    assert sent_cards(stage, page, 1) == [second]
    expect(page.locator(".prompt__next")).to_be_hidden()
    page.reload()
    expect(settings(page).get_by_label("Select a card twice")).to_be_checked()


def test_with_confirmation_a_premove_is_selected_twice_too_and_taken_back_with_the_next_tap(table) -> None:
    stage, page = table(me=1)
    settings(page).get_by_label("Select a card twice").check()
    play_until_asked(stage, page)
    first = hand(page).first.get_attribute("data-key")
    hand(page).first.click()
    hand(page).first.click()
    assert sent_cards(stage, page, 1) == [first]
    wait_until_free(page)
    card, said = hand(page).first, page.locator(".prompt__next")
    card.click()
    expect(card).to_have_class(re.compile("is-chosen"))
    expect(said).to_have_text(re.compile(r"^.+ selected\. Select it again to play it next\.$"))
    expect(card).to_have_accessible_name(said.inner_text())
    expect(page.locator(".is-next")).to_have_count(0)
    card.click()
    expect(page.locator(".is-next")).to_have_count(1)
    expect(page.locator(".is-chosen")).to_have_count(0)
    expect(said).to_have_text("This card will be played next. Select it again to cancel.")
    card.click()
    expect(page.locator(".is-next, .is-chosen")).to_have_count(0)
    expect(said).to_be_hidden()
    card.click()
    while stage.game.to_act == 0:
        stage.make(stage.game.turn_moves(0)[0])
    expect(said).to_have_text(re.compile(r"^.+ selected\. Select it again to play it\.$"))  # its turn has come
    key = card.get_attribute("data-key")
    card.click()
    assert sent_cards(stage, page, 2)[1] == key


def test_a_hint_takes_the_place_of_what_is_said_about_a_selected_card(table) -> None:
    stage, page = table()
    stage.hint = HINT
    settings(page).get_by_label("Select a card twice").check()
    play_until_asked(stage, page)
    page.keyboard.press("1")
    expect(page.locator(".prompt__next")).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator(".prompt__next")).to_be_hidden()
    move = stage.game.turn_moves(0)[-1]
    stage.change(hint={**HINT, "asked": True, "move": list(move[1:])})
    expect(page.locator(".hint__text")).to_be_visible()
    expect(page.locator(".is-chosen")).to_have_count(1)


def test_a_selected_card_takes_the_place_of_the_hint(table) -> None:
    stage, page = table()
    settings(page).get_by_label("Select a card twice").check()
    play_until_asked(stage, page)
    move = stage.game.turn_moves(0)[-1]
    stage.change(hint={**HINT, "asked": True, "move": list(move[1:])})
    hint, chosen = page.locator(".hint__text"), page.locator(".prompt__next")
    expect(hint).to_be_visible()
    hand(page).nth(0).click()
    expect(chosen).to_be_visible()
    expect(hint).to_be_hidden()
    [question], [selected] = boxes(page, ".prompt__text", ".prompt__next")
    assert selected["y"] >= question["y"] + question["height"] - 1  # in a line of its own
    hand(page).nth(0).click()
    expect(chosen).to_be_hidden()


def test_the_list_of_shortcuts_opens_at_its_top(table) -> None:
    _stage, page = table(viewport={"width": 640, "height": 400})
    page.keyboard.press("?")
    shortcuts = page.locator("#keys")
    expect(shortcuts.get_by_role("heading")).to_be_focused()
    assert shortcuts.evaluate("node => [node.scrollTop, node.scrollHeight > node.clientHeight]") == [0, True]
    expect(shortcuts.get_by_role("heading")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Tab")
    expect(shortcuts.get_by_role("button", name="Close")).to_be_focused()


@pytest.mark.parametrize("key", ["?", "؟"])
def test_the_shortcuts_are_listed_with_a_key_and_no_other_key_works_meanwhile(table, key: str) -> None:
    stage, page = table()
    shortcuts = page.get_by_role("dialog", name="Keyboard shortcuts")
    page.locator("body").dispatch_event("keydown", {"key": key, "shiftKey": True})
    expect(shortcuts).to_contain_text("ask for a hint")
    page.keyboard.press("1")
    page.keyboard.press("Escape")
    expect(shortcuts).to_be_hidden()
    assert [frame for frame in stage.received if frame["type"] == "move"] == []
    page.get_by_role("button", name="Keyboard shortcuts").click()
    expect(shortcuts).to_be_visible()
    shortcuts.get_by_role("button", name="Close").click()
    expect(shortcuts).to_be_hidden()
    settings(page).locator("#speed").evaluate("(list) => list.after(document.createElement('textarea'))")
    settings(page).locator("textarea").press("?")
    expect(shortcuts).to_be_hidden()


def test_single_keys_do_nothing_while_they_are_switched_off(table) -> None:
    stage, page = table()
    play_until_asked(stage, page)
    switch = settings(page).get_by_role("checkbox", name="Play by keyboard")
    expect(switch).to_be_checked()
    switch.uncheck()
    page.reload()
    expect(settings(page).get_by_role("checkbox", name="Play by keyboard")).not_to_be_checked()
    wait_until_free(page)
    sound = page.get_by_role("button", name="Sound")
    for key in "1abc0lhpm?":
        page.keyboard.press(key)
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(sound).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("[aria-keyshortcuts]")).to_have_count(0)
    label = "node => getComputedStyle(node, '::after').content"
    assert hand(page).first.evaluate(label) == "none"  # the cards do not show their keys
    assert [frame for frame in stage.received if frame["type"] == "move"] == []
    hand(page).first.focus()
    page.keyboard.press("ArrowRight")
    expect(hand(page).nth(1)).to_be_focused()
    second = str(hand(page).nth(1).get_attribute("data-key"))
    page.keyboard.press("Enter")
    assert sent_cards(stage, page, 1) == [second]
    settings(page).get_by_role("checkbox", name="Play by keyboard").check()
    expect(page.locator(".board__own[aria-keyshortcuts]")).to_have_count(2)


# ---- early input ----


def test_a_tap_on_a_card_that_is_still_face_down_chooses_nothing(table) -> None:
    stage, page = table()
    play_until_asked(stage, page)
    card = hand(page).nth(0)
    card.evaluate("""node => {
        const cover = document.createElement("span");
        cover.className = "card--cover"; // as while it is dealt
        node.append(cover);
    }""")
    card.click()
    expect(page.locator(".is-next, .is-chosen")).to_have_count(0)
    card.evaluate("node => node.lastElementChild.remove()")
    key = card.get_attribute("data-key")
    card.click()
    assert sent_cards(stage, page, 1) == [key]


def test_a_key_pressed_during_every_animation_of_a_match_is_never_lost(table) -> None:
    stage, page = table(Moroccan({"target": 5}), **MOTION)
    played = 0
    while not stage.game.over:
        seat = stage.game.to_act
        if seat != stage.me:
            stage.make(stage.game.turn_moves(seat)[0])
            continue
        version = stage.version
        if stage.game.phase == "play":
            page.evaluate("0")  # the states have arrived, but the moves that led here are still being animated
            key = key_of(page, stage.game.hands[seat][0])
            page.keyboard.press(key)
            played += 1
        else:
            key = ""
            page.locator("#prompt .prompt__buttons button").first.click()
        wait_for_move(stage, page, version, key)
    assert played > 3


# The number of hand cards that are still in flight when the reader is first asked to play, and whether any was in
# flight while the hand was free or a seat was marked as the one to act.
NOTE_TURN = """() => {
    window.late = null;
    window.wasFree = window.wasLit = false;
    const note = () => {
        const isAsked = document.title.startsWith("●") || document.querySelector("#prompt.is-asked") !== null;
        const isHeld = document.querySelector("#board").classList.contains("is-held");
        const late = [...document.querySelectorAll(".board__own")].filter((node) => node.getAnimations().length);
        const shadows = [...document.querySelectorAll(".seat")].map((node) => getComputedStyle(node).boxShadow);
        if (isAsked) window.late ??= late.length;
        window.wasLit ||= late.length > 0 && new Set(shadows).size > 1;
        window.wasFree ||= late.length > 0 && !isHeld;
        requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
}"""


@pytest.mark.parametrize(
    ("make", "kind"), [(partial(Moroccan, {"declarations": "automatic", "target": 121}), "batch"), (Steere, "deal")]
)
def test_a_turn_opens_when_the_dealt_cards_have_landed(open_stage, make: Callable[[], Game], kind: str) -> None:
    stage, move = before(make, kind)
    ahead = copy.deepcopy(stage)
    ahead.make(move)
    stage.me = ahead.game.to_act
    page = open_stage(stage, **MOTION)
    page.evaluate(NOTE_TURN)
    stage.make(move)
    assert len(stage.game.hands[stage.me]) > 1
    if kind == "deal":
        expect(page.locator(".panel--count")).to_be_visible()
        page.keyboard.press("Escape")
    expect(hand(page)).to_have_count(len(stage.game.hands[stage.me]))
    wait_until_free(page)
    expect(page).to_have_title(re.compile("●"))
    assert page.evaluate("[late, wasFree, wasLit]") == [0, False, False]
    shadows = page.locator(".seat").evaluate_all("nodes => nodes.map((node) => getComputedStyle(node).boxShadow)")
    assert len(set(shadows)) == 2  # the seat to act is marked now


# How long each card of the new hand waits before it moves, in milliseconds.
NOTE_DELAYS = """() => {
    window.delays = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, timing) {
        if (this.matches(".board__own")) window.delays.push(timing.delay);
        return animate.call(this, frames, timing);
    };
}"""


def test_new_cards_are_dealt_when_the_last_one_has_landed(open_stage) -> None:
    stage, move = before(partial(Moroccan, {"declarations": "automatic"}), "play", "batch")
    page = open_stage(stage, **MOTION)
    page.evaluate(NOTE_DELAYS)
    stage.make(move)
    expect(hand(page)).to_have_count(3)
    assert page.evaluate("delays") == [300, 360, 420]  # the first flight takes 300 milliseconds


def key_of(page: Page, card: str) -> str:
    """Return the key that plays this card, or the key for the first card if this one has not been dealt yet."""
    node = page.locator(f".board__own[data-key='{card}']")
    return str(node.get_attribute("aria-keyshortcuts")) if node.count() else "1"


def wait_for_move(stage: BoardHarness, page: Page, version: int, key: str) -> None:
    """Wait until the page has made its move. A card that was chosen before it was dealt is chosen again."""
    is_again = False
    for _ in range(2000):
        if stage.version > version:
            return
        is_chosen = page.evaluate(
            "new Promise(requestAnimationFrame).then(() => !!document.querySelector('.is-chosen'))"
        )
        if is_chosen and not is_again:
            page.keyboard.press(key)
            is_again = True
    raise AssertionError("the key was lost")


def test_a_premove_is_taken_back_with_escape(table) -> None:
    stage, page = table()
    play_until_asked(stage, page)
    page.keyboard.press("1")
    expect(hand(page)).to_have_count(2)
    page.keyboard.press("2")
    expect(page.locator(".is-next")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".is-next")).to_have_count(0)
    assert len(sent_cards(stage, page, 1)) == 1


def select_next(stage: BoardHarness, page: Page) -> str:
    """Play the first card, select the second one to be played next, and return it."""
    play_until_asked(stage, page)
    hand(page).first.click()
    expect(hand(page)).to_have_count(2)
    wait_until_free(page)
    hand(page).first.click()
    card = page.locator(".is-next").get_attribute("data-key")
    assert card is not None
    return card


@pytest.mark.parametrize("how", ["reload", "lost connection"])
def test_a_premove_outlasts_a_reload_and_a_lost_connection(table, how: str) -> None:
    stage, page = table(me=1)
    card = select_next(stage, page)
    if how == "reload":
        page.reload()
    else:
        stage.socket.close(code=1012)
        expect(page.locator(".is-next")).to_have_count(0)
    expect(page.locator(".is-next")).to_have_attribute("data-key", card)
    expect(page.locator("#prompt")).to_contain_text("This card will be played next. Select it again to cancel.")
    while stage.game.to_act == 0:
        stage.make(stage.game.turn_moves(0)[0])
    assert sent_cards(stage, page, 2)[1] == card


def test_a_premove_that_was_taken_back_does_not_return_with_a_reload(table) -> None:
    stage, page = table(me=1)
    select_next(stage, page)
    page.keyboard.press("Escape")
    page.reload()
    expect(hand(page)).to_have_count(2)
    wait_until_free(page)
    expect(page.locator(".is-next")).to_have_count(0)


@pytest.mark.parametrize("how", ["reload", "lost connection"])
def test_a_premove_is_played_if_its_turn_came_while_the_page_was_away(table, how: str) -> None:
    stage, page = table(me=1)
    card = select_next(stage, page)
    while stage.game.to_act == 0:  # the page misses this
        stage.game.apply(stage.game.turn_moves(0)[0])
        stage.version += 1
    if how == "reload":
        page.reload()
    else:
        stage.socket.close(code=1012)
    assert sent_cards(stage, page, 2)[1] == card


def test_a_premove_does_not_return_once_the_player_has_played_in_another_window(table) -> None:
    stage, page = table(me=1)
    chosen = select_next(stage, page)
    while len(stage.game.hands[1]) > 1 or stage.game.to_act == 0:  # the page misses this
        stage.game.apply(next(move for move in stage.game.turn_moves(stage.game.to_act) if move.card != chosen))
        stage.version += 1
    page.reload()
    expect(hand(page)).to_have_count(1)
    wait_until_free(page)
    expect(page.locator(".is-next")).to_have_count(0)
    assert len(sent_cards(stage, page, 1)) == 1


def test_a_tap_in_a_window_that_has_yet_to_show_the_card_of_another_one_plays_nothing(table) -> None:
    stage, page = table(**MOTION, prepare=lambda page: page.clock.install(time=0))
    play_until_asked(stage, page)
    page.clock.pause_at(60_000)
    mine = len(stage.game.hands[0])
    stage.make(stage.game.turn_moves(0)[0])  # from the other window
    expect(page.locator("#board")).to_contain_class("is-moving")
    hand(page).last.click()
    expect(page.get_by_role("alert")).to_have_text("You’ve already played this turn in another window.")
    page.clock.resume()
    expect(hand(page)).to_have_count(mine - 1)
    wait_until_free(page)
    expect(page.locator(".is-next")).to_have_count(0)
    hand(page).last.click()
    expect(page.locator(".is-next")).to_have_count(1)  # the window is up to date
    assert [frame for frame in stage.received if frame["type"] == "move"] == []


def test_the_second_tap_of_a_double_tap_chooses_no_other_card(table) -> None:
    stage, page = table(me=1)
    play_until_asked(stage, page)
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    box = hand(page).nth(1).bounding_box()
    assert box is not None
    near = box["x"] + 0.9 * box["width"], box["y"] + box["height"] / 2  # where another card will lie
    page.mouse.click(*near)
    expect(hand(page)).to_have_count(2)
    page.mouse.click(*near)
    page.clock.run_for(100)
    expect(page.locator(".is-next")).to_have_count(0)
    page.clock.run_for(400)
    page.mouse.click(*near)
    expect(page.locator(".is-next")).to_have_count(1)


def test_a_card_says_whether_it_is_played_now_or_next_or_not_at_all(table) -> None:
    stage, page = table()
    play_until_asked(stage, page)
    card = hand(page).last
    expect(card).to_have_accessible_name(re.compile("^Play the .*[^t]$"))
    hand(page).first.click()
    expect(hand(page)).to_have_count(2)
    expect(card).to_have_accessible_name(re.compile("^Play the .* next$"))
    expect(card).to_be_enabled()
    stage.finish("resigned", 1)
    stage.change()
    expect(page.locator(".panel--end")).to_be_visible()
    expect(card).to_be_disabled()


def test_arrow_keys_enter_the_hand_and_move_in_it(table) -> None:
    stage, page = table()
    play_until_asked(stage, page)
    page.locator("body").click(position={"x": 2, "y": 2})
    page.keyboard.press("ArrowRight")
    expect(hand(page).first).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(hand(page).nth(1)).to_be_focused()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    expect(hand(page).last).to_be_focused()


def test_a_key_leads_to_the_buttons_and_on_to_the_cards(table) -> None:
    stage, page = table()
    say_nothing(stage, before=stage.me)
    expect(page.locator("#prompt .prompt__buttons button").first).to_be_visible()
    wait_until_free(page)
    page.keyboard.press("p")
    expect(page.locator("#prompt .prompt__buttons button").first).to_be_focused()
    page.keyboard.press("Enter")
    wait_until(page, lambda: stage.received)
    play_until_asked(stage, page)
    page.locator("body").click(position={"x": 2, "y": 2})
    page.keyboard.press("p")
    expect(hand(page).first).to_be_focused()


def test_a_card_keeps_its_key_until_it_is_played(table) -> None:
    stage, page = table()
    play_until_asked(stage, page)
    last = hand(page).nth(2).get_attribute("data-key")
    page.keyboard.press("1")
    expect(hand(page)).to_have_count(2)
    assert [card.get_attribute("aria-keyshortcuts") for card in hand(page).all()] == ["2", "3"]
    page.keyboard.press("1")  # that card is gone
    page.keyboard.press("3")
    expect(page.locator(".is-next")).to_have_attribute("data-key", str(last))
    page.reload()
    expect(hand(page)).to_have_count(2)
    assert [card.get_attribute("aria-keyshortcuts") for card in hand(page).all()] == ["2", "3"]


def test_every_card_of_a_long_hand_has_a_key(table) -> None:
    stage, page = table(Steere(), me=2)
    assert stage.game.to_act != stage.me  # so that a key only marks a card
    wait_until_free(page)
    keys = list("1234567890abcdef")
    assert [card.get_attribute("aria-keyshortcuts") for card in hand(page).all()] == keys
    for place in (9, 10, 15):
        page.keyboard.press(keys[place])
        card = hand(page).nth(place).get_attribute("data-key")
        expect(page.locator(".is-next")).to_have_attribute("data-key", str(card))


PRESS = """([key, code, shiftKey]) => document.body.dispatchEvent(
    new KeyboardEvent("keydown", { key, code, shiftKey, bubbles: true }))"""


@pytest.mark.parametrize(
    ("pressed", "place"),
    [
        (["é", "Digit2", False], 1),  # French, without and with the shift key
        (["2", "Digit2", True], 1),
        (["à", "Digit0", False], 9),
        (["ش", "KeyA", False], 10),  # Arabic
        (["3", "Numpad3", False], 2),
        (["a", "KeyQ", False], 10),  # the letter counts, not its position
    ],
)
def test_cards_have_the_same_keys_on_other_keyboards(table, pressed: list[Any], place: int) -> None:
    _stage, page = table(Steere(), me=2)
    wait_until_free(page)
    card = hand(page).nth(place).get_attribute("data-key")
    page.evaluate(PRESS, pressed)
    expect(page.locator(".is-next")).to_have_attribute("data-key", str(card))


def test_number_keys_are_shown_on_cards_where_there_is_a_keyboard(table) -> None:
    _stage, page = table()
    shown = "node => getComputedStyle(node, '::after').content"
    assert [card.evaluate(shown) for card in hand(page).all()] == ['"1"', '"2"', '"3"']
    _stage, phone = table(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    assert [card.evaluate(shown) for card in hand(phone).all()] == ["none"] * 3


# ---- focus and speech ----


def test_the_focus_moves_from_the_call_to_the_hand_and_never_leaves_the_table(table) -> None:
    stage, page = table(Moroccan({"target": 5}))
    focused = "document.activeElement.closest('#play') !== null"
    seen = 0
    for _ in range(120):
        if stage.game.over:
            break
        if stage.game.to_act != stage.me:
            stage.make(stage.game.turn_moves(stage.game.to_act)[0])
            continue
        wait_until_free(page)
        target = page.locator("#prompt .prompt__buttons button, .board__own.is-playable").first
        expect(target).to_be_visible()
        if not seen:
            target.focus()
        assert page.evaluate(focused), page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        version = stage.version
        if not page.evaluate("document.activeElement.matches('.prompt__buttons button, .is-playable')"):
            target.focus()
        page.keyboard.press("Enter")
        while stage.version == version:
            page.evaluate("0")
        wait_until_free(page)
        assert page.evaluate(focused), page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        seen += 1
    assert seen > 4


NOTE_LOST_FOCUS = """() => {
    window.lost = [];
    const note = () => {
        if (document.activeElement === document.body) window.lost.push(document.querySelector("#prompt").innerText);
        requestAnimationFrame(note);
    };
    note();
}"""


def test_the_focus_is_not_lost_while_cards_fly(table) -> None:
    stage, page = table(Moroccan({"target": 121}), viewport={"width": 1280, "height": 800}, **MOTION)
    wait_until_free(page)
    page.locator(".board__own").first.focus()
    page.evaluate(NOTE_LOST_FOCUS)
    kinds: set[str] = set()
    while not {"capture last", "capture "} <= kinds:
        assert stage.game.deal_number == 0
        wait_until_free(page)
        if stage.game.to_act != stage.me or stage.game.phase != "play":
            stage.make(stage.game.turn_moves(stage.game.to_act)[0])
            continue
        ranks = {card[:-1] for card in stage.game.table}
        card = next((card for card in stage.game.hands[0] if card[:-1] in ranks), stage.game.hands[0][0])
        kinds.add(f"{'capture' if card[:-1] in ranks else 'lay'} {'last' if len(stage.game.hands[0]) == 1 else ''}")
        node = hand(page).and_(page.locator(f"[data-key='{card}']"))
        expect(node).to_contain_class("is-playable")
        node.focus()
        version = stage.version
        page.keyboard.press("Enter")
        while stage.version == version:
            page.evaluate("0")
    wait_until_free(page)
    assert page.evaluate("lost") == []


def test_a_key_held_down_plays_one_card(table) -> None:
    stage, page = table(me=1)
    play_until_asked(stage, page)
    hand(page).first.focus()
    for _press in range(3):
        page.keyboard.down("Enter")  # after the first press, the browser reports repeats
    expect(hand(page)).to_have_count(2)
    wait_until_free(page)
    expect(page.locator(".is-next")).to_have_count(0)


# The texts of the live regions, one for each change.
NOTE_SAID = """() => {
    window.said = [];
    const regions = "[role=status], [role=alert], [aria-live=polite]";
    new MutationObserver((changes) => {
        const elements = changes.map(({ target }) => (target.closest ? target : target.parentElement));
        const changed = new Set(elements.map((element) => element?.closest(regions)));
        for (const node of changed) {
            if (node?.textContent.trim() && node.getAttribute("aria-live") !== "off") said.push(node.textContent);
        }
    }).observe(document.body, { characterData: true, childList: true, subtree: true });
}"""


def test_a_deal_can_be_followed_by_what_is_spoken(table) -> None:
    stage, page = table(Moroccan({"target": 121}))
    page.evaluate(NOTE_SAID)
    batches = 1
    while stage.game.deal_number == 0:
        batch = stage.game.batch
        stage.make(stage.game.turn_moves(stage.game.to_act)[0])
        batches += stage.game.batch != batch
        if stage.game.deal_number:
            page.get_by_role("button", name="Continue").click()
        wait_until(page, lambda: page.evaluate("said.length > 0 && !document.querySelector('.is-held')"))
    stage.make(stage.game.turn_moves(stage.game.to_act)[0])
    stage.make(stage.game.turn_moves(stage.game.to_act)[0])
    scores = f"Score: Amina: {stage.game.scores[0]}, Sota: {stage.game.scores[1]}."
    wait_until(page, lambda: scores in " ".join(page.evaluate("said")))
    said = " ".join(page.evaluate("said"))
    assert said.count("Your hand: ") == batches
    assert "Card count: " in said
    assert "Each card above" not in said, "the panel repeats the count"
    for words in ["Sota announces ", "Amina plays ", " of ", "Your turn: play a card.", "Announce your hand:"]:
        assert words in said, words


def test_what_is_said_before_the_first_card_is_told_in_one_piece(table) -> None:
    stage, page = table(Moroccan({"players": 4}))
    page.evaluate(NOTE_SAID)
    for seat in (1, 2, 3):
        stage.make((seat, "announce", "ronda" if seat == 2 else "nothing"))
    expect(page.locator("#spoken")).to_have_text(
        re.compile("Sota announces nothing. Youssef announces ronda. Zineb announces nothing. Announce your hand:")
    )
    stage.make((0, "announce", "nothing"))
    expect(page.locator("#spoken")).to_have_text(re.compile(r"Amina announces nothing. .*Amina & Youssef \+1"))
    assert len(page.evaluate("said")) == 2


def test_what_was_said_of_a_premove_is_taken_back(table) -> None:
    stage, page = table(me=1)
    play_until_asked(stage, page)
    page.keyboard.press("1")
    expect(hand(page)).to_have_count(2)
    wait_until_free(page)
    spoken = page.locator("#spoken")
    page.keyboard.press("2")
    expect(spoken).to_have_text("This card will be played next. Select it again to cancel.")
    page.keyboard.press("Escape")
    expect(spoken).to_have_text("Card deselected.")
    page.keyboard.press("2")
    expect(spoken).to_contain_text("This card will be played next.")
    while stage.game.to_act == 0:
        stage.make(stage.game.turn_moves(0)[0])
    expect(hand(page)).to_have_count(1)
    expect(spoken).not_to_contain_text("This card will be played next.")


@pytest.mark.parametrize("reduced", [True, False])
def test_a_key_without_a_card_shakes_the_hand_and_says_so(table, reduced: bool) -> None:
    stage, page = table(reduced_motion="reduce" if reduced else "no-preference")
    play_until_asked(stage, page)
    page.evaluate(NOTE_SHAKES)
    page.keyboard.press("5")
    expect(page.get_by_role("alert")).to_have_text("You have no card 5.")  # this is also read out
    expect(page.locator("#toast")).to_be_visible()
    expect(page.locator("#spoken")).not_to_contain_text("no card")
    assert page.evaluate("window.shakes") == (0 if reduced else 1)
    assert not [frame for frame in stage.received if frame["type"] == "move"]
    page.keyboard.press("1")
    expect(hand(page)).to_have_count(2)
    assert page.evaluate("window.shakes") == (0 if reduced else 1)
    wait_until_free(page)
    page.keyboard.press("1")
    expect(page.get_by_role("alert")).to_have_text("You’ve already played card 1.")


@pytest.mark.parametrize("is_own", [True, False])
def test_a_refusal_is_gone_with_the_next_move(table, is_own: bool) -> None:
    """Not only after some seconds, which do not pass here: by then, it would be about an earlier turn or hand."""
    stage, page = table(prepare=lambda page: page.clock.install(time=0))
    page.clock.pause_at(15)
    say_nothing(stage)
    while (stage.game.to_act == stage.me) is not is_own:
        stage.make(stage.game.turn_moves(stage.game.to_act)[0])
    expect(page.locator("#board")).not_to_have_class(re.compile("is-held"))
    page.keyboard.press("5")
    expect(page.locator("#toast")).to_be_visible()
    stage.make(stage.game.turn_moves(stage.game.to_act)[0])
    expect(page.locator("#toast")).to_be_hidden()


def test_the_refusal_of_an_outdated_move_stays_when_its_cause_arrives(table) -> None:
    stage, page = table(prepare=lambda page: page.clock.install(time=0))
    page.clock.pause_at(15)
    say_nothing(stage)
    while stage.game.to_act != stage.me:
        stage.make(stage.game.turn_moves(stage.game.to_act)[0])
    wait_until_free(page)
    move = stage.game.turn_moves(stage.me)[0]

    def refuse(_frame: object) -> None:
        stage.version += 1  # another window has played, and the page has yet to hear of it
        raise IllegalMove("not_now")

    stage.carry_out = refuse  # type: ignore[method-assign]
    page.keyboard.press("1")
    expect(page.locator("#toast")).to_be_visible()
    stage.version -= 1
    stage.make(move)
    expect(page.locator(".board__own")).to_have_count(2)
    expect(page.locator("#toast")).to_be_visible()
    stage.make(stage.game.turn_moves(stage.game.to_act)[0])
    expect(page.locator("#toast")).to_be_hidden()


def test_spectators_have_no_cards_to_miss(table) -> None:
    _stage, page = table(me=None)
    page.keyboard.press("5")
    expect(page.locator("#toast")).to_have_text("")


# ---- what happened last ----


def test_the_card_just_played_is_marked_until_the_next_one(table) -> None:
    stage, page = table()
    play_until_asked(stage, page)
    for _ in range(4):
        move = stage.game.turn_moves(stage.game.to_act)[0]
        batch = stage.game.batch
        stage.make(move)
        laid = move[2] if move[2] in stage.game.table and stage.game.batch == batch else None
        marked = page.locator(".board__spot.is-last")
        expect(marked).to_have_count(1 if laid else 0)
        if laid:
            expect(marked).to_have_attribute("data-key", laid)


def test_the_pile_that_took_the_card_just_played_is_marked_until_the_next_one(table) -> None:
    stage, page = table()
    marked = page.locator(".seat:has(.seat__pile.has-taken)")
    for has_taken in (True, False):
        while True:
            game = stage.game
            seat, table_before = game.to_act, len(game.table)
            move = game.turn_moves(seat)[0]
            stage.make(move)
            if move[1] == "play" and (len(game.table) < table_before) == has_taken:
                break
        expect(marked).to_have_count(1 if has_taken else 0)
        if has_taken:
            expect(marked).to_have_attribute("data-seat", str(seat))


def test_the_card_played_last_can_be_found_after_the_next_batch_is_dealt(table) -> None:
    stage, page = table()
    while stage.game.batch == 0:
        move = stage.game.turn_moves(stage.game.to_act)[0]
        stage.make(move)
    assert move[2] in stage.game.table
    latest = page.locator(".board__spot.is-latest")
    expect(latest).to_have_attribute("data-key", move[2])
    expect(page.locator(".board__spot.is-last")).to_have_count(0)  # capturing it no longer scores
    while stage.game.phase != "play":
        stage.make(stage.game.turn_moves(stage.game.to_act)[0])
    stage.make(stage.game.turn_moves(stage.game.to_act)[0])
    expect(latest).to_have_count(0)


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_the_last_capture_can_be_viewed_again(table, motion: str) -> None:
    stage, page = table(reduced_motion=motion)
    button = page.get_by_role("button", name="Last capture")
    expect(button).to_be_hidden()
    loaded = "() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/recall.svg'))"
    wait_until(page, lambda: page.evaluate(loaded))  # the icon is there when the button appears
    captured: list[str] = []
    while not captured:
        before = list(stage.game.table)
        move = stage.game.turn_moves(stage.game.to_act)[0]
        events = stage.make(move)
        captured = [card for card in before if card not in stage.game.table]
    expect(button).to_be_visible()
    expect(page.locator(".board__line .chip")).to_have_count(len(captured) + 1)  # also without motion
    wait_until(page, lambda: off_middle(page) < 1 and widest_gap(page) < 0.5)  # the rows have closed up
    cards = boxes(page, ".board__spot", ".board__own")
    page.keyboard.press("l")
    panel = page.locator(".panel--taken")
    expect(panel).to_contain_text("takes")
    assert len(panel.locator("[role=img].card").all()) == len(captured) + 1
    assert boxes(page, ".board__spot", ".board__own") == cards
    for way in (lambda: page.keyboard.press("l"), lambda: page.keyboard.press("Escape"), button.click, panel.click):
        way()
        expect(panel).to_be_hidden()
        button.click()
        expect(panel).to_be_visible()
    stage.recent += [event.as_json() for event in events]
    while stage.game.phase != "play":
        stage.recent += [event.as_json() for event in stage.make(stage.game.turn_moves(stage.game.to_act)[0])]
    stage.recent += [event.as_json() for event in stage.make(stage.game.turn_moves(stage.game.to_act)[0])]
    expect(panel).to_be_hidden()  # another card has been played
    page.reload()  # also after a reconnect
    expect(button).to_be_visible()


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("name", ["moroccan-2", "moroccan-3", "moroccan-4", "porrazo-8"])
def test_the_last_capture_covers_no_card(open_stage, name: str, language: str) -> None:
    stage = scene(GAMES[name]())
    seen: list[Event] = []

    def is_after_capture(game: Game, events: list[Event]) -> bool:
        seen.extend(event for event in events if event.kind in {"capture", "overcall"})
        return bool(seen) and is_asked("play")(game, events)

    play_until(stage, is_after_capture)
    stage.game.table = ["1C", "2C", "3C", "4C", "5C", "6C", "7C", "10C"]
    page = open_stage(stage, data={"language": language})
    for width, height in [(390, 844), (360, 740), (320, 568), (844, 390), (640, 400), (1280, 800)]:
        page.set_viewport_size({"width": width, "height": height})
        boxes(page, ".board__own")  # wait until nothing moves: a move would close the panel
        page.keyboard.press("l")
        [panel], own, laid, tools, shown = boxes(
            page, ".panel--taken", ".board__own", ".board__spot", ".board__recall, .board__sound", ".taken__card"
        )
        assert not [box for box in [*own, *laid, *tools] if covers(panel, box)], (width, height)
        assert panel["x"] >= 0
        assert panel["y"] >= 0
        assert panel["x"] + panel["width"] <= width
        assert all(contains(panel, card) for card in shown), (width, height)
        assert min(card["width"] for card in shown) >= (44 if height > 740 else 26), (width, height)
        page.keyboard.press("Escape")


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390), (320, 568)])
@pytest.mark.parametrize("language", ["en", "ar"])
def test_the_last_capture_has_its_full_width_beside_or_over_many_cards(
    open_stage, size: tuple[int, int], language: str
) -> None:
    stage = own_turn(GAMES["moroccan-2"], 30)
    page = open_stage(stage, viewport={"width": size[0], "height": size[1]}, data={"language": language})
    page.keyboard.press("l")
    boxes(page, ".panel--taken")
    page.keyboard.press("Escape")
    # As while a card flies: it leaves no more than a strip at the right edge.
    page.locator(".board__spot").last.evaluate(
        "node => node.animate({transform: `translateX(${innerWidth / 4}px)`}, {duration: 1, fill: 'both'}).finish()"
    )
    page.keyboard.press("l")
    [panel], [board], [words] = boxes(page, ".panel--taken", "#board", ".taken__text")
    assert panel["width"] > 170
    assert board["x"] <= panel["x"]
    assert panel["x"] + panel["width"] <= board["x"] + board["width"]
    assert panel["x"] <= words["x"]
    assert words["x"] + words["width"] <= panel["x"] + panel["width"]


@pytest.mark.parametrize("language", ["en", "ar"])
def test_the_last_capture_is_beside_a_table_that_is_full_of_cards(open_stage, language: str) -> None:
    stage = own_turn(GAMES["moroccan-2"], 30)
    stage.game.table = ["1C", "2C", "3C", "4C", "5C", "6C", "7C"]
    page = open_stage(stage, viewport={"width": 1280, "height": 800}, data={"language": language})
    page.keyboard.press("l")
    [panel], [board], [log] = boxes(page, ".panel--taken", "#board", "#log")
    assert not covers(panel, board)
    assert contains(log, {**panel, "y": log["y"], "height": log["height"]})


def test_the_last_capture_can_be_viewed_after_the_next_deal(table) -> None:
    stage, page = table(Moroccan({"target": 121}))
    while stage.game.deal_number == 0:
        stage.make(stage.game.turn_moves(stage.game.to_act)[0])
    page.keyboard.press("Escape")  # closes the deal's count
    page.get_by_role("button", name="Last capture").click()
    expect(page.locator(".panel--taken")).to_contain_text("takes")


# ---- animations ----

DURATIONS = """() => {
    const { animate } = Element.prototype;
    window.durations = [];
    Element.prototype.animate = function (frames, options) {
        window.durations.push(options.duration);
        return animate.call(this, frames, options);
    };
}"""


@pytest.mark.parametrize(("choice", "durations"), [("Normal", {300}), ("Fast", {120}), ("Off", set())])
def test_card_animations_can_be_faster_or_off(table, choice: str, durations: set[float]) -> None:
    stage, page = table(**MOTION)
    settings(page).get_by_label("Card animations").select_option(choice)
    page.reload()
    play_until_asked(stage, page)
    page.evaluate(DURATIONS)
    stage.make(stage.game.turn_moves(0)[0])
    play_until_asked(stage, page)
    flights = {duration for duration in page.evaluate("durations") if duration in {300, 120}}
    assert flights == durations


# ---- a prompt with only one answer ----


@pytest.fixture
def asked(new_page: Callable[..., Page]) -> Callable[[bool], tuple[BoardHarness, Page]]:
    """Return a function that stops the clock and asks the reader to announce a hand with or without a holding."""

    def ask(has_holding: bool) -> tuple[BoardHarness, Page]:
        stage, page = BoardHarness(Porrazo({"target": 121})), new_page(is_new=True)
        stage.send = lambda frame: None  # type: ignore[method-assign]  # the page is not open yet
        while not is_next_to_announce(stage, has_holding):
            stage.make(stage.game.turn_moves(stage.game.to_act)[0])
        del stage.send
        page.clock.install(time=0)
        stage.open(page)
        expect(page.locator(".seat").first).to_be_visible()
        page.clock.pause_at(10)
        stage.make((1, "announce", "nothing"))
        return stage, page

    return ask


def is_next_to_announce(stage: BoardHarness, has_holding: bool) -> bool:
    """Return whether the reader announces right after the player to act.

    The reader must also have a holding if ``has_holding`` is true, and none otherwise.
    """
    game = stage.game
    ranks = [card[:-1] for card in game.hands[0]]
    return game.phase == "announce" and game.to_act == 1 and (len(set(ranks)) < len(ranks)) == has_holding


def test_a_hand_with_nothing_to_announce_says_so_by_itself_after_the_delay(asked) -> None:
    stage, page = asked(has_holding=False)
    expect(page.locator("#prompt")).to_contain_text("You have nothing to announce.")
    page.clock.run_for(1400)
    assert stage.received == []
    page.clock.run_for(200)
    assert [frame["move"] for frame in stage.hear(page)] == [["announce", "nothing"]]


def test_an_answer_given_before_the_delay_is_sent_when_the_delay_is_over(asked) -> None:
    stage, page = asked(has_holding=True)
    page.locator("#prompt").get_by_role("button", name="Nothing").click()
    page.clock.run_for(1400)
    assert stage.received == []
    page.clock.run_for(200)
    assert [frame["move"] for frame in stage.hear(page)] == [["announce", "nothing"]]
