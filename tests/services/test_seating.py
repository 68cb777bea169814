"""Opening tables and joining them."""

from __future__ import annotations

import re

import pytest

from accounts.models import User
from games.models import Match, Seat, Status
from games.rules.options import OptionError
from games.services import seating
from games.state.errors import Forbidden, NotFound, Unavailable
from tests.rows import fresh
from tests.services.tables import open_table, server_owes_a_move

pytestmark = pytest.mark.django_db


def sitting(match: Match) -> list[str | None]:
    return [seat.user.username if seat.user else None for seat in match.seats.order_by("number")]


def test_the_host_takes_the_first_seat_and_the_table_waits_for_others(anna: User) -> None:
    match = open_table(anna, players=3, target=25)
    assert match.status == Status.OPEN
    assert sitting(match) == ["anna", None, None]
    assert match.options["target"] == 25
    assert match.options["chain"] is True, "the options are kept completed"
    assert match.size_class == "3"
    assert not match.deals.exists()


def test_the_code_of_a_match_cannot_be_guessed(anna: User) -> None:
    codes = {open_table(anna).code for _table in range(20)}
    assert len(codes) == 20
    assert all(re.fullmatch(r"[2-9A-HJ-NP-Za-km-z]{12}", code) for code in codes)


def test_options_refused_by_the_ruleset_open_no_table(anna: User) -> None:
    with pytest.raises(OptionError) as refused:
        open_table(anna, dealing="four-first")
    assert refused.value.option == "dealing"
    assert not Match.objects.exists()


def test_an_unknown_ruleset_opens_no_table(anna: User) -> None:
    with pytest.raises(NotFound):
        seating.open_match(user=anna, ruleset="poker", options={}, private=False, rated=True)


def test_a_rated_match_needs_a_clock(anna: User) -> None:
    with pytest.raises(Unavailable) as refusal:
        seating.open_match(user=anna, ruleset="moroccan", options={}, private=False, rated=True)
    assert refusal.value.code == "no_clock"
    assert not Match.objects.exists()
    # A match with a bot is unrated, whatever was requested.
    assert not seating.open_match(user=anna, ruleset="moroccan", options={}, private=False, rated=True, bots=1).rated


def test_taking_the_last_seat_starts_the_match(anna: User, badr: User) -> None:
    match = open_table(anna)
    change = seating.take_seat(code=match.code, user=badr)
    assert fresh(match).status == Status.RUNNING
    assert match.started is not None
    assert change.version == match.version
    assert change.reload
    deal = match.deals.get()
    assert (deal.number, deal.before_move) == (0, 0)
    assert len(set(deal.shuffled.split())) == 40
    assert not deal.is_dealt, "it waits for its cut"
    assert not server_owes_a_move(match), "two people"


def test_a_seat_can_be_chosen(anna: User, badr: User) -> None:
    match = open_table(anna, players=4)
    seating.take_seat(code=match.code, user=badr, seat=2)
    assert sitting(match) == ["anna", None, "badr", None]


@pytest.mark.parametrize("seat", [0, 9, -1])
def test_a_taken_seat_is_refused(anna: User, badr: User, seat: int) -> None:
    match = open_table(anna, players=3)
    with pytest.raises(Unavailable) as refused:
        seating.take_seat(code=match.code, user=badr, seat=seat)
    assert refused.value.code == "seat_taken"


def test_nobody_takes_two_seats_at_one_table(anna: User) -> None:
    match = open_table(anna, players=3)
    with pytest.raises(Unavailable) as refused:
        seating.take_seat(code=match.code, user=anna)
    assert refused.value.code == "already_seated"


def test_nobody_joins_a_running_match(anna: User, badr: User, chama: User) -> None:
    match = open_table(anna, badr)
    with pytest.raises(Unavailable) as refused:
        seating.take_seat(code=match.code, user=chama)
    assert refused.value.code == "not_open"


def test_an_unknown_table_is_not_found(anna: User) -> None:
    with pytest.raises(NotFound):
        seating.take_seat(code="nowhere", user=anna)


def test_a_players_setting_for_automatic_calls_applies_at_the_table(anna: User, badr: User) -> None:
    badr.auto_call = True
    badr.save()
    match = open_table(anna, badr)
    assert [seat.auto_call for seat in match.seats.all()] == [False, True]


def test_leaving_a_table_frees_the_seat(anna: User, badr: User, chama: User) -> None:
    match = open_table(anna, badr, players=3)
    seating.leave_seat(code=match.code, user=badr)
    assert sitting(match) == ["anna", None, None]
    seating.take_seat(code=match.code, user=chama)
    assert sitting(match) == ["anna", "chama", None]


def test_when_the_host_leaves_the_next_person_becomes_host(anna: User, badr: User) -> None:
    match = open_table(anna, badr, players=3)
    seating.leave_seat(code=match.code, user=anna)
    assert fresh(match).status == Status.OPEN
    assert match.created_by == badr
    seating.seat_bot(code=match.code, user=badr)


def test_a_table_left_with_only_bots_is_closed(anna: User) -> None:
    match = seating.open_match(
        user=anna, ruleset="moroccan", options={"players": 3}, private=False, rated=False, bots=1
    )
    seating.leave_seat(code=match.code, user=anna)
    assert fresh(match).status == Status.ABORTED
    assert match.result_reason == "aborted"


def test_nobody_leaves_a_running_match_or_a_table_they_are_not_at(anna: User, badr: User, chama: User) -> None:
    running = open_table(anna, badr)
    with pytest.raises(Unavailable):
        seating.leave_seat(code=running.code, user=anna)
    with pytest.raises(Forbidden):
        seating.leave_seat(code=open_table(anna).code, user=chama)


def test_a_bot_takes_a_seat_and_makes_the_match_unrated(anna: User) -> None:
    match = open_table(anna, players=3, rated=True)
    seating.seat_bot(code=match.code, user=anna)
    match.refresh_from_db()
    assert sitting(match) == ["anna", "Sota", None]
    assert not match.rated
    seating.seat_bot(code=match.code, user=anna)
    assert fresh(match).status == Status.RUNNING, "one bot may sit on several seats"


def test_only_the_host_adds_bots(anna: User, badr: User) -> None:
    match = open_table(anna, badr, players=3)
    with pytest.raises(Forbidden):
        seating.seat_bot(code=match.code, user=badr)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_quick_match_against_bots_starts_at_once(anna: User, players: int) -> None:
    match = seating.start_quick_match(user=anna, ruleset="moroccan", options={"players": players})
    assert match.status == Status.RUNNING
    assert not match.rated
    assert [seat.bot for seat in match.seats.all()] == ["", *["sota"] * (players - 1)]
    assert match.size_class == {2: "2", 3: "3", 4: "4p"}[players]


def test_more_bots_than_seats_are_refused(anna: User) -> None:
    with pytest.raises(Unavailable):
        seating.open_match(user=anna, ruleset="moroccan", options={}, private=False, rated=False, bots=2)
    assert not Match.objects.exists()


def test_every_change_of_a_table_increases_its_version(anna: User, badr: User, chama: User) -> None:
    match = open_table(anna, players=3)
    versions = [match.version]
    versions.append(seating.take_seat(code=match.code, user=badr).version)
    versions.append(seating.leave_seat(code=match.code, user=badr).version)
    versions.append(seating.take_seat(code=match.code, user=badr).version)
    versions.append(seating.take_seat(code=match.code, user=chama).version)
    assert versions == [0, 1, 2, 3, 4]


def test_a_database_constraint_prevents_one_person_on_two_seats(anna: User) -> None:
    from django.db import IntegrityError

    match = open_table(anna, players=3)
    with pytest.raises(IntegrityError):
        Seat.objects.filter(match=match, number=1).update(user=anna)
