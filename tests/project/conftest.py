"""One user of every kind, and objects that belong to these users.

They are created once per module, in a transaction that encloses the tests' own. Each test gets its own copies.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from django.contrib.auth.models import Group

from accounts.bots import make_bot
from accounts.models import PushSubscription, User
from accounts.sanctions import impose_sanction
from accounts.tokens import make_token
from accounts.vapid import public_key_of
from games.chat.services import send_chat_line
from games.models import Clock, Match
from games.moderation.services import report_player
from games.services.invitations import invite_players
from games.services.leaving import resign_match
from games.services.seating import TableSettings, open_match, take_seat
from tests.project.rights import PASSWORD, sessions, signed_in
from tests.push_service import VAPID_KEY, Browser
from tests.puzzle_factories import add_puzzle
from tests.services.tables import move_once, open_table

DEVICE = 77  # the id of the player's device with push notifications


@pytest.fixture(autouse=True)
def _with_push_notifications(settings: Any) -> None:
    """Turn on push notifications, so that the site has all its forms."""
    settings.RONDA_VAPID_PRIVATE_KEY, settings.RONDA_VAPID_PUBLIC_KEY = VAPID_KEY, public_key_of(VAPID_KEY)


@pytest.fixture
def people(shared_people: dict[str, User], db: None) -> dict[str, User]:
    """Copies of ``shared_people``."""
    return deepcopy(shared_people)


@pytest.fixture
def match(shared_match: Match, db: None) -> Match:
    """A copy of ``shared_match``."""
    return deepcopy(shared_match)


@pytest.fixture
def tables(shared_tables: dict[str, Match], db: None) -> dict[str, Match]:
    """Copies of ``shared_tables``."""
    return deepcopy(shared_tables)


@pytest.fixture(scope="module")
def shared_people(shared_rows: None) -> Iterator[dict[str, User]]:
    """A user of each kind. ``banned`` is suspended. Unlike ``other``, ``player`` has a token, a bot and a device.

    They are logged in. There is also a daily puzzle.
    """
    add_puzzle()
    people = {name: User.objects.create_user(name, password=PASSWORD) for name in ("player", "other", "banned")}
    people["guest"] = User.objects.create_guest(1234)
    people["moderator"] = User.objects.create_user("judge", password=PASSWORD, is_staff=True)
    people["moderator"].groups.add(Group.objects.get(name="moderators"))
    people["superuser"] = User.objects.create_superuser("boss", password=PASSWORD)
    verdict = {"measure": "suspend", "reason": "r", "message": "m"}
    impose_sanction(whom=people["banned"], by=people["superuser"], **verdict)
    make_token(user=people["player"], name="a program")
    make_bot(operator=people["player"], name="Zerda")
    facts = Browser("https://fcm.googleapis.com/wp/1").facts
    PushSubscription.objects.create(pk=DEVICE, user=people["player"], language="en", session="s", **facts)
    sessions.update({person.username: signed_in(person).cookies["sessionid"].value for person in people.values()})
    yield people
    sessions.clear()


@pytest.fixture(scope="module")
def shared_match(shared_people: dict[str, User]) -> Match:
    """A finished match between ``player`` and ``other``, with chat and a report."""
    people = shared_people
    match = open_table(people["player"], people["other"])
    move_once(match)
    send_chat_line(code=match.code, user_id=people["other"].pk, text="well played")
    resign_match(code=match.code, user_id=people["other"].pk)
    report_player(code=match.code, by=people["player"], whom="other", reason="other", words="")
    return match


@pytest.fixture(scope="module")
def shared_tables(shared_people: dict[str, User]) -> dict[str, Match]:
    """Tables hosted by ``player``.

    One is open and has a neighbour, one is rated, one is only for ``other``, and one is finished.
    """
    player, neighbour = shared_people["player"], User.objects.create_user("neighbour")
    common = {"user": player, "ruleset": "moroccan", "private": False}
    tables = {
        "open": open_match(**common, options={"players": 3}, rated=False),
        "rated": open_match(**common, options={"players": 3}, rated=True, clock=Clock.parse("3d")),
        "invited": open_match(**common, options={}, rated=False, table_settings=TableSettings(invited_only=True)),
        "played": open_table(player, neighbour),
    }
    take_seat(code=tables["open"].code, user=neighbour)
    invite_players(code=tables["invited"].code, user=player, names=["other"])
    move_once(tables["played"])
    resign_match(code=tables["played"].code, user_id=neighbour.pk)
    return tables
