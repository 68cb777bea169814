"""Closing an account while its owner is playing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from games.chat import services as talk
from games.comments.services import write_comment
from games.models import ChatLine, Match, Rating, Seat, Status
from games.selectors.table import load_table
from games.services import leaving, play, presence, rematch, seating
from games.services.account_closing import close_account
from games.state.errors import ServiceError, Unavailable
from games.state.match_cache import match_cache
from tests.rows import fresh
from tests.services.tables import move_once, on_turn, open_table, serve, server_owes_a_move


def as_closed(match: Match, user: User) -> dict[str, Callable[[], object]]:
    """Return every request that a socket, page or bot could still make for a user whose account has been closed."""
    code, who = match.code, user.pk
    return {
        "move": lambda: play.make_move(code=code, user_id=who, version=match.version, move=["play", "1O"]),
        "auto call": lambda: play.set_auto_call(code=code, user_id=who, on=True),
        "resign": lambda: leaving.resign_match(code=code, user_id=who),
        "abort": lambda: leaving.abort_match(code=code, user_id=who),
        "claim": lambda: leaving.claim_win(code=code, user_id=who),
        "rematch": lambda: rematch.offer_rematch(code=code, user_id=who),
        "line": lambda: talk.send_chat_line(code=code, user_id=who, text="still here"),
        "phrase": lambda: talk.send_chat_phrase(code=code, user_id=who, key="well-played"),
        "comment": lambda: write_comment(code=code, user=user, text="still here"),
    }


def test_a_closed_account_gets_no_rematch(anna: User, badr: User) -> None:
    match = open_table(anna, badr, rated=False)
    leaving.resign_match(code=match.code, user_id=badr.pk)
    rematch.offer_rematch(code=match.code, user_id=anna.pk)
    close_account(user=anna)
    with pytest.raises(Unavailable):
        rematch.offer_rematch(code=match.code, user_id=badr.pk)


def test_with_two_players_the_other_one_wins(anna: User, badr: User) -> None:
    match = open_table(anna, badr)
    move_once(match)
    close_account(user=anna)
    match.refresh_from_db()
    assert (match.status, match.result_reason, match.winners) == (Status.FINISHED, "resigned", [1])
    assert Rating.objects.get(user=badr).value > 1500
    assert not Rating.objects.get(user=anna).ranked


def test_with_three_players_a_bot_takes_over_and_the_name_is_gone(anna: User, badr: User, chama: User) -> None:
    match = open_table(anna, badr, chama)
    move_once(match)
    close_account(user=anna)
    assert fresh(match).status == Status.RUNNING
    assert match.seats.get(user=anna).left
    match_cache.clear()
    seats = str(load_table(match.code).seats)
    assert "anna" not in seats
    assert f"Closed {anna.pk}" in seats
    while server_owes_a_move(fresh(match)) or on_turn(match) == anna:
        assert serve(match) is not None
    move_once(match)  # the others play on


@pytest.mark.parametrize("others", [1, 2])
def test_a_closed_account_can_do_nothing_more(anna: User, badr: User, chama: User, others: int) -> None:
    match = open_table(anna, *[badr, chama][:others])
    move_once(match)
    close_account(user=anna)
    before = fresh(match).version, ChatLine.objects.count()
    gone = User.objects.get(pk=anna.pk)
    for what, do in as_closed(match, gone).items():
        try:
            do()
        except ServiceError:
            continue
        pytest.fail(what)
    assert (fresh(match).version, ChatLine.objects.count()) == before


def test_a_closed_account_cannot_take_a_seat(anna: User, badr: User) -> None:
    waiting = seating.open_match(user=badr, ruleset="moroccan", options={}, private=False, rated=False)
    close_account(user=anna)
    gone = User.objects.get(pk=anna.pk)
    with pytest.raises(ServiceError):
        seating.take_seat(code=waiting.code, user=gone)
    with pytest.raises(ServiceError):
        seating.open_match(user=gone, ruleset="moroccan", options={}, private=False, rated=False)
    assert not Seat.objects.filter(user=anna).exists()


def test_a_match_that_closing_missed_is_ended_by_its_clock(anna: User, badr: User) -> None:
    match = open_table(anna, badr, clock="600+5")
    while set(match.moves.filter(move__0="play").values_list("seat", flat=True)) != {0, 1}:
        move_once(match)
    late = on_turn(match)
    accounts.close_account(user=late)  # and the process is killed before it leaves the tables
    presence.mark_away(code=match.code, user_id=late.pk)
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=False):
        match.refresh_from_db()
        assert play.act_for_server(code=match.code) is not None
        match.refresh_from_db()
    assert match.status == Status.FINISHED
    assert match.seats.exclude(user=late).get().number in match.winners
