"""What tests and benchmarks do to a site's database from a process of its own: ``python -m tests.site_tool NAME ARGS``.

ARGS is a JSON list, and so is each result. See ``servers.Site.tool``.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Any

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.db import transaction  # noqa: E402
from django.db.models import Sum  # noqa: E402

from accounts.models import User  # noqa: E402
from accounts.services import mute_user, unblock  # noqa: E402
from games.models import Deal, Match, Move  # noqa: E402
from games.services.results import void_match  # noqa: E402
from games.services.seating import open_match, start_quick_match, take_seat  # noqa: E402
from games.services.talk import hide_line  # noqa: E402


def players(names: list[str]) -> list[dict[str, Any]]:
    """People who are signed in: id, name and session cookie of each."""
    return [_signed_in(User.objects.create_user(name)) for name in names]


def moderator(name: str) -> dict[str, Any]:
    """A superuser who is signed in."""
    return _signed_in(User.objects.create_superuser(name, password=None))


def _signed_in(user: User) -> dict[str, Any]:
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return {"id": user.pk, "name": user.username, "cookie": session.session_key}


def matches(count: int, options: dict[str, Any], prefix: str = "p") -> list[dict[str, Any]]:
    """Running matches with new people on all seats: code and players of each."""
    made = []
    with transaction.atomic():
        for number in range(count):
            people = players([f"{prefix}{number}x{seat}" for seat in range(options.get("players", 2))])
            host, *others = [User.objects.get(pk=person["id"]) for person in people]
            match = open_match(user=host, ruleset="moroccan", options=options, private=True, rated=True)
            for other in others:
                take_seat(code=match.code, user=other)
            made.append({"id": match.pk, "code": match.code, "players": people})
    return made


def bot_match(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """A running match of one new person against bots."""
    person = players([name])[0]
    match = start_quick_match(user=User.objects.get(pk=person["id"]), ruleset="moroccan", options=options)
    return {"code": match.code, "players": [person]}


def table(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """An open table with one new person: code and host."""
    person = players([name])[0]
    host = User.objects.get(pk=person["id"])
    match = open_match(user=host, ruleset="moroccan", options=options, private=True, rated=True)
    return {"code": match.code, "host": person}


def sit(code: str, user_id: int) -> None:
    """Let somebody sit down."""
    take_seat(code=code, user=User.objects.get(pk=user_id))


def void(code: str, reason: str) -> None:
    """Let a new moderator void a match."""
    judge = User.objects.create_superuser(f"mod-{code}", password=None)
    void_match(code=code, moderator=judge, reason=reason)


def deactivate(user_id: int) -> None:
    """Lock somebody out."""
    User.objects.filter(pk=user_id).update(is_active=False)


def close_to_spectators(code: str) -> None:
    """Let nobody without a seat watch from now on."""
    Match.objects.filter(code=code).update(has_spectators=False)


def mute(by: int, whom: int) -> None:
    """Let one person mute another."""
    mute_user(by=User.objects.get(pk=by), whom=User.objects.get(pk=whom))


def unmute(by: int, whom: int) -> None:
    """Take that back."""
    unblock(by=User.objects.get(pk=by), whom=User.objects.get(pk=whom))


def hide(line_id: int, name: str) -> None:
    """Let a new moderator hide a line."""
    hide_line(line_id=line_id, moderator=User.objects.create_superuser(name, password=None))


def log(code: str) -> dict[str, Any]:
    """What the database has of a match."""
    match = Match.objects.get(code=code)
    return {
        "status": match.status,
        "version": match.version,
        "options": match.options,
        "moves": [[number, seat, move] for number, seat, move in match.moves.values_list("number", "seat", "move")],
        "deals": list(match.deals.values("dealer", "deck", "returned", "before_move")),
    }


def games_total() -> list[int]:
    """How many matches, deals and moves there are, and the sum of all versions: what any change would change."""
    total = Match.objects.aggregate(total=Sum("version"))["total"]
    return [Match.objects.count(), Deal.objects.count(), Move.objects.count(), total or 0]


TOOLS = {
    tool.__name__: tool
    for tool in (
        *(players, moderator, matches, bot_match, table, sit, void, deactivate, log, games_total),
        *(close_to_spectators, mute, unmute, hide),
    )
}

if __name__ == "__main__":
    print(json.dumps(TOOLS[sys.argv[1]](*json.loads(sys.argv[2]))))
