"""How long people's moves are delayed while the strongest bots play at two hundred other tables."""

from __future__ import annotations

from statistics import median
from time import sleep

from tests.benchmarks.live import on_cores, spread
from tests.benchmarks.stage import KINDS, OPTIONS, Measured, apply_load, new_site
from tests.servers import Server

PACE = 2.0  # seconds between two moves at a table of people
BOT_PACE = 2 * PACE  # between two bot moves at a table, as if a person moved in between after PACE
AT_MOST = 1.5


def bot_tables(tables: int = 200, people: int = 100, seconds: int = 30, rounds: int = 5) -> None:
    """Compare the delay until opponents see a move with and without bots at other tables, and print the ratio.

    Bots fill all seats at their tables and make as many moves as they would against people. Each round measures both
    cases on its own site; the ratio printed last is the median of all rounds.
    """
    found = []
    for number in range(rounds):
        with on_cores(2), new_site(KINDS[1], RONDA_BOT_DELAY=str(BOT_PACE)) as site, Server(site) as server:
            matches = site.call("matches", people, OPTIONS, f"people{number}")
            spread(matches, [server], by_address=True)
            alone = apply_load(site, [server], matches, bare=False, pace=PACE, seconds=seconds)
            site.call("bot_matches", tables, OPTIONS, BOT_PACE)
            while site.call("moves_of_bots") < 2 * tables:  # each match is loaded once, with its first move
                sleep(1)
            beside = apply_load(site, [server], matches, bare=False, pace=PACE, seconds=seconds)
            found.append(beside.after(0.99) / alone.after(0.99))
            print(f"bot_tables  without bots: {_words(alone)}")
            print(
                f"bot_tables  {tables} tables of bots: {_words(beside)}, "
                f"{site.call('moves_of_bots')} moves of bots, {len(server.complaints())} errors"
            )
            for line in server.complaints():
                print(f"bot_tables  error: {line[:2000]}")
    print(f"bot_tables  ratio of p99 with/without: {median(found):.2f}  (at most {AT_MOST})", flush=True)


def _words(measured: Measured) -> str:
    return f"seen after p50 {measured.after(0.5):.1f} ms, p99 {measured.after(0.99):.1f} ms"
