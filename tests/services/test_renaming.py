"""Name changes at tables: a guest who signs up, and an account that is renamed or closed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.renaming import rename_user
from games.models import Match
from games.selectors.table import Table, load_table
from games.services.play import make_move
from games.services.seating import take_seat
from tests.services.tables import game_of, move_once, on_turn, open_table, plain_move

pytestmark = pytest.mark.django_db
Committed = Callable[..., AbstractContextManager[Any]]


def names(table: Table) -> list[str]:
    table.refresh()
    return [seat.name for seat in table.seats]


@pytest.fixture
def guest(client: Client, db: None) -> User:
    client.post(reverse("be_guest"))
    return User.objects.get(is_guest=True)


def test_spectators_see_the_new_name_of_a_guest_who_signs_up(
    anna: User, guest: User, client: Client, django_capture_on_commit_callbacks: Committed
) -> None:
    running, waiting = open_table(anna, guest, rated=False), open_table(guest, rated=False)
    tables = [load_table(running.code), load_table(waiting.code)]
    seen = tables[0].version
    with django_capture_on_commit_callbacks(execute=True):
        form = {"username": "Asmae", "password1": "four words are enough", "password2": "four words are enough"}
        client.post(reverse("account_signup"), form)
    assert [names(table)[place] for table, place in zip(tables, (1, 0), strict=True)] == ["Asmae", "Asmae"]
    _seat, *move = plain_move(game_of(running))
    assert make_move(code=running.code, user_id=on_turn(running).pk, version=seen, move=move)


def test_a_cached_game_continues_with_the_new_name(
    anna: User, badr: User, django_capture_on_commit_callbacks: Committed
) -> None:
    match = open_table(anna, badr)
    table = load_table(match.code)
    with django_capture_on_commit_callbacks(execute=True):
        move_once(match)
    with django_capture_on_commit_callbacks(execute=True):
        rename_user(whom=badr, by=User.objects.create_superuser("boss"), name="Zahra", words="too rude")
    assert names(table) == ["anna", "Zahra"]
    with django_capture_on_commit_callbacks(execute=True):
        move_once(match)
    assert names(table) == ["anna", "Zahra"]


def test_changes_that_keep_the_name_make_no_version(
    anna: User, badr: User, django_capture_on_commit_callbacks: Committed
) -> None:
    match = open_table(anna, badr)
    person = User.objects.get(pk=badr.pk)
    person.username = "not-kept"
    with django_capture_on_commit_callbacks(execute=True):
        person.save(update_fields=["country"])
        User.objects.get(pk=badr.pk).save()
    assert Match.objects.get(pk=match.pk).version == match.version


def test_renaming_a_player_of_another_table_leaves_this_one_unchanged(
    anna: User, badr: User, chama: User, django_capture_on_commit_callbacks: Committed
) -> None:
    match, other = open_table(anna, rated=False), open_table(chama, rated=False)
    take_seat(code=match.code, user=badr)
    person = User.objects.get(pk=chama.pk)
    person.username = "Chadia"
    before = Match.objects.get(pk=match.pk).version
    with django_capture_on_commit_callbacks(execute=True):
        person.save()
    assert Match.objects.get(pk=match.pk).version == before
    assert Match.objects.get(pk=other.pk).version == other.version + 1
