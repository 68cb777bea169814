"""A bot that plays any game of Ronda with random legal moves. It needs only Python. See docs/bots.md.

RONDA_TOKEN=ronda_… python bot.py https://ronda.example             waits for invitations
RONDA_TOKEN=ronda_… python bot.py https://ronda.example moroccan    seeks other bots to play with, too
"""

# ruff: noqa: S310, S311, T201
import json
import os
import random
import secrets
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SITE, RULESET = sys.argv[1].rstrip("/"), sys.argv[2] if len(sys.argv) > 2 else ""
TOO_MANY_REQUESTS, SERVER_ERROR = 429, 500
playing: set[str] = set()  # codes of the matches that this bot is playing


def ask(path: str, **body: Any) -> Any:
    """Send a POST if there is a body, or else a GET. Return the API's response, or None if it refuses the request.

    The request is repeated if it exceeds a rate limit, the site is down or there is no response. A repeated POST has
    the same Idempotency-Key, so that it is carried out only once.
    """
    headers = {"Authorization": f"Bearer {os.environ['RONDA_TOKEN']}", "Content-Type": "application/json"}
    data = json.dumps(body).encode() if body else None
    headers |= {"Idempotency-Key": secrets.token_hex(16)} if body else {}
    while True:
        wait = None
        try:
            return urlopen(Request(f"{SITE}/api/v1{path}", data, headers), timeout=60)
        except HTTPError as refusal:
            print(path, refusal, refusal.read().decode())
            if refusal.code != TOO_MANY_REQUESTS and refusal.code < SERVER_ERROR:
                return None
            wait = refusal.headers["Retry-After"]
        except (OSError, HTTPException) as error:
            print(path, error)
        time.sleep(float(wait or 2))


def stream(path: str) -> Iterator[dict[str, Any]]:
    """Yield the frames of a stream, and {} after fifteen seconds without one. Reconnect when the stream breaks off."""
    while True:
        with suppress(OSError, HTTPException, ValueError):  # it broke off, possibly in the middle of a line
            for line in ask(path) or ():
                yield json.loads(line) if line.strip() else {}
        time.sleep(2)


def play(code: str) -> None:
    """Play a match to its end."""
    for state in stream(f"/matches/{code}/stream"):
        if moves := (state.get("view") or {}).get("moves"):
            ask(f"/bot/matches/{code}/move", version=state["version"], move=random.choice(moves))
        elif state.get("result") or state.get("code") == "not_found":
            return playing.discard(code)


for event in stream("/bot/events"):
    code, kind = event.get("code", ""), event.get("kind")
    if kind == "invited" and not ask(f"/bot/matches/{code}/join", seat=None):
        continue
    if kind in {"invited", "paired", "started", "turn"} and code not in playing:
        playing.add(code)
        threading.Thread(target=play, args=[code], daemon=True).start()
    elif RULESET and not playing:
        ask("/bot/seek", ruleset=RULESET, clock="180+5")
