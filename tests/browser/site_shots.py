"""The site's pages for screenshots, always rendered from the same rows, in this process and without a server."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import combinations
from unittest.mock import patch

import time_machine
from django.db import transaction
from django.test import Client
from playwright.sync_api import Page

from accounts.models import User
from games.models import Clock, Match, Outcome
from games.services import dealing, seating
from tests.browser.camera import NOON
from tests.browser.disk_site import disk_site
from tests.rating_factories import ended_match
from tests.services.tables import play_to_end

NAMES = ["amina", "badr", "chadia", "driss", "esma", "farid"]
AVATARS = [("star", "green"), ("sun", "clay"), ("arch", "plum"), ("waves", "blue"), ("cup", "night"), ("tiles", "teal")]

# The reader, or "" for a visitor, and the path; ``{code}`` is the code of a finished match.
PATHS = {
    "home": ("", "/"),
    "home-player": ("amina", "/"),
    "result": ("amina", "/matches/{code}/"),
    "replay": ("", "/matches/{code}/replay/"),
    "ladder": ("amina", "/ladder/moroccan/2/"),
    "profile": ("", "/players/amina/"),
    "settings": ("amina", "/settings/"),
    "rules": ("", "/rules/moroccan/"),
}
QUERIES = {"replay": "?move=21"}  # only the script reads them


class SitePages:
    """The site's pages at ``NOON``, with people who have played matches."""

    def __init__(self) -> None:
        with time_machine.travel(NOON, tick=False), patch.object(dealing, "_random", random.Random(4)):
            self.people = [self._person(number) for number in range(len(NAMES))]
            self._play_for_ratings()
            self.match = self._finished_match()
            seating.open_match(
                user=self.people[3], ruleset="porrazo", options={"players": 4}, private=False, rated=False, clock=None
            )
            running = self._start(self.people[1], self.people[2])
            running.refresh_from_db()

    @staticmethod
    def _person(number: int) -> User:
        pattern, colour = AVATARS[number]
        person = User.objects.create_user(NAMES[number], password="four words are enough")
        person.avatar_pattern, person.avatar_colour, person.date_joined = pattern, colour, NOON - timedelta(days=90)
        person.save()
        return person

    def _play_for_ratings(self) -> None:
        dice = random.Random(7)
        for day in range(30, 0, -10):
            with time_machine.travel(NOON - timedelta(days=day), tick=False):
                for one, other in combinations(self.people, 2):
                    scores = [41, dice.randrange(20, 41)]
                    match = ended_match([one, other] if dice.random() < 0.7 else [other, one], scores, [0])
                    match.seats.filter(number=0).update(outcome=Outcome.WON)
                    match.seats.filter(number=1).update(outcome=Outcome.LOST)

    def _start(self, host: User, guest: User) -> Match:
        match = seating.open_match(
            user=host, ruleset="moroccan", options={"target": 21}, private=False, rated=True, clock=Clock.parse("3d")
        )
        seating.take_seat(code=match.code, user=guest)
        match.refresh_from_db()
        return match

    def _finished_match(self) -> Match:
        match = self._start(self.people[0], self.people[1])
        play_to_end(match, seed=3)
        return match

    def html(self, name: str, language: str) -> str:
        """Return the HTML of a page as its reader sees it."""
        reader, path = PATHS[name]
        client = Client(headers={"accept-language": language})
        with time_machine.travel(NOON, tick=False):
            if reader:
                client.force_login(User.objects.get(username=reader))
            answer = client.get(path.format(code=self.match.code), follow=True)
        assert answer.status_code == 200
        return answer.content.decode()


@contextmanager
def site_pages() -> Iterator[SitePages]:
    """Create the rows for the pages, and roll them back at the end."""
    with transaction.atomic():
        yield SitePages()
        transaction.set_rollback(True)


def open_site_page(page: Page, html: str, query: str = "") -> None:
    """Show a page of the site."""
    page.route_web_socket("**/ws/site/**", lambda _socket: None)
    page.goto(f"{disk_site().put(html)}{query}")
