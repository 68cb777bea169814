"""Clocks, presence and connection on the table page."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from games.chat.page_data import chat_data
from games.rules.moroccan import Moroccan
from games.rules.moves import Play, parse_move
from tests.browser.accessible import check_page
from tests.browser.board_harness import BoardHarness
from tests.browser.board_pages import (  # noqa: F401  two are fixtures
    boxes,
    contains,
    new_page,
    open_stage,
    play_until_asked,
    waiting_stage,
)

SECOND = 1000
DAY = 24 * 60 * 60 * SECOND


@pytest.fixture
def table(open_stage: Callable[..., Page]) -> Callable[..., tuple[BoardHarness, Page]]:
    """Return a function that opens a table; with ``fixed_time``, the page's clock is stopped."""

    def open_table(players: int = 2, *, me: int | None = 0, fixed_time: bool = False, **context: Any) -> Any:
        stage = BoardHarness(Moroccan({"players": players}), me=me)
        stage.seats = [{**stage.sitter(seat), "bot": False, "by_site": False} for seat in range(players)]
        if not fixed_time:
            return stage, open_stage(stage, **context)
        page = open_stage(stage, prepare=lambda page: page.clock.install(time=0), is_new=True, **context)
        page.clock.pause_at(10)
        return stage, page

    return open_table


def clock(*banks: int, turn: int | None, left: int | None) -> dict[str, Any]:
    return {"text": "5 min + 10 s per turn", "increment": 10_000, "banks": list(banks), "turn": turn, "left": left}


def shown_time(page: Page, seat: int) -> Any:
    return page.locator(f".seat[data-seat='{seat}'] .seat__clock")


def remark(page: Page) -> Any:
    return page.locator(".remark")


# ---- muted players ----


@pytest.mark.parametrize(("kind", "words", "undo"), [("mute", "muted", "Unmute"), ("block", "blocked", "Unblock")])
def test_a_muted_player_is_marked_until_they_are_unmuted(table, kind: str, words: str, undo: str) -> None:
    talk = {**chat_data(None, "abcdefghijkl"), "kept_away": {"Sota": kind, "Elsewhere": "mute"}}
    stage, page = table(data={"talk": talk}, viewport={"width": 1280, "height": 800})
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(str(route.request.post_data))
        route.fulfill(json={"message": "Done."})

    page.route(f"**{talk['urls']['keep_away']}", answer)
    mark = page.locator(".seat[data-seat='1']").get_by_role("img", name="muted")
    expect(mark).to_be_visible()
    expect(page.get_by_role("img", name="muted")).to_have_count(1)
    chat = page.locator("#chat")
    expect(chat.locator(".chat__kept-away li")).to_have_text([re.compile(f"You’ve {words} Sota.")])
    check_page(page)
    chat.get_by_role("button", name=undo).click()
    expect(mark).to_be_hidden()
    expect(chat.locator(".chat__kept-away li")).to_have_count(0)
    expect(chat.locator(".chat__lines")).to_be_focused()
    assert asked == ["name=Sota&kind=none"]
    assert stage.hear(page)[-1] == {"type": "talk"}


def test_a_player_who_is_muted_in_the_menu_is_marked_at_once(table) -> None:
    _stage, page = table(viewport={"width": 320, "height": 568})
    page.route(f"**{chat_data(None, 'a')['urls']['keep_away']}", lambda route: route.fulfill(json={"message": "Done."}))
    page.get_by_role("button", name="Menu for Sota").click()
    page.get_by_role("dialog").get_by_role("button", name="Mute").click()
    mark = page.locator(".seat[data-seat='1']").get_by_role("img", name="muted")
    expect(mark).to_be_visible()
    [shown], [seat] = boxes(page, ".mark--muted:not([hidden])", ".seat[data-seat='1']")
    assert contains(seat, shown)


# ---- clocks ----


def test_each_seat_shows_its_time_and_the_clock_of_the_seat_on_turn_runs(table) -> None:
    stage, page = table(fixed_time=True)
    expect(page.locator(".seat__clock:not([hidden])")).to_have_count(0)  # bots have no clock
    stage.change(clock=clock(300_000, 185_000, turn=1, left=125_000))
    expect(shown_time(page, 0)).to_have_text("5:00")
    expect(shown_time(page, 1)).to_have_text("2:05")
    page.clock.run_for(15_000)
    expect(shown_time(page, 1)).to_have_text("1:50")
    expect(shown_time(page, 0)).to_have_text("5:00")
    expect(shown_time(page, 1)).to_have_class(re.compile("is-running"))


def test_the_last_seconds_show_tenths_and_end_at_zero(table) -> None:
    stage, page = table(fixed_time=True)
    stage.change(clock=clock(300_000, 185_000, turn=1, left=9_950))
    expect(shown_time(page, 1)).to_have_text("9.9")
    page.clock.run_for(15_000)
    expect(shown_time(page, 1)).to_have_text("0.0")


def test_long_times_are_shown_in_days_and_hours(table) -> None:
    stage, page = table()
    stage.change(clock=clock(3 * DAY, 3 * DAY, turn=1, left=2 * DAY + 5 * 60 * 60 * SECOND + 1000))
    expect(shown_time(page, 0)).to_have_text("3 d 0 h")
    expect(shown_time(page, 1)).to_have_text("2 d 5 h")


def test_low_time_of_the_reader_is_coloured_and_announced_once(table) -> None:
    stage, page = table(fixed_time=True)
    said = page.locator("#spoken")
    stage.change(clock=clock(300_000, 185_000, turn=0, left=25_000))
    expect(shown_time(page, 0)).not_to_have_class(re.compile("is-low"))
    page.clock.run_for(6_000)
    expect(shown_time(page, 0)).to_have_class(re.compile("is-low"))
    expect(said).to_have_text(re.compile(r"You’re low on time: 0:1\d left\."))
    words = said.inner_text()
    page.clock.run_for(4_000)
    assert said.inner_text() == words
    stage.change(status="aborted", result=None)
    page.clock.run_for(1_000)
    expect(said).not_to_contain_text("low on time")


def test_the_low_time_of_others_gives_no_warning(table) -> None:
    stage, page = table()
    stage.change(clock=clock(300_000, 185_000, turn=1, left=5_000))
    expect(shown_time(page, 1)).to_have_class(re.compile("is-low"))
    expect(page.locator("#spoken")).not_to_contain_text("low on time")


# ---- presence ----


def test_the_page_waits_for_a_player_who_left_until_the_win_can_be_claimed(table) -> None:
    stage, page = table(fixed_time=True)
    stage.change_seat(1, online=False, grace=42_000)
    expect(page.locator(".seat[data-seat='1'] .mark--away")).to_have_text("away")
    expect(remark(page)).to_contain_text("Sota is disconnected. You can claim victory in 0:42")
    expect(remark(page).get_by_role("button")).to_have_count(0)
    page.clock.run_for(15_500)
    expect(remark(page)).to_contain_text("0:27")
    stage.change_seat(1, grace=0)
    remark(page).get_by_role("button", name="Claim victory").click()
    page.get_by_role("dialog").get_by_role("button", name="Keep waiting").click()
    assert stage.received == []
    remark(page).get_by_role("button", name="Claim victory").click()
    page.get_by_role("dialog").get_by_role("button", name="Claim victory").click()
    assert stage.hear(page) == [{"type": "claim_win"}]
    stage.change_seat(1, online=True, grace=None)
    expect(remark(page)).to_have_count(0)
    expect(page.locator(".mark--away:not([hidden])")).to_have_count(0)


def test_only_a_player_for_whom_the_others_wait_is_marked_in_red(table) -> None:
    stage, page = table()
    mark, dot = page.locator(".seat--top .mark--away"), page.locator(".seat--top .seat__dot")
    red = "rgb(242, 160, 140)"
    stage.change_seat(1, bot=False, by_site=False, online=False, grace=None)  # as with days per move
    expect(mark).to_have_text("away")
    expect(mark).not_to_have_css("background-color", red)
    expect(dot).not_to_have_css("border-top-color", red)
    stage.change_seat(1, grace=42_000)
    expect(mark).to_have_css("background-color", red)
    expect(dot).to_have_css("border-top-color", red)


def test_once_a_player_is_present_again_the_page_says_so_and_no_longer_that_they_left(table) -> None:
    stage, page = table()
    said = page.locator("#spoken")
    stage.change_seat(1, online=False, grace=42_000)
    expect(said).to_contain_text("Sota is disconnected.")
    stage.send({"type": "presence", "online": [True, True], "watching": 0})
    expect(said).to_have_text("Sota is back.")
    expect(remark(page)).to_have_count(0)
    stage.change_seat(1, online=True, grace=None)
    expect(page.locator(".mark--away:not([hidden])")).to_have_count(0)
    expect(said).to_have_text("Sota is back.")


def test_a_notice_that_no_longer_holds_is_not_left_to_screen_readers(table) -> None:
    stage, page = table(3)
    said = page.locator("#spoken")
    stage.change_seat(2, online=False, grace=30_000)
    expect(said).to_contain_text("Youssef is disconnected.")
    stage.change_seat(2, stand_in=True)
    expect(remark(page)).to_have_count(0)
    expect(said).not_to_contain_text("Youssef")


def test_a_match_left_before_all_have_played_is_only_aborted(table) -> None:
    stage, page = table()
    stage.change(early=True)
    abort = remark(page).get_by_role("button", name="Abort")
    stage.change_seat(1, online=False, grace=60_000)
    expect(abort).to_have_class(re.compile("button--quiet"))  # most players come back
    stage.change_seat(1, online=False, grace=0)
    expect(abort).not_to_have_class(re.compile("button--quiet"))
    abort.click()
    page.get_by_role("dialog").get_by_role("button", name="Abort").click()
    assert stage.hear(page) == [{"type": "claim_win"}]


@pytest.mark.parametrize("is_phone", [False, True])
def test_beside_a_notice_that_offers_to_abort_there_is_no_second_button(table, is_phone: bool) -> None:
    stage, page = table(viewport={"width": 390, "height": 844} if is_phone else {"width": 1280, "height": 800})
    stage.change(early=True)
    abort = page.locator("#ask-abort")
    if is_phone:
        page.locator(".to-side").click()
    expect(abort).to_be_visible()
    rules = boxes(page, ".side__bar button:not(#tools *)")
    stage.change_seat(1, online=False, grace=60_000)
    expect(remark(page).get_by_role("button", name="Abort")).to_have_count(1)
    expect(abort).to_be_visible(visible=is_phone)
    assert boxes(page, ".side__bar button:not(#tools *)") == rules
    stage.change_seat(1, online=True, grace=None)
    expect(remark(page)).to_have_count(0)
    expect(abort).to_be_visible()


def test_among_more_players_a_stand_in_takes_over_and_is_seen_to_play(table) -> None:
    stage, page = table(3)
    stage.change_seat(2, online=False, grace=30_000)
    expect(remark(page)).to_contain_text("Youssef is disconnected. A stand-in bot takes over in 0:30.")
    stage.change_seat(2, stand_in=True)
    expect(remark(page)).to_have_count(0)
    expect(page.locator(".seat[data-seat='2'] .mark--away")).to_have_text("stand-in bot")
    stage.change_seat(2, left=True)
    expect(page.locator(".seat[data-seat='2'] .mark--away")).to_have_text("resigned, bot playing")


def test_the_reader_takes_their_seat_back_from_the_stand_in(table) -> None:
    stage, page = table(3)
    stage.change_seat(0, stand_in=True)
    expect(remark(page)).to_contain_text("a stand-in bot is playing for you")
    remark(page).get_by_role("button", name="Take my seat back").click()
    assert stage.hear(page) == [{"type": "back"}]
    stage.change_seat(0, left=True)
    expect(remark(page)).to_contain_text("You resigned")
    expect(remark(page).get_by_role("button")).to_have_count(0)


def test_spectators_see_who_left_and_have_nothing_to_do(table) -> None:
    stage, page = table(me=None)
    stage.change_seat(1, online=False, grace=0)
    expect(page.locator(".seat[data-seat='1'] .mark--away")).to_have_text("away")
    stage.change(offers={**stage.offers, "abort": [1]})
    expect(remark(page)).to_have_count(0)


def test_the_percentage_of_matches_left_is_shown_at_the_name(table) -> None:
    stage, page = table()
    name = page.locator(".seat[data-seat='1'] .seat__name")
    stage.change_seat(1, leaves=5)
    expect(name).to_have_attribute("title", "Sota, leaves 5% of matches")
    stage.change_seat(1, leaves=4)
    expect(name).to_have_attribute("title", "Sota")  # as few as most players


def test_the_rating_is_shown_beside_the_name(table) -> None:
    stage, page = table()
    rating = page.locator(".seat[data-seat='1'] .seat__rating")
    expect(rating).to_be_hidden()
    stage.change_seat(1, rating={"value": 1612, "ranked": False})
    expect(rating).to_have_text("1612?")
    expect(rating).to_be_visible()
    expect(page.locator(".seat[data-seat='1'] .seat__name")).to_have_attribute("title", "Sota, 1612?")


def test_a_click_on_a_name_opens_the_menu_of_the_player(table) -> None:
    stage, page = table()
    expect(page.get_by_role("button", name="Menu for Amina")).to_have_count(0)
    page.get_by_role("button", name="Menu for Sota").click()
    menu = page.get_by_role("dialog", name="Sota")
    expect(menu.get_by_role("link", name="View profile")).to_be_visible()
    expect(menu.get_by_role("button", name="Report…")).to_be_visible()
    menu.get_by_role("button", name="Close").click()
    stage.change_seat(1, bot=True, by_site=True)
    expect(page.get_by_role("button", name="Menu for Sota")).to_have_count(0)


# ---- aborting ----


def test_early_a_match_is_aborted_at_once_and_no_one_needs_to_resign(table) -> None:
    stage, page = table()
    stage.change(early=True)
    expect(page.get_by_role("button", name="Resign")).to_be_hidden()
    page.get_by_role("button", name="Abort").click()
    page.get_by_role("dialog").get_by_role("button", name="Keep playing").click()
    assert stage.received == []
    page.get_by_role("button", name="Abort").click()
    page.get_by_role("dialog").get_by_role("button", name="Abort").click()
    assert stage.hear(page) == [{"type": "abort", "on": True}]


def test_later_aborting_is_offered_and_the_offer_withdrawn(table) -> None:
    stage, page = table()
    page.get_by_role("button", name="Offer to abort").click()
    assert stage.hear(page) == [{"type": "abort", "on": True}]
    stage.change(offers={**stage.offers, "abort": [0]})
    expect(page.get_by_role("button", name="Offer to abort")).to_be_hidden()
    remark(page).get_by_role("button", name="Withdraw offer").click()
    assert stage.hear(page, 2)[1] == {"type": "abort", "on": False}


@pytest.mark.parametrize("size", [(1280, 800), (320, 568), (844, 390)])
def test_a_second_click_on_an_offer_to_abort_does_nothing(table, size: tuple[int, int]) -> None:
    stage, page = table(viewport={"width": size[0], "height": size[1]})

    def place() -> list[list[dict[str, float]]]:
        if page.locator(".to-side").is_visible():
            page.locator(".to-side").click()  # an offer closes the sheet
        return boxes(page, "#ask-abort", "#ask-resign")

    before = place()
    page.locator("#ask-abort").click()
    stage.hear(page)
    stage.change(offers={**stage.offers, "abort": [0]})
    expect(page.locator("#ask-abort")).to_have_attribute("aria-disabled", "true")
    assert place() == before
    page.locator("#ask-abort").click(force=True)
    stage.change(offers={**stage.offers, "abort": []})
    expect(page.locator("#ask-abort")).not_to_have_attribute("aria-disabled", "true")
    assert len(stage.received) == 1


def test_an_offer_to_abort_that_is_declined_is_told_to_the_others(table) -> None:
    stage, page = table(3)
    toast = page.locator("#toast")
    stage.change(offers={**stage.offers, "abort": [0]})
    expect(remark(page)).to_contain_text("You offered to abort. If the others accept, the match won’t count.")
    stage.change(offers={**stage.offers, "abort": [], "abort_declined": 2})
    expect(toast).to_have_text("Youssef declined to abort the match.")
    expect(remark(page)).to_have_count(0)
    stage.change(offers={**stage.offers, "abort": [1], "abort_declined": None})
    stage.change(offers={**stage.offers, "abort": [], "abort_declined": 0})
    expect(remark(page)).to_have_count(0)
    expect(toast).not_to_contain_text("Amina")


@pytest.mark.parametrize(("answer", "on"), [("Accept", True), ("Decline", False)])
def test_an_offer_to_abort_is_answered(table, answer: str, on: bool) -> None:
    stage, page = table()
    stage.change(offers={**stage.offers, "abort": [1]})
    expect(page.locator("#spoken")).to_have_text(re.compile("Sota offers to abort. The match won’t count"))
    remark(page).get_by_role("button", name=answer).click()
    assert stage.hear(page) == [{"type": "abort", "on": on}]


# ---- the connection ----


def test_a_card_played_while_disconnected_is_sent_after_reconnecting(table) -> None:
    # With the time stopped, the page does not try to reconnect: simulated sockets would open even while it is offline.
    stage, page = table(fixed_time=True)
    play_until_asked(stage, page)
    card, version = stage.game.hands[0][0], stage.version
    page.context.set_offline(True)
    expect(page.locator("#banner")).to_contain_text("Connection lost")
    page.locator(".board__own").first.click()
    expect(page.locator("#banner")).to_contain_text("Your move is saved")
    expect(page.locator(".is-next")).to_have_attribute("data-key", card)
    assert stage.received == []
    stage.version += 1  # the others were told that the reader disconnected; this makes no move stale
    page.context.set_offline(False)
    expect(page.locator(".board__own")).to_have_count(2)
    assert stage.received == [{"type": "move", "version": version, "move": ["play", card]}]
    expect(page.locator("#banner")).to_be_hidden()
    expect(page.locator(".is-next")).to_have_count(0)


def heard_by(stage: Any) -> list[dict[str, Any]]:
    """Return a list that records all frames that the server receives from now on. None of them is answered."""
    heard: list[dict[str, Any]] = []
    stage.answer = lambda text: heard.append(json.loads(text))
    return heard


def break_after(stage: BoardHarness, move: Any) -> None:
    """Make a move, and break the connection before the page is notified of it."""
    stage.game.apply(move)
    stage.version += 1
    stage.moved = stage.version
    stage.socket.close(code=1012)


def wait_until(page: Page, condition: Callable[[], bool]) -> None:
    """Process arriving frames until the condition holds."""
    for _ in range(1000):
        if condition():
            return
        page.evaluate("0")
    raise AssertionError("the condition never held")


def test_a_move_whose_answer_was_lost_is_resent_with_its_id_and_shown_once(table) -> None:
    stage, page = table()
    play_until_asked(stage, page)
    heard = heard_by(stage)
    page.locator(".board__own").first.click()
    wait_until(page, lambda: len(heard) == 1)
    break_after(stage, parse_move([0, *heard[0]["move"]]))  # the move arrived
    expect(page.locator(".board__own")).to_have_count(2)
    wait_until(page, lambda: len(heard) == 2)
    assert heard[0] == heard[1]
    expect(page.locator("#board")).to_have_class(re.compile("is-held"))
    stage.confirm(heard[1]["id"])
    expect(page.locator("#board")).not_to_have_class(re.compile("is-held"))
    expect(page.locator("#toast")).to_be_empty()


def test_a_queued_card_that_is_no_longer_legal_is_dropped_with_a_message(table) -> None:
    stage, page = table()
    play_until_asked(stage, page)
    heard = heard_by(stage)
    page.locator(".board__own").first.click()
    wait_until(page, lambda: len(heard) == 1)
    break_after(stage, Play(0, "play", stage.game.hands[0][1]))  # made from another page of the same player
    wait_until(page, lambda: len(heard) == 2)
    stage.refuse("stale", "The match has moved on. Check the table and try again.", heard[1]["id"])
    expect(page.get_by_role("alert")).to_contain_text("your card wasn’t played")
    expect(page.locator(".is-next")).to_have_count(0)
    expect(page.locator("#board")).not_to_have_class(re.compile("is-held"))


def test_an_offer_whose_answer_was_lost_is_resent_with_its_id(table) -> None:
    stage, page = table()
    heard = heard_by(stage)
    page.get_by_role("button", name="Offer to abort").click()
    wait_until(page, lambda: len(heard) == 1)
    stage.socket.close(code=1012)
    wait_until(page, lambda: len(heard) == 2)
    assert heard[0] == heard[1]


def test_a_page_reconnects_at_once_when_the_server_restarts(table) -> None:
    stage, page = table()
    stage.send({"type": "closing"})
    expect(page.locator("#banner")).to_contain_text("The server is restarting")
    stage.socket.close(code=4012)
    expect(page.locator("#banner")).to_be_hidden(timeout=2000)
    assert stage.connections == 2


def test_a_page_waits_after_too_many_sockets(table) -> None:
    stage, page = table(is_new=True)
    page.clock.install()
    stage.socket.close(code=4429)
    expect(page.locator("#banner")).to_contain_text("Too many pages of this site are open")
    page.clock.fast_forward(15_000)
    assert stage.connections == 1
    page.clock.fast_forward(30_000)
    expect(page.locator("#banner")).to_be_hidden()
    assert stage.connections == 2


def test_notices_above_the_log_leave_the_chat_in_view(table) -> None:
    stage, page = table(3, viewport={"width": 1280, "height": 800})
    stage.change_seat(1, online=False, grace=30_000)
    stage.change(offers={**stage.offers, "abort": [2]})
    expect(page.locator(".over-head .remark")).to_have_count(2)
    [side], [log], [chat] = boxes(page, ".side", "#log", "#chat")
    assert contains(side, log)
    assert contains(side, chat)


def test_notices_and_clocks_are_accessible(table) -> None:
    stage, page = table(3)
    stage.change_seat(1, online=False, grace=30_000)
    stage.change_seat(0, stand_in=True)
    stage.change(clock=clock(300_000, 185_000, 9_000, turn=2, left=9_000), offers={**stage.offers, "abort": [2]})
    expect(remark(page)).to_have_count(3)
    check_page(page)


def test_no_bot_is_shown_in_an_aborted_match(table) -> None:
    stage, page = table()
    stage.clock = clock(300_000, 0, turn=1, left=0)
    stage.change_seat(1, left=True, online=False, by_site=False, bot=False)
    expect(page.locator(".seat--top")).to_contain_text("bot playing")
    stage.change(status="aborted", result={"reason": "aborted", "seat": 1, "sides": [], "winners": [], "url": "/"})
    expect(page.locator(".seat--top .mark--away")).to_have_text("away")
    expect(page.locator(".seat__clock:visible")).to_have_count(0)


# ---- the chat of a table without other people ----


def test_the_chat_against_bots_is_folded_until_someone_could_read_it(new_page: Callable[..., Page]) -> None:
    stage = BoardHarness(Moroccan())
    page = new_page(viewport={"width": 1280, "height": 800})
    stage.open(page)
    fold, lines = page.get_by_role("button", name="Show chat"), page.locator(".chat__lines")
    expect(fold).to_have_attribute("aria-expanded", "false")
    expect(lines).to_be_hidden()
    [chat] = boxes(page, "#chat")[0]
    assert chat["height"] < 60
    check_page(page)
    fold.click()
    expect(lines).to_be_visible()
    page.get_by_role("button", name="Hide chat").click()
    expect(lines).to_be_hidden()
    stage.send({"type": "presence", "online": [True, True], "watching": 1})
    expect(lines).to_be_visible()
    expect(page.get_by_role("button", name="Hide chat")).to_be_hidden()
    assert stage.errors == []


def test_who_is_not_seated_at_an_open_table_reads_how_to_chat_with_its_players(open_stage) -> None:
    stage = waiting_stage(me=None)
    empty = open_stage(stage).locator(".chat__lines")
    expect(empty).to_have_attribute("data-empty", "Only spectators see this chat. Sit down to chat with the players.")
    stage.change(status="running", seats=[stage.sitter(0), stage.sitter(1)])
    expect(empty).to_have_attribute("data-empty", "No messages yet.")


@pytest.mark.parametrize("width", [390, 1280])
def test_an_invited_friend_sees_no_empty_spectator_chat(open_stage, width: int) -> None:
    stage = waiting_stage(me=None)
    page = open_stage(stage, viewport={"width": width, "height": 844})
    expect(page.locator("#waiting")).to_be_visible()
    chat = page.locator("#chat")
    expect(chat).to_be_hidden()
    line = {"id": 1, "seat": None, "name": "Rey", "text": "salam", "at": "2026-11-22T12:00:00Z", "mine": False}
    stage.send({"type": "chat", "room": "spectators", "whole": False, "lines": [line]})
    expect(chat).to_be_visible()
    stage.send({"type": "chat", "room": "spectators", "whole": True, "lines": []})
    expect(chat).to_be_hidden()
    stage.me = 1
    stage.change(seats=[stage.sitter(0), stage.sitter(1)])
    expect(chat).to_be_visible()
    assert stage.errors == []


def test_the_chat_between_people_is_open(table) -> None:
    _stage, page = table(viewport={"width": 1280, "height": 800})
    expect(page.locator(".chat__lines")).to_be_visible()
    expect(page.get_by_role("button", name="Hide chat")).to_be_hidden()


# ---- the chat ----


@pytest.mark.parametrize("width", [390, 1280])
def test_the_menu_of_a_chat_line_is_beside_its_text(table, width: int) -> None:
    stage, page = table(viewport={"width": width, "height": 800})
    said = {"seat": 1, "name": "Sota", "at": "2026-11-22T12:00:00Z", "mine": False}
    lines = [{**said, "id": length, "text": ("salam " * 7)[:length]} for length in range(1, 40)]
    stage.send({"type": "chat", "room": "players", "whole": True, "lines": lines})
    if width < 1024:
        page.locator("#open-chat").click()
    expect(page.locator(".chat__line")).to_have_count(len(lines))
    texts, menus, rows = boxes(page, ".chat__text", ".chat__more", ".chat__line")
    for text, menu, row in zip(texts, menus, rows, strict=True):
        assert text["y"] <= menu["y"] + menu["height"] / 2 <= text["y"] + text["height"]
        assert contains(row, menu)
        assert min(menu["width"], menu["height"]) >= (28 if width > 1024 else 36)  # for a finger


def test_a_message_that_a_moderator_removes_leaves_a_note(table) -> None:
    stage, page = table(viewport={"width": 1280, "height": 800})
    line = {"seat": 1, "name": "Badr", "text": "Rude words", "at": "2026-07-01T12:00:00+00:00", "mine": False}
    stage.send({"type": "chat", "room": "players", "whole": True, "lines": [{**line, "id": 1}, {**line, "id": 2}]})
    stage.send({"type": "chat_hidden", "ids": [2, 9]})
    lines = page.locator(".chat__lines > li")
    expect(lines).to_have_count(2)
    expect(lines.first).to_contain_text("Rude words")
    expect(lines.last).to_have_text("A moderator has removed a message.")


def test_a_message_that_a_moderator_shows_again_returns_to_its_place(table) -> None:
    stage, page = table(viewport={"width": 390, "height": 844})
    line = {"seat": 1, "name": "Badr", "text": "Salam", "at": "2026-07-01T12:00:00+00:00", "mine": False}
    shown = [{"id": 1, "removed": True}, {**line, "id": 2, "text": "Bye"}]
    stage.send({"type": "chat", "room": "players", "whole": True, "lines": shown})
    stage.send({"type": "chat", "room": "players", "whole": False, "lines": [{**line, "id": 1}]})
    expect(page.locator(".chat__lines > li")).to_contain_text(["Salam", "Bye"])
    expect(page.locator("#open-chat b")).to_be_hidden()  # it is no new message


def test_the_note_on_a_removed_message_is_still_there_after_a_reload(table) -> None:
    stage, page = table(viewport={"width": 1280, "height": 800})
    line = {"seat": 1, "name": "Badr", "text": "Salam", "at": "2026-07-01T12:00:00+00:00", "mine": False}
    shown = [{**line, "id": 1}, {"id": 2, "removed": True}, {**line, "id": 3}]
    stage.send({"type": "chat", "room": "players", "whole": True, "lines": shown})
    lines = page.locator(".chat__lines > li")
    expect(lines).to_contain_text(["Salam", "A moderator has removed a message.", "Salam"])
    expect(lines.nth(1)).to_have_text("A moderator has removed a message.")


def test_a_removed_message_is_no_longer_a_new_one(table) -> None:
    stage, page = table(viewport={"width": 390, "height": 844})
    said = {"seat": 1, "name": "Badr", "at": "2026-07-01T12:00:00+00:00", "mine": False}
    chat = {"type": "chat", "room": "players"}
    count, peek = page.locator("#open-chat b"), page.locator("#chat-peek")
    for line in ({"id": 1, "text": "Salam"}, {"id": 2, "text": "Rude words"}):
        stage.send({**chat, "whole": False, "lines": [{**said, **line}]})
    expect(count).to_contain_text("2 new messages")
    expect(peek).to_contain_text("Rude words")
    stage.send({"type": "chat_hidden", "ids": [2]})
    expect(count).to_contain_text("1 new message")
    expect(peek).to_have_attribute("hidden", "")
    stage.send({**chat, "whole": True, "lines": [{"id": 1, "removed": True}, {"id": 2, "removed": True}]})
    expect(count).to_have_attribute("hidden", "")
