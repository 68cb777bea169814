"""The content of push notifications, and when they are too late to be sent."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.translation import override

from accounts.models import User
from games.models import Clock, Match, Status
from games.selectors.pushes import ENDED, push_sentence, push_title, read_push, who_hears_the_end
from games.services.hosting import start_match as begin
from games.services.invitations import decline_invitation, invite_players
from games.services.leaving import abort_match, resign_match
from games.services.results import void_match
from games.services.seating import TableSettings, take_seat
from games.state.notices import FULL, INVITED, PAIRED, STARTED, TURN
from tests.views.conftest import finished_match, open_table, start_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def amina() -> User:
    return User.objects.create_user("amina")


@pytest.fixture
def badr() -> User:
    return User.objects.create_user("badr")


def said(event: str, match: Match, user: User) -> str | None:
    facts = read_push(event, match.code, user.pk)
    return None if facts is None else push_sentence(facts)


def on_turn(match: Match, *people: User) -> User:
    match.refresh_from_db()
    return next(user for user in people if match.seats.get(user=user).number == match.turn)


def test_the_player_on_turn_is_told_so_and_nobody_else(amina: User, badr: User) -> None:
    match = start_match(amina, badr)
    mover = on_turn(match, amina, badr)
    other = badr if mover == amina else amina
    assert said(TURN, match, mover) == f"It’s your turn against {other.username}."
    assert said(TURN, match, other) is None
    resign_match(code=match.code, user_id=other.pk)
    assert said(TURN, match, mover) is None


def test_a_notification_of_a_turn_is_kept_until_its_time_is_up(amina: User, badr: User) -> None:
    match = start_match(amina, badr, clock=Clock.parse("3d"))
    facts = read_push(TURN, match.code, on_turn(match, amina, badr).pk)
    assert facts is not None
    assert 3 * 86_400 - 60 < facts.seconds <= 3 * 86_400


def test_an_invitation_names_its_host_until_it_is_answered(amina: User, badr: User) -> None:
    match = open_table(amina, options={"players": 3})
    invite_players(code=match.code, user=amina, names=["badr"])
    assert said(INVITED, match, badr) == "amina invites you to a table."
    assert said(INVITED, match, amina) is None
    decline_invitation(code=match.code, user=badr)
    assert said(INVITED, match, badr) is None


def test_an_invitation_is_over_once_its_player_sits_there(amina: User, badr: User) -> None:
    match = open_table(amina, options={"players": 3})
    invite_players(code=match.code, user=amina, names=["badr"])
    take_seat(code=match.code, user=badr)
    assert said(INVITED, match, badr) is None


def test_a_full_table_waits_for_its_host(amina: User, badr: User) -> None:
    match = open_table(amina, table_settings=TableSettings(host_starts=True))
    assert said(FULL, match, amina) is None
    take_seat(code=match.code, user=badr)
    assert said(FULL, match, amina) == "Your table is full. Start when you’re ready."
    assert said(FULL, match, badr) is None
    assert said(STARTED, match, badr) is None
    begin(code=match.code, user=amina)
    assert said(FULL, match, amina) is None


def test_the_start_names_the_opponents_or_says_whose_turn_it_is(amina: User, badr: User) -> None:
    live, slow = start_match(amina, badr, clock=Clock.parse("600+5")), start_match(amina, badr)
    assert said(STARTED, live, badr) == "Your match against amina has started."
    assert said(PAIRED, live, badr) == "You’re playing against amina."
    mover = on_turn(slow, amina, badr)
    other = badr if mover == amina else amina
    assert said(STARTED, slow, mover) == f"It’s your turn against {other.username}."
    assert said(STARTED, slow, other) == f"Your match against {mover.username} has started."


def test_the_end_says_the_result(amina: User, badr: User) -> None:
    match = finished_match(amina, badr)
    winner, loser = (amina, badr) if match.seats.get(user=amina).outcome == "won" else (badr, amina)
    assert said(ENDED, match, winner) == f"You won your match against {loser.username}."
    assert said(ENDED, match, loser) == f"You lost your match against {winner.username}."


def test_an_aborted_and_a_voided_match_say_so(amina: User, badr: User) -> None:
    aborted, voided = start_match(amina, badr), start_match(amina, badr)
    abort_match(code=aborted.code, user_id=amina.pk)
    assert said(ENDED, aborted, badr) == "Your match against amina was aborted."
    boss = User.objects.create_superuser("boss")
    change = void_match(code=voided.code, moderator=boss, reason="a test")
    assert change.ended
    assert said(ENDED, voided, badr) == "A moderator voided your match against amina."
    assert not void_match(code=finished_match(amina, badr).code, moderator=boss, reason="a test").ended


def test_all_but_those_who_ended_it_hear_the_end(amina: User, badr: User) -> None:
    resigned, aborted, played = start_match(amina, badr), start_match(amina, badr), finished_match(amina, badr)
    resign_match(code=resigned.code, user_id=amina.pk)
    abort_match(code=aborted.code, user_id=amina.pk)
    assert who_hears_the_end(resigned.code) == [badr.pk]
    assert who_hears_the_end(aborted.code) == [badr.pk]
    assert who_hears_the_end(played.code) == [amina.pk, badr.pk]
    assert who_hears_the_end("nowhere") == []


def test_a_player_whose_time_ran_out_hears_of_it(amina: User, badr: User) -> None:
    match = start_match(amina, badr)
    Match.objects.filter(pk=match.pk).update(
        status=Status.FINISHED, result_reason="timeout", result_seat=0, turn=None, deadline=None, wake_at=None,
        finished=match.created,
    )  # fmt: skip
    match.seats.filter(number=0).update(left=True)
    assert who_hears_the_end(match.code) == [amina.pk, badr.pk]


def test_a_match_without_a_clock_that_nobody_played_on_ends_in_silence(amina: User, badr: User) -> None:
    match = start_match(amina, badr, rated=False)
    abort_match(code=match.code, user_id=amina.pk)
    assert who_hears_the_end(match.code) == []


def test_a_text_is_in_the_active_language_and_isolates_the_name(amina: User, badr: User) -> None:
    match = start_match(amina, badr)
    mover = on_turn(match, amina, badr)
    facts = read_push(TURN, match.code, mover.pk)
    assert facts is not None
    other = badr if mover == amina else amina
    with override("ar"):
        assert f"\u2068{other.username}\u2069" in push_sentence(facts)
        assert push_title(facts) != "Moroccan Ronda"


def test_a_topic_does_not_contain_the_code(amina: User, badr: User, settings: Any) -> None:
    one, other = (read_push(PAIRED, start_match(amina, badr).code, amina.pk) for _number in range(2))
    assert one is not None
    assert other is not None
    assert one.topic != other.topic
    assert one.match.code not in one.topic
    assert len(one.topic) == 32
    before = one.topic
    settings.SECRET_KEY = "another"
    assert one.topic != before
