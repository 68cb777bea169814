"""Clocks, disconnects and rematches, with real browsers and a real server.

Tests do not wait for minutes to pass: they move the stored times of a match into the past.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.browser.accessible import check_accessible
from tests.browser.board_pages import boxes
from tests.browser.test_match import choose
from tests.browser.user import BrowserUser, OpenWindow
from tests.servers import Server, Site

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
DAY = 24 * 60 * 60
HOUR = 60 * 60  # more than any clock here, because a server that was suspended gives the lost time back


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(Site(tmp_path_factory.mktemp("site"), RONDA_AWAY_DELAY="1")) as server:
        yield server


Begin = Callable[..., tuple[str, list[BrowserUser]]]


@pytest.fixture
def begin(site: Server, open_match: OpenWindow) -> Begin:
    """A function that sets up a rated match, has everyone play a card, and opens the table for each player."""

    def begin(seats: int = 2, clock: str = "600+5", **options: Any) -> tuple[str, list[BrowserUser]]:
        match = site.site.call("started_match", seats, clock, "p")
        return match["code"], [open_match(player, match["code"], **options) for player in match["players"]]

    return begin


def remark(person: BrowserUser) -> Locator:
    return person.page.locator(".remark")


def ending(person: BrowserUser) -> Locator:
    return person.page.locator(".panel--end")


def plate(person: BrowserUser, seat: int) -> Locator:
    return person.page.locator(f".seat[data-seat='{seat}']")


def confirm(page: Page, label: str) -> None:
    page.get_by_role("dialog").get_by_role("button", name=label).click()


def has_turn(people: list[BrowserUser]) -> int:
    """Return the index of the user to act, once all pages have a state and show all users as connected.

    On a busy machine, the last pages open so late that their players count as disconnected. If such a player ran out of
    time before the server noticed the page, they would get their seat back at once.
    """
    for person in people:
        person.until(bool)
        expect(person.page.locator(".mark--away:visible")).to_have_count(0)
    return people[0].state["view"]["to_act"]


def make_asked(person: BrowserUser) -> None:
    """Make a legal move for this user by clicking."""
    expect(person.page.locator("#board.is-held")).to_have_count(0)
    person.make(choose(person.moves))


def seconds(face: Locator) -> float:
    minutes, rest = face.inner_text().split(":")
    return 60 * int(minutes) + float(rest)


def test_a_phone_that_loses_its_network_in_mid_turn_returns_and_its_move_is_stored(begin: Begin) -> None:
    _code, people = begin(**PHONE)
    on_turn = has_turn(people)
    amina, badr = people[on_turn], people[1 - on_turn]
    clock = plate(amina, on_turn).locator(".seat__clock")
    before = seconds(clock)

    amina.context.set_offline(True)
    expect(amina.page.locator("#banner")).to_contain_text("Connection lost")
    make_asked(amina)
    expect(amina.page.locator("#banner")).to_contain_text("Your move is saved")
    expect(plate(badr, on_turn).locator(".mark--away")).to_have_text("away")
    expect(remark(badr)).to_contain_text(
        re.compile(r"is disconnected. You can claim victory in 1:(20|1\d)")
    )  # ten seconds later
    assert seconds(clock) < before - 8  # the clock runs with or without a connection

    amina.context.set_offline(False)
    expect(amina.page.locator("#banner")).to_be_hidden()
    for person in people:
        expect(plate(person, on_turn)).not_to_have_class(re.compile("is-turn"))
    expect(remark(badr)).to_have_count(0)
    expect(plate(badr, on_turn).locator(".mark--away")).to_be_hidden()
    make_asked(badr)
    expect(plate(amina, 1 - on_turn)).not_to_have_class(re.compile("is-turn"))
    amina.problems[:] = [problem for problem in amina.problems if "ERR_INTERNET_DISCONNECTED" not in problem]


class LossyLine:
    """A proxy between a page and the server. It drops the first connection that carries the answer to a move."""

    def __init__(self, page: Page) -> None:
        self.moves: list[dict[str, Any]] = []  # that the page has sent
        self.answers: list[dict[str, Any]] = []  # to moves, including those that never reached the page
        page.route_web_socket("**/ws/match/**", self._connect)

    def _connect(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def from_page(text: str | bytes) -> None:
            frame = json.loads(text)
            self.moves += [frame] if frame["type"] == "move" else []
            server.send(text)

        def from_server(text: str | bytes) -> None:
            frame = json.loads(text)
            if frame["type"] in {"done", "refused"}:
                self.answers.append(frame)
                if len(self.answers) == 1:
                    page.close(code=4000)
            if self.answers or not self.moves:  # the new state is lost as well
                page.send(text)

        page.on_message(from_page)
        server.on_message(from_server)


def test_a_move_whose_answer_is_lost_is_made_once_and_shown(site: Server, begin: Begin) -> None:
    code, people = begin()
    on_turn = has_turn(people)
    amina, badr = people[on_turn], people[1 - on_turn]
    move, made = choose(amina.moves), len(site.site.call("log", code)["made"])
    line = LossyLine(amina.page)
    amina.page.reload()
    expect(amina.page.locator("#board:not(.is-held)")).to_be_visible()
    amina.make(move)
    for person in people:
        expect(plate(person, on_turn)).not_to_have_class(re.compile("is-turn"))
    expect(amina.page.locator("#banner")).to_be_hidden()
    make_asked(badr)
    expect(plate(amina, 1 - on_turn)).not_to_have_class(re.compile("is-turn"))
    assert len(line.moves) == 2
    assert line.moves[0] == line.moves[1]
    assert line.answers[0] == line.answers[1]
    assert len(site.site.call("log", code)["made"]) == made + 2


def test_a_timeout_ends_the_match_on_both_pages(site: Server, begin: Begin) -> None:
    code, people = begin()
    loser = people[has_turn(people)]
    site.site.call("pass_time", code, HOUR)
    for person in people:
        who = "You" if person is loser else loser.name
        expect(ending(person)).to_contain_text(f"{who} ran out of time.")
        expect(person.page.locator(".seat__clock.is-running")).to_have_count(0)
    page = loser.page
    page.get_by_role("link", name="Result and replay").click()
    expect(page.get_by_text("You ran out of time")).to_be_visible()
    expect(page.get_by_role("region", name="Result").get_by_text("1520")).to_be_visible()


def test_a_player_claims_the_win_after_the_other_left(site: Server, begin: Begin) -> None:
    code, (amina, badr) = begin()
    badr.page.goto("/rules/")
    expect(remark(amina)).to_contain_text("You can claim victory in 1:")
    site.site.call("end_grace", code)
    amina.page.reload()
    remark(amina).get_by_role("button", name="Claim victory").click()
    confirm(amina.page, "Claim victory")
    expect(ending(amina)).to_contain_text("You won!")
    expect(ending(amina)).to_contain_text(f"{badr.name} left the table.")
    badr.page.goto(f"/t/{code}/")
    expect(ending(badr)).to_contain_text("You lost")


def test_among_three_a_stand_in_takes_over_and_returns_the_seat(site: Server, begin: Begin) -> None:
    code, people = begin(3)
    seat = has_turn(people)
    gone, other = people[seat], people[(seat + 1) % 3]
    gone.page.goto("/rules/")
    expect(remark(other)).to_contain_text(f"{gone.name} is disconnected. A stand-in bot takes over in 1:")
    site.site.call("end_grace", code)
    expect(plate(other, seat).locator(".mark--away")).to_have_text("stand-in bot")
    expect(plate(other, seat)).not_to_have_class(re.compile("is-turn"))  # the bot has played for them
    gone.page.goto(f"/t/{code}/")
    expect(plate(other, seat).locator(".mark--away")).to_be_hidden()
    expect(remark(gone)).to_have_count(0)
    expect(gone.own_cards.first).to_be_visible()


def test_among_three_a_player_who_timed_out_takes_the_seat_back(site: Server, begin: Begin) -> None:
    code, people = begin(3)
    slow = people[has_turn(people)]
    site.site.call("pass_time", code, HOUR)
    expect(remark(slow)).to_contain_text("You took too long, so a stand-in bot is playing for you.")
    check_accessible(slow.page)
    remark(slow).get_by_role("button", name="Take my seat back").click()
    expect(remark(slow)).to_have_count(0)


def test_a_rematch_with_rotated_seats_begins_when_both_want_it(begin: Begin) -> None:
    code, (amina, badr) = begin()
    amina.page.get_by_role("button", name="Resign").click()
    confirm(amina.page, "Resign")
    amina.page.get_by_role("button", name="Rematch, swap seats").click()
    expect(badr.page.locator(".panel__rematch")).to_have_text(f"{amina.name} wants a rematch with seats swapped.")
    badr.page.get_by_role("button", name="Accept rematch").click()
    for person in (amina, badr):
        expect(person.page).not_to_have_url(re.compile(code))
        expect(plate(person, 0).locator(".seat__name")).to_have_text(badr.name)
        expect(plate(person, 1).locator(".seat__name")).to_have_text(amina.name)
        expect(person.page.locator(".seat__clock:not(.is-running)")).to_have_text("10:00")


def test_a_match_aborted_before_both_have_played_does_not_count(site: Server, open_match: OpenWindow) -> None:
    plan = {"ruleset": "moroccan", "options": {}, "clock": "300+10", "people": 2}
    match = site.site.call("tables", [plan], "early")[0]
    amina, badr = [open_match(player, match["code"]) for player in match["players"]]
    amina.page.locator("#ask-abort").click()
    confirm(amina.page, "Abort")
    expect(ending(amina)).to_contain_text("You aborted the match. It won’t count.")
    expect(ending(badr)).to_contain_text(f"{amina.name} aborted the match. It won’t count.")
    page = badr.page
    page.get_by_role("link", name="Result and replay").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Match aborted")
    check_accessible(page)
    page.get_by_role("link", name="Watch replay").click()
    expect(page.locator("#board[aria-busy]")).to_have_count(0)
    expect(page.locator(".banner")).to_contain_text(f"Aborted by {amina.name}")


def test_later_both_agree_to_abort(begin: Begin) -> None:
    _code, (amina, badr) = begin(**PHONE)
    amina.page.locator(".to-side").click()
    amina.page.get_by_role("button", name="Offer to abort").click()
    remark(badr).get_by_role("button", name="Decline").click()
    expect(remark(amina)).to_have_count(0)
    badr.page.locator(".to-side").click()
    badr.page.get_by_role("button", name="Offer to abort").click()
    remark(amina).get_by_role("button", name="Accept").click()
    for person in (amina, badr):
        expect(ending(person)).to_contain_text("All players agreed. It won’t count.")


def test_a_correspondence_match_is_answered_the_next_day(site: Server, begin: Begin) -> None:
    code, people = begin(clock="3d")
    seat = has_turn(people)
    first, second = people[seat], people[1 - seat]
    make_asked(first)
    expect(plate(second, 1 - seat).locator(".seat__clock.is-running")).to_have_text("2 d 23 h")
    for person in people:
        person.page.goto("/rules/")
    site.site.call("pass_time", code, DAY)
    second.page.goto(f"/t/{code}/")
    expect(plate(second, 1 - seat).locator(".seat__clock.is-running")).to_have_text("1 d 23 h")
    expect(remark(second)).to_have_count(0)  # players need not stay connected all day
    make_asked(second)
    expect(plate(second, seat)).to_have_class(re.compile("is-turn"))
    first.page.goto(f"/t/{code}/")
    expect(plate(first, seat).locator(".seat__clock.is-running")).to_have_text("2 d 23 h")
    make_asked(first)
    expect(plate(first, 1 - seat)).to_have_class(re.compile("is-turn"))


def test_a_phone_shows_the_log_and_the_tools_in_a_sheet(site: Server, open_match: OpenWindow) -> None:
    match = site.site.call("bot_match", "phone", {})
    page = open_match(match["players"][0], match["code"], viewport={"width": 390, "height": 844}).page
    more = page.get_by_role("button", name="Log and settings")
    sheet = page.get_by_role("dialog", name="Log and settings")
    settings = sheet.get_by_text("Settings", exact=True)
    for close in (
        lambda: page.keyboard.press("Escape"),
        lambda: page.mouse.click(195, 60),
        sheet.get_by_role("button", name="Close").click,
    ):
        expect(settings).to_be_hidden()
        more.click()
        for shown in (page.locator("#log"), settings, sheet.get_by_role("button", name="Abort")):
            expect(shown).to_be_in_viewport()
        close()
    expect(settings).to_be_hidden()
    expect(page.locator(".board")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    page.set_viewport_size({"width": 1280, "height": 800})  # where they are beside the table
    expect(more).to_be_hidden()
    expect(page.get_by_role("button", name="Abort")).to_be_in_viewport()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_the_user_menu_of_a_phone_leads_to_the_other_pages(
    site: Server, open_match: OpenWindow, width: int, height: int
) -> None:
    match = site.site.call("bot_match", f"menu{width}", {})
    page = open_match(match["players"][0], match["code"], viewport={"width": width, "height": height}).page
    page.locator(".menu-button").click()
    if height < width:  # over the prompt, beside the cards
        [menu], [header] = boxes(page, "#user-menu", ".site-header")
        assert menu["x"] > 0.7 * width
        assert menu["y"] >= header["height"] - 1
    for name in ("Ladder", "Rules", "My profile", "Sign out"):
        expect(page.locator("#user-menu").get_by_text(name, exact=True)).to_be_in_viewport(ratio=1)
    page.locator("#user-menu").get_by_role("link", name="Ladder").click()
    page.wait_for_url("**/ladder/**")
