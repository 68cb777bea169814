"""A table of one's own: whom it is for, who is asked, who says when it begins."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from accounts.services import block_user
from games.models import Answer, Clock, Invitation, Match, Rating, Status
from games.selectors.waiting import count_waiting, own_invitations, own_turns
from games.services import hosting, inviting, seating
from games.services.seating import Welcome
from games.state.errors import Forbidden, Malformed, NotFound, ServiceError, Unavailable
from games.state.notices import DECLINED, FULL, INVITED, SENT_AWAY, STARTED, Notice

pytestmark = pytest.mark.django_db(transaction=True)


def open_table(host: User, *, rated: bool = False, clock: str = "", players: int = 3, **welcome: Any) -> Match:
    return seating.open_match(
        user=host,
        ruleset="moroccan",
        options={"players": players},
        private=True,
        rated=rated,
        clock=Clock.parse(clock) if clock else None,
        welcome=Welcome(**welcome),
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


def test_only_the_invited_sit_down_where_that_is_said(anna: User, badr: User, chama: User, told: list[Notice]) -> None:
    match = open_table(anna, invited_only=True)
    inviting.invite_players(code=match.code, user=anna, names=["Badr"])
    seating.take_seat(code=match.code, user=badr)
    assert refusal(match.code, chama) == "not_for_you"


@pytest.mark.parametrize(("rating", "may"), [(1399, False), (1400, True), (1600, True), (1601, False)])
def test_a_range_of_ratings_holds_for_who_was_not_invited(
    anna: User, badr: User, chama: User, told: list[Notice], rating: int, may: bool
) -> None:
    for user in (badr, chama):
        Rating.objects.create(user=user, ruleset="moroccan", size_class="4p", value=rating)
    match = open_table(anna, players=4, rating_min=1400, rating_max=1600)
    inviting.invite_players(code=match.code, user=anna, names=["chama"])
    seating.take_seat(code=match.code, user=chama)
    if may:
        seating.take_seat(code=match.code, user=badr)
    else:
        assert refusal(match.code, badr) == "rating"


def test_who_has_no_rating_yet_counts_as_one_who_begins(anna: User, badr: User, chama: User) -> None:
    assert refusal(open_table(anna, rating_min=1501).code, badr) == "rating"
    seating.take_seat(code=open_table(chama, rating_min=1500).code, user=badr)


def test_who_is_blocked_by_somebody_there_does_not_sit_down(anna: User, badr: User, chama: User) -> None:
    match = open_table(anna)
    seating.take_seat(code=match.code, user=badr)
    block_user(by=badr, whom=chama)
    assert refusal(match.code, chama) == "not_for_you"


def test_nobody_sits_at_two_live_rated_tables_but_correspondence_goes_on_beside(anna: User, badr: User) -> None:
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


def test_who_is_invited_is_told_once_and_finds_it_waiting(anna: User, badr: User, told: list[Notice]) -> None:
    match = open_table(anna)
    for _time in range(2):
        inviting.invite_players(code=match.code, user=anna, names=["badr", "BADR", "anna", " "])
    assert told == [Notice(badr.pk, INVITED, match.code, "moroccan", "anna")]
    assert count_waiting(badr.pk) == 1
    [(table, by)] = own_invitations(badr)
    assert (table.code, by) == (match.code, "anna")
    seating.take_seat(code=match.code, user=badr)
    assert count_waiting(badr.pk) == 0
    assert own_invitations(badr) == []


def test_declining_tells_the_host_once_and_one_may_still_come(anna: User, badr: User, told: list[Notice]) -> None:
    match = open_table(anna, invited_only=True)
    inviting.invite_players(code=match.code, user=anna, names=["badr"])
    for _time in range(2):
        inviting.decline_invitation(code=match.code, user=badr)
    assert [notice.by for notice in told if notice.kind == DECLINED] == ["badr"]
    assert count_waiting(badr.pk) == 0
    inviting.invite_players(code=match.code, user=anna, names=["badr"])
    assert kinds(told, badr) == [INVITED, INVITED], "who has declined can be asked again"
    inviting.decline_invitation(code=match.code, user=badr)
    seating.take_seat(code=match.code, user=badr)


def test_nobody_declines_what_he_was_not_asked(anna: User, badr: User) -> None:
    with pytest.raises(NotFound):
        inviting.decline_invitation(code=open_table(anna).code, user=badr)


def test_names_that_nobody_has_invite_nobody(anna: User, badr: User, told: list[Notice]) -> None:
    match = open_table(anna)
    with pytest.raises(Malformed) as refused:
        inviting.invite_players(code=match.code, user=anna, names=["badr", "nobody", "Sota"])
    assert str(refused.value) == "No player named nobody, sota."
    assert not Invitation.objects.exists()
    assert told == []


def test_who_blocked_the_host_is_not_bothered(anna: User, badr: User, told: list[Notice]) -> None:
    match = open_table(anna)
    block_user(by=badr, whom=anna)
    inviting.invite_players(code=match.code, user=anna, names=["badr"])
    assert told == []
    assert count_waiting(badr.pk) == 0


def test_only_the_host_invites_and_only_to_an_open_table(anna: User, badr: User, told: list[Notice]) -> None:
    match = open_table(anna, players=2)
    with pytest.raises(Forbidden):
        inviting.invite_players(code=match.code, user=badr, names=["anna"])
    seating.take_seat(code=match.code, user=badr)
    with pytest.raises(Unavailable):
        inviting.invite_players(code=match.code, user=anna, names=["badr"])


def test_a_table_sends_no_more_invitations_than_it_may(
    anna: User, told: list[Notice], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inviting, "MAX_INVITATIONS", 2)
    for name in ("one", "two", "three"):
        User.objects.create_user(name)
    match = open_table(anna)
    inviting.invite_players(code=match.code, user=anna, names=["one", "two"])
    with pytest.raises(Unavailable):
        inviting.invite_players(code=match.code, user=anna, names=["three"])


# ---- when it begins ----


def test_a_full_table_waits_for_the_word_of_the_host_who_wants_that(
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


def test_starting_fills_the_free_seats_with_bots_and_rates_nobody(anna: User, badr: User, told: list[Notice]) -> None:
    match = open_table(anna, players=4, rated=True, clock="300+10", host_starts=True)
    seating.take_seat(code=match.code, user=badr)
    hosting.start_match(code=match.code, user=anna)
    match.refresh_from_db()
    assert match.status == Status.RUNNING
    assert names(match) == ["anna", "badr", "Sota", "Sota"]
    assert not match.rated


def test_who_already_sits_there_is_told_that_it_begins(anna: User, badr: User, told: list[Notice]) -> None:
    match = open_table(anna, players=2)
    seating.take_seat(code=match.code, user=badr)
    assert kinds(told, anna) == [STARTED]
    assert kinds(told, badr) == []


def test_somebody_sent_away_does_not_come_back_unless_invited(anna: User, badr: User, told: list[Notice]) -> None:
    match = open_table(anna)
    seating.take_seat(code=match.code, user=badr, seat=2)
    hosting.send_away(code=match.code, user=anna, seat=2)
    assert names(match) == ["anna", None, None]
    assert kinds(told, badr) == [SENT_AWAY]
    assert refusal(match.code, badr) == "sent_away"
    assert count_waiting(badr.pk) == 0
    inviting.invite_players(code=match.code, user=anna, names=["badr"])
    seating.take_seat(code=match.code, user=badr)


def test_a_bot_can_be_sent_away_too(anna: User) -> None:
    match = open_table(anna)
    seating.seat_bot(code=match.code, user=anna)
    hosting.send_away(code=match.code, user=anna, seat=1)
    assert match.seats.get(number=1).bot == ""
    assert not Invitation.objects.filter(answer=Answer.SENT_AWAY).exists()


@pytest.mark.parametrize("seat", [0, 1, 7])
def test_nobody_sends_away_himself_or_nobody(anna: User, seat: int) -> None:
    with pytest.raises(Unavailable):
        hosting.send_away(code=open_table(anna).code, user=anna, seat=seat)


def test_only_the_host_sends_away(anna: User, badr: User) -> None:
    match = open_table(anna)
    seating.take_seat(code=match.code, user=badr)
    with pytest.raises(Forbidden):
        hosting.send_away(code=match.code, user=badr, seat=0)


# ---- what waits for somebody ----


def test_a_match_waits_for_who_is_on_turn(anna: User, badr: User, django_assert_num_queries: Any) -> None:
    match = open_table(anna, players=2)
    seating.take_seat(code=match.code, user=badr)
    match.refresh_from_db()
    on_turn, other = sorted((anna, badr), key=lambda user: match.seats.get(user=user).number != match.turn)
    with django_assert_num_queries(1):
        assert count_waiting(on_turn.pk) == 1
    assert count_waiting(other.pk) == 0
    assert [table.code for table in own_turns(on_turn)] == [match.code]
    assert own_turns(other) == []
