"""Invitations, and the inbox of invitations and turns."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import block_user
from games.models import Invitation, Match
from games.selectors.inbox import count_pending, count_pending_for, own_invitations, own_turns
from games.selectors.lobby import own_tables
from games.services import invitations, seating
from games.state.errors import Forbidden, Malformed, NotFound, Unavailable
from games.state.notices import DECLINED, INVITED, Notice
from tests.services.hosted_tables import kinds, open_table

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_invited_player_is_notified_once_and_finds_it_in_the_inbox(
    anna: User, badr: User, told: list[Notice]
) -> None:
    match = open_table(anna)
    for _time in range(2):
        invitations.invite_players(code=match.code, user=anna, names=["badr", "BADR", "anna", " "])
    assert told == [Notice(badr.pk, INVITED, match.code, "moroccan", "anna")]
    assert count_pending(badr.pk) == 1
    [(table, by)] = own_invitations(badr)
    assert (table.code, by) == (match.code, "anna")
    seating.take_seat(code=match.code, user=badr)
    assert count_pending(badr.pk) == 0
    assert own_invitations(badr) == []


def test_declining_notifies_the_host_once_and_still_allows_joining(anna: User, badr: User, told: list[Notice]) -> None:
    match = open_table(anna, invited_only=True)
    invitations.invite_players(code=match.code, user=anna, names=["badr"])
    for _time in range(2):
        invitations.decline_invitation(code=match.code, user=badr)
    assert [notice.by for notice in told if notice.kind == DECLINED] == ["badr"]
    assert count_pending(badr.pk) == 0
    invitations.invite_players(code=match.code, user=anna, names=["badr"])
    assert kinds(told, badr) == [INVITED, INVITED], "who has declined can be asked again"
    invitations.decline_invitation(code=match.code, user=badr)
    seating.take_seat(code=match.code, user=badr)


def test_only_an_invited_player_can_decline(anna: User, badr: User) -> None:
    with pytest.raises(NotFound):
        invitations.decline_invitation(code=open_table(anna).code, user=badr)


def test_unknown_names_invite_nobody(anna: User, badr: User, told: list[Notice]) -> None:
    match = open_table(anna)
    with pytest.raises(Malformed) as refused:
        invitations.invite_players(code=match.code, user=anna, names=["badr", "nobody", "Sota"])
    assert str(refused.value) == "No player named nobody or sota."
    assert not Invitation.objects.exists()
    assert told == []


def test_a_player_who_blocked_the_host_gets_no_invitation(anna: User, badr: User, told: list[Notice]) -> None:
    match = open_table(anna)
    block_user(by=badr, whom=anna)
    invitations.invite_players(code=match.code, user=anna, names=["badr"])
    assert told == []
    assert count_pending(badr.pk) == 0


def test_only_the_host_invites_and_only_to_an_open_table(anna: User, badr: User, told: list[Notice]) -> None:
    match = open_table(anna, players=2)
    with pytest.raises(Forbidden):
        invitations.invite_players(code=match.code, user=badr, names=["anna"])
    seating.take_seat(code=match.code, user=badr)
    with pytest.raises(Unavailable):
        invitations.invite_players(code=match.code, user=anna, names=["badr"])


def test_the_invitations_of_a_table_are_limited(
    anna: User, told: list[Notice], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations, "MAX_INVITATIONS", 2)
    for name in ("one", "two", "three"):
        User.objects.create_user(name)
    match = open_table(anna)
    invitations.invite_players(code=match.code, user=anna, names=["one", "two"])
    with pytest.raises(Unavailable):
        invitations.invite_players(code=match.code, user=anna, names=["three"])


def test_a_match_is_in_the_inbox_of_the_player_on_turn(anna: User, badr: User, django_assert_num_queries: Any) -> None:
    match = open_table(anna, players=2)
    seating.take_seat(code=match.code, user=badr)
    match.refresh_from_db()
    on_turn, other = sorted((anna, badr), key=lambda user: match.seats.get(user=user).number != match.turn)
    with django_assert_num_queries(1):
        assert count_pending(on_turn.pk) == 1
    assert count_pending(other.pk) == 0
    assert [table.code for table in own_turns(on_turn)] == [match.code]
    assert own_turns(other) == []


@pytest.mark.parametrize(
    ("minutes", "clock", "bots", "is_listed", "counts"),
    [
        (14, "", 2, True, False),
        (16, "", 2, False, False),
        (16, "", 1, True, True),  # another person is waiting too
        (16, "3d", 2, True, True),
    ],
)
def test_a_match_against_bots_does_not_count_as_waiting_and_leaves_the_inbox_when_abandoned(
    anna: User, badr: User, minutes: int, clock: str, bots: int, is_listed: bool, counts: bool
) -> None:
    match = open_table(anna, clock=clock)
    for _ in range(bots):
        seating.seat_bot(code=match.code, user=anna)
    if bots == 1:
        seating.take_seat(code=match.code, user=badr)
    Match.objects.filter(pk=match.pk).update(turn=0, turn_began=timezone.now() - timedelta(minutes=minutes))
    assert count_pending(anna.pk) == counts
    assert count_pending_for([anna.pk]) == ({anna.pk: 1} if counts else {})
    assert len(own_turns(anna)) == is_listed
    assert [table.code for table in own_tables(anna)] == [match.code]  # it can still be resumed
