"""Who may come to a table."""

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
    """Who of the people, and of those without an account, may look; the page and the socket agree about it."""
    table = load_table(match.code)
    allowed = [person for person in (*people, None) if may_watch(match, person.pk if person else None)]
    assert allowed == [person for person in (*people, None) if table.may_watch(person.pk if person else None)]
    return allowed


@pytest.mark.parametrize("private", [False, True])
def test_whoever_has_the_code_of_a_usual_table_watches(anna: User, badr: User, chama: User, private: bool) -> None:
    assert watchers(open_table(anna, badr, private=private), badr, chama) == [badr, chama, None]


def test_a_match_without_spectators_is_seen_from_its_seats_only(anna: User, badr: User, chama: User) -> None:
    match = change(open_table(anna, badr), has_spectators=False)
    assert watchers(match, anna, badr, chama) == [anna, badr]


def test_before_the_match_begins_those_who_may_come_see_who_is_waited_for(anna: User, chama: User) -> None:
    match = change(open_table(anna), has_spectators=False)
    assert watchers(match, anna, chama) == [anna, chama, None]


@pytest.mark.parametrize("running", [False, True])
def test_a_table_for_the_invited_is_for_them_and_those_who_sit_there(
    anna: User, badr: User, chama: User, dris: User, running: bool
) -> None:
    match = change(open_table(anna, badr, players=2 if running else 3), invited_only=True)
    Invitation.objects.create(match=match, user=chama, by=anna)
    assert watchers(match, anna, badr, chama, dris) == [anna, badr, chama]
    assert may_sit(match, chama.pk)
    assert not may_sit(match, dris.pk)


def test_who_is_blocked_by_somebody_at_the_table_may_not_sit_down(anna: User, badr: User, chama: User) -> None:
    match = open_table(anna, badr, players=3)
    mute_user(by=badr, whom=chama)
    assert may_sit(match, chama.pk)
    block_user(by=badr, whom=chama)
    assert not may_sit(match, chama.pk)
    assert may_watch(match, chama.pk)


def test_a_bots_account_opens_no_door(anna: User) -> None:
    bot = User.objects.get(username="Sota")
    match = change(open_table(anna), has_spectators=False, invited_only=True)
    assert not may_watch(match, bot.pk)


def test_who_is_invited_while_the_table_is_followed_finds_the_door_open_once_it_is_asked_again(
    anna: User, chama: User
) -> None:
    match = change(open_table(anna), invited_only=True)
    table = load_table(match.code)
    Invitation.objects.create(match=match, user=chama, by=anna)
    assert not table.may_watch(chama.pk)
    table.refresh_access()
    assert table.may_watch(chama.pk)
