"""Tokens: whose requests they authenticate, and how many requests they allow."""

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


def test_a_token_authenticates_until_it_is_revoked(amina: User, badr: User) -> None:
    program = Program(amina)
    program.read(ASKED)
    token = ApiToken.objects.get()
    revoke_token(user=badr, token_id=token.pk)  # someone else's token
    program.read(ASKED)
    revoke_token(user=amina, token_id=token.pk)
    assert program.refused(ASKED) == (401, "unauthorized")


def test_only_the_hash_of_the_secret_is_stored(amina: User) -> None:
    program = Program(amina)
    row = ApiToken.objects.values().get()
    assert program.secret.startswith("ronda_")
    assert program.secret not in str(row)


def test_a_token_expires(amina: User) -> None:
    program = Program(amina)
    ApiToken.objects.update(ends=timezone.now() + timedelta(days=30))
    program.read(ASKED)
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        assert program.refused(ASKED) == (401, "unauthorized")


def test_a_token_shows_the_day_of_its_last_use(amina: User) -> None:
    program = Program(amina)
    assert ApiToken.objects.get().last_used is None
    program.read(ASKED)
    assert ApiToken.objects.get().last_used == timezone.now().date()
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        program.read(ASKED)
        assert ApiToken.objects.get().last_used == timezone.now().date()


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Bearer nonsense", "Bearer \udcff", "Basic YTpi", "nonsense"])
def test_an_invalid_token_is_refused(header: str, stranger: Program) -> None:
    stranger.headers["Authorization"] = header
    answer = stranger.get(ASKED)
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"


def test_a_suspended_user_is_refused_here_too(amina: User, boss: User) -> None:
    program = Program(amina)
    impose_sanction(whom=amina, by=boss, measure="suspend", reason="r", message="m")
    assert program.refused(ASKED) == (403, "kept_out")


def test_a_closed_account_has_no_tokens(amina: User) -> None:
    program = Program(amina)
    close_account(user=amina)
    assert not ApiToken.objects.exists()
    assert program.refused(ASKED) == (401, "unauthorized")


def test_a_deactivated_account_is_refused(amina: User) -> None:
    program = Program(amina)
    User.objects.update(is_active=False)
    assert program.refused(ASKED) == (401, "unauthorized")


def test_guests_have_no_tokens(db: None) -> None:
    with pytest.raises(NoTokensForGuestsError):
        make_token(user=User.objects.create_guest(1234), name="mine")


def test_an_account_has_at_most_ten_tokens(amina: User) -> None:
    for number in range(10):
        make_token(user=amina, name=str(number))
    with pytest.raises(TooManyTokensError):
        make_token(user=amina, name="one more")


def test_cookies_do_not_authenticate(amina: User, boss: User) -> None:
    client = Client()
    client.force_login(amina)
    impose_sanction(whom=amina, by=boss, measure="suspend", reason="r", message="m")
    assert client.get("/matches/").status_code == 403
    assert client.get(ROOT + ASKED).status_code == 200  # anonymous


def test_anonymous_requests_are_counted_by_address_and_tokens_by_account(
    amina: User, stranger: Program, settings: Any
) -> None:
    settings.RONDA_API_RATE, settings.RONDA_API_TOKEN_RATE = 2, 4
    first, second = Program(amina), Program(amina)
    with time_machine.travel("2026-11-21T10:00:15Z", tick=False):
        for program in (stranger, first, second) * 2:
            program.read(ASKED)
        assert [program.refused(ASKED) for program in (stranger, first, second)] == [(429, "busy")] * 3
        assert stranger.get(ASKED)["Retry-After"] == "45"
    with time_machine.travel("2026-11-21T10:01:00Z", tick=False):
        stranger.read(ASKED)
        second.read(ASKED)


def test_guessing_tokens_is_counted_by_address(stranger: Program, settings: Any) -> None:
    settings.RONDA_API_RATE = 2
    stranger.headers["Authorization"] = "Bearer ronda_guess"
    with time_machine.travel("2026-11-21T10:00:15Z", tick=False):
        assert [stranger.get(ASKED).status_code for _time in range(3)] == [401, 401, 429]
