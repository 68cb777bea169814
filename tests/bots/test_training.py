"""The bots' tables can be rebuilt."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from games.bots import calling, data, leaf, porrazo_fit, race_fit


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for tables. Training is reduced to a minimum."""
    monkeypatch.setattr(data, "FOLDER", tmp_path)
    monkeypatch.setattr(leaf, "KINDS", {"moroccan-2": {}})
    monkeypatch.setattr(leaf, "SAMPLES", {2: 20})
    monkeypatch.setattr(calling, "SETTINGS", calling.SETTINGS[:1])
    monkeypatch.setattr(calling, "ROUNDS", {2: 200})
    monkeypatch.setattr(porrazo_fit, "BATCHES", 20)
    monkeypatch.setattr(porrazo_fit, "DEALS", 5)
    monkeypatch.setattr(race_fit, "DEALS", {2: 2})
    return tmp_path


@pytest.fixture(autouse=True)
def _no_cached_tables():
    data.read_table.cache_clear()
    yield
    data.read_table.cache_clear()


def test_the_same_seed_makes_the_same_tables(folder: Path) -> None:
    made = []
    for seed in (1, 1, 2):
        call_command("train", seed=seed, stdout=StringIO())
        made.append([(folder / name).read_text() for name in ("leaf.json", "calls.json", "porrazo.json", "race.json")])
    assert made[0] == made[1] != made[2]


def test_a_missing_table_is_empty(folder: Path) -> None:
    assert data.read_table("leaf.json") == {}


@pytest.mark.parametrize("kind", leaf.KINDS)
def test_every_kind_of_table_has_a_value(kind: str) -> None:
    assert set(data.read_table("leaf.json")) == set(leaf.KINDS)
    values = leaf.leaf_values(kind, last_follows=False)
    assert len(values) == 1024
    assert values[0b11] > values[0b101], "a run is worth more"
