"""Muting and blocking other players."""

from __future__ import annotations

import pytest

from accounts.models import Block, Kind, User
from accounts.selectors import blocked_pairs, blocks_of, is_blocked_by, muted_authors, readers_muting
from accounts.services import CannotBlockError, block_user, mute_user, unblock

pytestmark = pytest.mark.django_db


@pytest.fixture
def amina() -> User:
    return User.objects.create_user("amina")


@pytest.fixture
def badr() -> User:
    return User.objects.create_user("badr")


def test_the_chat_of_a_muted_player_is_hidden_but_they_may_still_join(amina: User, badr: User) -> None:
    mute_user(by=amina, whom=badr)
    assert muted_authors(amina.pk) == {badr.pk}
    assert muted_authors(badr.pk) == set()
    assert readers_muting(badr.pk, [amina.pk, badr.pk]) == {amina.pk}
    assert not is_blocked_by(badr.pk, [amina.pk])
    assert blocked_pairs([amina.pk, badr.pk]) == set()


def test_the_chat_of_a_blocked_player_is_hidden_and_they_cannot_join(amina: User, badr: User) -> None:
    block_user(by=amina, whom=badr)
    assert muted_authors(amina.pk) == {badr.pk}
    assert is_blocked_by(badr.pk, [amina.pk])
    assert not is_blocked_by(amina.pk, [badr.pk])
    assert blocked_pairs([amina.pk, badr.pk]) == {(amina.pk, badr.pk)}


def test_the_last_choice_replaces_the_one_before(amina: User, badr: User) -> None:
    block_user(by=amina, whom=badr)
    mute_user(by=amina, whom=badr)
    assert [(block.whom, block.kind) for block in blocks_of(amina)] == [(badr, Kind.MUTE)]
    unblock(by=amina, whom=badr)
    unblock(by=amina, whom=badr)
    assert blocks_of(amina) == []


def test_players_cannot_mute_themselves_or_a_bot(amina: User) -> None:
    for whom in (amina, User.objects.create_bot("Robot")):
        with pytest.raises(CannotBlockError):
            mute_user(by=amina, whom=whom)
    assert not Block.objects.exists()


def test_blocks_are_listed_by_name(amina: User) -> None:
    for name in ("zineb", "driss"):
        mute_user(by=amina, whom=User.objects.create_user(name))
    assert [block.whom.username for block in blocks_of(amina)] == ["driss", "zineb"]
