"""Settings, read in a fresh process from different environments."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import pytest

from accounts.vapid import encode, public_key_of
from ronda_site import secret_key
from ronda_site.environment import Environment, SettingsError
from tests.forked_python import start_python
from tests.push_service import VAPID_KEY

ROOT = Path(__file__).resolve().parents[2]
SAFE = {"PATH": os.environ["PATH"], "RONDA_SECRET_KEY": "k" * 20 + "abcdefghijklmnopqrstuvwxyz012345"}


def run(*words: str, **environment: str) -> tuple[int, str]:
    """Run ``python -m …`` in this environment; return its exit code and its output."""
    with NamedTemporaryFile() as log:
        code = start_python(list(words), environment, Path(log.name)).wait()
        return code, log.read().decode()


def refusal(**environment: str) -> str:
    """Return the error that `manage.py` prints in this environment; check that it prints nothing else."""
    code, told = run("manage", "clear_guests", **environment)
    assert code == 1
    assert "Traceback" not in told
    return told


PUBLIC = {"DATABASE_URL": "postgres://u:p@db.example/ronda", "RONDA_ALLOWED_HOSTS": "ronda.example"}


def read(*names: str, **environment: str) -> dict[str, Any]:
    """Return the values of the named settings in this environment."""
    code, printed = run("tests.print_settings", *names, **{**SAFE, **environment})
    assert code == 0, printed
    found: dict[str, Any] = json.loads(printed)
    return found


def test_the_defaults_are_safe_for_one_machine() -> None:
    found = read("DEBUG", "ALLOWED_HOSTS", "CHANNEL_LAYERS", "DATABASES", "METRICS", "ACCOUNT_EMAIL_VERIFICATION")
    assert found["DEBUG"] is False
    assert found["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]
    assert found["CHANNEL_LAYERS"]["default"]["BACKEND"].endswith("InMemoryChannelLayer")
    assert found["DATABASES"]["default"]["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in found["DATABASES"]["default"]["OPTIONS"]["init_command"]
    assert found["METRICS"] is False
    assert found["ACCOUNT_EMAIL_VERIFICATION"] == "none"


def test_postgresql_connections_are_persistent() -> None:
    database = read("DATABASES", DATABASE_URL="postgres://u:p@db.example/ronda")["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["CONN_MAX_AGE"], database["CONN_HEALTH_CHECKS"]) == (None, True)


def test_redis_is_used_for_both_messages_and_limits() -> None:
    found = read("CHANNEL_LAYERS", "CACHES", RONDA_REDIS_URL="redis://r.example/0")
    assert found["CHANNEL_LAYERS"]["default"]["BACKEND"] == "channels_redis.pubsub.RedisPubSubChannelLayer"
    assert found["CACHES"]["default"]["BACKEND"] == "ronda_site.counters.SharedCounters"


def test_https_turns_on_every_related_setting() -> None:
    names = ("SECURE_SSL_REDIRECT", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "ALLAUTH_TRUSTED_PROXY_COUNT")
    assert list(read(*names, RONDA_HTTPS="1", **PUBLIC).values()) == [True, True, True, 1]
    assert list(read(*names).values()) == [False, False, False, 0]


def test_addresses_are_verified_where_mail_can_be_sent() -> None:
    found = read("ACCOUNT_EMAIL_VERIFICATION", "EMAIL_HOST", EMAIL_URL="smtp+tls://u:p@mail.example:587")
    assert found == {"ACCOUNT_EMAIL_VERIFICATION": "mandatory", "EMAIL_HOST": "mail.example"}


def test_push_notifications_are_off_without_a_key_and_need_a_contact_in_public() -> None:
    names = ("RONDA_VAPID_PUBLIC_KEY", "RONDA_PUSH_SERVICES")
    off = read(*names)
    assert off["RONDA_VAPID_PUBLIC_KEY"] == ""
    assert "fcm.googleapis.com" in off["RONDA_PUSH_SERVICES"]
    on = read(*names, RONDA_VAPID_PRIVATE_KEY=VAPID_KEY, RONDA_PUSH_SERVICES="push.example,*.push.example")
    assert on == {
        "RONDA_VAPID_PUBLIC_KEY": public_key_of(VAPID_KEY),
        "RONDA_PUSH_SERVICES": ["push.example", "*.push.example"],
    }
    told = refusal(**SAFE, **PUBLIC, RONDA_HTTPS="1", RONDA_VAPID_PRIVATE_KEY=VAPID_KEY)
    assert "RONDA_CONTACT" in told


@pytest.mark.parametrize("wrong", ["x", "nonsense!", VAPID_KEY[:-4], encode(bytes(32)), encode(b"\xff" * 32)])
def test_an_invalid_key_for_push_notifications_is_refused(wrong: str) -> None:
    assert "RONDA_VAPID_PRIVATE_KEY" in refusal(**SAFE, RONDA_VAPID_PRIVATE_KEY=wrong)


def test_a_site_without_a_secret_key_creates_and_stores_one(tmp_path: Path) -> None:
    environment = {"RONDA_SECRET_KEY": "", "XDG_DATA_HOME": str(tmp_path)}
    first = read("SECRET_KEY", **environment)
    assert len(first["SECRET_KEY"]) > 50
    assert read("SECRET_KEY", **environment) == first
    assert stat.S_IMODE((tmp_path / "ronda" / "secret-key").stat().st_mode) == 0o600


def test_many_simultaneous_first_starts_agree_on_one_key(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "secret-key"
    with ThreadPoolExecutor(16) as pool:
        keys = set(pool.map(lambda _: secret_key.read_or_create(path), range(64)))
    assert len(keys) == 1
    assert [file.name for file in path.parent.iterdir()] == ["secret-key"]


def test_sqlite_connections_are_opened_with_the_configured_options(tmp_path: Path) -> None:
    code = "import sys; from django.db import connection; c = connection.cursor(); " + (
        "print([c.execute('PRAGMA ' + name).fetchone()[0] for name in sys.argv[1:]])"
    )
    environment = {
        **SAFE,
        "DATABASE_URL": f"sqlite:///{tmp_path / 'site.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": "ronda_site.settings",
        "RONDA_VAR_DIR": str(tmp_path),
    }
    command = [sys.executable, "-c", code, "journal_mode", "synchronous", "busy_timeout"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['wal', 2, 30000]"


def test_external_accounts_are_offered_when_the_environment_has_both_keys() -> None:
    names = ("SOCIALACCOUNT_PROVIDERS", "INSTALLED_APPS", "CONTENT_SECURITY_POLICY")
    half = read(*names, RONDA_SOCIAL_GOOGLE_ID="id")
    assert half["SOCIALACCOUNT_PROVIDERS"] == {}
    assert half["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]["form-action"] == ["'self'"]
    found = read(*names, RONDA_SOCIAL_GOOGLE_ID="id", RONDA_SOCIAL_GOOGLE_SECRET="secret")
    assert found["SOCIALACCOUNT_PROVIDERS"]["google"]["APPS"][0]["client_id"] == "id"
    assert "allauth.socialaccount.providers.google" in found["INSTALLED_APPS"]
    assert "https://accounts.google.com" in found["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]["form-action"]


def test_a_public_site_does_not_start_with_default_settings() -> None:
    said = refusal(RONDA_HTTPS="1")
    for name in ("DATABASE_URL", "RONDA_SECRET_KEY", "RONDA_ALLOWED_HOSTS"):
        assert name in said
    assert "RONDA_SECRET_KEY" not in refusal(**SAFE, RONDA_HTTPS="1")


def test_a_public_site_never_shows_tracebacks_to_visitors() -> None:
    assert "RONDA_DEBUG" in refusal(**SAFE, **PUBLIC, RONDA_HTTPS="1", RONDA_DEBUG="1")


def test_an_invalid_value_stops_the_start_and_is_named() -> None:
    assert "RONDA_METRICS=ja" in refusal(**SAFE, RONDA_METRICS="ja")


@pytest.mark.parametrize("word", ["ja", "2", "onn", "-1"])
def test_a_switch_accepts_no_other_words(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RONDA_HTTPS", word)
    with pytest.raises(SettingsError, match=f"RONDA_HTTPS={word}"):
        Environment().switch("RONDA_HTTPS", default=False)


def test_switches_may_be_written_as_words(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {}
    for word in ("1", "On", "true", "0", "FALSE", ""):
        monkeypatch.setenv("RONDA_HTTPS", word)
        found[word] = Environment().switch("RONDA_HTTPS", default=True)
    assert found == {"1": True, "On": True, "true": True, "0": False, "FALSE": False, "": True}


@pytest.mark.parametrize(("value", "default"), [("0", 1), ("one", 1), ("1.5", 1), ("nan", 1.0), ("-1", 1.0)])
def test_a_number_must_be_valid_and_large_enough(value: str, default: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RONDA_WRITERS", value)
    with pytest.raises(SettingsError, match=f"RONDA_WRITERS={value}"):
        Environment().number("RONDA_WRITERS", default=default, least=1)


def test_a_user_who_cannot_store_a_key_is_told_to_set_one() -> None:
    assert "RONDA_SECRET_KEY is not set" in refusal(XDG_DATA_HOME="/dev/null")


def test_a_server_that_cannot_start_prints_one_line_with_the_reason() -> None:
    command = [sys.executable, "-c", "import ronda_site.asgi"]
    done = subprocess.run(command, cwd=ROOT, env={"RONDA_HTTPS": "1"}, capture_output=True, text=True, check=False)
    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)


def test_sessions_survive_a_change_of_the_secret_key() -> None:
    assert read("SECRET_KEY_FALLBACKS", RONDA_SECRET_KEY_FALLBACKS="old")["SECRET_KEY_FALLBACKS"] == ["old"]


def test_the_contact_address_is_an_email_address_or_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    for text, found in (("", ""), (" cards@example.org ", "cards@example.org")):
        monkeypatch.setenv("RONDA_CONTACT", text)
        assert Environment().email("RONDA_CONTACT") == found
    monkeypatch.setenv("RONDA_CONTACT", "write to us")
    with pytest.raises(SettingsError, match="RONDA_CONTACT=write to us is not an email address"):
        Environment().email("RONDA_CONTACT")
