"""A match in two languages: each player reads everything in their own language, on the page and over the socket."""

from __future__ import annotations

import json
import re

from django.utils.translation import gettext, override
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.accessible import check_accessible
from tests.browser.user import BrowserUser, OpenWindow, click_and_navigate
from tests.servers import Server


def words(text: str, language: str) -> str:
    """Return a text's translation. Fail if the catalogs have none."""
    with override(language):
        translated = gettext(text)
    assert translated != text
    return translated


def sentence(text: str, language: str) -> re.Pattern[str]:
    """Return a pattern for a log sentence whose fields may contain anything."""
    parts = re.split(r"\{\w+\}", words(text, language))
    return re.compile(".*".join(map(re.escape, (part.strip() for part in parts))))


def check_language(page: Page, language: str, direction: str) -> None:
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("html")).to_have_attribute("dir", direction)


def spoil_phrases(page: Page) -> None:
    """Make the server refuse the quick phrases that this page sends from now on."""

    def connect(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def from_page(text: str | bytes) -> None:
            frame = json.loads(text)
            server.send(json.dumps({**frame, "key": "nonsense"}) if frame["type"] == "phrase" else text)

        route.on_message(from_page)

    page.route_web_socket("**/ws/match/**", connect)


def say(person: BrowserUser, phrase: str, language: str) -> None:
    person.page.locator(".chat__all").click()
    person.page.get_by_role("button", name=words(phrase, language)).click()


def test_a_player_in_arabic_and_one_in_french_read_everything_in_their_language(
    site: Server, open_match: OpenWindow, sign_in: OpenWindow
) -> None:
    match = site.site.call("matches", 1, {"players": 2, "declarations": "automatic"}, "tongues")[0]
    # Amina's browser asks for Arabic. Badr's asks for English, and he chooses French in the footer of a page.
    amina = open_match(match["players"][0], match["code"], locale="ar-MA")
    badr = sign_in(match["players"][1])
    badr.page.goto("/help/")
    click_and_navigate(badr.page.get_by_role("button", name="Français"))
    expect(badr.page).to_have_url(re.compile("/fr/help/$"))
    badr.page.goto(f"/t/{match['code']}/")
    readers = ((amina, "ar", "rtl"), (badr, "fr", "ltr"))

    for person, language, direction in readers:
        check_language(person.page, language, direction)
        expect(person.page.locator("#log")).to_contain_text(
            sentence("New cards: {size} each (batch {batch}).", language)
        )
    on_turn = _find_turn(amina, badr)
    on_turn.make(next(move for move in on_turn.moves if move[0] == "play"))
    for person, language, _direction in readers:
        expect(person.page.locator("#log .log__line").last).to_have_text(
            re.compile("|".join(sentence(text, language).pattern for text in PLAYED))
        )

    say(amina, "Good luck!", "ar")
    say(badr, "Well played!", "fr")
    for person, language, _direction in readers:
        for text in ("Good luck!", "Well played!"):
            expect(person.page.locator(".chat__lines")).to_contain_text(words(text, language))

    for person, language, direction in readers:
        spoil_phrases(person.page)
        person.reload()
        say(person, "Hello!", language)
        expect(person.page.get_by_text(words("No such phrase.", language))).to_be_visible()
        check_language(person.page, language, direction)
        check_accessible(person.page)


PLAYED = (
    "{seat} lays {card}.",
    "{seat} plays {card} and takes {cards}.",
    "{seat} clears the table and scores {points}.",
)


def _find_turn(*people: BrowserUser) -> BrowserUser:
    """Wait until all pages show that it is somebody's turn, and return that player."""
    for person in people:
        person.until(lambda state: state["view"]["to_act"] >= 0)
    return next(person for person in people if person.moves)
