"""Aborting a match: one player suffices before everyone has played; later, all must agree."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Match, Status
from games.services import leaving
from games.services.seating import start_quick_match
from games.state.errors import Forbidden, Illegal
from tests.rows import fresh
from tests.services.tables import (
    open_table,
    play_a_card_each,
)


def test_before_everyone_has_played_any_player_aborts_the_match_unrated(anna: User, badr: User) -> None:
    match = open_table(anna, badr, clock="600+5")
    leaving.abort_match(code=match.code, user_id=badr.pk)
    match.refresh_from_db()
    assert (match.status, match.result_reason, match.result_seat, match.winners) == ("aborted", "aborted", 1, [])
    assert match.finished is not None
    assert not match.rating_changes.exists()
    assert not match.seats.filter(left=True).exists()


def test_later_both_have_to_agree(match: Match, anna: User, badr: User) -> None:
    leaving.abort_match(code=match.code, user_id=anna.pk)
    match.refresh_from_db()
    assert (match.status, match.abort_offers) == (Status.RUNNING, [0])
    leaving.abort_match(code=match.code, user_id=badr.pk)
    assert fresh(match).status == Status.ABORTED


def test_a_repeated_offer_makes_no_version(match: Match, anna: User) -> None:
    assert leaving.abort_match(code=match.code, user_id=anna.pk, on=False) is None
    assert leaving.abort_match(code=match.code, user_id=anna.pk) is not None
    match.refresh_from_db()
    version = match.version
    assert leaving.abort_match(code=match.code, user_id=anna.pk) is None
    assert fresh(match).version == version


def test_an_offer_is_withdrawn(match: Match, anna: User, badr: User) -> None:
    leaving.abort_match(code=match.code, user_id=anna.pk)
    leaving.abort_match(code=match.code, user_id=anna.pk, on=False)
    leaving.abort_match(code=match.code, user_id=badr.pk)
    match.refresh_from_db()
    assert (match.status, match.abort_offers) == (Status.RUNNING, [1])


def test_an_offer_is_declined(trio: Match, anna: User, badr: User, chama: User) -> None:
    for user in (anna, badr):
        leaving.abort_match(code=trio.code, user_id=user.pk)
    leaving.abort_match(code=trio.code, user_id=chama.pk, on=False)
    assert (fresh(trio).abort_offers, fresh(trio).abort_declined) == ([], 2)
    leaving.abort_match(code=trio.code, user_id=chama.pk)
    trio.refresh_from_db()
    assert (trio.status, trio.abort_offers, trio.abort_declined) == (Status.RUNNING, [2], None)
    leaving.abort_match(code=trio.code, user_id=chama.pk, on=False)
    assert fresh(trio).abort_declined is None, "an offer that is withdrawn is not declined"


def test_against_bots_alone_nobody_has_to_agree(anna: User) -> None:
    match = play_a_card_each(start_quick_match(user=anna, ruleset="moroccan", options={}))
    leaving.abort_match(code=match.code, user_id=anna.pk)
    match.refresh_from_db()
    assert (match.status, match.result_seat) == (Status.ABORTED, 0)


def test_a_player_with_a_stand_in_is_not_asked(trio: Match, anna: User, badr: User, chama: User) -> None:
    leaving.resign_match(code=trio.code, user_id=chama.pk)
    for user in (anna, badr):
        leaving.abort_match(code=trio.code, user_id=user.pk)
    assert fresh(trio).status == Status.ABORTED


def test_only_players_of_a_running_match_can_abort_it(match: Match, anna: User, chama: User) -> None:
    with pytest.raises(Forbidden):
        leaving.abort_match(code=match.code, user_id=chama.pk)
    leaving.resign_match(code=match.code, user_id=anna.pk)
    for service in (leaving.abort_match, leaving.claim_win):
        with pytest.raises(Illegal):
            service(code=match.code, user_id=anna.pk)
