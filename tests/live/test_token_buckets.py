"""The token buckets behind the rate limits, tested with a fake clock."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.live import token_buckets
from games.live.limits import ConcurrencyLimit
from games.live.token_buckets import SWEEP_AT, TokenBucket, TokenBuckets


def test_budgets_that_are_full_again_are_forgotten(now: list[float]) -> None:
    budgets = TokenBuckets(1, 2)
    for number in range(SWEEP_AT):
        budgets.take(f"past {number}")
    now[0] += 10
    assert budgets.take("spent")
    assert budgets.take("spent")
    now[0] += 0.5
    budgets.take("new")
    assert len(budgets) == 2
    assert not budgets.take("spent")


@given(st.lists(st.tuples(st.floats(0, 5), st.integers(1, 40)), max_size=20))
def test_an_allowance_never_lets_more_through_than_its_rate_and_its_burst(waits: list[tuple[float, int]]) -> None:
    now = [0.0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(token_buckets, "monotonic", lambda: now[0])
        allowance = TokenBucket(3, 7)
        taken = 0
        for wait, asked in waits:
            now[0] += wait
            taken += sum(allowance.take() for _one in range(asked))
    assert taken <= 7 + 3 * now[0] + 1e-6


def test_charges_beyond_the_bucket_are_owed_up_to_its_size(now: list[float]) -> None:
    allowance = TokenBucket(1, 10)
    allowance.charge(15)
    now[0] += 5.5
    assert not allowance.take()
    now[0] += 1
    assert allowance.take()
    allowance.charge(1_000)
    now[0] += 10.5
    assert not allowance.take()
    now[0] += 1
    assert allowance.take()


def test_a_place_is_given_back_also_after_a_fault() -> None:
    places = ConcurrencyLimit(1)
    with pytest.raises(ZeroDivisionError), places.hold("a"):
        raise ZeroDivisionError
    with places.hold("a"):
        assert places["a"] == 1
