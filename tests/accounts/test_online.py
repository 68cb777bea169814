"""Users' online status."""

from __future__ import annotations

import pytest
import time_machine
from django.utils import timezone

from accounts.models import LastSeen, User
from accounts.online import ONLINE_FOR, count_online, mark_online, online_among
from accounts.services import close_account

pytestmark = pytest.mark.django_db


def test_people_are_online_for_a_while_after_each_mark() -> None:
    amina, badr = (User.objects.create_user(name) for name in ("amina", "badr"))
    with time_machine.travel(timezone.now(), tick=False) as clock:
        mark_online(user_ids=[badr.pk, amina.pk])
        assert count_online() == 2
        clock.shift(ONLINE_FOR / 2)
        mark_online(user_ids=[amina.pk])
        clock.shift(ONLINE_FOR / 2)
        assert online_among([amina.pk, badr.pk]) == {amina.pk}
        clock.shift(ONLINE_FOR / 2)
        assert count_online() == 0
    assert LastSeen.objects.count() == 2


def test_bots_and_deleted_guests_are_not_marked() -> None:
    bot, guest = User.objects.create_bot("zerda"), User.objects.create_guest(1234)
    gone = guest.pk
    guest.delete()
    mark_online(user_ids=[bot.pk, gone])
    assert count_online() == 0


def test_closing_an_account_deletes_when_it_was_online() -> None:
    amina = User.objects.create_user("amina")
    mark_online(user_ids=[amina.pk])
    close_account(user=amina)
    assert not LastSeen.objects.exists()


def test_a_mark_takes_the_same_number_of_queries_for_one_person_and_many(django_assert_num_queries: object) -> None:
    people = [User.objects.create_user(f"player{number}").pk for number in range(5)]
    for some in (people[:1], people):
        with django_assert_num_queries(4):  # type: ignore[operator]  # two of them are for the savepoint
            mark_online(user_ids=some)
