"""For ``site_tool``: a user of every kind, and tables that some users may not see."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Group

from accounts.guests import create_guest
from accounts.models import User
from accounts.sanctions import impose_sanction
from games.models import Clock, Match
from games.services.invitations import invite_players
from games.services.seating import TableSettings, open_match, take_seat
from tests.services.tables import cut_if_due

KINDS: dict[str, dict[str, Any]] = {
    "public": {"private": False},
    "link": {"private": True},
    "invited": {"private": True, "table_settings": TableSettings(invited_only=True)},
    "unwatched": {"private": False, "table_settings": TableSettings(has_spectators=False)},
    "waiting": {"private": False, "options": {"players": 3}},
}


def make_table_with_people(kind: str, prefix: str) -> tuple[Match, dict[str, User]]:
    """Create a table of this kind where ``player`` and ``neighbour`` sit. Return the match, and a user for each role.

    A ``waiting`` table has a free seat. ``other`` is invited to an ``invited`` table.

    The name of every user except the guest ends with ``prefix`` and ``kind``.
    """
    end = f"-{prefix}{kind}"
    people = {name: User.objects.create_user(name + end) for name in "player other banned neighbour".split()}
    people["guest"] = create_guest()
    people["moderator"] = User.objects.create_user(f"judge{end}", is_staff=True)
    people["moderator"].groups.add(Group.objects.get(name="moderators"))
    people["superuser"] = User.objects.create_superuser(f"boss{end}")
    verdict = {"measure": "suspend", "reason": "r", "message": "m"}
    impose_sanction(whom=people["banned"], by=people["superuser"], **verdict)
    terms = {"options": {"players": 2}, "rated": False, "clock": Clock.parse("3d"), **KINDS[kind]}
    match = open_match(user=people["player"], ruleset="moroccan", **terms)
    if kind == "invited":
        asked = [people["other"].username, people["neighbour"].username]
        invite_players(code=match.code, user=people["player"], names=asked)
    take_seat(code=match.code, user=people["neighbour"])
    return cut_if_due(match), people
