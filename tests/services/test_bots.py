"""Bot accounts at tables: permitted seats, pairing, and which matches are rated or recorded."""

from __future__ import annotations

import pytest

from accounts.bots import make_bot
from accounts.models import User
from games.models import Clock, Match, Rating, RatingChange, Reason, Seat, Seek, Status
from games.ratings.rebuild import check_ratings
from games.services import admission, seating
from games.services.invitations import invite_players
from games.services.leaving import resign_match
from games.services.pairing import pair_seekers, seek_match
from games.services.rematch import offer_rematch
from games.services.results import void_match
from games.services.seating import TableSettings
from games.state.errors import Forbidden, ServiceError, Unavailable
from games.state.reliability import left_matches
from tests.rows import fresh
from tests.services.tables import cut_if_due, move_once, play_to_end


@pytest.fixture
def amina(db: None) -> User:
    return User.objects.create_user("amina")


@pytest.fixture
def badr(db: None) -> User:
    return User.objects.create_user("badr")


@pytest.fixture
def zerda(amina: User) -> User:
    return make_bot(operator=amina, name="Zerda")


@pytest.fixture
def fennec(badr: User) -> User:
    return make_bot(operator=badr, name="Fennec")


def table_of(
    host: User, *, rated: bool = False, private: bool = False, players: int = 2, **table_settings: bool
) -> Match:
    return seating.open_match(
        user=host,
        ruleset="moroccan",
        options={"players": players, "target": 5},
        private=private,
        rated=rated,
        clock=Clock.parse("300+10") if rated else None,
        table_settings=TableSettings(**table_settings),
    )


def match_of(host: User, guest: User) -> Match:
    """Start a match between a host and an invited guest."""
    match = table_of(host)
    invite_players(code=match.code, user=host, names=[guest.username])
    seating.take_seat(code=match.code, user=guest)
    match.refresh_from_db()
    return match


def refusal(call: object, **terms: object) -> str:
    with pytest.raises(ServiceError) as caught:
        call(**terms)  # type: ignore[operator]
    return caught.value.code


def test_a_bot_may_join_where_bots_are_welcome_at_a_bots_table_or_by_invitation(
    badr: User, zerda: User, fennec: User
) -> None:
    table_settings, of_bot, asked = (
        table_of(badr, welcomes_bots=True),
        table_of(fennec),
        table_of(badr, invited_only=True),
    )
    invite_players(code=asked.code, user=badr, names=["zerda"])
    for match in (table_settings, of_bot, asked):
        seating.take_seat(code=match.code, user=zerda)
        assert Seat.objects.get(match=match, user=zerda).bot == ""


def test_a_bot_may_join_nowhere_else(badr: User, zerda: User) -> None:
    for match in (table_of(badr), table_of(badr, private=True, welcomes_bots=True)):
        assert refusal(seating.take_seat, code=match.code, user=zerda) == "no_bots"
    rated = table_of(badr, rated=True, welcomes_bots=True)
    assert refusal(seating.take_seat, code=rated.code, user=zerda) == "bot"


def test_a_bot_cannot_play_a_rated_match(badr: User, zerda: User) -> None:
    assert refusal(table_of, host=zerda, rated=True) == "bot"
    assert refusal(seek_match, user_id=zerda.pk, ruleset="moroccan", clock="300+10", rated=True) == "bot"
    rated = table_of(badr, rated=True)
    assert refusal(invite_players, code=rated.code, user=badr, names=["zerda"]) == "bot"


def test_the_sites_own_bot_cannot_be_invited(badr: User) -> None:
    match = table_of(badr)
    assert refusal(invite_players, code=match.code, user=badr, names=["Sota"]) == "unknown_names"


def test_the_number_of_tables_of_a_bot_is_limited(zerda: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "TABLES_OF_A_BOT", 2)
    table_of(zerda)
    match = table_of(zerda)
    assert refusal(table_of, host=zerda) == "too_many_tables"
    assert refusal(seek_match, user_id=zerda.pk, ruleset="moroccan", clock="300+10", rated=False) == "too_many_tables"
    seating.leave_seat(code=match.code, user=zerda)
    table_of(zerda)


def test_when_the_host_leaves_people_become_host_before_bots(badr: User, zerda: User, fennec: User) -> None:
    mine = table_of(badr, welcomes_bots=True, players=3)
    seating.take_seat(code=mine.code, user=zerda)
    seating.leave_seat(code=mine.code, user=badr)
    assert fresh(mine).status == Status.ABORTED
    bots = table_of(zerda, players=4)
    for user in (fennec, badr):
        seating.take_seat(code=bots.code, user=user)
    for host, heir in ((zerda, badr), (badr, None)):
        seating.leave_seat(code=bots.code, user=host)
        bots.refresh_from_db()
        assert (bots.created_by if bots.status == Status.OPEN else None) == heir


def test_bots_are_paired_only_with_bots(badr: User, zerda: User, fennec: User) -> None:
    for user in (badr, zerda):
        seek_match(user_id=user.pk, ruleset="moroccan", clock="300+10", rated=False)
    assert pair_seekers() == []
    seek_match(user_id=fennec.pk, ruleset="moroccan", clock="300+10", rated=False)
    (match,) = pair_seekers()
    assert {seat.user for seat in match.seats.all()} == {zerda, fennec}
    assert (match.rated, list(Seek.objects.values_list("user", flat=True))) == (False, [badr.pk])


def test_a_rematch_with_a_bot_starts_at_once_even_if_the_bot_was_asked_first(badr: User, zerda: User) -> None:
    match = match_of(badr, zerda)
    play_to_end(match)
    for user in (badr, zerda):
        offer_rematch(code=match.code, user_id=user.pk)
    assert fresh(match).rematch is not None
    assert match.rematch.status == Status.RUNNING


def test_leaving_a_match_against_a_bot_is_not_recorded(badr: User, zerda: User) -> None:
    match = match_of(badr, zerda)
    resign_match(code=match.code, user_id=badr.pk)
    Seat.objects.filter(match=match, user=badr).update(left=True)
    assert left_matches(badr.pk) == (0, 0)


def ranked(user: User) -> Rating:
    return Rating.objects.create(
        user=user, ruleset="moroccan", size_class="2", value=1700, matches=20, opponents=9, ranked=True
    )


def test_a_bot_gets_a_rating_from_a_ranked_person_whose_own_rating_stays(badr: User, zerda: User) -> None:
    ranked(badr)
    match = match_of(badr, zerda)
    play_to_end(match)
    change = RatingChange.objects.get()
    assert (change.user, change.rating.of_bot) == (zerda, True)
    assert change.delta != 0
    assert Rating.objects.get(user=badr).value == 1700
    assert [finding for finding in check_ratings() if finding.rating_id == change.rating_id] == []
    boss = User.objects.create_superuser("boss")
    void_match(code=match.code, moderator=boss, reason="a test")
    assert Rating.objects.get(user=zerda).value == 1500


def test_a_bot_that_resigns_loses_and_a_person_who_resigns_does_not_affect_its_rating(badr: User, zerda: User) -> None:
    ranked(badr)
    for loser, changes in ((badr, 0), (zerda, 1)):
        match = cut_if_due(match_of(badr, zerda))
        for _move in range(4):
            move_once(match)
        resign_match(code=match.code, user_id=loser.pk)
        assert fresh(match).result_reason == Reason.RESIGNED
        assert RatingChange.objects.count() == changes
    assert RatingChange.objects.get().delta < 0


def test_matches_with_the_operator_bots_or_unranked_people_do_not_rate_a_bot(
    amina: User, badr: User, zerda: User, fennec: User
) -> None:
    ranked(amina)
    for one, other in ((amina, zerda), (zerda, fennec), (badr, zerda)):
        play_to_end(match_of(one, other))
    assert not RatingChange.objects.exists()


def test_suspending_a_bot_ends_its_search(zerda: User) -> None:
    User.objects.filter(pk=zerda.pk).update(barred_until="2100-01-01T00:00Z")
    with pytest.raises(Forbidden):
        seek_match(user_id=zerda.pk, ruleset="moroccan", clock="300+10", rated=False)
    with pytest.raises((Forbidden, Unavailable)):
        table_of(User.objects.get(pk=zerda.pk))
