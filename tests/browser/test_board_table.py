"""The table page with a simulated socket: what it shows, sends and announces."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from games.rules.moroccan import Moroccan
from games.rules.moves import Announce
from games.rules.porrazo import Porrazo
from games.selectors.coaching import coaching_data
from tests.browser.accessible import check_page
from tests.browser.board_harness import NAMES, BoardHarness, still_clock
from tests.browser.board_pages import (  # noqa: F401  fixtures
    boxes,
    new_page,
    open_stage,
    play_until_asked,
    run_until_visible,
    say_nothing,
    settings,
    wait_until_free,
    waiting_stage,
)
from tests.browser.user import wait_until

PHONE = {"viewport": {"width": 390, "height": 844}}


@pytest.fixture
def table(open_stage: Callable[..., Page]) -> Callable[..., tuple[BoardHarness, Page]]:
    """Return a function that opens a table."""

    def open_table(options: Any = None, *, me: int | None = 0, **context: Any) -> tuple[BoardHarness, Page]:
        stage = BoardHarness(Moroccan(options), me=me)
        return stage, open_stage(stage, **context)

    return open_table


def hand(page: Page) -> Locator:
    return page.locator(".board__own")


def test_the_reader_sees_their_hand_and_the_backs_of_other_hands(table) -> None:
    stage, page = table({"players": 3})
    names = [card.get_attribute("data-key") for card in hand(page).all()]
    assert names == stage.game.hands[0]
    expect(page.locator(".seat__card")).to_have_count(6)
    expect(page.locator(".seat__card [role=img]")).to_have_count(0)
    expect(page.locator(".board__cloth [role=img]")).to_have_count(4)


def test_every_player_is_asked_for_a_call_with_the_same_buttons(table) -> None:
    asked = []
    for me in (0, 1):
        stage, page = table(me=me)
        say_nothing(stage, before=me)
        expect(page.locator(".prompt")).to_contain_text("Announce your hand:")
        asked.append(page.locator(".prompt__buttons").inner_html())
    assert asked[0] == asked[1]


def test_a_card_is_sent_once_and_shown_only_after_the_servers_answer(table) -> None:
    stage, page = table()
    play_until_asked(stage, page)
    heard: list[Any] = []
    stage.answer = heard.append  # the server is slow
    card = stage.game.hands[0][0]
    before = page.locator(".board__spot").count()
    hand(page).first.dblclick()
    hand(page).nth(1).click()
    expect(page.locator("#board")).to_have_class(re.compile("is-held"))
    page.evaluate("0")  # everything that the page sent has arrived
    [move] = [json.loads(text) for text in heard]
    client_id = move.pop("id")
    assert move == {"type": "move", "version": stage.version, "move": ["play", card]}
    expect(hand(page)).to_have_count(3)
    assert page.locator(".board__spot").count() == before
    stage.make((0, "play", card))
    expect(hand(page)).to_have_count(2)
    expect(page.locator("#board")).to_have_class(re.compile("is-held"))
    stage.confirm(client_id)
    wait_until_free(page)


def test_a_move_that_the_server_could_not_store_is_resent_with_its_id(table) -> None:
    stage, page = table()
    play_until_asked(stage, page)
    honest, failed = stage.answer, []

    def fail_once(text: str) -> None:
        failed.append(json.loads(text)["id"])
        stage.answer = honest
        stage.refuse("error", "The server couldn’t save that. Try again.", failed[0])

    stage.answer = fail_once
    hand(page).first.click()
    expect(hand(page)).to_have_count(2)
    assert stage.ids == failed


def test_cards_are_played_with_number_keys_and_with_arrows_and_enter(table) -> None:
    stage, page = table()
    play_until_asked(stage, page)
    page.keyboard.press("2")
    expect(hand(page)).to_have_count(2)
    play_until_asked(stage, page)
    hand(page).first.focus()
    page.keyboard.press("ArrowRight")
    expect(hand(page).nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(hand(page)).to_have_count(1)
    expect(hand(page).first).to_be_focused()
    assert [frame["move"][0] for frame in stage.received] == ["play", "play"]


def can_be_claimed(game: Moroccan, seat: int) -> bool:
    """Return whether a claim against this seat is possible.

    During the announcements, there must have been an earlier batch. Later, the seat must have played at least two cards
    of the current batch.
    """
    if game.phase == "announce":
        return game.batch > 0
    return game.hand_size - len(game.hands[seat]) >= 2


def test_claim_and_challenge_are_offered_against_every_opponent_whatever_they_would_bring(table) -> None:
    stage, page = table({"players": 4})
    for _ in range(30):
        plates = page.locator(".seat__actions:not([hidden])")
        expect(plates).to_have_count(2)  # the partner has none
        calls = stage.game.view(0)["calls"]
        for seat, name in ((1, "Sota"), (3, "Zineb")):
            acts = page.locator(f".seat[data-seat='{seat}'] .seat__action:visible")
            claim = [f"Claim against {name}"] if can_be_claimed(stage.game, seat) else []
            said = [*claim, *([f"Challenge against {name}"] if calls[seat]["open"] else [])]
            expect(acts).to_have_count(len(said))
            assert [act.get_attribute("aria-label") for act in acts.all()] == said
        seat = stage.game.to_act
        moves = stage.game.turn_moves(seat)
        stage.make((seat, "announce", "ronda") if moves[0][1] == "announce" else moves[0])


def test_a_refused_claim_is_reported_and_the_game_goes_on(table) -> None:
    stage, page = table()
    while not can_be_claimed(stage.game, 1):
        stage.make(stage.game.turn_moves(stage.game.to_act)[0])
    page.get_by_role("button", name="Claim against Sota").click()
    expect(page.get_by_role("alert")).to_contain_text("no hidden ronda has been shown")
    assert stage.received == [{"type": "move", "version": stage.version, "move": ["claim", 1]}]
    wait_until_free(page)


def test_a_challenge_is_sent_only_after_confirmation(table) -> None:
    stage, page = table()
    stage.make((1, "announce", "ronda"))
    challenge = page.get_by_role("button", name="Challenge against Sota")
    challenge.click()
    expect(page.get_by_role("dialog")).to_contain_text(
        "If the call is false, you score; if it’s true, you lose the match."
    )
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert stage.received == []
    challenge.click()
    page.get_by_role("dialog").get_by_role("button", name="Challenge").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#log")).to_contain_text("Amina challenges Sota")
    assert stage.received[0]["move"] == ["challenge", 1]


def test_the_line_on_the_table_says_after_a_reload_what_came_of_a_challenge(table) -> None:
    stage, page = table()
    stage.make((1, "announce", "ronda"))
    stage.make((0, "announce", "nothing"))
    stage.make((1, "play", stage.game.hands[1][0]))
    stage.make((0, "challenge", 1))
    line = page.locator(".board__line")
    expect(line).to_contain_text(re.compile("was bluffing|call was true|taken back|award"))
    said = line.inner_text()
    page.reload()
    expect(line).to_have_text(said)


def test_a_resignation_is_sent_only_after_confirmation(table) -> None:
    stage, page = table()
    page.get_by_role("button", name="Resign").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert stage.received == []
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator(".panel--end")).to_contain_text("You resigned.")
    assert stage.received == [{"type": "resign"}]


def test_the_reader_can_let_the_site_call(table) -> None:
    stage, page = table()
    settings(page).get_by_label("Announce for me").check()
    expect(page.get_by_label("Announce for me")).to_be_checked()
    assert stage.hear(page) == [{"type": "auto_call", "on": True}]


def test_a_lost_connection_is_reported_and_the_page_returns_with_the_state(table) -> None:
    stage, page = table()
    stage.game.apply(Announce(1, "announce", "tringa"))  # the page misses this
    stage.socket.close(code=1012)
    expect(page.locator("#banner")).to_contain_text("Connection lost. Reconnecting")
    expect(page.locator(".seat__call:visible")).to_have_text("Tringa")
    expect(page.locator("#banner")).to_be_hidden()
    assert stage.connections == 2


def test_a_page_does_not_reconnect_to_a_missing_match(table) -> None:
    stage, page = table()
    stage.socket.close(code=4404)
    expect(page.locator("#banner")).to_contain_text("Match not found")
    expect(page.locator("#match")).to_have_class(re.compile("is-offline"))
    assert stage.connections == 1


def test_captures_are_shouted_and_logged(table) -> None:
    stage, page = table({"chain": False}, reduced_motion="no-preference")
    play_until_asked(stage, page)
    event = {"kind": "caida", "seat": 1, "points": 1, "from": 0}
    stage.send({**stage.state([]), "events": [event]})
    expect(page.locator(".shout")).to_have_text("CaidaSota+1")
    expect(page.locator("#log")).to_contain_text("Sota scores 1 for a caida.")


def test_a_card_that_is_swept_and_laid_again_by_the_next_deal_is_seen(table) -> None:
    stage, page = table(reduced_motion="no-preference")
    laid = list(stage.game.table)
    sweep = {"kind": "sweep", "seat": -1, "side": 1, "cards": laid}
    stage.send({**stage.state([]), "events": [sweep]})  # the view of the next deal has the same cards on the table
    expect(page.locator("#log")).to_contain_text("The cards left on the table go to Sota")
    wait_until_free(page)
    spots = page.locator(".board__spot").evaluate_all("""async spots => {
        await Promise.all(spots.flatMap(spot => spot.getAnimations().map(({finished}) => finished)));
        return spots.map(spot => [spot.dataset.key, getComputedStyle(spot).opacity, spot.getAnimations().length]);
    }""")
    assert spots == [[card, "1", 0] for card in laid]


@pytest.mark.parametrize(("players", "scorers"), [(2, "Amina"), (4, "Amina & Youssef")])
def test_the_points_for_a_false_call_are_shown_at_the_opponents(table, players: int, scorers: str) -> None:
    stage, page = table({"players": players})
    event = {"kind": "false_call", "seat": 1, "call": "ronda", "points": 1}
    stage.send({**stage.state([]), "events": [event]})
    expect(page.locator(".shout")).to_have_text(f"False callSota{scorers}+1")
    expect(page.locator("#log")).to_contain_text(f"Sota was bluffing (ronda): 1 for {scorers}.")
    scoring = page.locator(".seat.is-scoring").evaluate_all("seats => seats.map(seat => Number(seat.dataset.seat))")
    assert sorted(scoring) == list(range(0, players, 2))


def test_unknown_events_fields_and_frames_are_ignored(table) -> None:
    stage, page = table(reduced_motion="no-preference")
    strange = [{"kind": "earthquake", "seat": 9, "cards": 3}, {"kind": "capture", "seat": 1, "news": {}}]
    strange += [
        {"kind": "capture", "seat": 7, "card": "13Z"},
        {"kind": "sweep", "seat": -1},
        {"kind": "play", "seat": 1},
    ]
    stage.send({"type": "weather", "sun": True})
    stage.send({**stage.state([]), "events": strange, "tomorrow": 1})
    stage.make((1, "announce", "ronda"))
    expect(page.locator("#log")).to_contain_text("Sota announces ronda.")


def test_the_next_seat_is_on_the_right_in_anticlockwise_games_also_in_arabic(table) -> None:
    for direction in ("ltr", "rtl"):
        _, page = table({"players": 4}, me=2)
        page.evaluate("direction => { document.documentElement.dir = direction }", direction)
        seats = boxes(page, *(f'.seat[data-seat="{seat}"]' for seat in range(4)))
        middle = {seat: box["x"] + box["width"] / 2 for seat, found in enumerate(seats) for box in found}
        assert middle[1] < middle[0] < middle[3]  # seat 3 is next after seat 2


def test_spectators_have_nothing_to_do(table) -> None:
    stage, page = table(me=None)
    say_nothing(stage)
    expect(page.locator("#watching")).to_be_visible()
    expect(page.locator("#tools")).to_be_hidden()
    expect(page.locator(".seat__action, .prompt__buttons button, .board__own")).to_have_count(0)
    expect(page.locator(".seat__card")).to_have_count(6)


def test_a_presence_frame_moves_the_dots(table) -> None:
    stage, page = table({"players": 3})
    expect(page.get_by_role("img", name="connected")).to_have_count(2)  # one of the three is a bot
    stage.send({"type": "presence", "online": [True, True, False]})
    expect(page.get_by_role("img", name="away")).to_have_count(1)


def test_an_open_table_shows_its_seats_and_copies_its_link(open_stage) -> None:
    stage = waiting_stage(4, free=2)
    page = open_stage(stage, permissions=["clipboard-read", "clipboard-write"])
    expect(page.locator("#seats")).to_contain_text("Waiting for 2 more players.")
    expect(page.get_by_role("button", name="Sit down")).to_have_count(0)
    expect(page.get_by_role("button", name="Add bot")).to_be_visible()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.get_by_label("Invite with this link").input_value()
    stage.status, stage.seats = "running", [stage.sitter(seat) for seat in range(4)]
    stage.send(stage.state([]))
    expect(page.locator("#waiting")).to_be_hidden()
    expect(hand(page)).to_have_count(3)


def test_the_seats_of_an_open_table_show_faces_and_who_hosts(open_stage) -> None:
    stage = waiting_stage(3, me=1)
    picture = {"colour": "", "flag": "", "country": "", "title": ""}
    stage.faces = {name: {"picture": "/static/bots/sota.svg", **picture} for name in NAMES[:2]}
    page = open_stage(stage)
    places = page.locator(".place")
    expect(places.locator(".place__face .seat__avatar")).to_have_count(2)
    expect(places.nth(0)).to_contain_text(re.compile("Amina.*host"))
    expect(places.nth(1)).to_contain_text(re.compile("Sota.*you"))
    expect(places.nth(2)).to_have_text("Free seat")
    expect(page.locator("#table-state")).to_have_text(
        "Waiting for 1 more player. The match starts as soon as all seats are taken."
    )
    stage.gathering["host_starts"] = True
    stage.change()
    expect(page.locator("#table-state")).to_contain_text("Then the host starts the match.")


def test_an_open_table_closes_when_its_last_person_leaves(open_stage) -> None:
    stage = waiting_stage(3)  # Sota is a bot
    page = open_stage(stage)
    expect(page.get_by_role("button", name="Close table")).to_be_visible()
    stage.seats[2] = stage.sitter(2)
    stage.change()
    expect(page.get_by_role("button", name="Leave table")).to_be_visible()


def test_the_link_of_an_open_table_is_shared_where_the_system_can(open_stage) -> None:
    page = open_stage(waiting_stage(), prepare=lambda page: page.add_init_script("navigator.share = undefined"))
    expect(page.get_by_label("Invite with this link")).to_be_visible()
    expect(page.locator("#share-table")).to_be_hidden()
    page.add_init_script("navigator.share = async (what) => { window.shared = what; }")
    page.reload()
    page.locator("#share-table").click()
    assert page.evaluate("window.shared") == {
        "title": "Moroccan Ronda",
        "url": page.get_by_label("Invite with this link").input_value(),
    }


def test_a_visitor_can_take_a_free_seat(open_stage) -> None:
    page = open_stage(waiting_stage(3, me=None))
    seat = page.locator("form", has=page.get_by_role("button", name="Sit down"))
    expect(seat).to_have_attribute("action", "/t/a/sit/")
    expect(seat.locator("[name=seat]")).to_have_value("2")
    expect(seat.locator("[name=csrfmiddlewaretoken]")).to_have_value("token")
    expect(page.get_by_role("button", name="Add bot")).to_have_count(0)


def test_a_host_adds_bots_starts_the_match_and_removes_players(open_stage) -> None:
    stage = waiting_stage(3)
    stage.gathering["invited"] = [{"name": "Driss", "answer": "declined"}, {"name": NAMES[1], "answer": "open"}]
    page = open_stage(stage)
    expect(page.get_by_role("button", name="Fill with bots and start")).to_be_visible()
    away = page.locator("form", has=page.get_by_role("button", name="Remove"))
    expect(away).to_have_attribute("action", "/t/a/send_away/")
    expect(away.locator("[name=seat]")).to_have_value("1")
    expect(page.locator("#invited li")).to_have_text(["Driss declined"])
    page.get_by_label("Invite players by name").fill("half a na")
    stage.seats[2] = stage.sitter(2)
    stage.send(stage.state([]))
    expect(page.get_by_role("button", name="Start match")).to_be_visible()
    expect(page.get_by_label("Invite players by name")).to_have_value("half a na")
    expect(page.locator("#table-state")).to_have_text("Everyone is here. Start when you’re ready.")


@pytest.mark.parametrize("players", [2, 8])
@pytest.mark.parametrize("me", [0, 1])
def test_at_a_full_table_a_phone_first_shows_who_starts_the_match(open_stage, players: int, me: int) -> None:
    stage = BoardHarness(Porrazo({"players": players}), me=me)
    stage.status, stage.gathering["host_starts"] = "open", True
    page = open_stage(stage, **PHONE)
    expect(page.locator("#table-state")).to_contain_text("Everyone is here.")
    expect(page.locator("#table-state")).to_be_in_viewport(ratio=1)
    if me == 0:
        expect(page.get_by_role("button", name="Start match")).to_be_in_viewport(ratio=1)
    else:
        expect(page.locator("#table-state")).to_contain_text("Waiting for the host to start.")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_match_is_played_to_its_end_by_clicking(table, players: int) -> None:
    stage, page = table({"players": players, "target": 5}, **PHONE)
    while not stage.game.over:
        if stage.game.to_act != 0:
            stage.make(stage.game.turn_moves(stage.game.to_act)[0])
            continue
        version = stage.version
        asked = page.locator(".prompt__buttons button, .board__own.is-playable").first
        asked.click()
        wait_until_free(page)
        assert stage.version == version + 1
    expect(page.locator(".panel--end")).to_be_visible()
    expect(page.get_by_role("link", name="Result and replay")).to_have_attribute("href", "/matches/a/")
    expect(page.locator("#prompt").get_by_role("button")).to_have_count(0)


def play_to_count(stage: BoardHarness, page: Page) -> Locator:
    """Make moves for all seats until a deal has been counted. The next deal follows at once, as after a bot's cut.

    Stop the page's clock before the first move. Return the panel with the count, which has just appeared.
    """
    page.clock.install(time=0)
    page.clock.pause_at(10)
    while stage.game.deal_number == 0:
        stage.make(stage.game.turn_moves(stage.game.to_act)[0])
    counted = page.locator(".panel--count")
    run_until_visible(page, counted, 50)
    return counted


def test_the_count_of_a_deal_covers_the_cards_until_it_is_closed(table) -> None:
    stage, page = table({"target": 121})
    counted = play_to_count(stage, page)
    expect(counted).to_contain_text("Deal over")
    prompt = page.locator("#prompt")
    expect(prompt.locator(".prompt__text")).to_have_text("Deal 2 is next.")
    for text in (".prompt__text", ".prompt__news"):
        expect(prompt.locator(text)).not_to_contain_text("Deal over")  # the panel says that
    cards = [int(text.split(" ")[0]) for text in counted.locator("tbody td:nth-child(3)").all_inner_texts()]
    assert sum(cards) == 40
    prompt.get_by_role("button", name="Continue").click()
    expect(counted).to_have_count(0)


def test_the_next_deal_is_shown_after_the_count(table) -> None:
    stage, page = table({"target": 121}, me=1)
    counted = play_to_count(stage, page)
    scores = [int(text) for text in counted.locator("tbody td:last-child").all_inner_texts()]
    expect(page.locator(".board__own, .board__cloth [role=img]")).to_have_count(0)
    expect(page.get_by_role("img", name="0 cards")).to_have_count(1)
    shown = [int(text) for text in page.locator(".seat__points").all_inner_texts()]
    assert shown == scores[::-1]  # the reader's own row is the first one, and their seat is below the other
    newest = page.locator("#log > li").last
    expect(newest).to_contain_text("Deal over")
    page.clock.run_for(3_000)
    expect(counted).to_be_visible()
    page.clock.run_for(1_500)
    expect(counted).to_have_count(0)
    expect(page.locator(".board__own")).to_have_count(3)
    expect(page.locator(".board__cloth [role=img]")).to_have_count(4)
    expect(newest).to_contain_text("Dealt to the table")


def test_a_coached_player_without_a_clock_closes_the_count_themselves(open_stage) -> None:
    stage = BoardHarness(Moroccan({"target": 121}), me=1)
    page = open_stage(stage, data={"coach": {**coaching_data(stage.game), "novice": True}})
    counted = play_to_count(stage, page)
    stage.make((stage.game.to_act, "announce", "nothing"))
    page.clock.run_for(60_000)
    expect(counted).to_be_visible()
    page.clock.resume()
    page.locator("#prompt").get_by_role("button", name="Continue").click()
    expect(page.locator(".board__own")).to_have_count(3)


def test_cards_are_dealt_after_the_count_even_if_the_opponent_has_gone_on(open_stage) -> None:
    stage = BoardHarness(Moroccan({"target": 121}), me=1)
    page = open_stage(stage, reduced_motion="no-preference")
    counted = play_to_count(stage, page)
    assert stage.game.to_act != stage.me
    stage.make((stage.game.to_act, "announce", "nothing"))
    page.clock.run_for(4_500)
    expect(counted).to_have_count(0)
    expect(page.locator(".board.is-moving")).to_have_count(1)
    expect(page.locator(".seat.is-turn")).to_have_count(0)
    page.clock.resume()
    expect(page.locator("#prompt").get_by_role("button", name="Nothing")).to_be_visible()


def test_the_count_is_closed_with_the_keyboard(table) -> None:
    stage, page = table({"target": 121})
    counted = play_to_count(stage, page)
    page.clock.resume()
    page.keyboard.press("p")
    expect(page.locator("#prompt").get_by_role("button", name="Continue")).to_be_focused()
    page.keyboard.press("Enter")
    expect(counted).to_have_count(0)
    expect(page.locator("#prompt").get_by_role("button", name="Nothing")).to_be_visible()


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_the_count_is_closed_wherever_the_focus_rests(table, key: str) -> None:
    stage, page = table({"target": 121})
    counted = play_to_count(stage, page)
    page.clock.resume()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press(key)
    expect(counted).to_have_count(0)
    expect(page.locator("#prompt").get_by_role("button", name="Continue")).to_have_count(0)


def test_spectators_are_shown_the_count_without_a_button(table) -> None:
    stage, page = table({"target": 121}, me=None)
    play_to_count(stage, page)
    expect(page.get_by_role("button", name="Continue")).to_have_count(0)


def test_a_count_of_equal_piles_is_shown_and_says_that_it_scores_nothing(table) -> None:
    stage, page = table()
    count = {"captured": [20, 20], "free": 20, "points": [0, 0], "before": [0, 0], "scores": [1, 0]}
    stage.send({**stage.state([]), "events": [{"kind": "count", "seat": -1, **count}]})
    expect(page.locator(".panel--count")).to_contain_text("20 cards each: no points.")


def test_the_count_gives_way_when_time_gets_short(table) -> None:
    stage, page = table({"target": 121}, me=1)
    stage.clock = {**still_clock(2), "banks": [60_000, 60_000], "turn": 0, "left": 60_000}
    counted = play_to_count(stage, page)
    stage.clock = {**still_clock(2), "banks": [60_000, 21_000], "turn": 1, "left": 21_000}
    stage.make((stage.game.to_act, "announce", "nothing"))
    page.clock.run_for(500)
    expect(counted).to_be_visible()
    page.clock.run_for(1_500)
    expect(counted).to_have_count(0)


def test_the_second_click_of_a_double_click_answers_nothing(table) -> None:
    stage, page = table()
    say_nothing(stage, before=stage.me)
    button = page.get_by_role("button", name="Nothing")
    expect(button).to_be_visible()
    button.hover()
    page.mouse.down(click_count=2)  # the first click was on what lay there before, such as a confirmation
    page.mouse.up(click_count=2)
    button.click()
    expect(button).to_have_count(0)
    assert [frame["move"] for frame in stage.received if frame["type"] == "move"] == [["announce", "nothing"]]


def test_the_page_is_accessible(table) -> None:
    stage, page = table({"players": 3})
    stage.make((stage.game.to_act, "announce", "ronda"))
    expect(page.locator(".seat__call:visible")).to_have_count(1)
    check_page(page)


def lay_without_capture(stage: BoardHarness, seat: int) -> tuple[Any, ...]:
    """Return a move by this seat that captures nothing or, if there is none, any move."""
    moves: list[tuple[Any, ...]] = [*stage.game.turn_moves(seat)]
    ranks = {card[:-1] for card in stage.game.table}
    return next((move for move in moves if move[2][:-1] not in ranks), moves[0])


def sent_cards(stage: BoardHarness, page: Page, count: int) -> list[str]:
    moves = [frame["move"] for frame in stage.hear(page, count) if frame["type"] == "move"]
    return [move[1] for move in moves if move[0] == "play"]


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_keys_pressed_too_early_are_played_on_turn(table, motion: str) -> None:
    stage, page = table(reduced_motion=motion)
    play_until_asked(stage, page)
    first, second, _third = (card.get_attribute("data-key") for card in hand(page).all())
    page.keyboard.press("1")
    page.keyboard.press("2")
    assert sent_cards(stage, page, 1) == [first]
    expect(page.locator(".board__own.is-next")).to_have_attribute("data-key", second)
    stage.make(lay_without_capture(stage, 1))
    assert sent_cards(stage, page, 2) == [first, second]
    expect(hand(page)).to_have_count(1)


def test_choosing_a_premove_again_cancels_it(table) -> None:
    stage, page = table(reduced_motion="no-preference")
    play_until_asked(stage, page)
    first, second, third = (card.get_attribute("data-key") for card in hand(page).all())
    page.evaluate(
        """keys => keys.forEach(key => document.querySelector(`.board__own[data-key="${key}"]`).click())""",
        [first, first, second, second],
    )
    stage.hear(page)
    stage.make(lay_without_capture(stage, 1))
    expect(hand(page).first).to_contain_class("is-playable")
    page.locator(f".board__own[data-key='{third}']").click()
    assert sent_cards(stage, page, 2) == [first, third]


def test_a_challenge_is_offered_only_against_a_call(table) -> None:
    stage, page = table()
    challenge = page.get_by_role("button", name="Challenge against Sota")
    claim = page.get_by_role("button", name="Claim against Sota")
    expect(page.locator(".seat__actions").last).to_be_attached()
    while not can_be_claimed(stage.game, 1):
        expect(claim).to_have_count(0)
        expect(challenge).to_have_count(0)
        stage.make(stage.game.turn_moves(stage.game.to_act)[0])
    expect(claim).to_be_visible()
    expect(challenge).to_have_count(0)
    other, page = table()
    if other.game.to_act == 0:
        other.make((0, "announce", "nothing"))
    other.make((1, "announce", "ronda"))
    expect(page.get_by_role("button", name="Challenge against Sota")).to_be_visible()


def test_the_faces_of_the_cards_follow_the_size_of_the_window(table) -> None:
    stage, page = table(viewport={"width": 1280, "height": 800})
    play_until_asked(stage, page)
    faces = page.locator(":is(.board__own, .board__spot) use:not(.card--back use)")
    addresses = "uses => uses.map((use) => use.getAttribute('href'))"
    wide = faces.evaluate_all(addresses)
    page.set_viewport_size({"width": 640, "height": 400})
    wait_until(page, lambda: set(faces.evaluate_all(addresses)).isdisjoint(wide))
    narrow = faces.evaluate_all(addresses)
    assert [address.split("#")[1] for address in narrow] == [address.split("#")[1] for address in wide]
    page.set_viewport_size({"width": 1280, "height": 800})
    wait_until(page, lambda: faces.evaluate_all(addresses) == wide)
