"""Reading match records through the API."""

from __future__ import annotations

import json
from typing import Any

import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.db import connections
from django.test import AsyncClient
from django.utils import timezone

from accounts.models import User
from games.rules.record import check_record
from tests.api.conftest import ROOT, Program
from tests.views.conftest import finished_match, start_match


def test_the_record_of_a_match_is_available_once_it_is_over(amina: User, badr: User, stranger: Program) -> None:
    match = start_match(amina, badr)
    assert stranger.refused(f"/matches/{match.code}/record") == (404, "not_found")
    match = finished_match(amina, badr)
    _lines, valid = check_record(stranger.get(f"/matches/{match.code}/record").content)
    assert valid


async def lines_of(program: Program, address: str) -> list[dict[str, Any]]:
    answer = await AsyncClient().get(ROOT + address, headers=program.headers)
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "application/x-ndjson"
    text = b"".join([part async for part in answer]).decode()
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.django_db(transaction=True)
async def test_many_records_are_sent_one_a_line(amina: User, badr: User) -> None:
    public = await sync_to_async(finished_match)(amina, badr)
    private = await sync_to_async(finished_match)(amina, badr, private=True, seed=2)
    mine, other = await sync_to_async(Program)(amina), await sync_to_async(Program)(badr)
    third = await sync_to_async(lambda: Program(User.objects.create_user("chadia")))()
    assert len(await lines_of(mine, "/records/amina")) == 2
    assert len(await lines_of(other, "/records")) == 1
    outcome = (await public.seats.aget(user=amina)).outcome
    with time_machine.travel(timezone.now(), tick=False):
        [record] = await lines_of(third, f"/records/amina?outcome={outcome}")
        again = await AsyncClient().get(f"{ROOT}/records", headers=third.headers)
    assert check_record(json.dumps(record))[1]
    assert (again.status_code, again["Retry-After"], again.json()["code"]) == (429, "30", "busy")
    assert private.is_private
    await sync_to_async(connections.close_all)()


def test_reading_many_records_needs_a_token(amina: User, stranger: Program) -> None:
    assert stranger.refused("/records") == (401, "unauthorized")
    assert Program(amina).refused("/records/nobody") == (404, "not_found")
