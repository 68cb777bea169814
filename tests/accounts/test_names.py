"""Names that a player may take."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from accounts.models import User
from accounts.names import is_reserved, is_well_formed


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
