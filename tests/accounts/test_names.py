"""Names that a player may take."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.utils import translation

from accounts.models import ForbiddenWord, User
from accounts.names import LONGEST, is_reserved, is_well_formed, shown_name, skeleton
from accounts.selectors import check_inoffensive, named


@pytest.mark.parametrize("name", ["Ali", "a.b", "Fatima-Zahra_99", "x" * 20, "123"])
def test_plain_names_are_well_formed(name: str) -> None:
    is_well_formed(name)


@pytest.mark.parametrize("name", ["ab", "x" * 21, ".ali", "-ali", "a li", "ali\n", "ali@x", "علي", "аli", "a/b", "<b>"])
def test_other_names_are_malformed(name: str) -> None:
    with pytest.raises(ValidationError):
        is_well_formed(name)


@pytest.mark.parametrize(
    "name", ["admin", "Admin", "a.d.m.i.n", "staff2", "Ronda", "bot-amina", "Karim.Bot7", "Sys_tem"]
)
def test_names_that_speak_for_the_site_are_reserved(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize("name", ["Abbot", "Botan", "administer", "rondador", "sam"])
def test_names_that_only_contain_such_a_word_are_free(name: str) -> None:
    assert not is_reserved(name)


@pytest.mark.django_db
def test_two_names_that_differ_in_capitals_only_cannot_both_exist() -> None:
    User.objects.create_user("Amina")
    with pytest.raises(IntegrityError):
        User.objects.create_user("aMINA")


@pytest.mark.django_db
def test_people_are_found_whatever_the_capitals() -> None:
    amina = User.objects.create_user("Amina")
    assert User.objects.get_by_natural_key("AMINA") == amina


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ali_0", "aIi-O"),
        ("Rachid", "RACHlD"),
        ("Mernissi", "rnernissi"),
        ("wali", "vvali"),
        ("b1lal", "bIlaI"),
        ("ａｍｉｎａ", "amina"),
    ],
)
def test_names_that_the_eye_mistakes_for_each_other_look_the_same(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("amina", "amine"), ("sara", "sarah"), ("ali-1", "ali-2")])
def test_names_that_differ_look_different(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@pytest.mark.django_db
def test_two_names_that_look_alike_cannot_both_exist_however_they_are_made() -> None:
    User.objects.create_user("Ilias_0")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("lIias.O")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.bulk_create([User(username="1lias-0")])


@pytest.mark.parametrize(
    "name", ["Adm1n", "rn0derator", "AdminAli", "Ronda_Support", "siteadmin", "Mod-Team", "m0d.karim", "Guest-12"]
)
def test_nobody_passes_for_staff_by_look_alikes_or_by_a_title(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize("name", ["Modibo", "Rhonda", "Staffan", "Rondalla", "Hassan.B", "Guestave"])
def test_names_that_only_begin_like_a_title_are_free(name: str) -> None:
    assert not is_reserved(name)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Hitler", "xX.h1tl3r", "HitlerFan", "nazi", "Nazi_7", "super-naz1"])
def test_a_name_with_a_word_of_the_staffs_list_is_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        check_inoffensive(name)


@pytest.mark.django_db
def test_a_word_that_is_forbidden_by_itself_leaves_longer_names_alone() -> None:
    check_inoffensive("Nazira")
    ForbiddenWord.objects.update(whole=False)
    with pytest.raises(ValidationError):
        check_inoffensive("Nazira")


def test_names_that_the_site_gives_are_shown_in_words() -> None:
    with translation.override("en"):
        assert [shown_name(name) for name in ("Guest 12", "Closed 7", "Amina", "Guest x")] == [
            "Guest 12",
            "Closed account",
            "Amina",
            "Guest x",
        ]


@pytest.mark.django_db
def test_of_old_names_that_look_alike_the_first_keeps_its_look() -> None:
    first, second = (User.objects.create_user(name) for name in ("karim", "salima"))
    User.objects.filter(pk=second.pk).update(username="kar1m")
    fill_database = import_module("accounts.migrations.0003_names_guests_closing").fill_keys
    fill_database(apps, connection.schema_editor())
    keys = dict(User.objects.filter(is_bot=False).values_list("pk", "name_key"))
    assert keys == {first.pk: "karlm", second.pk: f"#{second.pk}"}


def test_of_a_book_only_the_beginning_is_looked_at() -> None:
    assert skeleton("a\u0301\u0316" * 400_000) == skeleton(("a\u0301\u0316" * 400_000)[:LONGEST])


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "found"), [("AMINA", True), ("amlna", False), ("amina\x00", False), ("\x00", False), ("a" * 60_000, False)]
)
def test_people_are_found_by_their_name_in_any_capitals_whatever_else_is_written(name: str, found: bool) -> None:
    User.objects.create_user("amina")
    assert named(name).exists() is found
