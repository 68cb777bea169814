"""Daily puzzles and hints in a browser."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.browser.accessible import check_accessible, check_page
from tests.browser.board_pages import boxes
from tests.browser.user import BrowserUser, OpenWindow
from tests.servers import Server

# Why a card is best in Mark Steere’s game.
REASON = re.compile(r"[Ww]ins? (the|this) trick|No other choice is worth more")


def first_in_hand(page: Page, card: str) -> str:
    """Return the key that plays this card: its place in the hand, counted from 1."""
    cards = page.locator(".board__own").evaluate_all("cards => cards.map(card => card.dataset.key)")
    return str(cards.index(card) + 1)


def open_first_puzzle(page: Page) -> None:
    """Go from the front page to the list of puzzles, and from there to the Moroccan Ronda puzzle."""
    page.goto("/")
    page.get_by_role("link", name="Puzzles", exact=True).click()
    expect(page.get_by_role("heading", name="Daily puzzles")).to_be_visible()
    check_page(page)
    page.get_by_role("link", name="Solve Moroccan Ronda").click()
    expect(page.locator("#told")).to_have_text("Your turn: which card is best?")
    check_page(page)


def solve_by_mouse(page: Page, card: str) -> None:
    """Click the best card; check that the page confirms the answer and plays the card."""
    page.locator(f".board__own[data-key='{card}']").click()
    expect(page.locator("#told")).to_contain_text("Right!")
    expect(page.locator("#choices .is-best")).to_contain_text("your answer")
    expect(page.locator("#streak")).to_have_text("Your streak: 1 day")
    check_gaps(page)
    expect(page.locator(f".board__own[data-key='{card}']")).to_have_count(0)  # it is played
    expect(page.locator(".seat.is-turn, .prompt.is-asked")).to_have_count(0)
    check_page(page)


def check_gaps(page: Page) -> None:
    """Check that the solution's buttons are far enough apart."""
    [streak], [onwards], [solution], [replay] = boxes(page, "#streak", "#solution .button", "#solution", "#replay-link")
    assert onwards["y"] - (streak["y"] + streak["height"]) >= 10
    assert solution["y"] + solution["height"] - (onwards["y"] + onwards["height"]) >= 10
    assert replay["y"] - (onwards["y"] + onwards["height"]) >= 20


def check_way_onwards(page: Page) -> None:
    """Check that the link to the next puzzle is in view on any screen, and that a reload keeps the answer."""
    for width, height in [(320, 568), (390, 844), (640, 400)]:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("#onwards a")).to_be_in_viewport(ratio=1)
        [title] = boxes(page, ".puzzle__title")[0]
        if height > width:  # the rest of the solution lies below the board
            assert title["y"] >= height, "the lower edge of the screen cuts the heading in two"
    page.set_viewport_size({"width": 1280, "height": 800})
    assert page.locator("#log").evaluate("log => log.clientHeight") >= 150, "the column scrolls, so that some lines fit"
    following = page.get_by_role("link", name="Next puzzle")
    expect(following).to_have_count(1)
    expect(following).to_be_in_viewport(ratio=1)
    page.reload()
    expect(page.locator("#told")).to_contain_text("Right!")


def open_second_puzzle(page: Page) -> None:
    """Return to the list, which shows the first puzzle as solved, and open the other one by keyboard."""
    page.get_by_role("link", name="All puzzles").click()
    expect(page.locator(".puzzle-list .badge--good")).to_have_text("solved")
    page.get_by_role("link", name=re.compile("^Solve .*Mark Steere")).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".board__own").first).to_be_visible()


def fail_by_keyboard(page: Page, card: str, *, best: str) -> None:
    """Play a worse card with its key; check that the page plays it, and shows the best one with the reason."""
    page.keyboard.press(first_in_hand(page, card))
    expect(page.locator("#told")).to_contain_text(re.compile("^The .* is better."))
    expect(page.locator(".board__own.is-hint")).to_have_attribute("data-key", best)
    expect(page.locator(f".board__own[data-key='{card}']")).to_have_count(0)
    expect(page.locator(".side .button:not(.button--quiet)")).to_have_count(1)
    expect(page.locator("#told")).to_contain_text(REASON)
    expect(page.locator("#outcome")).to_contain_text("You chose the")
    expect(page.locator("#choices .is-best")).not_to_contain_text("your answer")
    check_verdict_fits(page)
    check_page(page)


def check_prompt_tells_the_batch(page: Page) -> None:
    """Check that on a phone, the prompt shows what has happened in the batch, as the log below the board does."""
    page.set_viewport_size({"width": 390, "height": 844})
    newest = page.locator("#log .log__line").last
    expect(page.locator("#news li").first).to_have_text(newest.inner_text())
    expect(page.locator("#news li").first).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator("#news")).to_be_hidden()


def check_verdict_fits(page: Page) -> None:
    """Check that the whole verdict is in view on phones, without scrolling."""
    for width, height in [(320, 568), (390, 844)]:
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(".prompt__words").evaluate("words => words.scrollHeight <= words.clientHeight + 1"), width
    page.set_viewport_size({"width": 1280, "height": 800})


def try_again(page: Page, wrong: str, *, best: str) -> None:
    """Put the position back after the wrong card, and play the best one; check that the first answer still counts."""
    page.get_by_role("button", name="Try for practice").press("Enter")
    expect(page.locator("#told")).to_have_text("Your turn: which card is best?")
    expect(page.locator("#solution")).to_be_hidden()
    expect(page.locator(".is-hint")).to_have_count(0)
    expect(page.locator(f".board__own[data-key='{wrong}']")).to_be_visible()
    expect(page.locator(".board__own").first).to_be_focused()
    check_page(page)
    page.keyboard.press(first_in_hand(page, best))
    expect(page.locator("#told")).to_contain_text(re.compile("^Right!"))
    expect(page.locator(f".board__own[data-key='{best}']")).to_have_count(0)
    expect(page.locator("#choices tr", has_text="your answer")).not_to_have_class("is-best")
    expect(page.get_by_role("button", name="Try for practice")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name="Try for practice")).to_be_visible()


def open_replay(page: Page) -> None:
    """Follow the link to the replay by keyboard; check that it opens at the puzzle's move."""
    page.get_by_role("link", name="See it in the replay").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#told")).not_to_be_empty()
    expect(page).to_have_url(re.compile(r"/matches/\w+/replay/\?move=\d+&view=\d$"))


def test_a_visitor_solves_a_puzzle_with_the_mouse_and_fails_one_by_keyboard(
    sign_in_as: OpenWindow, site: Server
) -> None:
    made = site.site.call("puzzles", ["moroccan", "steere"])
    page = sign_in_as("solver").page
    open_first_puzzle(page)
    check_prompt_tells_the_batch(page)
    solve_by_mouse(page, made["moroccan"][0])
    check_way_onwards(page)

    open_second_puzzle(page)
    fail_by_keyboard(page, made["steere"][1], best=made["steere"][0])
    try_again(page, made["steere"][1], best=made["steere"][0])
    open_replay(page)


def test_only_the_best_card_is_celebrated(open_window: OpenWindow, site: Server) -> None:
    best, worse = site.site.call("puzzles", ["mufts"])["mufts"][:2]
    page = open_window().page

    def add_caida(route: Route) -> None:
        """Have the card make an e-see, the caida of MUFTS, whichever it is."""
        response = route.fetch()
        solution = response.json()
        solution["after"]["events"].append({"kind": "caida", "seat": 0, "points": 1, "from": 1})
        route.fulfill(response=response, json=solution)

    page.route("**/answer/", add_caida)
    page.goto("/puzzles/")
    page.get_by_role("link", name="Solve MUFTS").click()
    page.locator(f".board__own[data-key='{worse}']").click()
    expect(page.locator("#told")).to_contain_text("is better")
    expect(page.locator(f".board__own[data-key='{best}'].is-hint")).to_be_visible()
    expect(page.locator(".shout")).to_have_count(0)
    for width, height in [(320, 568), (390, 844), (640, 400), (844, 390), (1280, 800)]:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.get_by_role("button", name="Try for practice")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Try for practice").click()
    page.locator(f".board__own[data-key='{best}']").click()
    expect(page.locator(".shout")).to_contain_text("E-see")


def make_move(user: BrowserUser, move: list[Any]) -> None:
    """Make a move, and wait until the table shows it."""
    before = user.version
    user.make(move)
    user.until(lambda state: state["version"] > before)


def test_a_player_asks_a_bot_for_hints_by_button_and_by_key(open_match: OpenWindow, site: Server) -> None:
    match = site.site.call("bot_match", "hinted", {"players": 2, "target": 11})
    user = open_match(match["players"][0], match["code"])
    page, prompt = user.page, user.page.locator("#prompt")
    for number, ask in enumerate(
        (lambda: prompt.get_by_role("button", name="Hint").click(), lambda: page.keyboard.press("h"))
    ):
        user.until(lambda state: state["view"]["moves"] or state["status"] != "running")
        while len(user.moves) < 2 or user.moves[0][0] == "cut":
            make_move(user, user.moves[0])
            user.until(lambda state: bool(state["view"]["moves"]))
        ask()
        user.until(lambda state: state["hint"]["move"] is not None)
        expect(prompt.locator(".hint__text")).not_to_be_empty()
        expect(page.locator(".is-hint").first).to_be_visible()  # or several, if they are equal
        expect(page.locator(".seat__marks", has_text=re.compile(rf"{number + 1} hints?"))).to_have_count(1)
        check_accessible(page)
        make_move(user, user.state["hint"]["move"])
        expect(page.locator(".is-hint")).to_have_count(0)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    user.until(lambda state: state["status"] != "running")
    page.goto(f"/matches/{match['code']}/")
    expect(page.get_by_text("2 hints used")).to_be_visible()


def test_in_landscape_the_column_beside_the_board_tells_about_the_puzzle(open_window: OpenWindow, site: Server) -> None:
    site.site.call("puzzles", ["porrazo"])
    page = open_window().page
    page.goto("/puzzles/")
    page.get_by_role("link", name="Solve Porrazo").click()
    for width, height in [(568, 320), (640, 400), (844, 390)]:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.get_by_role("heading", level=1)).to_be_in_viewport(ratio=1)
        expect(page.locator(".puzzle__task")).to_be_in_viewport(ratio=1)
        [[prompt], [side]] = boxes(page, ".prompt", ".side")
        assert side["x"] == prompt["x"]
        assert side["y"] + side["height"] <= height


def test_on_a_phone_each_puzzle_of_the_archive_is_one_line_with_room_for_a_finger(
    open_window: OpenWindow, site: Server
) -> None:
    site.site.call("old_puzzles", 3)
    page = open_window(viewport={"width": 390, "height": 844}).page
    page.goto("/puzzles/")
    rows, links, days = boxes(page, "#archive tbody tr", "#archive tbody a", "#archive tbody .when")
    assert rows
    for row, link, day in zip(rows, links, days, strict=True):
        assert link["height"] >= 44
        assert row["height"] <= 50
        assert link["x"] + link["width"] <= day["x"]
