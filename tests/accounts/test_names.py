"""Names that players may choose."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.utils import translation

from accounts.models import ForbiddenWord, User
from accounts.names import LONGEST, check_not_reserved, is_reserved, is_well_formed, shown_name, skeleton
from accounts.reserved_names import GIVEN_NAMES
from accounts.selectors import check_inoffensive, users_named
from tests.accounts.sign_up import sign_up


@pytest.mark.parametrize("name", ["Ali", "a.b", "Fatima-Zahra_99", "x" * 20, "123"])
def test_plain_names_are_valid(name: str) -> None:
    is_well_formed(name)


@pytest.mark.parametrize("name", ["ab", "x" * 21, ".ali", "-ali", "a li", "ali\n", "ali@x", "علي", "аli", "a/b", "<b>"])
def test_other_names_are_invalid(name: str) -> None:
    with pytest.raises(ValidationError):
        is_well_formed(name)


@pytest.mark.parametrize(
    "name", ["admin", "Admin", "a.d.m.i.n", "staff2", "Ronda", "bot-amina", "Karim.Bot7", "Sys_tem"]
)
def test_names_that_sound_official_are_reserved(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize("name", [*GIVEN_NAMES, "KARIM", "kar1m", "ldris"])
@pytest.mark.parametrize("for_bot", [True, False])
def test_given_names_of_the_sites_bots_are_reserved(name: str, for_bot: bool) -> None:
    with pytest.raises(ValidationError, match="One of the site’s bots has this name"):
        check_not_reserved(name, for_bot=for_bot)


@pytest.mark.parametrize("name", ["Karim7", "amina.bennani", "Omara"])
def test_a_name_that_only_contains_one_is_free(name: str) -> None:
    check_not_reserved(name)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Sota", "sota", "S0TA", "Karim"])
def test_nobody_signs_up_with_the_name_of_a_bot(name: str, client: Client) -> None:
    assert "errorlist" in sign_up(client, name).text
    assert not User.objects.filter(username=name, is_bot=False).exists()


@pytest.mark.parametrize("name", ["Abbot", "Botan", "administer", "rondador", "sam"])
def test_names_that_only_contain_a_reserved_word_are_free(name: str) -> None:
    assert not is_reserved(name)


@pytest.mark.django_db
def test_names_are_unique_regardless_of_case() -> None:
    User.objects.create_user("Amina")
    with pytest.raises(IntegrityError):
        User.objects.create_user("aMINA")


@pytest.mark.django_db
def test_users_are_found_regardless_of_case() -> None:
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
def test_confusable_names_have_the_same_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("amina", "amine"), ("sara", "sarah"), ("ali-1", "ali-2")])
def test_distinct_names_have_different_skeletons(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@pytest.mark.django_db
def test_confusable_names_cannot_both_exist_however_they_are_created() -> None:
    User.objects.create_user("Ilias_0")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("lIias.O")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.bulk_create([User(username="1lias-0")])


@pytest.mark.parametrize(
    "name", ["Adm1n", "rn0derator", "AdminAli", "Ronda_Support", "siteadmin", "Mod-Team", "m0d.karim", "Guest-12"]
)
def test_look_alikes_and_titles_cannot_pass_for_staff(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize("name", ["Modibo", "Rhonda", "Staffan", "Rondalla", "Hassan.B", "Guestave"])
def test_names_that_only_begin_like_a_title_are_free(name: str) -> None:
    assert not is_reserved(name)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Hitler", "xX.h1tl3r", "HitlerFan", "nazi", "Nazi_7", "super-naz1"])
def test_a_name_that_contains_a_forbidden_word_is_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        check_inoffensive(name)


@pytest.mark.django_db
def test_a_word_forbidden_only_by_itself_is_allowed_within_longer_names() -> None:
    check_inoffensive("Nazira")
    ForbiddenWord.objects.update(whole=False)
    with pytest.raises(ValidationError):
        check_inoffensive("Nazira")


def test_names_that_the_site_gives_are_translated() -> None:
    with translation.override("en"):
        assert [shown_name(name) for name in ("Guest 12", "Closed 7", "Amina", "Guest x")] == [
            "Guest 12",
            "Closed account",
            "Amina",
            "Guest x",
        ]


@pytest.mark.django_db
def test_of_confusable_old_names_the_first_keeps_its_skeleton() -> None:
    first, second = (User.objects.create_user(name) for name in ("karim", "salima"))
    User.objects.filter(pk=second.pk).update(username="kar1m")
    fill_database = import_module("accounts.migrations.0003_names_guests_closing").fill_keys
    fill_database(apps, connection.schema_editor())
    keys = dict(User.objects.filter(is_bot=False).values_list("pk", "name_key"))
    assert keys == {first.pk: "karlm", second.pk: f"#{second.pk}"}


def test_only_the_beginning_of_a_very_long_name_is_read() -> None:
    assert skeleton("a\u0301\u0316" * 400_000) == skeleton(("a\u0301\u0316" * 400_000)[:LONGEST])


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "found"), [("AMINA", True), ("amlna", False), ("amina\x00", False), ("\x00", False), ("a" * 60_000, False)]
)
def test_a_case_insensitive_lookup_by_name_works_with_other_conditions(name: str, found: bool) -> None:
    User.objects.create_user("amina")
    assert users_named(name).exists() is found
