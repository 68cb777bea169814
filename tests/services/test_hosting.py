"""Hosting a table: who may join, invitations, and the start."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import block_user
from games.models import Answer, Clock, Invitation, Match, Rating, Status
from games.selectors.inbox import count_pending, count_pending_for, own_invitations, own_turns
from games.selectors.lobby import own_tables
from games.services import hosting, invitations, seating
from games.services.seating import TableSettings
from games.state.errors import Forbidden, Malformed, NotFound, ServiceError, Unavailable
from games.state.notices import DECLINED, FULL, INVITED, SENT_AWAY, STARTED, Notice

pytestmark = pytest.mark.django_db(transaction=True)


def open_table(host: User, *, rated: bool = False, clock: str = "", players: int = 3, **table_settings: Any) -> Match:
    return seating.open_match(
        user=host,
        ruleset="moroccan",
        options={"players": players},
        private=True,
        rated=rated,
        clock=Clock.parse(clock) if clock else None,
        table_settings=TableSettings(**table_settings),
    )


def names(match: Match) -> list[str | None]:
    return [seat.user.username if seat.user else None for seat in match.seats.select_related("user").order_by("number")]


def refusal(code: str, user: User) -> str:
    with pytest.raises(ServiceError) as refused:
        seating.take_seat(code=code, user=user)
    return refused.value.code


def kinds(told: list[Notice], user: User) -> list[str]:
    return [notice.kind for notice in told if notice.user_id == user.pk]


# ---- who may come ----


def test_only_invited_players_join_an_invitation_only_table(
    anna: User, badr: User, chama: User, told: list[Notice]
) -> None:
    match = open_table(anna, invited_only=True)
    invitations.invite_players(code=match.code, user=anna, names=["Badr"])
    seating.take_seat(code=match.code, user=badr)
    assert refusal(match.code, chama) == "not_for_you"


@pytest.mark.parametrize(("rating", "may"), [(1399, False), (1400, True), (1600, True), (1601, False)])
def test_a_rating_range_applies_to_uninvited_players(
    anna: User, badr: User, chama: User, told: list[Notice], rating: int, may: bool
) -> None:
    for user in (badr, chama):
        Rating.objects.create(user=user, ruleset="moroccan", size_class="4p", value=rating)
    match = open_table(anna, players=4, rating_min=1400, rating_max=1600)
    invitations.invite_players(code=match.code, user=anna, names=["chama"])
    seating.take_seat(code=match.code, user=chama)
    if may:
        seating.take_seat(code=match.code, user=badr)
    else:
        assert refusal(match.code, badr) == "rating"


def test_a_player_without_a_rating_counts_with_the_initial_rating(anna: User, badr: User, chama: User) -> None:
    assert refusal(open_table(anna, rating_min=1501).code, badr) == "rating"
    seating.take_seat(code=open_table(chama, rating_min=1500).code, user=badr)


def test_a_user_blocked_by_a_player_at_the_table_cannot_join(anna: User, badr: User, chama: User) -> None:
    match = open_table(anna)
    seating.take_seat(code=match.code, user=badr)
    block_user(by=badr, whom=chama)
    assert refusal(match.code, chama) == "not_for_you"


def test_a_player_has_one_live_rated_table_but_may_also_play_correspondence(anna: User, badr: User) -> None:
    first = open_table(anna, rated=True, clock="300+10")
    with pytest.raises(Unavailable):
        open_table(anna, rated=True, clock="600+10")
    other = open_table(badr, rated=True, clock="600+10")
    assert refusal(other.code, anna) == "busy_rated"
    open_table(anna, rated=True, clock="3d")
    open_table(anna, rated=False, clock="300+10")
    seating.leave_seat(code=first.code, user=anna)
    seating.take_seat(code=other.code, user=anna)


# ---- invitations ----


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


# ---- the start ----


def test_a_full_table_waits_for_the_host_if_the_host_chose_so(
    anna: User, badr: User, chama: User, told: list[Notice]
) -> None:
    match = open_table(anna, players=2, host_starts=True)
    seating.take_seat(code=match.code, user=badr)
    match.refresh_from_db()
    assert match.status == Status.OPEN
    assert kinds(told, anna) == [FULL]
    assert refusal(match.code, chama) == "seat_taken"
    with pytest.raises(Forbidden):
        hosting.start_match(code=match.code, user=badr)
    hosting.start_match(code=match.code, user=anna)
    match.refresh_from_db()
    assert match.status == Status.RUNNING
    assert kinds(told, badr) == [STARTED]


def test_starting_fills_free_seats_with_bots_and_makes_the_match_casual(
    anna: User, badr: User, told: list[Notice]
) -> None:
    match = open_table(anna, players=4, rated=True, clock="300+10", host_starts=True)
    seating.take_seat(code=match.code, user=badr)
    hosting.start_match(code=match.code, user=anna)
    match.refresh_from_db()
    assert match.status == Status.RUNNING
    assert names(match) == ["anna", "badr", "Sota", "Sota"]
    assert not match.rated


def test_players_at_the_table_are_notified_of_the_start(anna: User, badr: User, told: list[Notice]) -> None:
    match = open_table(anna, players=2)
    seating.take_seat(code=match.code, user=badr)
    assert kinds(told, anna) == [STARTED]
    assert kinds(told, badr) == []


def test_a_removed_player_cannot_return_without_an_invitation(anna: User, badr: User, told: list[Notice]) -> None:
    match = open_table(anna)
    seating.take_seat(code=match.code, user=badr, seat=2)
    hosting.remove_player(code=match.code, user=anna, seat=2)
    assert names(match) == ["anna", None, None]
    assert kinds(told, badr) == [SENT_AWAY]
    assert refusal(match.code, badr) == "sent_away"
    assert count_pending(badr.pk) == 0
    invitations.invite_players(code=match.code, user=anna, names=["badr"])
    seating.take_seat(code=match.code, user=badr)


def test_a_bot_can_be_removed_too(anna: User) -> None:
    match = open_table(anna)
    seating.seat_bot(code=match.code, user=anna)
    hosting.remove_player(code=match.code, user=anna, seat=1)
    assert match.seats.get(number=1).bot == ""
    assert not Invitation.objects.filter(answer=Answer.SENT_AWAY).exists()


@pytest.mark.parametrize("seat", [0, 1, 7])
def test_the_host_cannot_remove_themselves_or_a_free_seat(anna: User, seat: int) -> None:
    with pytest.raises(Unavailable):
        hosting.remove_player(code=open_table(anna).code, user=anna, seat=seat)


def test_only_the_host_removes_players(anna: User, badr: User) -> None:
    match = open_table(anna)
    seating.take_seat(code=match.code, user=badr)
    with pytest.raises(Forbidden):
        hosting.remove_player(code=match.code, user=badr, seat=0)


# ---- the inbox ----


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
    ("minutes", "clock", "bots", "waits"),
    [
        (59, "", 2, True),
        (61, "", 2, False),
        (61, "", 1, True),  # another person waits, too
        (61, "3d", 2, True),
    ],
)
def test_an_abandoned_match_against_bots_leaves_the_inbox_after_an_hour(
    anna: User, badr: User, minutes: int, clock: str, bots: int, waits: bool
) -> None:
    match = open_table(anna, clock=clock)
    for _ in range(bots):
        seating.seat_bot(code=match.code, user=anna)
    if bots == 1:
        seating.take_seat(code=match.code, user=badr)
    Match.objects.filter(pk=match.pk).update(turn=0, turn_began=timezone.now() - timedelta(minutes=minutes))
    assert count_pending(anna.pk) == waits
    assert count_pending_for([anna.pk]) == ({anna.pk: 1} if waits else {})
    assert len(own_turns(anna)) == waits
    assert [table.code for table in own_tables(anna)] == [match.code]  # it can still be resumed
