"""A table's log: which lines it leaves out, and how the reader can show them."""

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
from games.rules.steere import Steere
from games.selectors.coaching import coaching_data
from tests.browser.accessible import violations
from tests.browser.board_harness import NAMES, BoardHarness
from tests.browser.board_pages import boxes, new_page, open_stage, settings, wait_until_free  # noqa: F401  two fixtures
from tests.browser.scenes import before, play_until, table
from tests.browser.user import wait_until

LONGEST = 120  # lines, as in log.js


@pytest.fixture
def opened(open_stage: Callable[..., Page]) -> Callable[..., tuple[BoardHarness, Page]]:
    """Return a function that opens a table at which this many batches have been dealt."""

    def open_table(batches: int, **context: Any) -> tuple[BoardHarness, Page]:
        stage = table(Moroccan({"target": 121, "declarations": "automatic"}))
        while batches > 1:
            play_until(stage, lambda _game, events: any(event.kind in {"batch", "deal"} for event in events))
            batches -= 1
        return stage, open_stage(stage, **context)

    return open_table


def lines(page: Page) -> Locator:
    return page.locator("#log .log__line")


def left_out(page: Page) -> Locator:
    return page.locator("#log").get_by_text("Earlier lines are hidden.")


def numbers(page: Page) -> list[int]:
    """Return the numbers of the events in the log."""
    found: list[int] = []
    for line in lines(page).all():
        first, silent = int(str(line.get_attribute("data-event"))), line.get_attribute("data-silent")
        found += range(first, first + (len(silent.split()) if silent else 1))  # one for each player who is silent
    return found


def test_nothing_is_left_out_in_the_first_batch(opened) -> None:
    _stage, page = opened(1)
    expect(lines(page).first).to_have_text(re.compile("deals"))
    expect(left_out(page)).to_have_count(0)


def dealt_with_cards_put_back() -> BoardHarness:
    """Return a table where several cards went back into the stock during the deal (M5)."""
    for seed in range(100):
        stage = table(Moroccan({"target": 121, "declarations": "automatic"}), seed=seed)
        if any(event["kind"] == "put_back" and len(event["cards"]) > 1 for event in stage.recent):
            return stage
    raise AssertionError


@pytest.mark.parametrize("language", ["en", "fr", "ar"])
def test_cards_that_go_back_into_the_stock_are_told_in_one_line(new_page, language: str) -> None:
    stage = dealt_with_cards_put_back()
    page = new_page(viewport={"width": 390, "height": 844})
    stage.open(page, language=language)
    line = page.locator("#log .log__line--put-back")
    expect(line).to_have_count(1)
    back = next(event["cards"] for event in stage.recent if event["kind"] == "put_back")
    assert len(back) > 1
    assert line.locator(".chip").count() == len(back)
    assert line.locator(".chip").first.get_attribute("aria-label")
    dealt = page.locator("#log .log__line--table")
    expect(dealt.locator(".unbroken")).to_have_text(re.compile(r"\.$"))  # the full stop stays with the last card


def test_a_new_page_says_that_earlier_lines_are_left_out_and_shows_them(opened) -> None:
    stage, page = opened(4)
    expect(left_out(page)).to_be_visible()
    expect(page.locator("#log > li").first).to_contain_text("Earlier lines are hidden.")
    assert numbers(page)[0] == len(stage.earlier)
    assert violations(page) == []
    page.get_by_role("button", name="Show them").click()
    expect(left_out(page)).to_have_count(0)
    expect(lines(page).first).to_have_text(re.compile("deals"))
    expect(page.locator("#log")).to_be_focused()
    assert numbers(page) == list(range(len(stage.earlier) + len(stage.recent)))


def test_a_log_that_cannot_be_read_is_reported_and_can_be_asked_for_again(opened) -> None:
    stage, page = opened(2)
    page.route("**/log.json?*", lambda route: route.fulfill(status=503))
    page.get_by_role("button", name="Show them").click()
    expect(page.locator("#toast")).to_contain_text("The log couldn’t be loaded.")
    assert "503" in stage.errors.pop()
    page.unroute("**/log.json?*")
    page.get_by_role("button", name="Show them").click()
    expect(left_out(page)).to_have_count(0)


def test_a_reconnect_loses_no_line_and_repeats_none(opened) -> None:
    stage, page = opened(1)
    for _move in range(13):
        stage.make(stage.game.turn_moves(stage.game.to_act)[0])
    expect(lines(page).last).to_have_attribute("data-event", str(len(stage.earlier) + len(stage.recent) - 1))
    before = lines(page).all_inner_texts()
    assert stage.socket is not None
    stage.socket.close(code=1012)
    expect(page.locator("#banner")).to_contain_text("Connection lost")
    expect(page.locator("#banner")).to_be_hidden()
    expect(left_out(page)).to_have_count(0)
    assert lines(page).all_inner_texts() == before


def test_a_log_that_grew_too_long_leaves_out_its_first_lines_until_they_are_asked_for(opened) -> None:
    stage, page = opened(1)
    while len(stage.earlier) < LONGEST + 20:
        stage.make(stage.game.turn_moves(stage.game.to_act)[0])
    page.get_by_role("button", name="Continue").click()  # close the first deal's count, for which the other lines wait
    expect(left_out(page)).to_be_visible()
    expect(lines(page)).to_have_count(LONGEST)
    page.get_by_role("button", name="Show them").click()
    expect(lines(page).first).to_have_attribute("data-event", "0")
    shown = lines(page).count()
    assert shown > LONGEST
    stage.make(stage.game.turn_moves(stage.game.to_act)[0])
    expect(lines(page).nth(shown)).to_be_visible()
    expect(lines(page).first).to_have_attribute("data-event", "0")


def test_new_lines_do_not_take_the_reader_away_from_earlier_ones(opened) -> None:
    stage, page = opened(4)
    page.get_by_role("button", name="Show them").click()
    expect(left_out(page)).to_have_count(0)
    log = page.locator("#log")
    log.evaluate("node => new Promise(done => { node.onscroll = done; node.scrollTop = 0; })")
    count = lines(page).count()
    stage.make(stage.game.turn_moves(stage.game.to_act)[0])
    expect(lines(page).nth(count)).to_be_attached()
    assert log.evaluate("node => node.scrollTop") == 0


@pytest.mark.parametrize(("width", "height", "least"), [(1280, 800, 450), (1280, 720, 380), (1920, 1080, 600)])
def test_the_log_has_most_of_the_room_beside_a_chat_in_which_nobody_has_written(
    opened, width: int, height: int, least: int
) -> None:
    _, page = opened(3, viewport={"width": width, "height": height})
    [log], [chat] = boxes(page, "#log", ".chat")
    assert log["height"] >= least
    assert chat["y"] + chat["height"] <= height


# The rows of text that the upper edge of the log cuts through, or that its cover hides in part; and the cover's height.
CUT_ROWS = """node => {
    const range = document.createRange(), rows = [];
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        range.selectNodeContents(texts.currentNode);
        rows.push(...range.getClientRects());
    }
    const covered = parseFloat(getComputedStyle(node, "::before").height);
    const edge = node.getBoundingClientRect().top + node.clientTop + covered;
    return [rows.filter(({ top, bottom }) => top < edge - 1 && bottom > edge + 1).length, covered];
}"""


@pytest.mark.parametrize("width", [1280, 390])
def test_the_log_shows_whole_rows_at_its_upper_edge(opened, width: int) -> None:
    _, page = opened(9, viewport={"width": width, "height": 800})
    log = page.locator("#log")
    if width < 1024:
        page.locator(".to-side").click()
    page.get_by_role("button", name="Show them").click()
    covers = set()
    for height in range(700, 800, 13):
        page.set_viewport_size({"width": width, "height": height})
        log.evaluate("node => node.scrollTo(0, node.scrollHeight)")
        boxes(page, "#log .log__line")  # wait until nothing moves
        cut, covered = log.evaluate(CUT_ROWS)
        assert cut == 0, height
        assert covered < 30, height
        covers.add(round(covered))
    assert len(covers) > 1
    log.evaluate("node => node.scrollTo(0, 0)")
    boxes(page, "#log .log__line")
    assert log.evaluate(CUT_ROWS) == [0, 0]


def test_the_name_of_the_reader_is_marked(opened) -> None:
    stage, page = opened(2)
    marked = page.locator("#log .is-me")
    expect(marked.first).to_have_text(str(stage.seats[0]["name"]))
    assert set(marked.all_inner_texts()) == {stage.seats[0]["name"]}


def test_the_mark_of_the_readers_name_leaves_the_space_after_it_free(opened) -> None:
    _stage, page = opened(2)
    gaps = page.locator("#log .is-me").evaluate_all("""(names) => names.map((name) => {
        const after = document.createRange();
        after.setStart(name.nextSibling, 0);
        after.setEnd(name.nextSibling, 1);
        return after.getBoundingClientRect().left - name.getBoundingClientRect().right;
    })""")
    assert gaps
    assert min(gaps) > -0.5


def test_a_shout_is_named_in_the_log_and_explained_once(opened) -> None:
    stage, page = opened(1)
    for _deal in range(2):
        stage.tell([Event("duty_ace", 1, {"points": 5})])
        stage.send(stage.state([Event("duty_ace", 1, {"points": 5})]))
    shouted = page.locator("#log .log__line--duty-ace")
    expect(shouted.locator(".log__shout")).to_have_text(["9a3a as", "9a3a as"])
    expect(shouted.locator(".log__gloss")).to_have_text(["The dealer’s last card captured, but it was an ace."])


def test_a_capture_is_told_once_its_card_has_landed(open_stage) -> None:
    stage, move = before(partial(Moroccan, {"declarations": "automatic"}), "capture")
    page = open_stage(stage, reduced_motion="no-preference")
    wait_until_free(page)
    told = lines(page).count()
    page.clock.install(time=0)
    page.clock.pause_at(10)  # the card stays in the air until time passes
    stage.make(move)
    expect(page.locator(".board__flying")).to_have_count(1)
    expect(lines(page)).to_have_count(told)
    page.clock.fast_forward(300)
    expect(lines(page).nth(told)).to_contain_text("takes")


def test_a_phone_tells_of_the_readers_capture_once_their_card_has_landed(open_stage) -> None:
    stage, move = before(partial(Moroccan, {"declarations": "automatic"}), "capture")
    stage.me = move[0]
    stage.seats = [stage.sitter(seat) for seat in range(stage.game.players)]
    page = open_stage(stage, reduced_motion="no-preference", viewport={"width": 390, "height": 844})
    wait_until_free(page)
    news, told = page.locator("#prompt .prompt__news li"), lines(page).count()
    page.clock.install(time=0)
    page.clock.pause_at(10)
    stage.make(move)
    expect(page.locator(".board__flying")).to_have_count(1)
    page.clock.fast_forward(300)
    capture = lines(page).nth(told)
    expect(capture).to_contain_text("takes")
    expect(news.filter(has_text=capture.text_content())).to_have_count(1)
    expect(page.locator(".board__flying")).to_have_count(1)  # the cards have not been taken yet


def test_new_cards_are_told_when_they_are_dealt(open_stage) -> None:
    stage, move = before(partial(Moroccan, {"declarations": "automatic"}), "capture", "batch")
    page = open_stage(stage, reduced_motion="no-preference")
    wait_until_free(page)
    told, dealt = lines(page).count(), lines(page).filter(has_text="New cards")
    batches = dealt.count()
    page.clock.install(time=0)
    page.clock.pause_at(10)  # the captured cards stay on the table until time passes
    stage.make(move)
    prompt = page.locator("#prompt .prompt__text")
    expect(page.locator(".board__flying")).to_have_count(1)
    expect(prompt).to_have_text("Last card of the batch")
    page.clock.fast_forward(300)
    expect(lines(page).nth(told)).to_contain_text("takes")
    expect(dealt).to_have_count(batches)
    expect(prompt).to_have_text("Last card of the batch")
    wait_until(page, lambda: page.clock.run_for(20) or prompt.inner_text() == "Dealing…")
    expect(page.locator(".is-leaving")).to_have_count(0)  # the captured cards are in the pile
    page.clock.resume()
    expect(dealt).to_have_count(batches + 1)


def test_the_prompt_does_not_repeat_that_a_call_would_end_the_match(opened) -> None:
    stage, page = opened(1, viewport={"width": 390, "height": 844})
    stage.send(stage.state([Event("halt", 1, {})]))
    expect(page.locator(".board__line")).to_contain_text("’s call would end the match.")
    expect(lines(page).last).to_contain_text("’s call would end the match.")
    expect(page.locator("#prompt .prompt__news")).not_to_contain_text("would end the match")


def test_the_prompt_of_a_phone_repeats_the_newest_lines(opened) -> None:
    stage, page = opened(1, viewport={"width": 390, "height": 844})
    news = page.locator("#prompt .prompt__news li")
    for _move in range(3):
        stage.make(stage.game.turn_moves(stage.game.to_act)[0])
        expect(lines(page).last).to_have_attribute("data-event", str(len(stage.earlier) + len(stage.recent) - 1))
    told = page.locator(".board__line").text_content()
    assert told == lines(page).last.text_content()
    dealing = re.compile("cuts the pack|deals\\.|New cards|Dealt to the table|Back into the stock")
    newest = [line for line in lines(page).all_text_contents()[-12:-1] if not dealing.search(line)]
    expect(news).to_have_text(newest[::-1])
    expect(news.first).to_be_in_viewport(ratio=1)
    assert violations(page) == []
    line = {"id": 1, "seat": 1, "name": "Badr", "text": "Salam! " * 20, "at": "2026-07-01T12:00:00Z", "mine": False}
    stage.send({"type": "chat", "room": "players", "whole": False, "lines": [line]})
    [peek], lasts = boxes(page, "#chat-peek", "#prompt .prompt__news li:nth-child(-n + 2)")
    expect(news.first).to_be_in_viewport(ratio=1)
    expect(news.nth(1)).to_be_in_viewport(ratio=1)
    assert peek["height"] <= 48
    assert all(last["y"] >= peek["y"] + peek["height"] for last in lasts), "the preview is above the newest lines"
    page.set_viewport_size({"width": 1280, "height": 800})  # where the log is beside the table
    expect(news.first).to_be_hidden()


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
def test_what_happened_last_is_seen_whole_on_a_small_phone(new_page, language: str) -> None:
    stage = table(Moroccan({"target": 121, "declarations": "automatic"}))
    page = new_page(viewport={"width": 320, "height": 568})
    stage.open(page, language=language)
    line = page.locator(".board__line")
    for event in (
        Event("duty_empty", 1, {"points": 5}),
        Event("capture", 1, {"card": "1O", "cards": ["1C", "2C", "3C", "4C", "5C", "6C"]}),
        Event("false_call", 1, {"points": 1, "call": "tringa"}),
    ):
        before = line.text_content() or ""
        stage.send(stage.state([event]))
        expect(line).not_to_have_text(before)
        assert line.evaluate("node => node.scrollWidth <= node.clientWidth")
        [news], [text] = boxes(page, ".board__news", ".board__line")
        assert text["height"] <= news["height"] + 1, line.inner_text()
        assert line.evaluate("node => node.scrollHeight <= node.clientHeight + 1")


def test_a_link_leads_the_keyboard_to_the_players_turn(opened) -> None:
    _stage, page = opened(1)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Go to your turn")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".board__own").first).to_be_focused()


def open_stage_at_count(open_stage) -> tuple[BoardHarness, Page]:
    """Open a table that has just counted its second deal."""
    stage = table(Moroccan({"target": 121}))
    play_until(stage, lambda game, _events: game.deal_number == 1 and game.phase == "close")
    page = open_stage(stage)
    play_until(stage, lambda _game, events: any(event.kind == "count" for event in events))
    return stage, page


@pytest.mark.parametrize("make", [Moroccan, Steere, partial(Porrazo, {"players": 4, "partners": True})])
def test_the_log_tells_what_each_side_has_captured_and_the_points_for_it(open_stage, make: Callable[[], Game]) -> None:
    stage = table(make())
    play_until(stage, lambda _game, events: any(event.kind == "count" for event in events))
    page = open_stage(stage)
    page.get_by_role("button", name="Show them").click()
    [count] = [event for event in [*stage.earlier, *stage.recent] if event["kind"] == "count"]
    line = page.locator("#log .log__line--count")
    for side, captured in enumerate(count["captured"]):
        [name, *_others] = [NAMES[seat] for seat, of in enumerate(stage.game.sides) if of == side]
        points = count["points"][side] if "free" in count else 0
        scored = rf" \(\+{points}\)" if points else r"(?! \()"
        expect(line).to_have_text(re.compile(rf" count: .*{name}[^:]*: {captured}{scored}"))


def test_the_count_adds_up_to_the_score(open_stage) -> None:
    """In the second deal, from the score before it: the points scored in play, and those for the cards."""
    stage, page = open_stage_at_count(open_stage)
    [*_former, count] = [event for event in [*stage.earlier, *stage.recent] if event["kind"] == "count"]
    assert any(count["before"])
    expect(page.locator(".panel--count tbody tr")).to_have_count(2)
    for side, row in enumerate(page.locator(".panel--count tbody tr").all()):
        in_play, cards, score = row.locator("td").all_inner_texts()
        points = count["points"][side]
        assert cards.split() == [str(count["captured"][side]), *([f"+{points}"] if points else [])]
        assert count["before"][side] + int(in_play.replace("−", "-")) + points == int(score) == count["scores"][side]


def test_players_who_announce_nothing_one_after_the_other_share_a_line(new_page) -> None:
    stage = table(Moroccan({"players": 4}))
    page = new_page()
    stage.open(page)
    expect(lines(page).first).to_be_visible()
    announced = page.locator(".log__line--announce")
    for call in ("nothing", "nothing", "ronda", "nothing"):
        stage.make((stage.game.to_act, "announce", call))
    for _ in range(2):  # live, and after a reload
        expect(announced).to_have_text(
            ["Sota and Youssef announce nothing.", "Zineb announces ronda.", "Amina announces nothing."]
        )
        page.reload()


def test_screen_readers_hear_each_player_who_announces_nothing(new_page) -> None:
    stage = table(Moroccan({"players": 4}))
    page = new_page()
    stage.open(page)
    for _ in range(3):
        stage.make((stage.game.to_act, "announce", "nothing"))
    for name in ("Sota", "Youssef", "Zineb"):
        expect(page.locator("#spoken")).to_contain_text(f"{name} announces nothing.")


def test_a_coached_player_need_not_read_how_a_table_may_start(new_page) -> None:
    stage, page = dealt_with_cards_put_back(), new_page(viewport={"width": 390, "height": 844})
    stage.open(page, coach={**coaching_data(stage.game), "novice": True})
    line = page.locator(".log__line--put-back")
    expect(line).to_have_css("display", "none")
    page.locator(".to-side").click()
    settings(page).get_by_label("Coach me").uncheck()
    expect(line).to_be_visible()
