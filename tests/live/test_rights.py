"""Permissions on sockets: every kind of frame, sent by every kind of user at every kind of table."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from games.live.messages import Frame
from games.live.site_messages import SiteFrame
from tests.project.rights import PEOPLE, read_rows
from tests.servers import Server
from tests.table_factories import KINDS

Frames = dict[str, dict[str, Any]]

# One frame of each kind, with the one that ends a match last.
SENT: Frames = {
    "sync": {},
    "talk": {},
    "say": {"text": "hello"},
    "phrase": {"key": "hello"},
    "auto_call": {"on": True},
    "hint": {"version": 0},
    "move": {"version": 0, "move": ["cut", 3]},
    "claim_win": {},
    "rematch": {},
    "back": {},
    "abort": {"on": False},
    "resign": {},
}
SITE_SENT: Frames = {
    "sync": {},
    "lobby": {},
    "seek": {"ruleset": "porrazo", "clock": "300+10", "rated": False},
    "seek/rated": {"ruleset": "porrazo", "clock": "300+10", "rated": True},
    "resume_seek": {},
    "cancel_seek": {},
}

# The role of a user at a table of each kind, or the code with which the socket is closed.
TABLES = read_rows("""
# table    stranger guest player other banned moderator superuser
public     looks    greets plays talks 4403   talks     talks
link       looks    greets plays talks 4403   talks     talks
invited    4404     4404  plays  talks 4403   4404      4404
unwatched  4404     4404  plays  4404  4403   4404      4404
waiting    looks    comes hosts  waits 4403   waits     waits
""")
SITE = read_rows("""
#          stranger guest player other banned moderator superuser
site       looks    guest seeks  seeks 4403   seeks     seeks
""")["site"]

# The outcome of each frame, in the order above, by sender. Users without a seat may send ``back``; guests may send only
# preset phrases.
COMES = {
    "looks": "does does" + 10 * " forbidden",
    "talks": "does does does does forbidden forbidden forbidden forbidden forbidden does forbidden forbidden",
    "greets": "does does guest does forbidden forbidden forbidden forbidden forbidden does forbidden forbidden",
    "waits": "does does does does not_now not_now not_now not_now forbidden does not_now not_now",
    "comes": "does does guest does not_now not_now not_now not_now forbidden does not_now not_now",
    "hosts": "does does does does not_now not_now not_now not_now no_rematch does not_now not_now",
    "plays": "does does does does does no_hints stale not_yet no_rematch does does does",
}
SITE_COMES = {
    "looks": "does does forbidden forbidden forbidden forbidden",
    "guest": "does does does guest does does",
    "seeks": "does does does does does does",
}


async def visit(server: Server, path: str, cookie: str | None, frames: Frames) -> list[str] | str:
    """Return the close code of a socket, or the outcome of each frame: an error code, or ``does``."""
    headers = {"Cookie": f"sessionid={cookie}"} if cookie else {}
    address = f"ws://127.0.0.1:{server.port}{path}"
    async with connect(address, origin=Origin(server.url), additional_headers=headers, proxy=None) as socket:
        try:
            return [await answer(socket, {"type": row.split("/")[0], **frames[row]}) for row in frames]
        except ConnectionClosed as closed:
            return str(closed.rcvd.code if closed.rcvd else None)


async def answer(socket: ClientConnection, frame: dict[str, Any]) -> str:
    """Send a frame, and return its outcome.

    Then send an invalid frame. Frames are answered in order, so its refusal shows that there are no more answers.
    """
    for one in (frame, {"type": "nonsense"}):
        await socket.send(json.dumps(one))
    came = "does"
    while (code := json.loads(await socket.recv()).get("code")) != "malformed":
        came = code or came
    return came


def lists_every_kind(union: object, sent: Frames) -> bool:
    """Return whether the tests send every kind of frame that a socket accepts, and no others."""
    return {kind.__struct_config__.tag for kind in get_args(union)} == {row.split("/")[0] for row in sent}


def test_every_kind_of_frame_is_listed_here() -> None:
    assert lists_every_kind(Frame, SENT)
    assert lists_every_kind(SiteFrame, SITE_SENT)
    assert set(TABLES) == set(KINDS)


@pytest.mark.parametrize("kind", TABLES)
async def test_the_socket_of_a_table(kind: str, server: Server) -> None:
    cast = server.site.call("table_with_users", kind)
    before = server.site.call("log", cast["code"])
    for who in sorted(PEOPLE, key="player".__eq__):  # users who can end the match come last
        if who == "player":
            after = server.site.call("log", cast["code"])
            # A server that stalled for a while gives time back to the clocks, which creates a version.
            assert {**after, "version": 0} == {**before, "version": 0}
        found = await visit(server, f"/ws/match/{cast['code']}/", cast["people"].get(who), SENT)
        is_what = TABLES[kind][who]
        expected = COMES[is_what].split() if is_what in COMES else is_what
        assert found == expected, who


async def test_the_socket_of_the_site(server: Server) -> None:
    cast = server.site.call("table_with_users", "public", "site")
    for who in PEOPLE:
        found = await visit(server, "/ws/site/", cast["people"].get(who), SITE_SENT)
        is_what = SITE[who]
        assert found == (SITE_COMES[is_what].split() if is_what in SITE_COMES else is_what), who
