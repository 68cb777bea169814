"""Daily puzzles and hints in a browser."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.accessible import check_accessible, check_page
from tests.browser.board_pages import boxes
from tests.browser.user import BrowserUser, OpenWindow
from tests.servers import Server

# Why a card is the best of a trick: it wins it, or wins it with most or fewest of the cards that may follow.
REASON = re.compile(r"It wins the trick|it is (most|least) likely|It does best on average")


def first_in_hand(page: Page, card: str) -> str:
    """Return the key that plays this card."""
    cards = page.locator(".board__own").evaluate_all("cards => cards.map(card => card.dataset.key)")
    return str(cards.index(card) + 1)


def test_a_visitor_solves_a_puzzle_with_the_mouse_and_fails_one_by_keyboard(
    sign_in_as: OpenWindow, site: Server
) -> None:
    made = site.site.call("puzzles", ["moroccan", "steere"])
    user = sign_in_as("solver")
    page = user.page
    page.goto("/")
    page.get_by_role("link", name="Puzzles", exact=True).click()
    expect(page.get_by_role("heading", name="Daily puzzles")).to_be_visible()
    check_page(page)
    page.get_by_role("link", name="Solve Moroccan Ronda").click()
    expect(page.locator("#told")).to_have_text("Your turn: which card is best?")
    check_page(page)
    page.locator(f".board__own[data-key='{made['moroccan'][0]}']").click()
    expect(page.locator("#told")).to_contain_text("Right!")
    expect(page.locator("#choices .is-best")).to_contain_text("your answer")
    expect(page.locator("#streak")).to_have_text("Your streak: 1 day")
    [streak], [onwards], [solution], [replay] = boxes(page, "#streak", "#solution .button", "#solution", "#replay-link")
    assert onwards["y"] - (streak["y"] + streak["height"]) >= 10
    assert solution["y"] + solution["height"] - (onwards["y"] + onwards["height"]) >= 10
    assert replay["y"] - (onwards["y"] + onwards["height"]) >= 20
    expect(page.locator(f".board__own[data-key='{made['moroccan'][0]}']")).to_have_count(0)  # it is played
    expect(page.locator(".seat.is-turn, .prompt.is-asked")).to_have_count(0)
    check_page(page)
    for width, height in [(320, 568), (390, 844), (640, 400)]:  # the rest of the solution lies below the board
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("#onwards a")).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1280, "height": 800})
    following = page.get_by_role("link", name="Next puzzle")
    expect(following).to_have_count(1)
    expect(following).to_be_in_viewport(ratio=1)
    page.reload()
    expect(page.locator("#told")).to_contain_text("Right!")

    page.get_by_role("link", name="All puzzles").click()
    expect(page.locator(".puzzle-list .badge--good")).to_have_text("solved")
    page.get_by_role("link", name=re.compile("^Solve .*Mark Steere")).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".board__own").first).to_be_visible()
    page.keyboard.press(first_in_hand(page, made["steere"][1]))
    expect(page.locator("#told")).to_contain_text(re.compile("^The .* is better."))
    expect(page.locator(".board__own.is-hint")).to_have_attribute("data-key", made["steere"][0])
    expect(page.locator(f".board__own[data-key='{made['steere'][1]}']")).to_have_count(0)
    expect(page.locator(".side .button:not(.button--quiet)")).to_have_count(1)
    expect(page.locator("#told")).to_contain_text(REASON)
    expect(page.locator("#outcome")).to_contain_text("You chose the")
    expect(page.locator("#choices .is-best")).not_to_contain_text("your answer")
    check_page(page)
    page.get_by_role("link", name="See it in the replay").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#told")).not_to_be_empty()
    expect(page).to_have_url(re.compile(r"/matches/\w+/replay/\?move=\d+&view=\d$"))


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
        expect(page.locator(".is-hint")).to_have_count(1)
        expect(page.locator(".seat__marks", has_text=re.compile(rf"{number + 1} hints?"))).to_have_count(1)
        check_accessible(page)
        make_move(user, user.state["hint"]["move"])
        expect(page.locator(".is-hint")).to_have_count(0)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    user.until(lambda state: state["status"] != "running")
    page.goto(f"/matches/{match['code']}/")
    expect(page.get_by_text("2 hints used")).to_be_visible()
