"""No path sends a card to a reader who is not allowed to know it. See tests/knowledge.py for how that is determined."""

from __future__ import annotations

import asyncio
import random
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from itertools import product
from typing import Any

import msgpack  # type: ignore[import-untyped]
import pytest
from redis.asyncio import Redis

from games.rules.deal import Deal
from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.rules.steere import Steere
from tests.knowledge import Knowledge, knowledge_of
from tests.live.conftest import OpenPage
from tests.match_client import MatchClient, play_on
from tests.random_sizes import scaled
from tests.secrecy import (
    LeakError,
    Simulation,
    cards_in,
    check_frame,
    check_matches,
    check_salts,
    check_text,
)
from tests.servers import Server, Site

# Enough to draw each option about a dozen times; `dev.py bench secrecy` simulates ten thousand matches.
SIMULATED = 60
# Seeds with events that are missing from the first sixty: an overcall that clears the table, a chain of all four
# cards of a rank, and a challenge that ends the match or lets another call halt it.
RARE = {101, 395, 413}
TIED = 26  # the seed of a match whose three hands end in a tie, as one in ten does


def test_no_frame_of_simulated_matches_shows_a_secret_card() -> None:
    seeds = RARE.union(range(scaled(SIMULATED)))
    matches, frames = check_matches(sorted(seeds))
    assert matches == len(seeds)
    assert frames > 20 * matches


def test_no_frame_of_matches_by_mark_steeres_rules_shows_a_secret_card() -> None:
    matches, frames = check_matches(range(6), "steere")
    assert frames > 150 * 4 * matches


def test_nor_does_one_that_a_tiebreaker_decides() -> None:
    match = Simulation(TIED, "steere", hands=3)
    match.play()
    kinds = {event.kind for _step, events in match.log for event in events}
    assert "tie_break" in kinds, "the seed leads to another match now: look for one that is tied"


@pytest.mark.parametrize("rules", [Moroccan, Steere])
def test_a_view_that_leaked_another_hand_would_be_noticed(rules: type[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    honest = rules.views

    def leaky(game: Game, seats: Iterable[int | None]) -> dict[int | None, dict[str, Any]]:
        views = honest(game, seats)
        return {seat: {**view, "next": game.hands[(seat or 0) - 1][:1]} for seat, view in views.items()}

    monkeypatch.setattr(rules, "views", leaky)
    with pytest.raises(LeakError):
        check_matches([1], rules.name)


def test_an_event_that_leaked_a_card_of_the_stock_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Game.deal

    def leaky(game: Game, deal: Deal) -> list[Any]:
        events = honest(game, deal)
        return [*events, events[0]._replace(data={"bottom": deal.deck[-1]})]

    monkeypatch.setattr(Moroccan, "deal", leaky)
    with pytest.raises(LeakError):
        check_matches([2])


# The players make the calls themselves, because automatic calls reveal what the hands hold, as they should.
TWINS = [("moroccan", seed, {"declarations": "manual"}) for seed in range(40)]
TWINS += [("steere", seed, {}) for seed in range(3)]


@pytest.mark.parametrize(("ruleset", "seed", "options"), TWINS)
def test_frames_do_not_depend_on_cards_their_reader_cannot_know(
    ruleset: str, seed: int, options: dict[str, Any]
) -> None:
    match = Simulation(seed, ruleset, **options)
    for _step in match.steps():
        if match.rng.random() < 0.1:
            seat = match.rng.choice([None, *range(match.players)])
            game, told = match.twin(seat)
            assert told == [events for _said, events in match.log]
            assert game.view(seat) == match.game.view(seat)


@asynccontextmanager
async def layer_messages(site: Site) -> AsyncIterator[list[Any]]:
    """Collect the messages that go through Valkey within the context."""
    heard: list[Any] = []
    async with Redis.from_url(site.environment["RONDA_REDIS_URL"]) as client, client.pubsub() as listener:
        await listener.psubscribe("*")

        async def listen() -> None:
            async for message in listener.listen():
                if message["type"] == "pmessage":
                    said = msgpack.unpackb(message["data"])
                    heard.extend(said["messages"] if said["type"] == "many" else [said])

        task = asyncio.create_task(listen())
        try:
            yield heard
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


def fetch(server: Server, path: str, cookie: str | None) -> str:
    """Return a page as text. Raises HTTPError if the server failed to render it."""
    headers = {"Cookie": f"sessionid={cookie}"} if cookie else {}
    request = urllib.request.Request(server.url + path, headers=headers)  # noqa: S310  our own server
    try:
        with urllib.request.urlopen(request) as answer:  # noqa: S310
            return str(answer.read().decode())
    except urllib.error.HTTPError as error:
        if error.code >= 500:
            raise
        return error.read().decode()


def known_from_log(log: dict[str, Any], players: int, ruleset: str = "moroccan") -> Knowledge:
    """Return the cards that each reader may know after the first deal and the moves in a log."""
    knowledge = knowledge_of(ruleset, players, log["options"])
    deal = log["deals"][0]
    knowledge.deal(Deal(deal["dealer"], tuple(deal["deck"].split()), tuple(deal["returned"])))
    for _number, seat, move in log["moves"]:
        knowledge.move((seat, *move))
        if not any(knowledge.held):
            knowledge.reach_batch(knowledge.batch + 1)
    return knowledge


def paths_of(match: dict[str, Any]) -> list[str]:
    """Return the path of every page that shows something about a match or its players."""
    code, name = match["code"], match["players"][0]["name"]
    of_match = [f"/t/{code}/", f"/matches/{code}/", f"/matches/{code}/replay/", f"/matches/{code}/record.json"]
    return ["/", *of_match, "/matches/", f"/players/{name}/", "/ladder/"]


ADMIN = ["/admin/", "/admin/games/match/", "/admin/games/match/{id}/change/", "/admin/games/match/{id}/void/"]
ADMIN += ["/admin/games/match/{id}/history/", "/admin/accounts/user/"]


ABOUT_A_MATCH = {"type", "code", "version", "process", "seats", "watching", "ask", "line"}
# A process that does not know yet that a player has a page open on the other one notifies them of their turn.
NOTICE = {"type", "user_id", "kind", "code", "ruleset", "by", "process"}


@pytest.mark.parametrize(("ruleset", "players"), [("moroccan", 2), ("moroccan", 3), ("moroccan", 4), ("steere", 3)])
async def test_no_frame_page_or_message_of_a_running_match_shows_a_secret_card(
    ruleset: str, players: int, two_servers: tuple[Server, Server], open_page: OpenPage
) -> None:
    site, server = two_servers[0].site, two_servers[0]
    options = {} if ruleset == "steere" else {"players": players, "target": 121}
    waiting = site.call("table", f"waiting{ruleset[0]}{players}", options, "", ruleset)
    undealt = {"code": waiting["code"], "players": [waiting["host"]]}
    art = [await asyncio.to_thread(fetch, server, path, None) for path in paths_of(undealt)]
    match = site.call("matches", 1, options, f"secret{ruleset[0]}{players}p", ruleset)[0]
    judge = site.call("moderator", f"judge{ruleset[0]}{players}")
    async with layer_messages(site) as heard:
        seats: list[int | None] = [*range(players), None]
        pages = [await open_page(two_servers[(seat or 0) % 2], match, seat) for seat in seats]
        for moves in (0, players + 4, 2 * players):
            await play_on(pages, moves, random.Random(players))
            log = site.call("log", match["code"])
            assert len(log["deals"]) == 1
            known = known_from_log(log, players, ruleset)
            salts = [deal["salt"] for deal in log["deals"]]
            assert all(salts)
            check_frames(pages, known, salts)
            for seat in seats:
                cookie = None if seat is None else match["players"][seat]["cookie"]
                for path, pictures in zip(paths_of(match), art, strict=True):
                    text = await asyncio.to_thread(fetch, server, path, cookie)
                    check_text(text, known.may_know(seat), f"{path} to {seat}", art=pictures)
                    check_salts(text, salts, f"{path} to {seat}")
            for path in ADMIN:
                text = await asyncio.to_thread(fetch, server, path.format(id=match["id"]), judge["cookie"])
                assert "Log in" not in text, "the moderator was not let in: this check would see nothing"
                check_text(text, known.may_know(None), f"{path} to a moderator")
                check_salts(text, salts, f"{path} to a moderator")
    assert heard
    for message in heard:
        assert cards_in(str(message)) == set()
        check_salts(str(message), salts, "a message of the channel layer")
        assert message.keys() <= (NOTICE if message["type"] == "user.notice" else ABOUT_A_MATCH)


async def test_before_the_cut_nobody_learns_anything_about_the_pack(
    two_servers: tuple[Server, Server], open_page: OpenPage
) -> None:
    server = two_servers[0]
    waiting = server.site.call("table", "uncut-host", {"players": 2})
    match = {"code": waiting["code"], "players": [waiting["host"], *server.site.call("players", ["uncut-guest"])]}
    art = [await asyncio.to_thread(fetch, server, path, None) for path in paths_of(match)]
    async with layer_messages(server.site) as heard:
        pages = [await open_page(server, match, seat) for seat in (0, 1, None)]
        await asyncio.to_thread(server.site.call, "join_table", match["code"], match["players"][1]["id"])
        for page in pages:
            while page.state["status"] == "open":
                await page.next()
        (deal,) = server.site.call("log", match["code"])["deals"]
        assert deal["deck"] == "" != deal["shuffled"]
        assert [page.view["phase"] for page in pages] == ["cut"] * 3
        for page in pages:
            check_text(str(page.frames), set(), "a frame before the cut")
            check_salts(str(page.frames), [deal["salt"]], "a frame before the cut")
        for seat, path in product((0, 1, None), range(len(art))):
            cookie = None if seat is None else match["players"][seat]["cookie"]
            text = await asyncio.to_thread(fetch, server, paths_of(match)[path], cookie)
            check_text(text, set(), paths_of(match)[path], art=art[path])
            check_salts(text, [deal["salt"]], paths_of(match)[path])
    assert heard
    check_text(str(heard), set(), "the channel layer")
    check_salts(str(heard), [deal["salt"]], "the channel layer")


def check_frames(pages: list[MatchClient], known: Knowledge, salts: list[str]) -> None:
    """Check all frames so far. Readers may still know everything that they knew earlier in the deal."""
    for page in pages:
        allowed = known.may_know(page.state["me"])
        assert page.frames
        for text in map(str, page.frames):
            check_frame(text, allowed, allowed, f"a frame to {page.state['me']}")
            check_salts(text, salts, f"a frame to {page.state['me']}")
        page.frames.clear()
