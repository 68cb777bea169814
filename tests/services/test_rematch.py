"""A rematch with the same players."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from games.models import Invitation, Match, Status
from games.services import leaving, rematch
from games.services.seating import start_quick_match
from games.state.access import may_watch
from games.state.errors import Forbidden, NotFound, Unavailable
from tests.rows import fresh
from tests.services.tables import open_table

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def ended(*users: User) -> Match:
    match = open_table(*users, clock="300+5", target=25)
    leaving.abort_match(code=match.code, user_id=users[0].pk)
    return match


def names(match: Match | None) -> list[str]:
    assert match is not None
    return [seat.user.username for seat in match.seats.select_related("user") if seat.user]


def want(match: Match, *users: User, rotate: bool = False, on: bool = True) -> None:
    for user in users:
        rematch.offer_rematch(code=match.code, user_id=user.pk, rotate=rotate, on=on)
    match.refresh_from_db()


def test_a_rematch_starts_once_everyone_wants_it(anna: User, badr: User, chama: User) -> None:
    match = ended(anna, badr, chama)
    want(match, anna, chama)
    assert (match.rematch, match.rematch_offers) == (None, [0, 2])
    want(match, badr)
    new = match.rematch
    assert new is not None
    assert new.status == Status.RUNNING
    assert names(new) == ["anna", "badr", "chama"]
    assert (new.ruleset, new.options, new.clock, new.rated) == (match.ruleset, match.options, "300+5", True)


def test_the_first_player_to_ask_decides_whether_seats_rotate(anna: User, badr: User, chama: User) -> None:
    match = ended(anna, badr, chama)
    want(match, anna, rotate=True)
    want(match, badr, chama)
    assert names(match.rematch) == ["chama", "anna", "badr"]


def test_bots_are_not_asked(anna: User) -> None:
    match = start_quick_match(user=anna, ruleset="moroccan", options={"players": 3})
    leaving.resign_match(code=match.code, user_id=anna.pk)
    want(match, anna, rotate=True)
    new = match.rematch
    assert new is not None
    assert new.status == Status.RUNNING
    assert [bool(bot) for bot in new.seats.values_list("bot", flat=True)] == [False, True, True]


def test_a_request_is_withdrawn(anna: User, badr: User) -> None:
    match = ended(anna, badr)
    want(match, anna)
    want(match, anna, on=False)
    want(match, badr)
    assert (match.rematch, match.rematch_offers) == (None, [1])


def test_a_player_who_declines_ends_all_offers_until_a_new_one(anna: User, badr: User, chama: User) -> None:
    match = ended(anna, badr, chama)
    want(match, chama, on=False)
    assert (match.rematch_declined, match.version) == (None, version := match.version), "there was nothing to decline"
    want(match, anna, badr, rotate=True)
    want(match, chama, on=False)
    assert (match.rematch_offers, match.rematch_declined, match.version) == ([], 2, version + 3)
    want(match, chama)
    assert (match.rematch_offers, match.rematch_declined, match.rematch_rotated) == ([2], None, False)
    want(match, anna, badr)
    assert names(match.rematch) == ["anna", "badr", "chama"]


def test_a_match_has_one_rematch(anna: User, badr: User) -> None:
    match = ended(anna, badr)
    want(match, anna, badr)
    new = match.rematch
    want(match, anna, badr)
    assert match.rematch == new
    assert Match.objects.count() == 2


def test_only_its_players_can_ask_for_a_rematch_and_only_soon_after_the_end(
    anna: User, badr: User, chama: User
) -> None:
    with time_machine.travel(NOON, tick=False) as today:
        match = open_table(anna, badr)
        with pytest.raises(Unavailable):
            want(match, anna)
        leaving.resign_match(code=match.code, user_id=anna.pk)
        with pytest.raises(Forbidden):
            want(match, chama)
        today.shift(timedelta(minutes=31))
        with pytest.raises(Unavailable):
            want(match, anna)


def test_the_rematch_has_the_same_access_settings(anna: User, badr: User, chama: User, dris: User) -> None:
    match = ended(anna, badr)
    Match.objects.filter(pk=match.pk).update(invited_only=True)
    Invitation.objects.create(match=match, user=chama, by=anna)
    want(match, anna, badr)
    new = match.rematch
    assert new is not None
    assert new.status == Status.RUNNING
    assert [may_watch(new, user.pk) for user in (anna, badr, chama, dris)] == [True, True, True, False]


def test_the_rematch_of_a_match_without_spectators_has_none_either(anna: User, badr: User, chama: User) -> None:
    match = ended(anna, badr)
    Match.objects.filter(pk=match.pk).update(has_spectators=False)
    want(match, anna, badr)
    assert match.rematch is not None
    assert not may_watch(match.rematch, chama.pk)


def test_a_player_plays_again_against_the_same_bots_at_any_time(anna: User, badr: User) -> None:
    with time_machine.travel(NOON, tick=False) as today:
        match = start_quick_match(user=anna, ruleset="moroccan", options={"players": 3, "target": 25}, level="rey")
        with pytest.raises(NotFound):
            rematch.play_again(code=match.code, user=anna)
        leaving.resign_match(code=match.code, user_id=anna.pk)
        today.shift(timedelta(days=31))
        with pytest.raises(Forbidden):
            rematch.play_again(code=match.code, user=badr)
        new = rematch.play_again(code=match.code, user=anna)
    assert fresh(new).status == Status.RUNNING
    assert (new.ruleset, new.options) == (match.ruleset, match.options)
    assert list(new.seats.values_list("bot", flat=True)) == ["", "rey", "rey"]


def test_playing_again_against_people_takes_their_consent(anna: User, badr: User) -> None:
    match = ended(anna, badr)
    with pytest.raises(Forbidden):
        rematch.play_again(code=match.code, user=anna)
