"""Simulated matches, to check that no frame contains a card that its reader may not know (see tests/knowledge.py).

The code under test does not decide what a reader may know. All text that is sent is searched for anything that looks
like a card.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from games.live.callback_queue import CallbackQueue
from games.live.match_room import MatchRoom
from games.live.socket import Socket
from games.rules import find_ruleset
from games.rules.deal import Deal
from games.rules.events import Event
from games.rules.fair import commit_to
from games.rules.game import Game
from games.rules.moves import Move
from games.rules.options import OptionError
from games.selectors.table import Table
from games.selectors.table_facts import TableFacts
from games.state.access import AccessPolicy
from games.state.live_match import LiveMatch
from games.state.packs import Pack
from games.state.seats import SeatInfo
from tests.knowledge import knowledge_of

CARD = re.compile(r"\b(?:[1-9]|1[0-2])[OCSB]\b")


class LeakError(AssertionError):
    """Raised when a reader has been sent a card that they may not know."""


def cards_in(text: str) -> set[str]:
    """Return everything in a text that looks like a card."""
    return set(CARD.findall(text))


def check_text(text: str, allowed: set[str], where: str, *, art: str = "") -> None:
    """Raise LeakError if a text names a forbidden card more often than ``art`` does.

    ``art`` is the same page before anything is dealt. Its pictures and rules show cards too.
    """
    leaked = set(Counter(CARD.findall(text)) - Counter(CARD.findall(art))) - allowed
    if leaked:
        raise LeakError(f"{where}: {sorted(leaked)}")


def check_salts(text: str, salts: Iterable[str], where: str) -> None:
    """Raise LeakError if a text contains a salt of a running match. A salt would help readers to guess the pack."""
    if any(salt in text for salt in salts):
        raise LeakError(f"{where}: a salt")


def check_frame(text: str, before: set[str], after: set[str], where: str) -> None:
    """Check a frame sent after a move.

    If the move led to a new deal, the events before that deal are about the previous one.
    """
    if '"kind":"deal"' not in text:
        check_text(text, after, where)
        return
    frame = msgspec.json.decode(text)
    events = frame.pop("events")
    dealt = next((at for at, event in enumerate(events) if event["kind"] == "deal"), 0)
    check_text(str(events[:dealt]), before, f"{where}, events of the deal before")
    check_text(str(events[dealt:]) + str(frame), after, where)


class Page(Socket):
    """A socket that records its frames instead of sending them."""

    def __init__(self, seat: int | None) -> None:
        self.user_id = None if seat is None else 100 + seat
        self.seat = seat
        self.frames: list[str] = []

    def deliver(self, frame: str, *, queue: CallbackQueue | None = None) -> None:
        self.frames.append(frame)


class Simulation:
    """A match of random moves. The live room's code sends it to a page for each seat and to one spectator page."""

    def __init__(self, seed: int, ruleset: str = "moroccan", **options: object) -> None:
        self.rng = random.Random(seed)
        self.options = random_options(self.rng, ruleset, **options)
        self.log: list[tuple[Deal | Move, list[Event]]] = []
        self.game: Game = find_ruleset(ruleset)(self.options)
        self.players = self.game.players
        self.knowledge = knowledge_of(ruleset, self.players, self.options)
        self.live = LiveMatch("simulated")
        self.live.status, self.live.version = "running", 0
        self.live.game = self.game.copy()
        self.live.seats = tuple(SeatInfo(100 + seat, f"player {seat}", "", False) for seat in range(self.players))
        self.table = Table(self.live)
        everybody = AccessPolicy("running", True, False, 0, frozenset(), frozenset())
        self.table.facts = TableFacts(0, everybody, None, {}, None, None)
        self.watch = MatchRoom("simulated")
        self.watch.table = self.table
        self.pages = [Page(seat) for seat in (*range(self.players), None)]
        self.watch.sockets |= set(self.pages)
        self.frames = 0
        self.salts: list[str] = []
        self.uncut: tuple[int, list[str]] | None = None  # the dealer and the pack that is waiting to be cut

    def play(self) -> int:
        """Play to the end, check every frame, and return the number of frames. Raises LeakError if a card leaks."""
        for _step in self.steps():
            pass
        return self.frames

    def steps(self) -> Iterator[None]:
        """Play to the end, and yield after each step."""
        self._step(None)
        yield
        while not self.game.over:
            if self.uncut is not None:
                self._cut(*self.uncut)
            else:
                self._step(self._choose())
            yield

    def twin(self, seat: int | None) -> tuple[Game, list[list[Event]]]:
        """Return a copy of the match where the cards that ``seat`` cannot know are shuffled, and the copy's events."""
        known = self.knowledge.may_know(seat)
        last = max((at for at, (step, _events) in enumerate(self.log) if isinstance(step, Deal)), default=-1)
        game: Game = type(self.game)(self.options)
        told: list[list[Event]] = []
        for at, (step, _events) in enumerate(self.log):
            if not isinstance(step, Deal):
                told.append(game.apply(step))
            elif at < last:
                told.append(game.deal(step))
            else:
                unknown = [card for card in step.deck if card not in known]
                self.rng.shuffle(unknown)
                deck = tuple(card if card in known else unknown.pop() for card in step.deck)
                told.append(game.deal(step._replace(deck=deck)))
        return game, told

    def _choose(self) -> Move:
        """Choose a move, usually for the seat to act, but sometimes any legal move by any seat."""
        moves = self.game.legal()
        turn = [move for move in moves if move[0] == self.game.to_act and move[1] not in {"claim", "challenge"}]
        return self.rng.choice(moves if not turn or self.rng.random() < 0.05 else turn)

    def _step(self, move: Move | None) -> None:
        before = [set(self.knowledge.may_know(page.seat)) for page in self.pages]
        if move is not None:
            self.log.append((move, self.game.apply(move)))
            self.knowledge.move(move)
            self.knowledge.reach_batch(getattr(self.game, "batch", 0))
            self.live.advance(move)
        self.live.pack = self._commit() or self.live.pack
        self._tell(before)

    def _commit(self) -> Pack | None:
        """If a pack is due, commit to it and return its public part. Otherwise, return None."""
        if self.game.phase != "deal":
            return None
        self.salts.append(self.rng.randbytes(32).hex())
        pack = self.rng.sample(self.game.pack, len(self.game.pack))
        dealer = self.game.next_dealer
        if dealer is None:
            dealer = self.rng.randrange(self.players)
        self.uncut = dealer, pack
        return Pack(len(self.salts) - 1, commit_to(self.salts[-1], pack), dealer)

    def _cut(self, dealer: int, pack: list[str]) -> None:
        before = [set(self.knowledge.may_know(page.seat)) for page in self.pages]
        deal = self.game.cut_deal(dealer, pack, self.salts[-1], self.rng.randrange(1, len(pack)))
        self.uncut = None
        self.log.append((deal, self.game.deal(deal)))
        self.knowledge.deal(deal)
        assert deal.proof is not None
        self.live.deal(deal)
        self.live.pack = Pack(len(self.salts) - 1, deal.proof.commitment, dealer, deal.proof.cut)
        self._tell(before)

    def _tell(self, before: list[set[str]]) -> None:
        self.live.version += 1
        self.watch.tell_all(self.table.update())
        for page in self.pages:
            if self.rng.random() < 0.1:
                self.watch.send_state(page)
        for page, known in zip(self.pages, before, strict=True):
            self._check(page, known)

    def _check(self, page: Page, before: set[str]) -> None:
        after = self.knowledge.may_know(page.seat)
        for text in page.frames:
            where = f"to {page.seat} at version {self.table.version} of {self.options}"
            check_frame(text, before, after, where)
            check_salts(text, self.salts, where)
            if page.seat is not None and not self.knowledge.held[page.seat] <= cards_in(text):
                raise AssertionError("the reader's own hand is missing, so this check would prove nothing")
        self.frames += len(page.frames)
        page.frames.clear()


def random_options(rng: random.Random, ruleset: str, **fixed: object) -> dict[str, Any]:
    """Return a valid random combination of options, with small targets so that a match ends soon."""
    rules = find_ruleset(ruleset).options
    while True:
        given = {option.name: rng.choice(list(option.values)) for option in rules.options}
        if "target" in given:
            given["target"] = rng.choice([5, 9, 15, 25, 41])
        try:
            return rules.complete({**given, **fixed})
        except OptionError:
            continue


def check_matches(seeds: Iterable[int], ruleset: str = "moroccan") -> tuple[int, int]:
    """Simulate one match per seed. Return the numbers of matches and frames. Raises LeakError if a card leaks."""
    frames = [Simulation(seed, ruleset).play() for seed in seeds]
    return len(frames), sum(frames)
