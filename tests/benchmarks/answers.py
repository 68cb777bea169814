"""Check that every answer to a player is consistent with the stored data: no move is lost or made twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tests.flaky_client import FlakyClient, check_sent
from tests.servers import Site


def check_answers(site: Site, players: Mapping[str, Sequence[FlakyClient]]) -> list[str]:
    """Compare the answers sent to each match's players with its log and receipts, and return the differences.

    Stop all servers first: otherwise, a bot could make a move between two reads of the database.
    """
    faults: list[str] = []
    codes = list(players)
    for code, log, stored in zip(codes, site.call("logs", codes), site.call("receipts", codes), strict=True):
        for page in players[code]:
            faults += page.faults
            if page.state:
                seat = page.state["me"]
                logged = [move for mover, move in log["made"] if mover == seat]
                wrong = check_sent(page, logged, stored[str(seat)])
                faults += [f"{code}: {wrong}"] if wrong else []
        made = Counter(version for seat in stored.values() for refusal, version in seat.values() if not refusal)
        faults += [f"{code}: {count} commands made version {version}" for version, count in made.items() if count > 1]
    return faults + site.call("log_errors", codes)


def count_words(players: Mapping[str, Sequence[FlakyClient]]) -> str:
    """Summarise how many moves were sent and answered, how many connections broke, and what was refused."""
    pages = [page for pages in players.values() for page in pages]
    sent = [one for page in pages for one in page.sent]
    refused = Counter(code for page in pages for code in page.refused)
    lost = sum(len(page.closings) for page in pages)
    made = sum(one.seen for one in sent)
    return f"{len(sent)} moves sent, {made} acknowledged, {lost} lines lost, refused: {dict(refused)}"
