"""Tables that wait for their host to start the match, and players whom the host removes."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Answer, Invitation, Match, Status
from games.selectors.inbox import count_pending
from games.services import hosting, invitations, seating
from games.state.errors import Forbidden, Unavailable
from games.state.notices import FULL, SENT_AWAY, STARTED, Notice
from tests.rows import fresh
from tests.services.hosted_tables import kinds, open_table, refusal

pytestmark = pytest.mark.django_db(transaction=True)


def names(match: Match) -> list[str | None]:
    return [seat.user.username if seat.user else None for seat in match.seats.select_related("user").order_by("number")]


def test_a_full_table_waits_for_the_host_if_the_host_chose_so(
    anna: User, badr: User, chama: User, told: list[Notice]
) -> None:
    match = open_table(anna, players=2, host_starts=True)
    seating.take_seat(code=match.code, user=badr)
    assert fresh(match).status == Status.OPEN
    assert kinds(told, anna) == [FULL]
    assert refusal(match.code, chama) == "seat_taken"
    with pytest.raises(Forbidden):
        hosting.start_match(code=match.code, user=badr)
    hosting.start_match(code=match.code, user=anna)
    assert fresh(match).status == Status.RUNNING
    assert kinds(told, badr) == [STARTED]


def test_starting_fills_free_seats_with_bots_and_makes_the_match_casual(
    anna: User, badr: User, told: list[Notice]
) -> None:
    match = open_table(anna, players=4, rated=True, clock="300+10", host_starts=True)
    seating.take_seat(code=match.code, user=badr)
    hosting.start_match(code=match.code, user=anna)
    assert fresh(match).status == Status.RUNNING
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
