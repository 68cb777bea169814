"""For each ruleset, open a match with the form, play it to the end, and replay it. One of the matches is rated."""

from __future__ import annotations

import random
import re
from functools import partial
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.user import BrowserUser, OpenWindow, click_and_navigate, unfold, wait_until
from tests.servers import Server

DICE = random.Random(7)
# The number of moves that people make at the start of each match, and that all seats make at its end. The moves in
# between are made without the page, which would only repeat the same steps hundreds of times.
FIRST, LAST = 6, 6
FOUR_FIRST = "Four cards each in the first batch, none to the table (four players)"

# ruleset, number of seats, and the choices in the form by label
MATCHES = [
    ("moroccan", 4, {"Players": "4", "Points to win": 5, "Dealing": FOUR_FIRST}),
    ("one-deck", 2, {}),
    ("mufts", 4, {"Players": "4", "Level": "Pro"}),
    ("steere", 3, {"Hands": "3"}),
    ("porrazo", 8, {"Players": "8", "Partners": "Yes", "Points to win": 5}),
]


def open_table(host: BrowserUser, ruleset: str, chosen: dict[str, Any], bots: int = 0) -> None:
    """Open a table from the lobby with the form."""
    page = host.page
    page.goto("/")
    click_and_navigate(page.get_by_role("link", name="Open a table"))
    click_and_navigate(page.locator(f".tabs a[href='?ruleset={ruleset}']"))
    unfold(page)
    for label, value in chosen.items():
        fill_in(page, label, value)
    page.get_by_label("Bots", exact=True).fill(str(bots))
    page.get_by_role("button", name="Open table").click()
    expect(page).to_have_url(re.compile("/t/"))


def fill_in(page: Page, label: str, value: int | str) -> None:
    """Set one field of the form: a number, or a choice by its label."""
    field = page.get_by_label(label, exact=True)
    if isinstance(value, int):
        field.fill(str(value))
    else:
        field.select_option(label=value)


def is_newer(version: int, state: dict[str, Any]) -> bool:
    return bool(state["version"] > version)


def play_out(people: list[BrowserUser], most: int = 1000) -> None:
    """Make up to ``most`` random legal moves in the match that is open in these windows.

    On return, either the match is over or it is the turn of one of these people.
    """
    for person in people:
        person.until(lambda state: state["status"] != "open")
    for made in count():
        people[0].until(lambda state: state["status"] != "running" or any(person.moves for person in people))
        if made == most or people[0].state["status"] != "running":
            return
        mover = next(person for person in people if person.moves)
        version = mover.version
        # a challenge needs a confirmation, and usually loses the match
        mover.make(DICE.choice([move for move in mover.moves if move[0] != "challenge"]))
        for person in people:
            person.until(partial(is_newer, version))


def play_shortened(site: Server, people: list[BrowserUser]) -> None:
    """Play the beginning and the end of a match in these windows."""
    play_out(people, FIRST)
    if people[0].state["status"] != "running":
        return
    table, version = people[0].page.url, people[0].version
    # Nothing tells the site what another program changes in the database. The site reads the match again when someone
    # opens a table that nobody else has open.
    for person in people:
        person.page.goto("/")
    site.site.call("play_on", table.rstrip("/").rsplit("/", 1)[1], LAST)
    for person in people:
        person.page.goto(table)
        person.until(partial(is_newer, version))
    play_out(people)


def look_back(person: BrowserUser) -> None:
    """Go from the table to the result and through the replay."""
    page, seats = person.page, len(person.state["seats"])
    click_and_navigate(page.get_by_role("link", name="Result and replay"))
    click_and_navigate(page.get_by_role("link", name=re.compile("Watch replay")))
    expect(page.locator("#slider")).to_have_value("0")
    page.locator("body").press("End")
    last = page.locator("#slider").get_attribute("max") or ""
    expect(page.locator("#slider")).to_have_value(last)
    for view in ("public", "0", "open"):
        page.get_by_label("View").select_option(view)
        page.locator("body").press("ArrowLeft")
        expect(page).to_have_url(re.compile(f"view={view}"))
    expect(page.locator(".seat")).to_have_count(seats)


@pytest.mark.parametrize(("ruleset", "seats", "chosen"), MATCHES, ids=[f"{one[0]}-{one[1]}" for one in MATCHES])
def test_a_match_among_bots_reaches_its_end_and_can_be_replayed(
    sign_in_as: OpenWindow, site: Server, ruleset: str, seats: int, chosen: dict[str, Any]
) -> None:
    amina = sign_in_as(f"amina-{ruleset}-{seats}", viewport={"width": 390, "height": 844} if seats > 4 else None)
    open_table(amina, ruleset, chosen, bots=seats - 1)
    expect(amina.page.locator(".seat")).to_have_count(seats)
    play_shortened(site, [amina])
    wait_until(amina.page, lambda: amina.shown_scores() == amina.state["view"]["scores"])  # once the page has caught up
    look_back(amina)
    amina.page.goto("/matches/?opponents=all")
    expect(amina.page.locator("main")).to_contain_text(amina.name)


def test_two_people_play_porrazo_for_the_ladder(sign_in_as: OpenWindow, site: Server) -> None:
    amina, badr = sign_in_as("amina-rated"), sign_in_as("badr-rated")
    open_table(amina, "porrazo", {"Points to win": 5})
    badr.page.goto(amina.page.url)
    click_and_navigate(badr.page.get_by_role("button", name="Sit down"))
    for person in (amina, badr):
        expect(person.page.locator(".seat")).to_have_count(2)
    play_shortened(site, [amina, badr])
    look_back(amina)
    for person in (amina, badr):
        amina.page.goto(f"/ladder/porrazo/2/?name={person.name}")
        expect(amina.page.get_by_role("row").filter(has_text=person.name)).to_be_visible()


def test_a_refused_combination_is_explained_at_the_option(sign_in_as: OpenWindow) -> None:
    amina = sign_in_as("amina-form")
    page = amina.page
    page.goto("/tables/new/?ruleset=porrazo")
    expect(page.get_by_label("Partners")).to_be_hidden()
    page.locator("summary", has_text="Rules").press("Enter")
    fill_in(page, "Players", "3")
    fill_in(page, "Partners", "Yes")
    page.get_by_role("button", name="Open table").click()
    field = page.locator(".field", has=page.get_by_label("Partners"))
    expect(field.locator(".errorlist")).to_contain_text("need 4, 6 or 8 players")
    expect(page.get_by_label("Players", exact=True)).to_have_value("3")


def test_mark_steeres_game_credits_him_where_it_is_offered_and_played(sign_in_as: OpenWindow) -> None:
    amina = sign_in_as("amina-credit")
    for path in ("/rules/steere/", "/rules/", "/tables/new/?ruleset=steere"):
        amina.page.goto(path)
        expect(amina.page.get_by_text("Rules by Mark Steere, 2022")).to_be_visible()
    open_table(amina, "steere", {}, bots=2)
    expect(amina.page.locator(".seat")).to_have_count(3)
    expect(amina.page.locator(".side").get_by_text("Rules by Mark Steere, 2022")).to_be_visible()
