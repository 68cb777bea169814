"""Packs are cut at the table."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.models import Match
from games.services import leaving, play, seating
from games.state.errors import Forbidden, Illegal, Malformed, Stale
from tests.rows import fresh
from tests.services.tables import (
    cut,
    elsewhere,
    game_of,
    kept_match,
    move_once,
    open_table,
    server_owes_a_move,
    stored_match,
    waits_for_cut,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(anna: User, badr: User) -> Match:
    """A match that has started and whose pack is waiting to be cut."""
    match = open_table(anna)
    seating.take_seat(code=match.code, user=badr)
    match.refresh_from_db()
    return match


def cutter_of(match: Match) -> User:
    assert match.turn is not None
    user = match.seats.get(number=match.turn).user
    assert user is not None
    return user


def try_cut(match: Match, place: Any = 20, **changes: Any) -> None:
    said = {"code": match.code, "user_id": cutter_of(match).pk, "version": match.version, "move": ["cut", place]}
    play.make_move(**{**said, **changes})


# ---- who cuts, when ----


@pytest.mark.parametrize(("ruleset", "players", "step"), [
    ("moroccan", 3, -1), ("one-deck", 2, -1), ("mufts", 4, -1),  # M2
    ("steere", 3, 1),  # S2
    ("porrazo", 5, 1),  # P1
])  # fmt: skip
def test_the_match_waits_for_the_seat_that_the_clause_names(ruleset: str, players: int, step: int, anna: User) -> None:
    options = {"players": players} if ruleset in {"moroccan", "mufts", "porrazo"} else {}
    match = seating.open_match(user=anna, ruleset=ruleset, options=options, private=False, rated=False)
    for number in range(1, players):
        seating.take_seat(code=match.code, user=User.objects.create_user(f"guest{number}"))
    assert fresh(match).turn == (match.deals.get().dealer + step) % players
    cut(match)
    assert match.turn == game_of(match).to_act


def test_a_cut_makes_a_version_but_is_not_a_move(match: Match) -> None:
    version = match.version
    change = cut(match)
    assert match.version == change.version == version + 1
    assert match.moved_version == match.version
    assert not match.moves.exists()


def test_nobody_else_can_cut(match: Match, chama: User) -> None:
    other = match.seats.exclude(user=cutter_of(match)).get().user_id
    with pytest.raises(Illegal) as caught:
        try_cut(match, user_id=other)
    assert caught.value.code == "not_your_turn"
    with pytest.raises(Forbidden):
        try_cut(match, user_id=chama.pk)


@pytest.mark.parametrize("place", [0, 40, 99, -1])
def test_a_cut_outside_the_pack_is_refused_and_changes_nothing(match: Match, place: int) -> None:
    with pytest.raises(Illegal) as caught:
        try_cut(match, place)
    assert caught.value.code == "not_a_cut"
    assert waits_for_cut(match)
    try_cut(match)


@pytest.mark.parametrize("move", [["cut"], ["cut", "7"], ["cut", True], ["cut", 7, 8], ["cut", None], ["cut", 7.0]])
def test_an_invalid_cut_is_malformed(match: Match, move: list[Any]) -> None:
    with pytest.raises(Malformed):
        try_cut(match, move=move)


def test_a_pack_is_cut_once(match: Match) -> None:
    user, version = cutter_of(match), match.version
    cut(match)
    with pytest.raises(Stale):
        try_cut(match, user_id=user.pk, version=version)
    with pytest.raises(Illegal) as caught:
        try_cut(match, user_id=user.pk)
    assert caught.value.code == "not_now"


def test_nothing_is_played_before_the_cut(match: Match) -> None:
    for user in (cutter_of(match), match.seats.exclude(user=cutter_of(match)).get().user):
        assert user is not None
        for move in (["play", "1O"], ["announce", "nothing"], ["done"], ["claim", 0]):
            with pytest.raises(Illegal) as caught:
                try_cut(match, user_id=user.pk, move=move)
            assert caught.value.code == "not_now"


def test_a_player_with_automatic_calls_still_cuts(match: Match) -> None:
    play.set_auto_call(code=match.code, user_id=cutter_of(match).pk, on=True)
    match.refresh_from_db()
    assert not server_owes_a_move(match)
    assert play.act_for_server(code=match.code) is None
    cut(match)


def test_a_bot_cuts_in_the_same_change(anna: User) -> None:
    cutters = set()
    for _match in range(20):
        match = seating.start_quick_match(user=anna, ruleset="moroccan", options={})
        deal = match.deals.get()
        cutter = 1 - deal.dealer
        cutters.add(cutter)
        assert deal.is_dealt == (cutter == 1)
        assert waits_for_cut(match) == (cutter == 0)
    assert cutters == {0, 1}


def test_a_stand_in_cuts_and_the_match_continues(anna: User, badr: User, chama: User) -> None:
    match = open_table(anna, players=3)
    for user in (badr, chama):
        seating.take_seat(code=match.code, user=user)
    match.refresh_from_db()
    leaving.resign_match(code=match.code, user_id=cutter_of(match).pk)  # a bot plays on
    match.refresh_from_db()
    assert waits_for_cut(match)
    assert server_owes_a_move(match)
    change = play.act_for_server(code=match.code)
    assert change is not None
    match.refresh_from_db()
    assert not waits_for_cut(match)


def test_the_next_pack_is_committed_to_when_the_deal_ends(anna: User, badr: User) -> None:
    match = open_table(anna, badr, target=121)
    while not waits_for_cut(match):
        move_once(match)
    first, second = match.deals.all()
    pack = stored_match(match.code).pack
    assert pack is not None
    assert (pack.number, pack.commitment, pack.cut) == (1, second.commitment, None)
    assert second.dealer == 1 - first.dealer
    assert second.before_move == match.moves.count()


def test_among_three_the_cutter_and_then_the_leader_are_notified_of_their_turns(
    anna: User, badr: User, chama: User
) -> None:
    match = open_table(anna, players=3)
    seating.take_seat(code=match.code, user=badr)
    assert seating.take_seat(code=match.code, user=chama).new_turn
    assert cut(fresh(match)).new_turn


def test_between_two_the_cutter_leads_and_is_not_notified_again(anna: User, badr: User) -> None:
    match = open_table(anna)
    seating.take_seat(code=match.code, user=badr)
    change = cut(fresh(match))
    assert change.times is not None
    assert not change.new_turn
    assert not play.set_auto_call(code=match.code, user_id=anna.pk, on=True).new_turn


# ---- in memory and in other processes ----


def test_a_match_that_waits_for_its_cut_can_be_reloaded_from_the_log(match: Match) -> None:
    read = stored_match(match.code)
    assert read.waits_for_cut
    assert read.turn == match.turn
    cut(match)
    again = stored_match(match.code)
    assert not again.waits_for_cut
    assert again.pack is not None
    assert again.pack.cut == 20


@pytest.mark.django_db(transaction=True)
def test_a_process_that_is_behind_catches_up_over_a_cut(anna: User, badr: User) -> None:
    match = open_table(anna, badr, target=121)
    while not waits_for_cut(match):
        move_once(match)
    with elsewhere():
        cut(match)
    move_once(match)
    kept = kept_match(match.code)
    assert (kept.moves_made, kept.deals_made) == (match.moves.count(), 2)
    assert kept.game.trace() == game_of(match).trace()
    assert kept.pack is not None
    assert kept.pack.cut == 20


def test_cached_games_and_announcements_contain_no_uncut_pack(match: Match) -> None:
    deal = match.deals.get()
    loaded = stored_match(match.code)
    assert deal.salt not in repr(loaded)
    assert deal.shuffled.split()[0] not in repr(loaded.pack)
    change = cut(match)
    assert deal.salt not in repr(change)
