"""The tutorials on the real board: by mouse, touch and keyboard, with mistakes, hints and remembered progress."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import Locator, Page, expect

from games.rules.game import Game
from games.selectors.lessons import lesson_data
from tests.browser.accessible import check_page, violations
from tests.browser.board_pages import boxes, new_page  # noqa: F401  a fixture
from tests.browser.lesson_page import open_lesson
from tests.browser.user import wait_until

STEPS = lesson_data("moroccan")["steps"]
PHONE = {"viewport": {"width": 390, "height": 844}}
CORNER = {"x": 8, "y": 20}  # the cards of a long hand overlap
CAIDA, MISSA, RONDA, CHALLENGE, CLAIM = 2, 3, 4, 7, 8


@pytest.fixture
def learn(new_page: Callable[..., Page]) -> Iterator[Callable[..., Page]]:
    """Return a function that opens a tutorial, if wanted without its script. On teardown, check that the browser has
    reported no errors.
    """
    errors: list[list[str]] = []

    def open_page(ruleset: str = "moroccan", *, has_script: bool = True, **context: Any) -> Page:
        page = new_page(**context)
        if not has_script:
            page.route("**/learn/page*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
        errors.append(open_lesson(page, ruleset))
        return page

    yield open_page
    assert [error for one in errors for error in one] == []


def mover(page: Page, move: list[Any]) -> Locator:
    """Return the element that makes a move: a card in the hand, or a button in the prompt or at a seat."""
    if move[0] == "play":
        return page.locator(f".board__own[data-key='{move[1]}']")
    if move[0] == "claim":
        return page.locator(f".seat[data-seat='{move[1]}']").get_by_role("button", name="Claim")
    word = move[1] if move[0] == "announce" else move[0]
    return page.locator("#prompt").get_by_role("button", name=re.compile(f"^{word}$", re.IGNORECASE))


def answers(step: dict[str, Any], *, right: bool) -> list[list[Any]]:
    return [answer["move"] for answer in step["answers"] if answer["right"] is right]


def expect_solved(page: Page) -> None:
    expect(page.locator("#answer.is-right")).to_be_visible()
    expect(page.locator("body")).not_to_contain_text("undefined")
    expect(page.get_by_role("button", name="Next")).to_be_focused()


def test_the_learner_has_a_name_and_a_mark_as_at_a_table(learn) -> None:
    page = learn()
    expect(page.locator("#scores .score__name")).to_have_text(["Guest", "Siete"])
    expect(page.locator("[data-seat='0'] .seat__name")).to_have_text("Guest")
    expect(page.locator("[data-seat='0'] .mark--you")).to_have_text("you")
    page.get_by_role("button", name="Step 8").click()
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".is-hinted").first).to_be_visible()  # requested before the position was shown


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_script_moves_nothing(learn, language: str) -> None:
    with translation.override(language):
        unscripted = learn(has_script=False, **PHONE)
        page = learn(**PHONE)
    expect(page.locator(".board__own")).to_have_count(3)
    names = "#buttons", ".felt", "#prompt"
    assert boxes(page, *names) == boxes(unscripted, *names)


def expect_end(page: Page) -> None:
    expect(page.locator("#finish-title")).to_be_focused()
    expect(page.get_by_role("button", name="Play with a coach")).to_be_visible()
    expect(page.locator("#skipped")).to_be_hidden()
    expect(page.locator(".panel--count")).to_have_count(0)
    expect(page.locator(".learn__step.is-done")).to_have_count(len(STEPS))


def test_by_mouse(learn) -> None:
    page = learn()
    for step in STEPS:
        expect(page.locator("#step-title")).to_have_text(step["title"])
        mover(page, answers(step, right=True)[0]).click()
        expect_solved(page)
        page.get_by_role("button", name="Next").click()
    expect_end(page)


def test_by_touch_with_animations(learn) -> None:
    page = learn(has_touch=True, reduced_motion="no-preference", **PHONE)
    for step in STEPS:
        expect(page.locator("#step-title")).to_have_text(step["title"])
        expect(page.locator("#seen")).not_to_have_text("")  # the position is complete
        mover(page, answers(step, right=True)[0]).tap()
        expect_solved(page)
        page.get_by_role("button", name="Next").tap()
    expect_end(page)


def test_by_keyboard(learn) -> None:
    page = learn()
    for step in STEPS:
        expect(page.locator("#step-title")).to_have_text(step["title"])
        move = answers(step, right=True)[0]
        target = mover(page, move)
        expect(page.locator("#seen")).not_to_have_text("")  # the position is complete
        if move[0] == "play":
            page.keyboard.press(str(target.get_attribute("aria-keyshortcuts")))
        else:
            for _ in range(60):
                if target.evaluate("node => node === document.activeElement"):
                    break
                page.keyboard.press("Tab")
            page.keyboard.press("Enter")
        expect_solved(page)
        page.keyboard.press("Enter")
    expect_end(page)


@pytest.mark.parametrize("ruleset", sorted({*Game.registry} - {"moroccan"}))
def test_the_other_games_can_be_played_to_the_end(learn, ruleset: str) -> None:
    page = learn(ruleset)
    for step in lesson_data(ruleset)["steps"]:
        expect(page.locator("#step-title")).to_have_text(step["title"])
        mover(page, answers(step, right=True)[0]).click(position=CORNER)
        expect_solved(page)
        page.keyboard.press("Enter")
    expect(page.locator("#finish")).to_be_visible()


def test_a_wrong_move_is_explained_and_may_be_tried_again(learn) -> None:
    page = learn()
    page.locator(".learn__step").nth(CAIDA).click()
    for move in answers(STEPS[CAIDA], right=False):
        mover(page, move).click()
        expect(page.get_by_role("status").filter(has_text="Not quite.")).to_be_visible()
        expect(page.locator("#answer")).not_to_have_class(re.compile("is-right"))
        expect(page.get_by_role("button", name="Skip")).to_be_visible()
    mover(page, answers(STEPS[CAIDA], right=True)[0]).click()
    expect_solved(page)
    expect(page.locator("#scores .score__points").first).to_have_text("1")


def places(page: Page) -> list[tuple[float, ...]]:
    """Return x, y, width and height of the guide and the board, measured from the top of the page.

    A click that has to wait for the opponent's move may scroll the page, so places in the window are no measure.
    """
    [root], *parts = boxes(page, "html", ".learn__guide", "#board")
    return [(part["x"], part["y"] - root["y"], part["width"], part["height"]) for [part] in parts]


@pytest.mark.parametrize("context", [PHONE, {}], ids=["phone", "desk"])
def test_a_solved_step_asks_for_nothing_more_and_keeps_its_place(learn, context: dict[str, Any]) -> None:
    page = learn(**context)
    asked = page.locator("#prompt"), page.get_by_role("button", name="Show me")
    for step in STEPS:
        expect(page.locator("#step-title")).to_have_text(step["title"])
        for node in asked:
            expect(node).to_be_visible()
        before = places(page)
        mover(page, answers(step, right=True)[0]).click()
        expect_solved(page)
        for node in asked:
            expect(node).to_be_hidden()
        assert places(page) == before, step["title"]
        page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_contain_text("That was the last step.")


@pytest.mark.parametrize("place", [CAIDA, RONDA, CHALLENGE, CLAIM])
def test_show_me_marks_a_right_move_and_plays_it_when_pressed_again(learn, place: int) -> None:
    page = learn()
    page.locator(".learn__step").nth(place).click()
    expect(page.locator("#step-title")).to_have_text(STEPS[place]["title"])
    right = answers(STEPS[place], right=True)
    expect(mover(page, right[0])).to_be_visible()
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".is-hinted")).to_have_count(1)
    expect(mover(page, right[0])).to_be_focused()
    page.get_by_role("button", name="Play it for me").click()
    expect_solved(page)
    expect(page.locator(".is-hinted")).to_have_count(0)
    expect(page.locator("#hint")).to_be_hidden()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 568)])
def test_the_ring_around_a_claim_keeps_clear_of_the_call_and_the_numbers(learn, width: int, height: int) -> None:
    page = learn(viewport={"width": width, "height": height})
    page.locator(".learn__step").nth(CLAIM).click()
    expect(mover(page, answers(STEPS[CLAIM], right=True)[0])).to_be_visible()
    page.get_by_role("button", name="Show me").click()
    claim = page.locator(".seat__action.is-hinted")
    assert claim.evaluate("node => parseFloat(getComputedStyle(node).outlineOffset)") <= -3
    [button], *others = boxes(page, ".seat__action.is-hinted", ".seat--top .seat__call", ".seat--top .seat__count")
    for [other] in others:
        apart = button["y"] - other["y"] - other["height"], button["x"] - other["x"] - other["width"]
        assert max(apart) >= 4


RECORD_MOTION = """() => {
    window.moved = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        moved.push(this.dataset.key);
        return animate.apply(this, how);
    };
}"""


@pytest.mark.parametrize("place", [0, 1])
def test_show_me_shows_what_a_card_takes_and_lets_the_learner_play_it(learn, place: int) -> None:
    page = learn(reduced_motion="no-preference")
    page.locator(".learn__step").nth(place).click()
    answer = next(answer for answer in STEPS[place]["answers"] if answer["right"])
    expect(mover(page, answer["move"])).to_be_visible()
    expect(page.locator("#seen")).not_to_have_text("")
    page.evaluate(RECORD_MOTION)
    page.get_by_role("button", name="Show me").click()
    taken = [card for event in answer["frames"][0]["events"] for card in event.get("cards", [])]
    shown = page.locator(".board__spot.is-target")
    assert sorted(shown.evaluate_all("all => all.map(node => node.dataset.key)")) == sorted(taken)
    assert page.evaluate("moved") == [answer["move"][1]]
    expect(page.locator("#answer")).to_contain_text("Now play it.")
    expect(page.locator("#answer")).not_to_have_class(re.compile("is-right"))
    expect(mover(page, answer["move"])).to_have_class(re.compile("is-hinted"))  # until it is played
    mover(page, answer["move"]).click()
    expect_solved(page)
    expect(page.locator(".is-target")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "fr", "ar"])
def test_the_board_of_a_phone_keeps_its_place_from_step_to_step(learn, language: str) -> None:
    with translation.override(language):
        page = learn(viewport={"width": 390, "height": 844})
    tops = set()
    for place in range(len(STEPS)):
        page.locator(".learn__step").nth(place).click()
        expect(page.locator("#task")).to_be_visible()
        [[board]] = boxes(page, "#board")
        tops.add(round(board["y"]))
    assert len(tops) == 1


def test_progress_is_remembered_and_can_be_reset(learn) -> None:
    page = learn()
    mover(page, answers(STEPS[0], right=True)[0]).click()
    expect_solved(page)
    page.get_by_role("button", name="Next").click()
    expect(page.locator("#step-title")).to_have_text(STEPS[1]["title"])
    page.reload()
    expect(page.locator("#step-title")).to_have_text(STEPS[1]["title"])
    expect(page.locator(".learn__step.is-done")).to_have_count(1)
    page.get_by_role("button", name="Back").click()
    expect(page.locator("#step-title")).to_have_text(STEPS[0]["title"])
    page.locator(".learn__step").last.click()
    page.get_by_role("button", name="Skip").click()
    expect(page.locator("#skipped")).to_have_text("You skipped 9 of the 10 steps.")
    page.get_by_role("button", name="Start over").click()
    expect(page.locator("#step-title")).to_have_text(STEPS[0]["title"])
    expect(page.locator(".learn__step.is-done")).to_have_count(0)


def test_steps_clicked_during_an_animation_show_the_last_one(learn) -> None:
    page = learn(reduced_motion="no-preference")
    for place in (CAIDA, MISSA, RONDA, 1):
        page.locator(".learn__step").nth(place).click()
    expect(page.locator("#seen")).not_to_have_text("")
    expect(page.locator("#step-title")).to_have_text(STEPS[1]["title"])
    shown = page.locator(".board__spot").evaluate_all("spots => spots.map(spot => spot.dataset.key)")
    assert shown == STEPS[1]["start"]["table"]


def test_a_card_chosen_before_the_opponent_has_played_is_played_afterwards(learn) -> None:
    page = learn(is_new=True, reduced_motion="no-preference")
    page.clock.install(time=0)
    page.clock.pause_at(10)  # the opponent waits before playing the first card
    page.locator(".learn__step").nth(CAIDA).click()
    expect(page.locator("#step-title")).to_have_text(STEPS[CAIDA]["title"])
    card = mover(page, answers(STEPS[CAIDA], right=True)[0])
    page.keyboard.press(str(card.get_attribute("aria-keyshortcuts")))
    expect(page.locator("#seen")).to_have_text("This card will be played next. Select it again to cancel.")
    page.clock.resume()
    expect_solved(page)
    expect(page.locator(".is-next")).to_have_count(0)


def test_the_last_step_can_be_left_while_its_move_is_shown(learn) -> None:
    page = learn(is_new=True, reduced_motion="no-preference")
    page.locator(".learn__step").last.click()
    expect(page.locator("#seen")).not_to_have_text("")
    page.clock.install(time=0)
    page.clock.pause_at(10)  # cards in flight wait for the clock
    mover(page, answers(STEPS[-1], right=True)[0]).click()
    expect_solved(page)
    page.keyboard.press("Enter")
    expect(page.locator("#finish-title")).to_be_focused()
    page.clock.resume()
    expect(page.locator("#prompt .prompt__text")).to_have_text("That was the last step.")


def test_the_next_text_is_shown_together_with_its_position(learn) -> None:
    page = learn(is_new=True, reduced_motion="no-preference")
    page.locator(".learn__step").nth(CAIDA).click()
    expect(page.locator("#seen")).not_to_have_text("")
    page.clock.install(time=0)
    page.clock.pause_at(10)  # the capture waits for the clock
    mover(page, answers(STEPS[CAIDA], right=True)[0]).click()
    expect_solved(page)
    page.keyboard.press("Enter")
    expect(page.locator("#step-title")).to_have_text(STEPS[MISSA]["title"])
    shown = page.locator(".board__spot").evaluate_all("spots => spots.map(spot => spot.dataset.key)")
    assert shown == STEPS[MISSA]["start"]["table"]
    assert page.locator(".board__flying, .shout").count() == 0
    assert page.locator(".board__line").inner_text() == ""


@pytest.mark.parametrize("leave", ["Back", "Skip"])
def test_a_step_left_while_its_first_moves_are_shown_does_not_open_the_next_one_early(learn, leave: str) -> None:
    page = learn(is_new=True, reduced_motion="no-preference")
    page.clock.install(time=0)
    page.clock.pause_at(10)
    here, to = (CAIDA, MISSA) if leave == "Skip" else (MISSA, CAIDA)
    page.locator(".learn__step").nth(here).click()
    expect(page.locator(".board__own").first).to_be_visible()
    page.clock.run_for(1000)  # the opponent's card is on its way
    page.get_by_role("button", name=leave).click()
    card = mover(page, answers(STEPS[to], right=True)[0])
    # The opponent of the new step has not played yet.
    wait_until(page, lambda: page.clock.run_for(100) or card.is_visible())
    page.keyboard.press(str(card.get_attribute("aria-keyshortcuts")))
    expect(page.locator("#seen")).to_have_text("This card will be played next. Select it again to cancel.")
    page.clock.resume()
    expect_solved(page)


def test_the_position_and_every_answer_are_spoken(learn) -> None:
    page = learn()
    page.locator(".learn__step").nth(CAIDA).click()
    status = page.locator("#guide[role=status]")
    expect(status).to_contain_text("rey (12) of swords, 2 of coins, 7 of clubs, sota (10) of cups, 4 of swords")
    expect(status).to_contain_text("Your hand: 4 of clubs, rey (12) of cups, 1 of coins")
    mover(page, answers(STEPS[CAIDA], right=True)[0]).click()
    expect(status).to_contain_text("Well done. Caida!")
    expect(status).not_to_contain_text("Your hand:")  # the hand has changed


def test_a_challenge_shows_the_bluff_and_accepting_it_is_wrong(learn) -> None:
    page = learn()
    page.locator(".learn__step").nth(CHALLENGE).click()
    expect(page.locator("#seen")).not_to_have_text("")
    page.get_by_role("button", name="Accept", exact=True).click()
    expect(page.locator("#answer")).to_contain_text("Not quite.")
    expect(page.locator("#scores .score__points")).to_have_text(["36", "40"])
    page.get_by_role("button", name="Challenge", exact=True).click()
    expect_solved(page)
    expect(page.locator("#scores .score__points")).to_have_text(["37", "40"])


def test_the_prompt_asks_for_no_card_where_the_task_is_to_claim(learn) -> None:
    page = learn()
    prompt = page.locator("#prompt .prompt__text")
    page.locator(".learn__step").nth(CLAIM).click()
    expect(page.locator("#task")).to_contain_text("Claim it.")
    expect(page.locator("#seen")).not_to_have_text("")
    expect(prompt).to_have_text("Your turn.")


def test_the_prompt_asks_for_nothing_at_the_end(learn) -> None:
    page = learn()
    page.locator(".learn__step").last.click()
    expect(page.locator("#seen")).not_to_have_text("")
    page.get_by_role("button", name="Skip").click()
    expect(page.locator("#prompt .prompt__text")).to_have_text("That was the last step.")
    expect(page.locator("#prompt .prompt__text")).to_be_visible()
    expect(page.locator("#prompt button:visible")).to_have_count(0)
    page.locator(".learn__step").first.click()
    expect(page.locator("#prompt .prompt__text")).to_have_text("Your turn: play a card.")


def test_playing_with_a_coach_switches_the_coach_on(learn) -> None:
    page = learn()
    page.locator(".learn__step").last.click()
    page.get_by_role("button", name="Skip").click()
    page.route("**/play/bot/", lambda route: route.fulfill(body="started", content_type="text/plain"))
    with page.expect_request("**/play/bot/") as sent:
        page.get_by_role("button", name="Play with a coach").click()
    assert "game=moroccan%3A2&level=siete" in str(sent.value.post_data)
    expect(page.locator("body")).to_have_text("started")  # storage cannot be read while the page is unloading
    [origin] = page.context.storage_state()["origins"]
    assert {"name": "coach", "value": "true"} in origin["localStorage"]


@pytest.mark.parametrize("place", [CAIDA, RONDA, CHALLENGE, CLAIM])
def test_a_step_is_accessible_and_fits_small_screens(learn, place: int) -> None:
    page = learn(viewport={"width": 320, "height": 800})
    page.locator(".learn__step").nth(place).click()
    expect(page.locator("#seen")).not_to_have_text("")
    check_page(page)
    page.get_by_role("button", name="Show me").click()
    assert violations(page) == []


TAPPED = """() => [...document.querySelectorAll(".learn__step")].map(node => {
    const { x, y, width, height } = node.getBoundingClientRect();
    const [across, down] = [x + width / 2, y + height / 2];
    const ends = [[across - 15, down], [across + 15, down], [across, down - 15], [across, down + 15]];
    return ends.every(([left, top]) => document.elementFromPoint(left, top) === node);
})"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_the_steps_of_a_tutorial_are_large_enough_for_a_finger(learn, width: int, height: int) -> None:
    page = learn(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    expect(page.locator(".learn__step")).to_have_count(len(STEPS))
    boxes(page, ".learn__step")  # wait until nothing moves
    assert page.evaluate(TAPPED) == [True] * len(STEPS)


def test_the_guide_fills_its_column_beside_the_board(learn) -> None:
    page = learn(viewport={"width": 1280, "height": 900})
    [guide], [board] = boxes(page, ".learn__guide", ".learn__play")
    assert guide["height"] == board["height"]


@pytest.mark.parametrize(("width", "height", "readable"), [(844, 390, 120), (640, 400, 95)])
def test_in_landscape_the_board_takes_most_of_the_room(learn, width: int, height: int, readable: int) -> None:
    page = learn(viewport={"width": width, "height": height})
    [first, *_] = boxes(page, ".board__own")[0]
    assert first["height"] >= readable  # nearly as at a table
    page.locator(".learn__step").nth(CHALLENGE).click()
    page.get_by_role("button", name="Challenge", exact=True).click()
    expect_solved(page)
    expect(page.get_by_role("button", name="Next")).to_be_in_viewport(ratio=1)  # below a long answer


def test_the_cards_of_the_first_step_can_be_read_on_the_smallest_phone(learn) -> None:
    page = learn(viewport={"width": 320, "height": 568})
    spots, own = boxes(page, ".board__spot", ".board__own")
    assert spots
    assert min(card["width"] for card in [*spots, *own]) >= 40


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
def test_the_buttons_share_a_row_on_the_smallest_phone_and_the_name_is_whole(learn, language: str) -> None:
    with translation.override(language):
        page = learn(viewport={"width": 320, "height": 568})
    [back], [hint], [following] = boxes(page, "#back", "#hint", "#next")
    assert back["y"] == hint["y"] == following["y"]
    name = page.locator(".board__mine .seat__name")
    assert name.evaluate("node => node.scrollWidth - node.clientWidth") <= 0


def test_everything_fits_a_phone(learn) -> None:
    """The guide, the hand and the buttons are visible together."""
    page = learn(**PHONE)
    for place in (0, RONDA, CHALLENGE, CLAIM):
        page.locator(".learn__step").nth(place).click()
        expect(page.locator("#step-title")).to_have_text(STEPS[place]["title"])
        [guide], own = boxes(page, "#guide", ".board__own")
        assert guide["y"] >= 0
        assert own
        assert all(box["y"] > guide["y"] + guide["height"] and box["y"] + box["height"] <= 844 for box in own)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640), (320, 568), (640, 400), (844, 390), (1280, 800)])
def test_show_me_leaves_the_rule_in_view(learn, width: int, height: int) -> None:
    page = learn(viewport={"width": width, "height": height})
    for place, step in enumerate(STEPS):
        page.locator(".learn__step").nth(place).click()
        expect(page.locator("#seen")).not_to_have_text("")
        page.locator("#hint").click()
        is_card = answers(step, right=True)[0][0] == "play"
        expect(page.locator("#answer")).to_contain_text("Now play it." if is_card else "Now choose the marked button.")
        for text in ("#task", "#answer"):
            expect(page.locator(text)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("language", ["en", "fr", "ar"])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_an_answer_takes_no_room_from_the_board_of_a_phone(learn, width: int, height: int, language: str) -> None:
    with translation.override(language):
        page = learn(viewport={"width": width, "height": height})
    for place, step in enumerate(STEPS):
        page.locator(".learn__step").nth(place).click()
        expect(page.locator("#seen")).not_to_have_text("")
        expect(page.locator("#task")).to_be_visible()
        before_it = boxes(page, ".learn__guide", "#board")
        assert all(box["y"] + box["height"] <= height for group in boxes(page, ".board__own", "#next") for box in group)
        page.locator("#hint").click()
        expect(page.locator("#answer.is-example")).to_be_visible()
        assert boxes(page, ".learn__guide", "#board") == before_it, step["title"]
        page.locator(".is-hinted").first.click(position=CORNER)
        expect(page.locator("#answer.is-right")).to_be_visible()
        assert boxes(page, ".learn__guide", "#board") == before_it, step["title"]


@pytest.mark.parametrize(("width", "height"), [(320, 568), (640, 400), (844, 390)])
def test_task_cards_and_buttons_are_in_view_together_at_every_step(learn, width: int, height: int) -> None:
    page = learn(viewport={"width": width, "height": height})
    for place in range(len(STEPS)):
        page.locator(".learn__step").nth(place).click()
        expect(page.locator("#seen")).not_to_have_text("")
        expect(page.locator("#task")).to_be_visible()
        below = boxes(page, ".board__own", "#next", "#prompt button")
        assert all(box["y"] + box["height"] <= height for group in below for box in group)
        assert page.locator("#guide").evaluate("node => node.scrollHeight - node.clientHeight") <= 1, STEPS[place]
    page.locator("#next").click()
    expect(page.get_by_role("button", name="Play with a coach")).to_be_in_viewport(ratio=1)


def test_a_link_opens_its_step_once(learn: Callable[..., Page]) -> None:
    page = learn()
    page.goto(f"{page.url}#step-4")
    page.reload()
    expect(page.locator("#step-title")).to_have_text(STEPS[MISSA]["title"])
    assert "#" not in page.url
    page.get_by_role("button", name="Skip").click()
    expect(page.locator("#step-title")).to_have_text(STEPS[RONDA]["title"])
    page.reload()
    expect(page.locator("#step-title")).to_have_text(STEPS[RONDA]["title"])
    page.goto(f"{page.url}#step-99")
    page.reload()
    expect(page.locator("#finish")).to_be_visible()
