"""A new user's main path through the site: signing up, finishing a match, replaying it and appearing on the ladder."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import check_accessible
from tests.browser.user import BrowserUser, OpenWindow, click_and_navigate, unfold, wait_until
from tests.servers import Server, Site

DICE = random.Random(5)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(Site(tmp_path_factory.mktemp("site"))) as server:
        yield server


@pytest.fixture
def people(open_window: OpenWindow) -> tuple[BrowserUser, BrowserUser]:
    """Two people, each with a browser window."""
    return open_window("yasmina"), open_window("badr")


def open_table(host: BrowserUser) -> str:
    """Sign up from the front page and open a private table for a short match; return the invitation link."""
    page = host.page
    page.goto("/")
    click_and_navigate(page.get_by_role("link", name="Sign up").first)
    check_accessible(page)
    host.sign_up()
    click_and_navigate(page.get_by_role("link", name="Open a table"))
    unfold(page)
    check_accessible(page)
    page.get_by_label("Points to win").fill("5")
    page.get_by_label("Who can join").select_option("link")
    page.get_by_label("Rated or casual").select_option("rated")
    page.get_by_label("Match starts").select_option("full")
    page.get_by_role("button", name="Open table").click()
    expect(page.get_by_text("Waiting for 1 more player.")).to_be_visible()
    check_accessible(page)
    return page.get_by_label("Invite with this link").input_value()


def come_by_link(guest: BrowserUser, link: str) -> None:
    """Open the link as a visitor, sign up and join the table."""
    page = guest.page
    page.goto(link)
    click_and_navigate(page.get_by_role("button", name="Sit down"))
    click_and_navigate(page.locator("main").get_by_role("link", name=re.compile("sign up", re.IGNORECASE)))
    guest.sign_up()
    expect(page).to_have_url(link)
    # the socket of the previous page sends nothing more
    click_and_navigate(page.get_by_role("button", name="Sit down"))


def choose(moves: list[list[Any]]) -> list[Any]:
    """Choose a random card to play. If no card can be played, choose the first move.

    The first move announces or claims nothing, accepts, or cuts the pack.
    """
    cards = [move for move in moves if move[0] == "play"]
    return DICE.choice(cards) if cards else moves[0]


def play_turn(pair: tuple[BrowserUser, BrowserUser]) -> None:
    """Make a move for the user to act; wait until both pages have received the new state."""
    mover = next(person for person in pair if person.moves)
    version = mover.version
    mover.make(choose(mover.moves))
    for person in pair:
        person.until(lambda state: state["version"] > version)


def check_shown(person: BrowserUser) -> None:
    """Check that the page shows the hand and the scores of its last frame."""
    person.close_count()
    view = person.state["view"]
    own = view["seats"][person.state["me"]]["hand"]
    for card in own:
        expect(person.own_cards.and_(person.keyed(card))).to_be_visible()
    expect(person.own_cards).to_have_count(len(own))
    wait_until(person.page, lambda: person.shown_scores() == view["scores"])


def check_deals(person: BrowserUser, text: str) -> None:
    """Check that the page verifies the deals of this match, and rejects a record with two cards swapped."""
    page = person.page
    deals = json.loads(text)["deals"]
    click_and_navigate(page.get_by_role("link", name="Check the deals"))
    expect(page.locator("#verdict .message--success")).to_contain_text(f"saw {len(deals)} of the commitments")
    expect(page.locator(".verdict .badge--good")).to_have_count(len(deals))
    check_accessible(page)
    first, second = deals[0]["deck"].split()[-2:]
    tampered = text.replace(f"{first} {second}", f"{second} {first}", 1).encode()
    chooser = page.get_by_label("Choose a match record")
    chooser.set_input_files({"name": "changed.json", "mimeType": "application/json", "buffer": tampered})
    expect(page.locator(".verdict__error")).to_have_text("This isn’t the pack the site committed to.")
    click_and_navigate(page.get_by_role("link", name="Result"))


def look_at_replay(person: BrowserUser) -> None:
    """Step through the replay with buttons, keys and the slider; check that a reload returns to the same move."""
    page = person.page
    click_and_navigate(page.get_by_role("link", name=re.compile("Watch replay")))
    expect(page.locator("#board[aria-busy]")).to_have_count(0)
    check_accessible(page)
    last = int(page.locator("#slider").get_attribute("max") or 0)
    assert last > 5
    page.get_by_role("button", name="Next move").click()
    expect(page).to_have_url(re.compile(r"move=1\b"))
    page.locator("body").press("ArrowRight")
    expect(page).to_have_url(re.compile(r"move=2\b"))
    page.locator("body").press("End")
    expect(page).to_have_url(re.compile(rf"move={last}\b"))
    page.locator("body").press("ArrowLeft")
    page.locator("body").press("Home")
    expect(page).to_have_url(re.compile(r"move=0\b"))
    page.locator("#slider").fill("3")
    page.get_by_label("View").select_option("public")
    expect(page).to_have_url(re.compile(r"move=3&view=public"))
    page.reload()
    expect(page.locator("#slider")).to_have_value("3")
    expect(page.get_by_label("View")).to_have_value("public")


def start_match(pair: tuple[BrowserUser, BrowserUser]) -> None:
    """Wait until the match is running, cut the pack, and wait until both users hold cards."""
    for person in pair:
        person.until(lambda state: state["status"] == "running")
    play_turn(pair)  # the cut
    for person in pair:
        person.own_cards.first.wait_for()


def check_reload(person: BrowserUser) -> None:
    """Check that the page looks the same after a reload."""
    before = person.state
    person.reload()
    assert person.state["view"] == before["view"]
    check_shown(person)


def play_to_end(pair: tuple[BrowserUser, BrowserUser]) -> None:
    """Play until the match is over; check that both pages then link to the result."""
    while pair[0].state["status"] == "running":
        play_turn(pair)
    for person in pair:
        expect(person.page.get_by_role("link", name="Result and replay")).to_be_visible()


def check_seats(person: BrowserUser, winner: int) -> None:
    """Check that the seats show the new ratings, also after a reload."""
    ratings = person.page.locator(".seat .seat__rating")
    for _visit in range(2):
        expect(ratings.and_(person.page.locator(f"[data-seat='{winner}'] *"))).to_have_text("1520?")
        expect(ratings.and_(person.page.locator(f"[data-seat='{1 - winner}'] *"))).to_have_text("1480?")
        person.page.reload()


def check_result(person: BrowserUser, *, has_won: bool) -> None:
    """Open the result from the table; check who won, and the winner's new rating."""
    page = person.page
    page.get_by_role("link", name="Result and replay").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        re.compile(r"You won( \d+–\d+)?" if has_won else r"You lost( \d+–\d+)?")
    )
    expect(page.get_by_role("region", name="Result").get_by_text("1520")).to_be_visible()
    check_accessible(page)


def download_record(person: BrowserUser) -> str:
    """Download the record of the match from its result, and return it."""
    with person.page.expect_download() as download:
        person.page.get_by_role("link", name="Download record").click()
    record = Path(download.value.path()).read_text()
    assert '"ronda-record/1"' in record
    return record


def find_on_ladder(person: BrowserUser, winner: str) -> None:
    """Open pages from the main menu, and search the ladder for the winner."""
    page = person.page
    for item in ("Matches", "Rules", "Ladder"):
        click_and_navigate(page.get_by_role("navigation", name="Main").get_by_role("link", name=item))
        expect(page.get_by_role("heading", level=1)).to_have_text(item)
    expect(page.locator("main")).to_contain_text("not ranked yet")  # after one match
    page.get_by_role("searchbox").fill(winner)
    click_and_navigate(page.get_by_role("button", name="Search"))
    expect(page.get_by_role("row").nth(1)).to_contain_text("1520?")
    check_accessible(page)


def find_on_profile(person: BrowserUser, opponent: str, code: str) -> None:
    """Check that the opponent's profile links to the replay of the match."""
    person.page.goto(f"/players/{opponent}/")
    check_accessible(person.page)
    expect(person.page.locator(f"a[href='/matches/{code}/replay/']")).to_be_visible()


def test_two_new_people_play_a_match_to_its_end_and_find_it_again(people: tuple[BrowserUser, BrowserUser]) -> None:
    amina, badr = people
    link = open_table(amina)
    come_by_link(badr, link)
    start_match(people)
    check_accessible(amina.page)

    for _ in range(4):
        play_turn(people)
    for person in people:
        check_shown(person)
    check_reload(amina)

    play_to_end(people)
    check_accessible(amina.page)
    winner = people[amina.state["result"]["winners"][0]]

    check_seats(amina, people.index(winner))
    check_result(amina, has_won=winner is amina)
    record = download_record(amina)
    check_deals(amina, record)
    look_at_replay(amina)

    # the match is private, so only its players find it in lists
    code = link.rstrip("/").rsplit("/", 1)[1]
    find_on_ladder(badr, winner.name)
    find_on_profile(badr, "yasmina", code)
