"""Idempotent commands: a command with an id is carried out once, and every repeat gets the same answer."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.backends.utils import CursorWrapper
from django.utils import timezone
from django.utils.translation import override
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from games.chat.services import LINES_AT_ONCE, send_chat_line
from games.models import ChatLine, CommandReceipt, Match, Seek
from games.services.leaving import claim_win, resign_match
from games.services.pairing import cancel_seek, seek_match
from games.services.play import make_move
from games.services.receipts import (
    DELETED_AT_ONCE,
    CommandId,
    IdReusedError,
    Receipt,
    carry_out_once,
    delete_old_receipts,
    do_once,
    find_receipts,
)
from games.services.seating import start_quick_match
from games.state.errors import Busy, Forbidden, Illegal, Stale, Unavailable
from games.state.match_cache import match_cache
from games.state.store import MatchStore, open_store
from tests.rows import fresh
from tests.services.tables import game_of, move_once, on_turn, open_table, plain_move
from tests.services.test_concurrency import at_once

pytestmark = pytest.mark.django_db(transaction=True)  # games enter the process's cache only on commit


@pytest.fixture
def match(anna: User, badr: User) -> Match:
    return open_table(anna, badr)


def next_move(match: Match) -> partial[Any]:
    """Return a call that makes a neutral move as the player whose turn it is."""
    match.refresh_from_db()
    move = plain_move(game_of(match))
    return partial(make_move, code=match.code, user_id=on_turn(match).pk, version=match.version, move=list(move[1:]))


def identify(act: partial[Any], client_id: str) -> CommandId:
    user_id = act.keywords["user_id"]
    return CommandId.of(act, user_id=user_id, place=act.keywords.get("code", ""), client_id=client_id)


def send(act: partial[Any], client_id: str) -> Receipt:
    return carry_out_once(command=identify(act, client_id), act=act)


def send_together(*commands: tuple[partial[Any], str]) -> list[Receipt]:
    """Carry out commands in one transaction, as the writer does."""
    named = [(identify(act, client_id), act) for act, client_id in commands]
    with open_store() as store:
        store.prepare({command.place for command, _act in named})
        known = find_receipts(command for command, _act in named)
        return [do_once(store, command, act, known) for command, act in named]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The first word of each SQL statement about receipts."""
    statements: list[str] = []
    honest = CursorWrapper._execute

    def noting(cursor: CursorWrapper, sql: str, *rest: Any) -> Any:
        statements.extend([sql.split(maxsplit=1)[0]] if CommandReceipt._meta.db_table in sql else [])
        return honest(cursor, sql, *rest)

    monkeypatch.setattr(CursorWrapper, "_execute", noting)
    return statements


def test_a_repeat_in_the_same_batch_gets_the_same_answer_and_does_nothing(match: Match) -> None:
    move = next_move(match)
    first, second = send_together((move, "a"), (move, "a"))
    assert first == second == Receipt(version=match.version + 1)
    assert match.moves.count() == 1


def test_a_repeat_in_a_later_batch_gets_the_same_answer_even_after_other_moves(match: Match) -> None:
    move = next_move(match)
    first = send(move, "a")
    move_once(match)
    assert send(move, "a") == first
    assert match.moves.count() == 2


def test_the_answer_survives_a_restart_of_the_process(match: Match) -> None:
    move = next_move(match)
    first = send(move, "a")
    cache.clear()
    match_cache.clear()
    connection.close()
    assert send(move, "a") == first


def test_a_concurrent_repeat_on_another_connection_gets_the_same_answer(match: Match) -> None:
    move = next_move(match)
    answers = at_once(*[partial(send, move, "a")] * 4)
    assert set(answers) == {Receipt(version=match.version + 1)}
    assert match.moves.count() == 1


def test_the_same_id_from_another_player_is_another_command(match: Match) -> None:
    first, second = next_move(match), None
    send(first, "a")
    second = next_move(match)
    assert first.keywords["user_id"] != second.keywords["user_id"]
    assert send(second, "a").version == match.version + 1
    assert match.moves.count() == 2


def test_the_same_id_at_another_match_is_another_command(anna: User, badr: User) -> None:
    for match in (open_table(anna, badr), open_table(anna, badr)):
        assert send(partial(resign_match, code=match.code, user_id=anna.pk), "a").refusal == ""
        assert fresh(match).result_reason == "resigned"


def test_reusing_an_id_for_another_command_is_refused(match: Match) -> None:
    move = next_move(match)
    send(move, "a")
    with pytest.raises(IdReusedError):
        send(partial(resign_match, code=match.code, user_id=move.keywords["user_id"]), "a")
    with pytest.raises(IdReusedError):
        send(partial(make_move, **{**move.keywords, "version": 0}), "a")
    assert fresh(match).status == "running"


def test_a_stale_move_stays_stale_under_its_id(match: Match) -> None:
    move = next_move(match)
    early = partial(make_move, **{**move.keywords, "version": match.version + 1})
    refused = send(early, "a")
    with pytest.raises(Stale):
        refused.check()
    send(move, "b")
    assert send(early, "a") == refused  # although the match has reached this version


def test_an_illegal_move_stays_illegal_under_its_id(match: Match, anna: User, badr: User) -> None:
    move = next_move(match)
    waiting = badr if on_turn(match) == anna else anna
    too_early = partial(
        make_move, code=match.code, user_id=waiting.pk, version=match.version, move=["announce", "nothing"]
    )
    refused = send(too_early, "a")
    with pytest.raises(Illegal, match="turn"):
        refused.check()
    send(move, "b")
    assert send(too_early, "a") == refused
    assert match.moves.count() == 1


def test_a_win_that_could_not_be_claimed_yet_is_claimed_with_a_new_id(match: Match, anna: User, badr: User) -> None:
    claim = partial(claim_win, code=match.code, user_id=anna.pk)
    refused = send(claim, "a")
    with pytest.raises(Unavailable):
        refused.check()
    assert refused.refusal == "not_yet"
    match.seats.filter(user=badr).update(grace_ends=timezone.now())
    Match.objects.update(version=match.version + 1, facts_version=match.version + 1)
    assert send(claim, "a") == refused
    assert send(claim, "b").refusal == ""


def test_a_temporarily_refused_command_can_be_repeated_with_the_same_id(match: Match, anna: User, chama: User) -> None:
    stranger = partial(resign_match, code=match.code, user_id=chama.pk)
    with pytest.raises(Forbidden):
        send(stranger, "a")
    for number in range(LINES_AT_ONCE):
        send_chat_line(code=match.code, user_id=anna.pk, text=f"line {number}")
    line = partial(send_chat_line, code=match.code, user_id=anna.pk, text="one more")
    with pytest.raises(Busy):
        send(line, "a")
    assert not CommandReceipt.objects.exists()
    ChatLine.objects.update(created=timezone.now() - timedelta(minutes=1))
    assert [send(line, "a"), send(line, "a")] == [Receipt(), Receipt()]
    assert ChatLine.objects.filter(text="one more").count() == 1


def test_a_command_to_the_site_is_carried_out_once(anna: User) -> None:
    seek = partial(seek_match, user_id=anna.pk, ruleset="moroccan", clock="300+10", rated=False)
    assert send(seek, "a") == Receipt()
    send(partial(cancel_seek, user_id=anna.pk), "b")
    assert send(seek, "a") == Receipt()
    assert not Seek.objects.exists()


def test_a_repeated_request_for_a_match_returns_the_match_it_opened(anna: User) -> None:
    begin = partial(start_quick_match, user=anna, ruleset="moroccan", options={})
    command = CommandId.of(begin, user_id=anna.pk, place="", client_id="a")
    first, second = [carry_out_once(command=command, act=begin) for _time in range(2)]
    assert first == second
    assert first.opened == Match.objects.get().code


def test_the_receipts_of_a_batch_take_one_query_to_find_and_one_to_store(
    anna: User, badr: User, sent: list[str]
) -> None:
    moves = [next_move(open_table(anna, badr)) for _match in range(5)]
    sent.clear()
    send_together(*[(move, "a") for move in moves])
    assert sent == ["SELECT", "INSERT"]


def test_a_receipt_is_stored_only_together_with_its_command(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    move = next_move(match)

    def fail(_store: Any) -> None:
        raise DatabaseError("the connection broke")

    with monkeypatch.context() as patch:
        patch.setattr(MatchStore, "flush", fail)
        with pytest.raises(DatabaseError):
            send(move, "a")
    assert not CommandReceipt.objects.exists()
    assert not match.moves.exists()
    assert send(move, "a").version == match.version + 1


def test_the_daily_command_deletes_receipts_after_a_day(match: Match, capsys: Any) -> None:
    send(next_move(match), "old")
    CommandReceipt.objects.update(created=timezone.now() - timedelta(hours=25))
    send(next_move(match), "new")
    call_command("clear_guests")
    assert "1 receipts deleted" in capsys.readouterr().out
    assert CommandReceipt.objects.get().client_id == "new"


def test_all_old_receipts_are_deleted_however_many_there_are(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [CommandReceipt(user=anna, client_id=f"{number}") for number in range(2 * DELETED_AT_ONCE + 1)]
    CommandReceipt.objects.bulk_create(rows)
    assert delete_old_receipts(before=timezone.now()) == len(rows)
    assert not CommandReceipt.objects.exists()


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_repeats_in_any_order_give_the_same_match_as_each_command_once(
    anna: User, badr: User, data: st.DataObject
) -> None:
    """Clients repeat commands whose answers were lost, perhaps late, on other connections or among newer commands."""
    match = open_table(anna, badr)
    answers: dict[str, Receipt] = {}
    commands: dict[str, partial[Any]] = {}
    for number in range(8):
        match.refresh_from_db()
        if match.status != "running":
            break
        commands[f"{number}"] = next_move(match)
        repeats = data.draw(st.lists(st.sampled_from(sorted(commands)), max_size=4))
        order = data.draw(st.permutations([f"{number}", *repeats]))
        size = data.draw(st.integers(1, len(order)))
        for start in range(0, len(order), size):
            together = order[start : start + size]
            receipts = send_together(*[(commands[one], one) for one in together])
            for client_id, receipt in zip(together, receipts, strict=True):
                assert answers.setdefault(client_id, receipt) == receipt
    assert [receipt.refusal for receipt in answers.values()] == [""] * len(commands)
    assert [row.move for row in match.moves.all()] == [list(act.keywords["move"]) for act in commands.values()]
    versions = [answers[one].version or 0 for one in commands]
    assert versions == sorted(set(versions))


def test_a_stored_refusal_is_read_in_the_language_of_whoever_repeats_the_command(match: Match) -> None:
    act = partial(resign_match, code=match.code, user_id=on_turn(match).pk)
    send(act, "the first")
    with override("fr"):
        refused = send(act, "the second")  # the match is over
    shown = {}
    for language in ("en", "fr", "ar"):
        with override(language), pytest.raises(Illegal) as error:
            refused.check()
        with override(language):
            shown[language] = str(error.value.message)
    assert shown["en"] == refused.message
    assert len(set(shown.values())) == len(shown)
