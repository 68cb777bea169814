"""Tables to test with, and helpers to play at them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import TestCase
from django.utils import timezone

from accounts.models import User
from games.bots import choose_move
from games.models import Clock, Match, Status
from games.rules.game import Game
from games.rules.moves import Move, parse_move
from games.selectors.bot_turn import BotTurn, read_bot_turn
from games.services import play, seating
from games.state import store
from games.state.announce import Change, announce_to_layer, set_announcer
from games.state.live_match import UNKNOWN, LiveMatch
from games.state.match_cache import MatchCache, match_cache
from games.state.match_log import replay_match


def open_table(
    host: User, *others: User, rated: bool = True, private: bool = False, clock: str = "", **options: Any
) -> Match:
    """Open a Moroccan ronda table with these people; the match starts once they fill all seats.

    A rated table gets a clock, in days by default, so that people can play several matches at once.
    """
    if rated and not clock:
        clock = "3d"
    options.setdefault("players", max(2, 1 + len(others)))
    match = seating.open_match(
        user=host,
        ruleset="moroccan",
        options=options,
        private=private,
        rated=rated,
        clock=Clock.parse(clock) if clock else None,
    )
    for user in others:
        seating.take_seat(code=match.code, user=user)
    return cut_if_due(match)


def waits_for_cut(match: Match) -> bool:
    """Return whether a person has to cut the pack now."""
    deal = match.deals.last()
    return match.status == Status.RUNNING and deal is not None and not deal.is_dealt


def cut(match: Match, place: int = 20) -> Change:
    """Have the cutter cut the pack."""
    assert match.turn is not None
    user = match.seats.get(number=match.turn).user_id
    assert user is not None
    change = play.make_move(code=match.code, user_id=user, version=match.version, move=["cut", place])
    match.refresh_from_db()
    return change


def cut_if_due(match: Match) -> Match:
    """Cut and deal if the match is waiting for a cut. Return the match."""
    match.refresh_from_db()
    if waits_for_cut(match):
        cut(match)
    return match


def game_of(match: Match) -> Game:
    """Return the game according to the log."""
    return replay_match(match)[0]


def mover(match: Match) -> User:
    """Return the player whose turn it is according to the log."""
    user = match.seats.get(number=game_of(match).to_act).user
    assert user is not None
    return user


def stored_match(code: str) -> LiveMatch:
    """Return the match as stored in the database, bypassing the cache."""
    live = LiveMatch(code)
    live.reload()
    return live


def kept_match(code: str) -> LiveMatch:
    """Return this process's cached copy of the match."""
    live = match_cache.find(code)
    assert live is not None
    assert live.version != UNKNOWN
    return live


@contextmanager
def elsewhere() -> Iterator[None]:
    """Act as another process, with its own match cache, within this context."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "match_cache", MatchCache())
        yield


@contextmanager
def announced_to(hear: Callable[[Any], None]) -> Iterator[None]:
    """Within this context, call ``hear`` with every change and every item of news that is announced."""
    set_announcer(hear)
    try:
        yield
    finally:
        set_announcer(announce_to_layer)


def on_turn(match: Match) -> User:
    """Return the person whose turn it is according to the stored match."""
    user = match.seats.get(number=match.turn if match.turn is not None else -1).user
    assert user is not None
    return user


def plain_move(game: Game) -> Move:
    """Return a neutral move: announce or claim nothing, play the first card, or accept."""
    moves = game.turn_moves(game.to_act)
    return next((move for move in moves if move[-1] == "nothing"), moves[0])


def move_once(match: Match, move: Move | None = None) -> Change:
    """Make one move, by default a neutral one, as the player whose turn it is."""
    match.refresh_from_db()
    seat, *said = move or plain_move(game_of(match))
    user = match.seats.get(number=seat).user_id
    assert user is not None
    change = play.make_move(code=match.code, user_id=user, version=match.version, move=said)
    match.refresh_from_db()
    return change


def server_owes_a_move(match: Match) -> bool:
    """Return whether the server has to act within ten seconds. People's deadlines are further away."""
    return match.wake_at is not None and match.wake_at < timezone.now() + timedelta(seconds=10)


def serve(match: Match) -> Change | None:
    """Make the change that the server has to make now, if any, as the scheduler would. Bots think in this process."""
    done = play.act_for_server(code=match.code)
    now = Match.objects.get(pk=match.pk)
    if done is not None or now.wake_at is None or now.wake_at > timezone.now():
        return done
    turn = read_bot_turn(match.code, now.version)
    return None if turn is None else play.make_bot_move(code=match.code, **chosen(turn))


def chosen(turn: BotTurn) -> dict[str, Any]:
    """Return the arguments of ``make_bot_move`` for the move that the bot chooses."""
    move = parse_move([turn.seat, *choose_move(turn.bot, turn.observation, turn.seed)])
    return {"version": turn.version, "bot": turn.bot, "move": move}


def play_a_card_each(match: Match) -> Match:
    """Have everyone play until each seat has played a card."""
    while any(
        not match.moves.filter(seat=seat, move__0="play").exists()
        for seat in match.seats.values_list("number", flat=True)
    ):
        if server_owes_a_move(match):
            serve(match)
            match.refresh_from_db()
        else:
            move_once(match)
    return match


def play_to_end(match: Match, seed: int = 1) -> list[Change]:
    """Have people move at random and the server make its moves until the match is over."""
    rng = random.Random(seed)
    changes = []
    match.refresh_from_db()
    while match.status == Status.RUNNING:
        # The commit hooks cache the game for the next move, which would otherwise replay the log.
        with TestCase.captureOnCommitCallbacks(execute=True):
            changes.append(_go_on(match, rng))
    return changes


@transaction.atomic
def play_on(match: Match, left: int, seed: int = 1) -> None:
    """Have all seats, including the bots', move at random until this many moves are left in the match.

    This is for tests of the last moves. Nobody challenges, since that would end the match early.
    """
    rng = random.Random(seed)
    before: list[str] = []
    match.refresh_from_db()
    while match.status == Status.RUNNING:
        mark, version = transaction.savepoint(), match.version
        with TestCase.captureOnCommitCallbacks(execute=True):
            _move_for_anyone(match, rng)
        match.refresh_from_db()
        if match.version > version:
            before.append(mark)
    transaction.savepoint_rollback(before[max(0, len(before) - left)])
    match_cache.clear()
    match.refresh_from_db()


def _move_for_anyone(match: Match, rng: random.Random) -> None:
    """Make the next change to a running match. A bot's move is also chosen here."""
    if server_owes_a_move(match) and play.act_for_server(code=match.code):
        return
    assert match.turn is not None
    seat = match.seats.get(number=match.turn)
    bot = seat.stand_in or seat.bot
    if waits_for_cut(match):
        if not bot:
            cut(match, rng.randrange(1, 40))
        return  # otherwise the bot's cut is not due yet
    game = _kept_game(match)
    move = rng.choice([move for move in game.turn_moves(game.to_act) if move.verb != "challenge"])
    if bot:
        play.make_bot_move(code=match.code, version=match.version, bot=bot, move=move)
    else:
        move_once(match, move)


def _go_on(match: Match, rng: random.Random) -> Change:
    """Make the next change to a running match, as the server or as the person whose turn it is."""
    if server_owes_a_move(match):
        served = serve(match)
        assert served is not None
        match.refresh_from_db()
        return served
    if waits_for_cut(match):
        return cut(match, rng.randrange(1, 40))
    game = _kept_game(match)
    return move_once(match, rng.choice(game.turn_moves(game.to_act)))


def _kept_game(match: Match) -> Game:
    """Return the game from the cache if it is up to date, or from the log otherwise."""
    kept = match_cache.find(match.code)
    return kept.game if kept is not None and kept.version == match.version else game_of(match)


def play_short_match(*people: User, **options: Any) -> Match:
    """Play a casual match for a few points to the end."""
    match = open_table(*people, rated=False, **{"target": 5, **options})
    play_to_end(match)
    return match
