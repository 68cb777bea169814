"""The table page after a match: results, rematches and the next opponent."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, Request, Route, expect

from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.rules.porrazo import Porrazo
from games.selectors.coaching import coaching_data
from games.tutorial.ideas import shown_ideas
from tests.browser.accessible import check_accessible, check_page, violations
from tests.browser.board_harness import CAPTURES, HINT, BoardHarness
from tests.browser.board_pages import boxes, covers, new_page, open_stage, wait_until_free, waiting_stage  # noqa: F401  fixtures


@pytest.fixture
def table(open_stage: Callable[..., Page]) -> Callable[..., tuple[BoardHarness, Page]]:
    """Return a function that opens a table."""

    def open_table(players: int = 2, *, me: int | None = 0, target: int = 41, seed: int = 1, **context: Any) -> Any:
        stage = BoardHarness(Moroccan({"players": players, "target": target}), me=me, seed=seed)
        stage.seats = [{**stage.sitter(seat), "bot": False, "by_site": False} for seat in range(players)]
        return stage, open_stage(stage, **context)

    return open_table


# The test controls when half an hour has passed.
HOLD_LONG_TIMERS = """() => {
    const real = setTimeout;
    window.setTimeout = (act, time) => (time > 60_000 ? ((window.held = { act, time }), 0) : real(act, time));
}"""


def own_captures(game: Game) -> list[Any]:
    """Return the reader's moves that capture."""
    ranks = {card[:-1] for card in game.table}
    asked: list[Any] = list(game.turn_moves(0)) if game.phase == "play" and game.to_act == 0 else []
    return [move for move in asked if move[2][:-1] in ranks]


# Each change while the board is held: the prompt's words, whether the prompt is framed, whose seat glows, and whether
# the hint button is inactive.
NOTE_WHILE_A_CARD_FLIES = """() => {
    window.noted = [];
    const note = () => {
        const prompt = document.querySelector("#prompt");
        const now = [prompt.querySelector(".prompt__words").innerText.trim(), prompt.classList.contains("is-asked"),
            document.querySelector(".seat.is-turn").dataset.seat,
            prompt.querySelector(".prompt__hint").getAttribute("aria-disabled")];
        const isHeld = document.querySelector("#board").classList.contains("is-held");
        if (isHeld && JSON.stringify(now) !== JSON.stringify(window.noted.at(-1))) window.noted.push(now);
        requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
}"""


def end(
    stage: BoardHarness, reason: str = "resigned", seat: int | None = 1, status: str = "finished", **facts: Any
) -> None:
    """End the match. The reader wins if the status is ``finished``; otherwise, nobody wins."""
    winners = [0] if status == "finished" else []
    result = {"reason": reason, "seat": seat, "sides": [3, 2], "winners": winners, "url": "/matches/a/"}
    stage.change(status=status, result=result, **facts)


def wishes(
    stage: BoardHarness, *seats: int, rotated: bool = False, url: str | None = None, declined: int | None = None
) -> None:
    offers = {"rematch": list(seats), "rotated": rotated, "url": url, "rematch_declined": declined}
    stage.change(offers={**stage.offers, **offers})


# ---- how it ended ----


def finish(stage: BoardHarness, own: int, other: int) -> None:
    """End the match with these scores."""
    result = {
        "reason": "rules",
        "seat": None,
        "sides": [own, other],
        "winners": [int(own < other)],
        "url": "/matches/a/",
    }
    stage.change(status="finished", result=result)


@pytest.mark.parametrize("size", [(390, 844), (1280, 800), (844, 390)])
def test_a_win_is_celebrated_without_movement_if_the_reader_wants_none(table, size: tuple[int, int]) -> None:
    stage, page = table(viewport={"width": size[0], "height": size[1]})
    finish(stage, 42, 32)
    panel = page.locator(".panel--end.is-won")
    expect(panel).to_contain_text("You won!")
    expect(panel.locator(".finale__points")).to_have_text(["42", "32"])
    expect(panel.locator("li.is-winner")).to_contain_text("Amina")
    expect(page.locator("#spoken")).to_contain_text("You won! – Amina: 42, Sota: 32")
    moving = "document.getAnimations().filter((one) => /star|laurel/.test(one.animationName)).length"
    assert page.evaluate(moving) == 0
    stars, buttons = boxes(page, ".finale__stars i", ".panel--end :is(.button, .panel__close)")
    assert len(stars) == 6
    assert not [star for star in stars if any(covers(star, button, by=0) for button in buttons)]
    check_page(page)


# The texts of the reader's score, from the moment it is on the page.
NOTE_SCORE = """() => {
    window.shown = [];
    new MutationObserver(() => {
        const node = document.querySelector(".finale__points");
        if (node) window.shown.push(node.textContent);
    }).observe(document.body, { characterData: true, childList: true, subtree: true });
}"""


def test_the_scores_of_a_win_count_up(table) -> None:
    stage, page = table(reduced_motion="no-preference")
    page.evaluate(NOTE_SCORE)
    finish(stage, 42, 32)
    own = page.locator(".finale__points").first
    expect(page.locator("#spoken")).to_contain_text("You won! – Amina: 42, Sota: 32")
    expect(own).to_have_text("42")
    assert page.evaluate("shown[0]") == "0"
    page.reload()
    expect(own).to_have_text("42")
    expect(page.locator(".finale.is-live")).to_have_count(0)  # a page that is opened later shows the scores at once


def test_a_loss_is_shown_quietly(table) -> None:
    stage, page = table(reduced_motion="no-preference")
    finish(stage, 32, 42)
    panel = page.locator(".panel--end.is-lost")
    expect(panel).to_contain_text("You lost")
    expect(panel.locator(".finale__points")).to_have_text(["32", "42"])
    expect(panel.locator("li.is-winner")).to_contain_text("Sota")
    expect(panel.locator(".finale__stars")).to_have_count(0)
    expect(page.locator("#spoken")).to_contain_text("You lost – Amina: 32, Sota: 42")


def test_the_prompt_says_the_score_once_the_panel_is_closed(table) -> None:
    stage, page = table()
    finish(stage, 32, 42)
    expect(page.locator(".prompt__text")).to_have_text("You lost")  # the panel has the score
    page.locator(".panel__close").click()
    expect(page.locator(".prompt__text")).to_have_text("You lost – Amina: 32, Sota: 42")


def test_spectators_see_who_won(table) -> None:
    stage, page = table(me=None)
    finish(stage, 42, 32)
    panel = page.locator(".panel--end")
    expect(panel).to_contain_text("Amina won")
    expect(panel.locator(".finale__stars")).to_have_count(0)
    expect(panel.locator("li.is-winner")).to_contain_text("Amina")


def test_a_rematch_is_offered_while_there_is_time_for_it(table) -> None:
    stage, page = table()
    page.evaluate(HOLD_LONG_TIMERS)
    end(stage)
    offer = page.get_by_role("button", name="Rematch", exact=True)
    expect(offer).to_be_visible()
    assert page.evaluate("[held.time, held.act()][0]") == stage.offers["left"]
    expect(offer).to_have_count(0)
    expect(page.locator(".panel__rematch")).to_have_text("The rematch offer has expired.")
    expect(page.get_by_role("link", name="Result and replay")).to_be_visible()


def test_an_old_match_offers_no_rematch(table) -> None:
    stage, page = table()
    stage.offers["left"] = 0
    end(stage)
    expect(page.get_by_role("link", name="Result and replay")).to_be_visible()
    expect(page.get_by_role("button", name="Rematch")).to_have_count(0)
    expect(page.locator(".panel__rematch")).to_be_hidden()


@pytest.mark.parametrize(
    ("ending", "words"),
    [
        ({"reason": "resigned"}, "Sota resigned."),
        ({"reason": "timeout"}, "Sota ran out of time."),
        ({"reason": "left"}, "Sota left the table."),
        ({"reason": "aborted", "status": "aborted"}, "Sota aborted the match. It won’t count."),
        ({"reason": "resigned", "seat": 0}, "You resigned."),
        ({"reason": "timeout", "seat": 0}, "You ran out of time."),
        ({"reason": "left", "seat": 0}, "You left the table."),
        ({"reason": "aborted", "status": "aborted", "seat": 0}, "You aborted the match. It won’t count."),
        ({"reason": "aborted", "status": "aborted", "seat": None}, "Everyone stopped playing. It won’t count."),
    ],
)
def test_the_panel_says_how_the_match_ended(table, ending: dict[str, Any], words: str) -> None:
    stage, page = table()
    end(stage, **ending)
    expect(page.locator(".panel--end")).to_contain_text(words)
    expect(page.get_by_role("link", name="Result and replay")).to_have_attribute("href", "/matches/a/")


@pytest.mark.parametrize(
    ("ending", "words"),
    [
        ({"reason": "resigned"}, "Sota resigned."),
        ({"reason": "timeout", "seat": 0}, "You ran out of time."),
        ({"reason": "left"}, "Sota left the table."),
        ({"reason": "aborted", "status": "aborted"}, "Sota aborted the match."),
        ({"reason": "aborted", "status": "aborted", "seat": None}, "Match aborted. Everyone stopped playing."),
        ({"reason": "voided", "status": "voided", "seat": None}, "Match voided."),
    ],
)
def test_the_log_ends_with_how_the_match_ended(table, ending: dict[str, Any], words: str) -> None:
    stage, page = table()
    expect(page.locator(".log__line--end")).to_have_count(0)
    end(stage, **ending)
    for line in ("#log > .log__line--end:last-child", ".prompt__news > .news__line--end:first-child"):
        expect(page.locator(line)).to_have_text(words)
    end(stage, **ending)  # a later state, such as an offer of a rematch
    expect(page.locator(".log__line--end")).to_have_count(1)
    assert page.locator("#spoken").inner_text().count(words.removesuffix(".")) == 1  # in the result
    expect(page.locator(".prompt__news")).to_have_attribute("aria-hidden", "true")
    page.reload()
    expect(page.locator("#log > .log__line--end:last-child")).to_have_text(words)


def test_a_match_that_was_played_to_its_end_has_no_line_of_its_own(table) -> None:
    stage, page = table()
    finish(stage, 41, 30)
    expect(page.locator(".panel--end")).to_be_visible()
    expect(page.locator(".log__line--end")).to_have_count(0)


def test_the_panel_says_that_all_agreed_to_abort_and_who_was_absent(table) -> None:
    stage, page = table()
    stage.offers["abort"] = [0, 1]
    end(stage, "aborted", None, "aborted")
    expect(page.locator(".panel--end")).to_contain_text("All players agreed. It won’t count.")
    for seat, words in (0, "You didn’t play."), (1, "Sota didn’t play."):
        stage, page = table()
        stage.seats[seat]["left"] = True
        end(stage, "aborted", seat, "aborted")
        expect(page.locator(".panel--end")).to_contain_text(f"{words} It won’t count.")


@pytest.mark.parametrize("me", [0, 1, None])
def test_everyone_is_told_that_a_wrong_challenge_lost_the_match(table, me: int | None) -> None:
    stage, page = table(me=me, seed=5)  # which deals Sota a ronda
    stage.make((1, "announce", "ronda"))
    stage.make((0, "challenge", 1))
    words = "Sota’s call was true, so Amina’s challenge lost the match."
    headline = {0: "You lost.", 1: "You won!", None: "Sota won."}[me]
    for _ in range(2):  # live, and after a reload
        expect(page.locator(".panel--end")).to_contain_text(words)
        expect(page.locator(".prompt__text")).to_have_text(f"{headline} {words}")
        page.reload()


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
@pytest.mark.parametrize("size", [(320, 568), (390, 844)])
def test_the_prompt_has_room_for_the_end_and_its_buttons(table, size: tuple[int, int], language: str) -> None:
    data = {"language": language}
    stage, page = table(seed=5, viewport={"width": size[0], "height": size[1]}, data=data)
    stage.make((1, "announce", "ronda"))
    stage.make((0, "challenge", 1))
    page.locator(".panel__close").click()
    expect(page.locator(".prompt__buttons .button")).to_have_count(2)
    assert page.locator(".prompt__words").evaluate("node => node.scrollHeight <= node.clientHeight + 1")


def test_everyone_is_told_that_a_false_call_decided_the_match(table) -> None:
    stage, page = table(target=5)
    stage.make((1, "announce", "tringa"))
    stage.make((0, "challenge", 1))
    expect(page.locator(".prompt__news")).to_contain_text("Amina challenges Sota")  # the prompt's place is not empty
    words = "Sota’s call was false, and the points for it decided the match."
    expect(page.locator(".panel--end")).to_contain_text(words)
    expect(page.locator("#spoken")).to_contain_text(f"You won! {words}")


@pytest.mark.parametrize(("label", "rotate"), [("Rematch", False), ("Rematch, swap seats", True)])
def test_a_rematch_is_requested_and_withdrawn(table, label: str, rotate: bool) -> None:
    stage, page = table()
    end(stage)
    page.get_by_role("button", name=label, exact=True).click()
    assert stage.hear(page) == [{"type": "rematch", "rotate": rotate, "on": True}]
    wishes(stage, 0, rotated=rotate)
    expect(page.locator(".panel__rematch")).to_have_text("You offered a rematch. Waiting for Sota.")
    page.get_by_role("button", name="Rematch offered").click(force=True)  # it takes a second click, and does nothing
    page.get_by_role("button", name="Cancel rematch").click()
    assert stage.hear(page, 2)[1] == {"type": "rematch", "rotate": rotate, "on": False}


def test_another_players_request_is_answered(table) -> None:
    stage, page = table(3)
    end(stage)
    wishes(stage, 1, 2, rotated=True)
    expect(page.locator(".panel__rematch")).to_have_text("Sota and Youssef want a rematch with seats swapped.")
    page.get_by_role("button", name="Accept rematch").click()
    assert stage.hear(page) == [{"type": "rematch", "rotate": True, "on": True}]


def test_another_players_request_is_declined(table) -> None:
    stage, page = table(3)
    end(stage)
    wishes(stage, 1)
    page.get_by_role("button", name="Decline").click()
    assert stage.hear(page) == [{"type": "rematch", "rotate": False, "on": False}]
    line = page.locator(".panel__rematch")
    wishes(stage, declined=0)
    expect(line).to_have_text("You declined the rematch.")
    wishes(stage, declined=2)
    expect(line).to_have_text("Youssef declined the rematch.")
    expect(page.get_by_role("button", name="Rematch", exact=True)).to_be_visible()


def test_the_page_opens_the_rematch_when_it_begins(table) -> None:
    stage, page = table()
    end(stage)
    wishes(stage, 0)
    page.route("**/t/again/", lambda route: route.fulfill(body="the new table", content_type="text/html"))
    wishes(stage, 0, 1, url="/t/again/")
    expect(page).to_have_url(urljoin(stage.address, "/t/again/"))


def test_an_old_match_links_to_its_rematch(table) -> None:
    stage, page = table(me=None)
    end(stage)
    expect(page.locator(".panel--end .actions button")).to_have_count(0)
    wishes(stage, 0, 1, url="/t/again/")
    expect(page.get_by_role("link", name="Go to rematch")).to_have_attribute("href", "/t/again/")
    page.reload()
    expect(page.get_by_role("link", name="Go to rematch")).to_be_visible()
    expect(page).to_have_url(stage.address)


def test_the_panel_tells_how_the_match_went(table) -> None:
    stage, page = table()
    deeds = {"caidas": 2, "missas": 0, "calls": 3, "caught": 1}
    seats = [{**deeds, "rating": 1520, "change": 14}, {**deeds, "caidas": 1, "rating": 1600, "change": -14}]
    scores = [*range(1, 30), 41]
    story: dict[str, Any] = {
        "deals": [[score, 30] for score in scores],
        "seats": seats,
        "captures": CAPTURES,
        "sources": [],
    }
    page.route("**/matches/a/story.json", lambda route: route.fulfill(json=story))
    stage.change(
        status="finished",
        result={
            "reason": "rules",
            "seat": None,
            "sides": [41, 30],
            "winners": [0],
            "url": "/",
            "story": "/matches/a/story.json",
        },
    )
    deals = page.get_by_role("table", name="Score after each deal")
    cells = deals.get_by_role("row", name="Amina").get_by_role("cell")
    expect(cells).to_have_text([str(score) for score in scores])
    expect(cells.last).to_be_in_viewport(ratio=0.95)  # scrolling goes by whole pixels
    expect(deals.get_by_role("rowheader", name="Amina")).to_be_in_viewport()
    expect(page.locator(".story__table.is-scrolled")).to_have_count(1)  # its edge shows that it is scrolled
    players = page.get_by_role("table", name="Player statistics")
    expect(players.get_by_role("columnheader")).to_have_text(["Player", "Amina", "Sota"])
    expect(players.get_by_role("rowheader")).to_have_text(["Caidas", "Calls", "Caught bluffing"])
    expect(players.get_by_role("row", name="Caidas").get_by_role("cell")).to_have_text(["2", "1"])
    expect(page.locator(".finale__rating")).to_have_text(["Rating 1534 +14", "Rating 1586 −14"])
    assert violations(page) == []


def test_points_come_first_and_apart_from_what_each_player_did(table) -> None:
    stage, page = table(target=5)
    deeds = {"caidas": 2, "missas": 0, "calls": 3, "caught": 1, "rating": None, "change": None}
    sources = [["Caidas", "2", "0"], ["Cards", "39", "30"]]
    story = {"deals": [[10, 20], [41, 30]], "seats": [deeds] * 2, "captures": CAPTURES, "sources": sources}
    page.route("**/matches/a/story.json", lambda route: route.fulfill(json=story))
    stage.story = "/matches/a/story.json"
    while not stage.game.over:
        stage.make(stage.game.turn_moves(stage.game.to_act)[0])
    points = page.get_by_role("table", name="Where the points come from")
    expect(points.get_by_role("columnheader")).to_have_text(["Points for", "Amina", "Sota"])
    expect(points.get_by_role("rowheader")).to_have_text(["Caidas", "Cards"])
    expect(points.get_by_role("row", name="Cards").get_by_role("cell")).to_have_text(["39", "30"])
    players = page.get_by_role("table", name="Player statistics")
    expect(players.get_by_role("rowheader")).to_have_text(["Calls", "Caught bluffing"])  # points replace the number
    first_cells = page.locator(".panel__story thead th:first-child")
    expect(first_cells).to_have_text(["Points for", "Player", "Deal", "Player"])


def test_the_tables_of_the_panel_list_the_reader_first_like_the_scores(table) -> None:
    stage, page = table(me=1)
    deeds = {"caidas": 0, "missas": 0, "calls": 1, "caught": 0, "rating": None, "change": None}
    story = {
        "deals": [[10, 20], [41, 30]],
        "seats": [{**deeds, "calls": 3}, deeds],
        "captures": CAPTURES,
        "sources": [["Cards", "41", "30"]],
    }
    page.route("**/matches/a/story.json", lambda route: route.fulfill(json=story))
    result = {"reason": "rules", "seat": None, "sides": [41, 30], "winners": [0], "url": "/"}
    stage.change(status="finished", result={**result, "story": "/matches/a/story.json"})
    own, other = page.locator(".finale__side bdi").all_inner_texts()
    points = page.get_by_role("table", name="Where the points come from")
    expect(points.get_by_role("columnheader")).to_have_text(["Points for", own, other])
    expect(points.get_by_role("cell")).to_have_text(["30", "41"])
    players = page.get_by_role("table", name="Player statistics")
    expect(players.get_by_role("columnheader")).to_have_text(["Player", own, other])
    expect(players.get_by_role("cell")).to_have_text(["1", "3"])
    deals = page.get_by_role("table", name="Score after each deal")
    expect(deals.locator("tbody th")).to_have_text([own, other])
    expect(deals.locator("tbody tr").first.locator("td")).to_have_text(["20", "30"])


def test_the_points_of_partners_and_what_each_did_are_in_two_tables(table) -> None:
    stage, page = table(4)
    deeds = {"caidas": 2, "missas": 0, "calls": 3, "caught": 1}
    seats = [{**deeds, "rating": 1520 + seat, "change": -4 if seat % 2 else 4} for seat in range(4)]
    story = {"deals": [[41, 30]], "seats": seats, "captures": CAPTURES, "sources": [["Cards", "41", "30"]]}
    page.route("**/matches/a/story.json", lambda route: route.fulfill(json=story))
    result = {"reason": "rules", "seat": None, "sides": [41, 30], "winners": [0], "url": "/"}
    stage.change(status="finished", result={**result, "story": "/matches/a/story.json"})
    points = page.get_by_role("table", name="Where the points come from")
    expect(points.get_by_role("columnheader")).to_have_text(["Points for", "Amina & Youssef", "Sota & Zineb"])
    expect(points.get_by_role("rowheader")).to_have_text(["Cards"])
    players = page.get_by_role("table", name="Player statistics")
    expect(players.get_by_role("rowheader")).to_have_text(["Rating", "Caidas", "Calls", "Caught bluffing"])
    ratings = players.get_by_role("row", name="Rating").get_by_role("cell")
    expect(ratings).to_have_text(["1524 (+4)", "1517 (−4)", "1526 (+4)", "1519 (−4)"])
    page.set_viewport_size({"width": 390, "height": 844})
    assert players.locator("..").evaluate("node => node.scrollWidth - node.clientWidth") <= 0
    expect(page.locator(".finale__rating")).to_have_count(0)


def test_a_match_that_is_not_rated_shows_no_ratings(table) -> None:
    stage, page = table(data={"rated": False})
    finish(stage, 42, 32)
    expect(page.locator(".panel--end")).to_be_visible()
    expect(page.locator(".finale__rating")).to_have_count(0)


def test_the_panel_has_the_count_of_the_last_deal(table) -> None:
    stage, page = table(target=5)
    while not stage.game.over:
        stage.make(stage.game.turn_moves(stage.game.to_act)[0])
    last = page.locator(".panel__deal")
    expect(last.get_by_role("columnheader")).to_have_text(["Player", "During play", "Captured", "Score"])
    score = str(stage.game.scores[0])
    expect(last.get_by_role("row", name="Amina").get_by_role("cell").last).to_have_text(score)
    page.reload()
    expect(last.get_by_role("row", name="Amina").get_by_role("cell").last).to_have_text(score)


def test_the_scores_of_ten_deals_fit_into_the_panel(table) -> None:
    stage, page = table(viewport={"width": 1280, "height": 800})
    seats = [{"caidas": 2, "missas": 1, "calls": 3, "caught": 0, "rating": 1520, "change": 14}] * 2
    story = {
        "deals": [[90 + deal, 110 + deal] for deal in range(10)],
        "seats": seats,
        "captures": CAPTURES,
        "sources": [],
    }
    page.route("**/matches/a/story.json", lambda route: route.fulfill(json=story))
    result = {"reason": "rules", "seat": None, "sides": [99, 119], "winners": [1], "url": "/"}
    stage.change(status="finished", result={**result, "story": "/matches/a/story.json"})
    deals = page.get_by_role("group", name="Score after each deal")
    expect(deals).to_be_visible()
    assert deals.evaluate("node => node.scrollWidth - node.clientWidth") <= 0


@pytest.mark.parametrize("size", [(390, 844), (320, 568)])
def test_a_table_of_points_fits_a_phone(table, size: tuple[int, int]) -> None:
    stage, page = table(viewport={"width": size[0], "height": size[1]})
    stage.seats = [{**stage.sitter(0), "name": "Guest 4825"}, {**stage.sitter(1), "name": "Siete"}]
    deeds = {"caidas": 1, "missas": 0, "calls": 0, "caught": 5, "rating": None, "change": None}
    sources = [["Caidas", "1", "3"], ["Opponents’ bluffs", "0", "5"], ["Calls", "0", "1"], ["Cards", "0", "1"]]
    story: dict[str, Any] = {"deals": [[0, 7], [1, 10]], "seats": [deeds] * 2, "captures": CAPTURES, "sources": sources}
    page.route("**/matches/a/story.json", lambda route: route.fulfill(json=story))
    result = {"reason": "rules", "seat": None, "sides": [1, 10], "winners": [1], "url": "/"}
    stage.change(status="finished", result={**result, "story": "/matches/a/story.json"})
    points = page.get_by_role("group", name="Where the points come from")
    expect(points).to_be_visible()
    assert points.evaluate("node => node.scrollWidth - node.clientWidth") <= 0
    expect(points.get_by_role("row", name="Calls")).to_be_in_viewport()


@pytest.mark.parametrize("width", [320, 390])
def test_the_scores_of_three_players_are_in_one_row(table, width: int) -> None:
    stage, page = table(3, viewport={"width": width, "height": 700})
    result = {"reason": "rules", "seat": None, "sides": [42, 32, 27], "winners": [0], "url": "/"}
    stage.change(status="finished", result=result)
    expect(page.locator(".finale__points")).to_have_text(["42", "32", "27"])
    [sides] = boxes(page, ".finale > [data-side]")
    assert len({round(side["y"] + side["height"]) for side in sides}) == 1


SIZES = [(320, 568), (390, 844), (844, 390), (640, 400), (1280, 800)]


# The size of the felt and the prompt in each frame, where it changes.
NOTE_SIZES = """() => {
    window.sizes = [];
    const note = () => {
        const {clientWidth, clientHeight} = document.querySelector(".felt");
        const {offsetHeight} = document.querySelector("#prompt");
        const now = [clientWidth, clientHeight, offsetHeight];
        if (JSON.stringify(now) !== JSON.stringify(window.sizes.at(-1))) window.sizes.push(now);
        requestAnimationFrame(note);
    };
    note();
}"""


@pytest.mark.parametrize("way", ["last card", "resignation"])
@pytest.mark.parametrize("size", SIZES)
def test_the_table_and_the_prompt_keep_their_sizes_when_the_match_ends(
    open_stage, size: tuple[int, int], way: str
) -> None:
    stage = BoardHarness(Moroccan({"players": 2, "target": 5}))
    moves = []
    while not stage.game.over:
        moves.append(stage.game.turn_moves(stage.game.to_act)[0])
        stage.make(moves[-1])
    stage = BoardHarness(Moroccan({"players": 2, "target": 5}))
    for move in moves[:-1]:
        stage.make(move)
    page = open_stage(stage, viewport={"width": size[0], "height": size[1]}, reduced_motion="no-preference")
    wait_until_free(page)
    page.evaluate(NOTE_SIZES)
    if way == "last card":
        stage.make(moves[-1])
    else:
        end(stage)
    expect(page.locator(".panel--end")).to_be_visible()
    [[_width, _height, prompt]] = page.evaluate("sizes")
    assert prompt > 0
    expect(page.locator(".prompt__text")).to_contain_text(page.locator(".panel--end h2").inner_text())


@pytest.mark.parametrize("size", SIZES)
def test_the_panel_has_the_place_of_the_prompt_as_well_and_the_focus(table, size: tuple[int, int]) -> None:
    stage, page = table(viewport={"width": size[0], "height": size[1]})
    deeds = {"caidas": 2, "missas": 1, "calls": 3, "caught": 0, "rating": 1520, "change": 14}
    story = {
        "deals": [[4, 6], [8, 14], [41, 32]],
        "seats": [deeds] * 2,
        "captures": CAPTURES,
        "sources": [["Cards", 3, 4]],
    }
    page.route("**/matches/a/story.json", lambda route: route.fulfill(json=story))
    result = {"reason": "rules", "seat": None, "sides": [41, 32], "winners": [0], "url": "/"}
    stage.change(status="finished", result={**result, "story": "/matches/a/story.json", "analysis": "/analysis/"})
    expect(page.get_by_role("table", name="Player statistics")).to_be_attached()
    expect(page.locator(".panel--end h2")).to_be_focused()
    [place], [match], [panel], buttons = boxes(page, "#panel", "#match", ".panel--end", ".panel--end .button")
    assert place["y"] + place["height"] == pytest.approx(match["y"] + match["height"], abs=1)
    assert place["x"] <= panel["x"]
    assert panel["y"] + panel["height"] <= place["y"] + place["height"]
    assert buttons[-1]["y"] + buttons[-1]["height"] <= panel["y"] + panel["height"]  # no need to scroll
    page.keyboard.press("Escape")
    [felt], [prompt] = boxes(page, ".felt", "#prompt")
    assert prompt["width"] > 100
    assert not covers(felt, prompt)
    assert prompt["y"] + prompt["height"] == pytest.approx(match["y"] + match["height"], abs=1)


@pytest.mark.parametrize("size", [(844, 390), (640, 400)])
@pytest.mark.parametrize("players", [4, 8])
def test_the_buttons_at_the_end_of_a_match_of_many_need_no_scrolling_in_landscape(
    open_stage, size: tuple[int, int], players: int
) -> None:
    game: Game = Moroccan({"players": 4}) if players == 4 else Porrazo({"players": 8})
    stage = BoardHarness(game)
    page = open_stage(stage, viewport={"width": size[0], "height": size[1]})
    sides = list(range(41, 41 - len(game.scores), -1))
    deeds = {"caidas": 2, "missas": 1, "calls": 3, "caught": 0, "rating": 1520, "change": 14}
    sources = [[name, *[3 for _ in sides]] for name in ("Caidas", "Calls", "Opponents’ bluffs", "Cards")]
    story = {"deals": [sides] * 3, "seats": [deeds] * players, "captures": CAPTURES, "sources": sources}
    page.route("**/matches/a/story.json", lambda route: route.fulfill(json=story))
    result = {"reason": "rules", "seat": None, "sides": sides, "winners": [0], "url": "/"}
    stage.change(status="finished", result={**result, "story": "/matches/a/story.json", "analysis": "/analysis/"})
    expect(page.get_by_role("table", name="Player statistics")).to_be_attached()
    [panel], buttons = boxes(page, ".panel--end", ".panel--end .panel__onwards .button")
    assert buttons[-1]["y"] + buttons[-1]["height"] <= panel["y"] + panel["height"]
    [felt], [match] = boxes(page, ".felt", "#match")
    assert panel["x"] - felt["x"] >= 0.3 * felt["width"], "a part of the table stays in view"
    assert panel["y"] + panel["height"] == pytest.approx(match["y"] + match["height"], abs=1)


def test_the_panel_has_no_empty_part_where_there_is_nothing_to_tell(table) -> None:
    stage, page = table()
    nothing = {"caidas": 0, "missas": 0, "calls": 0, "caught": 0, "rating": None, "change": None}
    story = {"deals": [[0, 0]], "seats": [nothing] * 2, "captures": CAPTURES, "sources": []}
    page.route("**/matches/a/story.json", lambda route: route.fulfill(json=story))
    result = {"reason": "resigned", "seat": 1, "sides": [0, 0], "winners": [0], "url": "/"}
    with page.expect_response("**/matches/a/story.json"):
        stage.change(status="finished", result={**result, "story": "/matches/a/story.json"})
    boxes(page, ".panel--end")
    expect(page.locator(".panel__story > *")).to_have_count(0)


def test_an_open_chat_shows_ones_turn_and_closes_at_the_end_of_the_match(table) -> None:
    stage, page = table(viewport={"width": 390, "height": 844})
    page.evaluate("document.querySelector('#chat').showPopover()")
    turn = page.locator("#chat").get_by_role("button", name="Your turn.")
    while stage.game.to_act != 0:
        expect(turn).to_be_hidden()
        stage.make(stage.game.turn_moves(stage.game.to_act)[0])
    turn.click()
    expect(page.locator("#chat")).to_be_hidden()
    page.evaluate("document.querySelector('#chat').showPopover()")
    end(stage)
    expect(page.locator("#chat")).to_be_hidden()
    expect(page.get_by_role("button", name="Rematch", exact=True)).to_be_visible()


@pytest.mark.parametrize("opener", [".to-side", ".to-chat"])
@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_an_open_sheet_closes_when_the_match_ends(table, size: tuple[int, int], opener: str) -> None:
    stage, page = table(viewport={"width": size[0], "height": size[1]})
    page.locator(opener).click()
    expect(page.locator(".side :popover-open")).to_have_count(1)
    end(stage)
    expect(page.locator(".panel--end h2")).to_be_focused()
    expect(page.locator(":popover-open")).to_have_count(0)
    wishes(stage, 1)
    page.get_by_role("button", name="Accept rematch").click()
    assert stage.hear(page) == [{"type": "rematch", "rotate": False, "on": True}]


# Of each button in the panel: its visible text, its name, and whether all of its text is shown.
BUTTONS = """nodes => nodes.map(node => ({text: node.innerText, name: node.ariaLabel ?? node.innerText,
    isWhole: node.scrollWidth <= node.clientWidth && node.scrollHeight <= node.clientHeight}))"""


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
@pytest.mark.parametrize("size", SIZES)
def test_rematch_is_the_main_button_and_the_others_share_rows(table, size: tuple[int, int], language: str) -> None:
    stage, page = table(viewport={"width": size[0], "height": size[1]}, data={"language": language})
    deeds = {"caidas": 2, "missas": 1, "calls": 3, "caught": 1, "rating": 1520, "change": 14}
    story = {
        "deals": [[4, 6], [8, 14], [41, 32]],
        "seats": [deeds] * 2,
        "captures": CAPTURES,
        "sources": [["Cards", 3, 4]],
    }
    page.route("**/matches/a/story.json", lambda route: route.fulfill(json=story))
    result = {"reason": "rules", "seat": None, "sides": [41, 32], "winners": [0], "url": "/matches/a/"}
    more = {"story": "/matches/a/story.json", "analysis": "/matches/a/analysis/"}
    stage.change(status="finished", result={**result, **more})
    expect(page.locator(".story")).to_have_count(1)
    found = page.locator(".panel__onwards .button").evaluate_all(BUTTONS)
    assert [one for one in found if not one["isWhole"] or one["text"].casefold() not in one["name"].casefold()] == []
    [panel], [title], [scores], buttons = boxes(
        page, ".panel--end", ".panel--end h2", ".finale", ".panel__onwards .button"
    )
    rows = [[box for box in buttons if abs(box["y"] - top) < 1] for top in sorted({round(box["y"]) for box in buttons})]
    assert [len(row) for row in rows] == [1, 4]
    assert rows[0][0]["width"] > 2 * rows[1][0]["width"]
    assert {round(box["height"]) for box in buttons} == {44}  # enough for a finger, and for two lines
    assert all(covers(panel, box, by=0) for box in (title, scores, *buttons))
    assert panel["y"] <= title["y"]  # no need to scroll
    assert buttons[-1]["y"] + buttons[-1]["height"] <= panel["y"] + panel["height"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_panel_leaves_a_part_of_the_board_visible_on_a_phone_and_takes_the_room_below(table, players: int) -> None:
    stage, page = table(players, viewport={"width": 390, "height": 844})
    deeds = {"caidas": 2, "missas": 1, "calls": 3, "caught": 1, "rating": 1520, "change": 14}
    scores = [41, 32, 30] if players == 3 else [41, 32]
    sources = [["Caidas", *scores], ["Cards", *scores]]
    story = {"deals": [scores] * 3, "seats": [deeds] * players, "captures": CAPTURES, "sources": sources}
    page.route("**/matches/a/story.json", lambda route: route.fulfill(json=story))
    result = {"reason": "rules", "seat": None, "sides": scores, "winners": [0], "url": "/matches/a/"}
    stage.change(status="finished", result={**result, "story": "/matches/a/story.json"})
    expect(page.locator(".story")).to_have_count(1)
    expect(page.locator(".story__graph text")).to_have_text(["0", "41"])  # its scale
    [panel], [felt], [place] = boxes(page, ".panel--end", ".felt", ".panel-place")
    assert panel["y"] - felt["y"] > 60
    assert place["y"] + place["height"] - (panel["y"] + panel["height"]) < 12


def test_the_main_button_after_an_abort_leads_to_another_match(table) -> None:
    stage, page = table(viewport={"width": 390, "height": 844})
    end(stage, "aborted", 1, "aborted")
    panel = page.locator(".panel--end")
    main = panel.locator(".panel__onwards .button:not(.button--quiet)")
    expect(main).to_have_text("Next opponent")
    expect(panel.locator(".panel__onwards .button")).to_have_text(["Next opponent", "Rematch", "Swap seats", "Result"])
    wishes(stage, 1)
    expect(main).to_have_text(["Next opponent", "Accept rematch"])
    check_page(page)


def test_the_main_button_after_an_abort_among_friends_is_the_rematch(table) -> None:
    stage, page = table(viewport={"width": 390, "height": 844}, data={"private": True})
    end(stage, "aborted", 1, "aborted")
    onwards = page.locator(".panel--end .panel__onwards")
    expect(onwards.locator(".button")).to_have_text(["Rematch", "Swap seats", "Next opponent", "Result"])
    expect(onwards.locator(".button:not(.button--quiet)")).to_have_text("Rematch")


def test_next_opponent_seeks_the_same_game(table) -> None:
    stage, page = table()
    end(stage)
    address = page.get_by_role("link", name="Next opponent").get_attribute("href")
    assert address == "/?seek=moroccan,300%2B10,rated"


def test_the_panel_keeps_the_focus_while_others_answer(table) -> None:
    stage, page = table(3)
    end(stage)
    link = page.get_by_role("link", name="Result and replay")
    link.focus()
    wishes(stage, 1)
    expect(page.locator(".panel__rematch")).to_have_text("Sota wants a rematch.")
    expect(link).to_be_focused()


IDEAS = [list(idea) for idea in shown_ideas(Moroccan(), {"capture", "run", "ronda", "claim"})]
MISSED = ["Caida", "Missa", "Tringa", "False call", "Challenge"]


def newcomers_end(page: Page, stage: BoardHarness, ideas: list[Any] = IDEAS) -> None:
    """End a newcomer's match that has shown some of these ideas."""
    deeds = {"caidas": 0, "missas": 0, "calls": 1, "caught": 0, "rating": None, "change": None}
    story = {
        "deals": [[11, 4]],
        "seats": [deeds] * 2,
        "captures": CAPTURES,
        "sources": [["Cards", "11", "4"]],
        "ideas": ideas,
    }
    page.route("**/matches/a/story.json", lambda route: route.fulfill(json=story))
    result = {"reason": "rules", "seat": None, "sides": [11, 4], "winners": [0], "url": "/matches/a/"}
    with page.expect_response("**/matches/a/story.json"):
        stage.change(status="finished", result={**result, "story": "/matches/a/story.json"})


def coach_of(stage: BoardHarness, **facts: bool) -> dict[str, Any]:
    return {**coaching_data(stage.game), "novice": True, "gentle": True, **facts}


@pytest.mark.parametrize(
    ("size", "language"),
    [((390, 844), "en"), ((1280, 800), "en"), ((844, 390), "fr"), ((320, 568), "es"), ((390, 844), "ar")],
)
def test_a_newcomer_is_told_what_the_match_has_shown(open_stage, size: tuple[int, int], language: str) -> None:
    stage = BoardHarness(Moroccan())
    viewport = {"width": size[0], "height": size[1]}
    page = open_stage(stage, data={"coach": coach_of(stage), "language": language}, viewport=viewport)
    newcomers_end(page, stage)
    for _visit in range(2):
        expect(page.locator(".recap__seen")).to_have_text(["Capture", "Run", "Ronda", "Silence and claim"])
        expect(page.locator(".recap__step b")).to_have_text(MISSED)
        expect(page.locator(".recap__step").nth(1)).to_have_text("Missa Your capture leaves the table empty: 1 point.")
        found = page.locator(".recap__step").evaluate_all("links => links.map((link) => link.getAttribute('href'))")
        assert [address.partition("#")[2] for address in found] == [f"step-{number}" for number in (3, 4, 6, 7, 8)]
        links, [panel] = boxes(page, ".recap__step", ".panel--end")
        assert min(box["height"] for box in links) >= 44
        assert all(panel["x"] <= box["x"] and box["x"] + box["width"] <= panel["x"] + panel["width"] for box in links)
        page.reload()
    check_page(page)


@pytest.mark.parametrize("coach", [None, {"gentle": False}, {"novice": False}], ids=["none", "later", "uncoached"])
def test_only_coached_newcomers_are_told_what_the_match_has_shown(open_stage, coach: dict[str, bool] | None) -> None:
    stage = BoardHarness(Moroccan())
    page = open_stage(stage, data={"coach": coach and coach_of(stage, **coach)})
    newcomers_end(page, stage)
    expect(page.locator(".story")).to_have_count(1)
    expect(page.locator(".recap")).to_have_count(0)


def test_a_game_without_ideas_to_recall_has_no_recap(open_stage) -> None:
    stage = BoardHarness(Moroccan())
    page = open_stage(stage, data={"coach": coach_of(stage)})
    newcomers_end(page, stage, [])
    expect(page.locator(".story")).to_have_count(1)
    expect(page.locator(".recap")).to_have_count(0)


@pytest.mark.parametrize("way", ["button", "key"])
def test_the_panel_is_closed_to_look_at_the_table_and_shown_again(table, way: str) -> None:
    stage, page = table()
    end(stage)
    panel, result = page.locator(".panel--end"), page.get_by_role("button", name="Result")
    expect(panel).to_be_visible()
    expect(result).to_have_count(0)
    if way == "button":
        panel.get_by_role("button", name="Close").click()
    else:
        page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(result).to_be_focused()
    expect(page.locator("#prompt")).to_contain_text("You won!")
    check_page(page)
    result.click()
    expect(panel).to_be_visible()
    expect(result).to_have_count(0)
    expect(panel.get_by_role("button", name="Close")).to_be_focused()


def test_the_panel_stays_closed_when_the_page_is_loaded_again(table) -> None:
    stage, page = table()
    end(stage)
    page.locator(".panel__close").click()
    page.reload()
    result = page.get_by_role("button", name="Result")
    expect(result).to_be_visible()
    expect(page.locator(".panel--end")).to_be_hidden()
    result.click()
    expect(page.locator(".panel--end")).to_be_visible()
    page.reload()
    expect(page.locator(".panel--end")).to_be_visible()


def test_a_rematch_is_agreed_on_while_the_panel_is_closed(table) -> None:
    stage, page = table()
    end(stage)
    expect(page.locator(".panel--end")).to_be_visible()
    page.keyboard.press("Escape")
    prompt = page.locator("#prompt")
    expect(prompt.get_by_role("button")).to_have_text(["Result", "Rematch"])
    wishes(stage, 1)
    expect(prompt).to_contain_text("Sota wants a rematch.")
    expect(page.locator(".panel--end")).to_be_hidden()
    prompt.get_by_role("button", name="Accept rematch").click()
    assert stage.hear(page) == [{"type": "rematch", "rotate": False, "on": True}]
    wishes(stage, 0, 1)
    expect(prompt.get_by_role("button")).to_have_text(["Result", "Rematch offered", "Cancel rematch"])


@pytest.mark.parametrize(("me", "count"), [(0, 1), (None, 0)])
def test_players_get_to_the_analysis_by_one_click(table, me: int | None, count: int) -> None:
    stage, page = table(me=me)
    result = {"reason": "rules", "seat": None, "sides": [3, 2], "winners": [0], "url": "/matches/a/"}
    stage.change(status="finished", result={**result, "analysis": "/matches/a/analysis/"})
    expect(page.get_by_role("link", name="Result and replay")).to_be_visible()
    button = page.get_by_role("button", name="Analysis")
    expect(button).to_have_count(count)
    requests: list[Request] = []

    def answer(route: Route) -> None:
        requests.append(route.request)
        route.fulfill(body="The analysis")

    page.route("**/analysis/**", answer)
    for one in button.all():
        one.click()
        expect(page.get_by_text("The analysis")).to_be_visible()
    assert [(one.method, one.post_data) for one in requests] == [("POST", "csrfmiddlewaretoken=token")] * count


def test_a_table_that_was_closed_before_its_match_began_says_so(open_stage) -> None:
    stage = waiting_stage()
    page = open_stage(stage)
    expect(page.locator("#seats")).to_contain_text("Waiting for 1 more player.")
    end(stage, "aborted", None, "aborted", begun=False)
    expect(page.locator("#seats")).to_contain_text("This table is closed. The match didn’t start")
    expect(page.get_by_label("Invite with this link")).to_be_hidden()
    expect(page.get_by_role("link", name="Find another match")).to_have_attribute("href", "/")


def test_an_open_table_shows_how_often_players_leave(open_stage) -> None:
    stage = waiting_stage(3)
    stage.seats[1] = {**stage.sitter(1), "leaves": 12}
    page = open_stage(stage)
    expect(page.locator(".place").nth(1)).to_contain_text(re.compile("Sota.*leaves 12% of matches"))


def test_the_end_of_a_match_is_accessible(table) -> None:
    stage, page = table(3)
    end(stage)
    wishes(stage, 1)
    expect(page.locator(".panel__rematch")).to_be_visible()
    check_page(page)


@pytest.mark.parametrize("asked", ["Challenge against Sota", "Resign", "Abort"])
def test_nothing_is_asked_any_more_once_the_match_has_ended(table, asked: str) -> None:
    stage, page = table()
    stage.make((1, "announce", "ronda"))
    stage.change(early=asked == "Abort")
    page.get_by_role("button", name=asked).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    end(stage)
    expect(page.locator(".panel--end")).to_be_visible()
    expect(page.locator("dialog[open], .prompt.is-asked")).to_have_count(0)
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#prompt").get_by_role("button", name="Result")).to_be_visible()
    assert stage.received == []


def test_the_hint_button_says_when_pressed_why_there_is_no_hint(open_stage: Callable[..., Page]) -> None:
    stage = BoardHarness(Moroccan({"target": 121}))
    stage.hint = HINT
    coach = {**coaching_data(stage.game), "novice": False}
    phone = {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 844}}
    page = open_stage(stage, data={"coach": coach}, **phone)
    button, text = page.get_by_role("button", name="Hint"), page.locator(".hint__text")
    button.tap(force=True)  # it is grey
    expect(text).to_have_text("You can ask for a hint on your turn.")
    stage.make((1, "announce", "nothing"))
    expect(text).to_be_empty()
    expect(button).not_to_have_attribute("aria-disabled", "true")
    while len(stage.game.turn_moves(0)) != 1 or stage.game.phase != "play":
        stage.make(stage.game.turn_moves(stage.game.to_act)[0])
    expect(page.locator(".board__own")).to_have_count(1)
    expect(page.locator("#prompt")).to_contain_text("Your turn: play a card.")
    expect(page.locator(".prompt__hint")).to_be_hidden()  # there is nothing to choose
    page.keyboard.press("h")
    expect(text).to_contain_text(re.compile("^You have only one move: play the .+\\. It takes "))
    expect(text).to_have_role("status")
    check_accessible(page)
    assert [frame for frame in stage.received if frame["type"] == "hint"] == []


def test_a_hint_frame_and_prompt_change_as_soon_as_the_card_is_played(table) -> None:
    stage, page = table(reduced_motion="no-preference")
    while not (captures := own_captures(stage.game)):
        stage.make(stage.game.turn_moves(stage.game.to_act)[0])
    move = captures[0]
    stage.change(hint={**HINT, "asked": True, "move": list(move[1:])})
    prompt = page.locator("#prompt")
    expect(prompt).to_contain_text("Play the ")
    page.evaluate(NOTE_WHILE_A_CARD_FLIES)
    stage.hint = HINT
    stage.make(move)
    expect(page.locator("#board")).not_to_have_class(re.compile("is-held"))
    expect(prompt.locator(".prompt__words")).to_have_text("Sota to play.", use_inner_text=True)
    assert page.evaluate("window.noted") == [["Sota to play.", False, "1", "true"]]


def test_no_hint_is_offered_once_the_match_has_ended(table) -> None:
    stage, page = table()
    stage.change(hint=HINT)
    expect(page.get_by_role("button", name="Hint")).to_be_visible()
    end(stage)
    expect(page.locator(".panel--end")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#prompt").get_by_role("button")).to_have_text(["Result", "Rematch"])


def test_a_challenge_is_asked_about_as_long_as_it_is_possible(table) -> None:
    stage, page = table()
    stage.make((1, "announce", "ronda"))
    page.get_by_role("button", name="Challenge against Sota").click()
    stage.make((0, "announce", "nothing"))
    while stage.game.view(0)["calls"][1]["open"]:
        expect(page.get_by_role("dialog")).to_be_visible()
        stage.make(stage.game.turn_moves(stage.game.to_act)[0])
    expect(page.get_by_role("button", name="Challenge against Sota")).to_have_count(0)
    expect(page.get_by_role("dialog")).to_have_count(0)
