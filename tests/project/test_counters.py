"""The counter cache for rate limits: other keys never evict a counter, and limits survive an outage of Redis."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
import redis
import time_machine
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.services.outages import CountersFullError
from games.services.ratelimit import seconds_to_wait
from ronda_site import counters
from ronda_site.counters import Breaker, MemoryCounters, SharedCounters
from tests.servers import free_port, valkey

OTHERS = 10_000  # requests counted under other keys


@pytest.fixture
def store() -> Iterator[MemoryCounters]:
    store = MemoryCounters("a test", {})
    yield store
    store.clear()


def test_no_number_of_other_keys_evicts_a_counter(store: MemoryCounters) -> None:
    store.set("mine", 12, 300)
    for number in range(OTHERS):
        store.add(f"other-{number}", 1, 300)
    assert store.get("mine") == 12
    assert len(store._cache) == OTHERS + 1


def test_expired_keys_do_not_stay_in_memory(store: MemoryCounters) -> None:
    with time_machine.travel(1_000_000, tick=False) as clock:
        for _minute in range(10):
            for number in range(100):
                store.add(f"{_minute}-{number}", 1, 60)
            clock.shift(61)
        store.add("last", 1, 60)
    assert list(store._cache) == [":1:last"]
    assert len(store._ends) == 1


def test_setting_a_counter_again_resets_its_lifetime(store: MemoryCounters) -> None:
    with time_machine.travel(1_000_000, tick=False) as clock:
        store.set("mine", 1, 60)
        store.set("mine", 2, 300)
        clock.shift(200)
        store.add("other", 1, 10)
        assert store.get("mine") == 2
        clock.shift(200)
        store.add("another", 1, 10)
        assert list(store._cache) == [":1:another"]


def test_a_full_cache_refuses_new_keys_and_keeps_existing_ones(
    store: MemoryCounters, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counters, "MOST_KEYS", 3)
    for key in ("one", "two", "three"):
        store.add(key, 1, 300)
    with pytest.raises(CountersFullError):
        store.add("four", 1, 300)
    assert store.incr("one") == 2


@pytest.mark.django_db
def test_twelve_wrong_passwords_lock_an_account_whatever_is_requested_afterwards(client: Client) -> None:
    User.objects.create_user("amina", password="a right password 7")
    form = {"login": "amina", "password": "a wrong password"}
    for number in range(12):
        client.post(reverse("account_login"), form, REMOTE_ADDR=f"10.0.0.{number}")
    for number in range(OTHERS):
        seconds_to_wait(f"api:address:10.1.{number}", 60)
    form["password"] = "a right password 7"
    answer = client.post(reverse("account_login"), form, REMOTE_ADDR="10.0.1.1")
    assert "Too many failed login attempts" in answer.text
    assert "_auth_user_id" not in client.session


# ---- Redis ----


def shared(url: str) -> SharedCounters:
    return SharedCounters(url, {"KEY_PREFIX": "test"})


def test_without_redis_the_process_counts_locally_and_logs_it_once(caplog: pytest.LogCaptureFixture) -> None:
    store = shared(f"redis://127.0.0.1:{free_port()}")
    with caplog.at_level(logging.WARNING):
        assert store.add("mine", 1, 60)
        assert not store.add("mine", 1, 60)
        assert [store.incr("mine") for _time in range(3)] == [2, 3, 4]
    assert len(caplog.records) == 1
    assert counters.shared._value.get() == 0


def test_only_one_caller_a_second_waits_for_a_redis_that_is_down() -> None:
    now = [0.0]
    breaker = Breaker(lambda: now[0])
    assert breaker.may_ask()
    breaker.failed(redis.ConnectionError())
    assert not breaker.may_ask()
    now[0] = 1.0
    assert [breaker.may_ask() for _caller in range(3)] == [True, False, False]
    breaker.answered()
    assert [breaker.may_ask() for _caller in range(3)] == [True] * 3


def test_redis_counts_again_when_it_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    with valkey() as url:
        store = shared(url)
        store.set("mine", 7, 60)
        store.breaker.failed(redis.ConnectionError())
        assert store.get("mine") is None
        monkeypatch.setattr(store.breaker, "_look_at", 0.0)
        assert store.get("mine") == 7
        assert counters.shared._value.get() == 1


def test_a_full_redis_refuses_new_keys_and_keeps_existing_ones() -> None:
    with valkey() as url:
        store = shared(url)
        store.set("mine", 7, 60)
        server = redis.Redis.from_url(url)
        server.config_set("maxmemory-policy", "noeviction")
        server.config_set("maxmemory", 1)
        with pytest.raises(CountersFullError):
            store.set("another", 1, 60)
        assert store.get("mine") == 7
        server.close()


def test_a_counter_that_vanishes_between_two_steps_starts_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "add", lambda *_key: False)  # the key exists, and the connection fails afterwards
    assert seconds_to_wait("a-thing", 1) == 0


@pytest.mark.django_db
def test_a_full_cache_is_answered_with_503(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counters, "MOST_KEYS", 0)
    answer = client.post(reverse("account_login"), {"login": "amina", "password": "whatever it is"})
    assert answer.status_code == 503
    api: Any = client.get("/api/v1/rulesets")
    assert (api.status_code, api.json()["code"]) == (503, "unreachable")


def test_a_window_of_its_own_begins_with_the_first_and_holds_nobody_longer_when_the_clock_is_set() -> None:
    with time_machine.travel("2026-03-01T12:00:50Z", tick=False) as clock:
        assert seconds_to_wait("a-download", 1, 30, by_clock=False) == 0
        clock.shift(20)
        assert seconds_to_wait("a-download", 1, 30, by_clock=False) == 10
        clock.shift(10)
        assert seconds_to_wait("a-download", 1, 30, by_clock=False) == 0
        clock.shift(-3600)
        assert seconds_to_wait("a-download", 1, 30, by_clock=False) == 0
        assert seconds_to_wait("a-download", 1, 30, by_clock=False) == 30


def test_windows_are_those_of_the_clock() -> None:
    with time_machine.travel("2026-03-01T12:00:50Z", tick=False) as clock:
        assert [seconds_to_wait("a-request", 2) for _time in range(3)] == [0, 0, 10]
        clock.shift(10)
        assert [seconds_to_wait("a-request", 2) for _time in range(3)] == [0, 0, 60]
