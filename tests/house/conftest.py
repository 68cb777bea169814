"""The people that there are, as far as rights go, and something of theirs to lay hands on."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group

from accounts.bots import make_bot
from accounts.models import User
from accounts.sanctions import impose_sanction
from accounts.tokens import make_token
from games.models import Clock, Match
from games.services.inviting import invite_players
from games.services.leaving import resign_match
from games.services.reports import report_player
from games.services.seating import Welcome, open_match, take_seat
from games.services.talk import say_line
from tests.house.rights import PASSWORD
from tests.services.tables import move_once, open_table


@pytest.fixture
def people() -> dict[str, User]:
    """One of each; ``banned`` is suspended, ``player`` has a token and a bot, and ``other`` has neither."""
    people = {name: User.objects.create_user(name, password=PASSWORD) for name in ("player", "other", "banned")}
    people["guest"] = User.objects.create_guest(1234)
    people["moderator"] = User.objects.create_user("judge", password=PASSWORD, is_staff=True)
    people["moderator"].groups.add(Group.objects.get(name="moderators"))
    people["superuser"] = User.objects.create_superuser("boss", password=PASSWORD)
    verdict = {"measure": "suspend", "reason": "r", "message": "m"}
    impose_sanction(whom=people["banned"], by=people["superuser"], **verdict)
    make_token(user=people["player"], name="a program")
    make_bot(operator=people["player"], name="Zerda")
    return people


@pytest.fixture
def match(people: dict[str, User]) -> Match:
    """A match that ``player`` and ``other`` have played, with words said in it and a report."""
    match = open_table(people["player"], people["other"])
    move_once(match)
    say_line(code=match.code, user_id=people["other"].pk, text="well played")
    resign_match(code=match.code, user_id=people["other"].pk)
    report_player(code=match.code, by=people["player"], whom="other", reason="other", words="")
    return match


@pytest.fixture
def tables(people: dict[str, User]) -> dict[str, Match]:
    """What ``player`` hosts: an open table where a neighbour sits, a rated one, one for ``other`` alone; one played."""
    player, neighbour = people["player"], User.objects.create_user("neighbour")
    common = {"user": player, "ruleset": "moroccan", "private": False}
    tables = {
        "open": open_match(**common, options={"players": 3}, rated=False),
        "rated": open_match(**common, options={"players": 3}, rated=True, clock=Clock.parse("3d")),
        "invited": open_match(**common, options={}, rated=False, welcome=Welcome(invited_only=True)),
        "played": open_table(player, neighbour),
    }
    take_seat(code=tables["open"].code, user=neighbour)
    invite_players(code=tables["invited"].code, user=player, names=["other"])
    move_once(tables["played"])
    resign_match(code=tables["played"].code, user_id=neighbour.pk)
    return tables
