"""Tokens: who is let in by them, and how much one may ask."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken, User
from accounts.sanctions import impose_sanction
from accounts.services import close_account
from accounts.tokens import NoTokensForGuestsError, TooManyTokensError, make_token, revoke_token
from tests.api.conftest import ROOT, Program

ASKED = "/rulesets"


@pytest.fixture
def boss(db: None) -> User:
    return User.objects.create_superuser("boss")


def test_a_token_lets_in_until_it_is_revoked(amina: User, badr: User) -> None:
    program = Program(amina)
    program.read(ASKED)
    token = ApiToken.objects.get()
    revoke_token(user=badr, token_id=token.pk)  # not his
    program.read(ASKED)
    revoke_token(user=amina, token_id=token.pk)
    assert program.refused(ASKED) == (401, "unauthorized")


def test_of_the_secret_nothing_but_the_hash_is_kept(amina: User) -> None:
    program = Program(amina)
    row = ApiToken.objects.values().get()
    assert program.secret.startswith("ronda_")
    assert program.secret not in str(row)


def test_a_token_runs_out(amina: User) -> None:
    program = Program(amina)
    ApiToken.objects.update(ends=timezone.now() + timedelta(days=30))
    program.read(ASKED)
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        assert program.refused(ASKED) == (401, "unauthorized")


def test_a_token_says_on_which_day_it_was_used_last(amina: User) -> None:
    program = Program(amina)
    assert ApiToken.objects.get().last_used is None
    program.read(ASKED)
    assert ApiToken.objects.get().last_used == timezone.now().date()
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        program.read(ASKED)
        assert ApiToken.objects.get().last_used == timezone.now().date()


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Bearer nonsense", "Bearer \udcff", "Basic YTpi", "nonsense"])
def test_what_is_no_token_is_refused(header: str, stranger: Program) -> None:
    stranger.headers["Authorization"] = header
    answer = stranger.get(ASKED)
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"


def test_who_is_kept_out_of_the_site_is_kept_out_here(amina: User, boss: User) -> None:
    program = Program(amina)
    impose_sanction(whom=amina, by=boss, measure="suspend", reason="r", message="m")
    assert program.refused(ASKED) == (403, "kept_out")


def test_a_closed_account_has_no_tokens(amina: User) -> None:
    program = Program(amina)
    close_account(user=amina)
    assert not ApiToken.objects.exists()
    assert program.refused(ASKED) == (401, "unauthorized")


def test_an_account_that_was_switched_off_is_let_in_no_more(amina: User) -> None:
    program = Program(amina)
    User.objects.update(is_active=False)
    assert program.refused(ASKED) == (401, "unauthorized")


def test_guests_have_no_tokens(db: None) -> None:
    with pytest.raises(NoTokensForGuestsError):
        make_token(user=User.objects.create_guest(1234), name="mine")


def test_an_account_has_ten_tokens_at_most(amina: User) -> None:
    for number in range(10):
        make_token(user=amina, name=str(number))
    with pytest.raises(TooManyTokensError):
        make_token(user=amina, name="one more")


def test_cookies_tell_nothing(amina: User, boss: User) -> None:
    client = Client()
    client.force_login(amina)
    impose_sanction(whom=amina, by=boss, measure="suspend", reason="r", message="m")
    assert client.get("/matches/").status_code == 403
    assert client.get(ROOT + ASKED).status_code == 200  # nobody in particular


def test_strangers_are_counted_by_address_and_tokens_by_account(amina: User, stranger: Program, settings: Any) -> None:
    settings.RONDA_API_RATE, settings.RONDA_API_TOKEN_RATE = 2, 4
    first, second = Program(amina), Program(amina)
    with time_machine.travel("2026-11-21T10:00:15Z", tick=False):
        for _time in range(2):
            stranger.read(ASKED)
            first.read(ASKED)
            second.read(ASKED)
        for program in (stranger, first, second):
            assert program.refused(ASKED) == (429, "busy")
        assert stranger.get(ASKED)["Retry-After"] == "45"
    with time_machine.travel("2026-11-21T10:01:00Z", tick=False):
        stranger.read(ASKED)
        second.read(ASKED)


def test_who_tries_out_tokens_is_counted_by_address(stranger: Program, settings: Any) -> None:
    settings.RONDA_API_RATE = 2
    stranger.headers["Authorization"] = "Bearer ronda_guess"
    with time_machine.travel("2026-11-21T10:00:15Z", tick=False):
        assert [stranger.get(ASKED).status_code for _time in range(3)] == [401, 401, 429]
