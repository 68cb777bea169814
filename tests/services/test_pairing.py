"""Seeking an opponent, and pairing."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone
from django.utils.translation import override

from accounts.models import User
from accounts.services import block_user
from games.models import Clock, Match, Rating, Seek, Status
from games.models.lobby import LEASE, PRESENT
from games.selectors.inbox import find_pairing
from games.services import pairing, seating
from games.state.errors import Busy, Malformed, NotFound, Unavailable
from games.state.notices import PAIRED, Notice

pytestmark = pytest.mark.django_db(transaction=True)

CLOCK = "300+10"


def seek(user: User, ruleset: str = "moroccan", clock: str = CLOCK, rated: bool = True) -> Seek:
    return pairing.seek_match(user_id=user.pk, ruleset=ruleset, clock=clock, rated=rated)


def renew(*users: User) -> None:
    pairing.extend_seeks(user_ids=[user.pk for user in users])


def rate(user: User, value: int) -> None:
    Rating.objects.create(user=user, ruleset="moroccan", size_class="2", value=value)


def test_two_players_with_the_same_search_are_paired_and_notified(anna: User, badr: User, told: list[Notice]) -> None:
    seek(anna)
    assert pairing.pair_seekers() == []
    seek(badr)
    match = pairing.pair_seekers()[0]
    match.refresh_from_db()
    assert (match.status, match.clock, match.rated, match.is_private) == (Status.RUNNING, CLOCK, True, False)
    assert {seat.user for seat in match.seats.all()} == {anna, badr}
    assert not Seek.objects.exists()
    assert sorted((notice.user_id, notice.kind, notice.code, notice.by) for notice in told) == sorted(
        [(anna.pk, PAIRED, match.code, "badr"), (badr.pk, PAIRED, match.code, "anna")]
    )


@pytest.mark.parametrize("other", [{"ruleset": "mufts"}, {"clock": "600+10"}, {"rated": False}])
def test_only_players_with_the_same_search_are_paired(
    anna: User, badr: User, told: list[Notice], other: dict[str, object]
) -> None:
    seek(anna)
    seek(badr, **other)
    assert pairing.pair_seekers() == []


def test_a_game_of_three_waits_for_three(anna: User, badr: User, chama: User, told: list[Notice]) -> None:
    for user in (anna, badr):
        seek(user, "steere")
    assert pairing.pair_seekers() == []
    seek(chama, "steere")
    with override("fr"):  # whatever the language of the process
        match = pairing.pair_seekers()[0]
        late = find_pairing(chama.pk)
    assert match.seats.exclude(user=None).count() == 3
    others = {anna.pk: {"badr", "chama"}, badr.pk: {"anna", "chama"}, chama.pk: {"anna", "badr"}}
    assert {notice.user_id: set(notice.names) for notice in told} == others
    assert late is not None
    assert set(late.names) == {"anna", "badr"}


def test_players_with_distant_ratings_are_paired_after_both_have_waited(
    anna: User, badr: User, told: list[Notice]
) -> None:
    rate(anna, 1500)
    rate(badr, 1740)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for user in (anna, badr):
            seek(user)
        clock.shift(14.9)
        renew(anna, badr)
        assert pairing.pair_seekers() == []
        clock.shift(0.2)
        assert len(pairing.pair_seekers()) == 1


def test_a_seeker_whose_page_is_gone_is_not_paired_until_a_page_takes_the_search_up_again(
    anna: User, badr: User, told: list[Notice]
) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        seek(anna)
        clock.shift(PRESENT)
        seek(badr)
        assert pairing.pair_seekers() == []
        renew(anna)
        assert len(pairing.pair_seekers()) == 1


def test_bots_renew_their_own_searches_and_are_paired_for_the_whole_lease(
    anna: User, badr: User, told: list[Notice]
) -> None:
    User.objects.filter(pk__in=(anna.pk, badr.pk)).update(is_bot=True)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for user in (anna, badr):
            seek(user, rated=False)
        clock.shift(LEASE.total_seconds() - 1)
        assert len(pairing.pair_seekers()) == 1


def test_a_search_ends_when_its_lease_is_not_renewed(anna: User, badr: User, told: list[Notice]) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for user in (anna, badr):
            seek(user)
        clock.shift(20)
        assert pairing.extend_seeks(user_ids=[anna.pk]) == {anna.pk}
        clock.shift(20)
        assert pairing.pair_seekers() == []
        assert list(Seek.objects.values_list("user", flat=True)) == [anna.pk]
        clock.shift(20)
        assert pairing.extend_seeks(user_ids=[anna.pk]) == set(), "a lease that has run out is not renewed"


def test_repeating_a_search_continues_it_and_another_one_replaces_it(anna: User) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        first = seek(anna)
        clock.shift(10)
        assert seek(anna).since == first.since
        assert seek(anna, rated=False).since == first.since + timedelta(seconds=10)
    assert Seek.objects.count() == 1


def test_a_cancelled_search_is_not_paired(anna: User, badr: User, told: list[Notice]) -> None:
    seek(anna)
    pairing.cancel_seek(user_id=anna.pk)
    pairing.cancel_seek(user_id=anna.pk)
    seek(badr)
    assert pairing.pair_seekers() == []


def test_a_player_at_a_rated_table_cannot_seek_and_is_not_paired(anna: User, badr: User, told: list[Notice]) -> None:
    seek(anna)
    seek(badr)
    rated_table(anna)
    assert pairing.pair_seekers() == []
    assert list(Seek.objects.values_list("user", flat=True)) == [badr.pk]
    with pytest.raises(Unavailable) as refused:
        seek(anna)
    assert refused.value.code == "busy_rated"
    seek(anna, rated=False)


def rated_table(host: User) -> Match:
    clock = Clock.parse(CLOCK)
    return seating.open_match(user=host, ruleset="moroccan", options={}, private=False, rated=True, clock=clock)


def test_starting_a_live_match_elsewhere_ends_the_search(anna: User, badr: User, told: list[Notice]) -> None:
    table = seating.open_match(user=anna, ruleset="moroccan", options={}, private=False, rated=False)
    seek(anna, rated=False)
    seating.take_seat(code=table.code, user=badr)
    assert not Seek.objects.exists()


def test_a_search_continues_while_playing_a_bot(anna: User, badr: User, told: list[Notice]) -> None:
    seek(anna)
    seating.start_quick_match(user=anna, ruleset="moroccan", options={})
    seek(badr)
    assert len(pairing.pair_seekers()) == 1


def test_a_search_ends_with_a_match_on_the_clock_even_against_a_bot(anna: User, told: list[Notice]) -> None:
    seek(anna, rated=False)
    seating.open_match(
        user=anna, ruleset="moroccan", options={}, private=False, rated=False, bots=1, clock=Clock.parse(CLOCK)
    )
    assert not Seek.objects.exists()


def test_players_who_blocked_each_other_are_not_paired(anna: User, badr: User, told: list[Notice]) -> None:
    block_user(by=badr, whom=anna)
    seek(anna)
    seek(badr)
    assert pairing.pair_seekers() == []


def test_an_unknown_game_or_clock_is_refused(anna: User) -> None:
    with pytest.raises(NotFound):
        seek(anna, "poker")
    for clock in ("", "1+0", "3d"):
        with pytest.raises(Malformed):
            seek(anna, clock=clock)


def test_a_user_suspended_meanwhile_is_not_paired(anna: User, badr: User, told: list[Notice]) -> None:
    seek(anna)
    seek(badr)
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert pairing.pair_seekers() == []


def test_starting_too_many_searches_is_refused(anna: User) -> None:
    with time_machine.travel("2030-01-01 12:00:05Z", tick=False) as clock:
        for turn in range(20):
            seek(anna, rated=bool(turn % 2))
        seek(anna, rated=True)  # repeating the same search continues it
        with pytest.raises(Busy):
            seek(anna, rated=False)
        clock.shift(60)
        seek(anna, rated=False)
