"""The people who may join or watch a table."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from accounts.services import block_user, mute_user
from games.models import Invitation, Match
from games.selectors.table import load_table
from games.state.access import may_sit, may_watch
from tests.services.tables import open_table


def change(match: Match, **terms: Any) -> Match:
    Match.objects.filter(pk=match.pk).update(**terms)
    match.refresh_from_db()
    return match


def watchers(match: Match, *people: User) -> list[User | None]:
    """Return which of these people may watch, plus None if visitors may too. Check that page and socket agree."""
    table = load_table(match.code)
    allowed = [person for person in (*people, None) if may_watch(match, person.pk if person else None)]
    assert allowed == [person for person in (*people, None) if table.may_watch(person.pk if person else None)]
    return allowed


@pytest.mark.parametrize("private", [False, True])
def test_anyone_with_the_code_of_an_ordinary_table_may_watch(
    anna: User, badr: User, chama: User, private: bool
) -> None:
    assert watchers(open_table(anna, badr, private=private), badr, chama) == [badr, chama, None]


def test_a_match_without_spectators_is_visible_only_to_its_players(anna: User, badr: User, chama: User) -> None:
    match = change(open_table(anna, badr), has_spectators=False)
    assert watchers(match, anna, badr, chama) == [anna, badr]


def test_before_the_match_everyone_who_may_join_sees_the_seats(anna: User, chama: User) -> None:
    match = change(open_table(anna), has_spectators=False)
    assert watchers(match, anna, chama) == [anna, chama, None]


@pytest.mark.parametrize("running", [False, True])
def test_an_invitation_only_table_is_for_the_invited_and_its_players(
    anna: User, badr: User, chama: User, dris: User, running: bool
) -> None:
    match = change(open_table(anna, badr, players=2 if running else 3), invited_only=True)
    Invitation.objects.create(match=match, user=chama, by=anna)
    assert watchers(match, anna, badr, chama, dris) == [anna, badr, chama]
    assert may_sit(match, chama.pk)
    assert not may_sit(match, dris.pk)


def test_a_user_blocked_by_a_player_at_the_table_cannot_join(anna: User, badr: User, chama: User) -> None:
    match = open_table(anna, badr, players=3)
    mute_user(by=badr, whom=chama)
    assert may_sit(match, chama.pk)
    block_user(by=badr, whom=chama)
    assert not may_sit(match, chama.pk)
    assert may_watch(match, chama.pk)


def test_a_bot_account_gives_no_access(anna: User) -> None:
    bot = User.objects.get(username="Sota")
    match = change(open_table(anna), has_spectators=False, invited_only=True)
    assert not may_watch(match, bot.pk)


def test_an_invitation_to_an_open_table_applies_once_access_is_checked_again(anna: User, chama: User) -> None:
    match = change(open_table(anna), invited_only=True)
    table = load_table(match.code)
    Invitation.objects.create(match=match, user=chama, by=anna)
    assert not table.may_watch(chama.pk)
    table.refresh_access()
    assert table.may_watch(chama.pk)
