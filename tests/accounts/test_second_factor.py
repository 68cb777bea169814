"""Guessing and reusing second-factor codes (TOTP and recovery codes)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest
import time_machine
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.test import Client
from django.urls import reverse

from accounts.models import User

pytestmark = pytest.mark.django_db
PASSWORD = "seven of oros 7"
SECRET = generate_totp_secret()
START = datetime(2026, 1, 1, tzinfo=UTC)

_hosts = count(1)


def protected(name: str) -> User:
    """Create a user with an authenticator app and recovery codes."""
    user = User.objects.create_user(name, password=PASSWORD)
    TOTP.activate(user, SECRET)
    RecoveryCodes.activate(user)
    return user


def code_now() -> str:
    return format_hotp_value(hotp_value(SECRET, int(datetime.now(UTC).timestamp()) // 30))


def wrong_code() -> str:
    good = {format_hotp_value(hotp_value(SECRET, int(datetime.now(UTC).timestamp()) // 30 + i)) for i in range(-1, 2)}
    return next(code for code in ("000000", "111111", "222222", "333333") if code not in good)


def try_code(name: str, code: str) -> bool:
    """Return whether the password and this code log the user in, from a new browser at another address."""
    number = next(_hosts)
    client = Client(REMOTE_ADDR=f"10.0.{number // 250}.{number % 250 + 1}")
    answer = client.post(reverse("account_login"), {"login": name, "password": PASSWORD})
    assert answer["Location"] == reverse("mfa_authenticate")
    client.post(reverse("mfa_authenticate"), {"code": code})
    return "_auth_user_id" in client.session


def recovery_code(user: User) -> str:
    return str(RecoveryCodes.activate(user).get_unused_codes()[0])


def test_five_wrong_codes_lock_all_codes_of_an_account_from_any_session_and_address() -> None:
    amina, _badr = protected("Amina"), protected("Badr")
    with time_machine.travel(START, tick=False) as clock:
        for _ in range(5):
            assert not try_code("Amina", wrong_code())
        assert not try_code("Amina", code_now())
        assert not try_code("Amina", recovery_code(amina))
        assert try_code("Badr", code_now())
        clock.shift(timedelta(minutes=6))
        assert try_code("Amina", recovery_code(amina))
        assert try_code("Amina", code_now())


def test_wrong_recovery_codes_count_too() -> None:
    protected("Amina")
    with time_machine.travel(START, tick=False):
        for _ in range(5):
            assert not try_code("Amina", "00000000")
        assert not try_code("Amina", code_now())


def test_wrong_codes_are_limited_per_day_too(settings: Any) -> None:
    assert settings.ACCOUNT_RATE_LIMITS["second_factor"] == "50/d/key"
    settings.ACCOUNT_RATE_LIMITS = {"second_factor": "6/d/key"}
    amina = protected("Amina")
    with time_machine.travel(START, tick=False) as clock:
        for _ in range(2):
            for _ in range(3):
                assert not try_code("Amina", wrong_code())
            clock.shift(timedelta(minutes=6))
        assert not try_code("Amina", code_now())
        assert not try_code("Amina", recovery_code(amina))
        clock.move_to(START + timedelta(days=1, hours=1))
        assert try_code("Amina", code_now())


def test_correct_codes_do_not_count(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"second_factor": "2/d/key"}
    protected("Amina")
    with time_machine.travel(START, tick=False) as clock:
        for _ in range(3):
            assert try_code("Amina", code_now())
            clock.shift(timedelta(minutes=2))


@pytest.mark.parametrize("seconds", [0, 31, 59])
def test_a_code_works_once(seconds: int) -> None:
    protected("Amina")
    with time_machine.travel(START, tick=False) as clock:
        # The phone's clock is fast: its code remains valid for another 90 seconds.
        code = format_hotp_value(hotp_value(SECRET, int(START.timestamp()) // 30 + 1))
        assert try_code("Amina", code)
        clock.shift(timedelta(seconds=seconds))
        assert not try_code("Amina", code)


def test_a_recovery_code_works_once() -> None:
    code = recovery_code(protected("Amina"))
    assert try_code("Amina", code)
    assert not try_code("Amina", code)


def test_reauthenticating_counts_as_logging_in() -> None:
    amina = protected("Amina")
    with time_machine.travel(START, tick=False):
        client = Client()
        client.force_login(amina)
        for _ in range(5):
            client.post(reverse("mfa_reauthenticate"), {"code": wrong_code()})
        assert not try_code("Amina", code_now())
