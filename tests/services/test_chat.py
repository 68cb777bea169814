"""Chat at a table: writers, readers and rate limits."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import Permission
from django.utils import timezone

from accounts.models import User
from accounts.services import block_user, mute_user
from games.chat import services as talk
from games.chat.phrases import PHRASES
from games.chat.selectors import LAST_LINES, find_line, last_lines
from games.models import ChatLine, Match, Room
from games.services import leaving, seating
from games.state.announce import ChatEvent
from games.state.errors import Busy, Forbidden, Malformed, NotFound, Unavailable
from tests.rows import fresh
from tests.services.tables import announced_to, open_table


@pytest.fixture
def match(anna: User, badr: User) -> Match:
    return open_table(anna, badr)


def say(match: Match, user: User, text: str = "salam") -> ChatLine:
    return talk.send_chat_line(code=match.code, user_id=user.pk, text=text)


def read(match: Match, room: Room, reader: User | None) -> list[str]:
    return [line.text or line.phrase for line in last_lines(match.pk, room, reader.pk if reader else None)]


def test_players_and_spectators_have_separate_rooms(match: Match, anna: User, badr: User, chama: User) -> None:
    say(match, anna, "hello badr")
    say(match, chama, "go anna")
    assert read(match, Room.PLAYERS, badr) == ["hello badr"]
    assert read(match, Room.SPECTATORS, chama) == ["go anna"]


def test_a_message_names_its_author_and_seat(match: Match, badr: User, chama: User) -> None:
    told = find_line(say(match, badr).pk)
    assert told is not None
    assert (told.name, told.seat) == ("badr", 1)
    assert told.as_json(badr.pk)["mine"]
    assert not told.as_json(None)["mine"]
    watcher = find_line(say(match, chama).pk)
    assert watcher is not None
    assert watcher.seat is None


def test_a_guest_can_send_only_preset_phrases(anna: User) -> None:
    guest = User.objects.create_guest(1234)
    match = open_table(anna, guest, rated=False)
    with pytest.raises(Forbidden) as refusal:
        say(match, guest)
    assert refusal.value.code == "guest"
    talk.send_chat_phrase(code=match.code, user_id=guest.pk, key="hello")
    assert read(match, Room.PLAYERS, anna) == ["hello"]
    watched = open_table(anna, rated=False, private=True)
    with pytest.raises(Forbidden):
        say(watched, guest)


def test_guests_write_their_own_words_to_the_other_players_of_a_private_casual_table(anna: User) -> None:
    guest, watcher = (User.objects.create_guest(number) for number in (1234, 5678))
    match = open_table(anna, guest, rated=False, private=True)
    say(match, guest, "it’s me, your cousin")
    assert read(match, Room.PLAYERS, anna) == ["it’s me, your cousin"]
    with pytest.raises(Forbidden):
        say(match, watcher)
    Match.objects.filter(pk=match.pk).update(rated=True)
    with pytest.raises(Forbidden):
        say(match, guest)


def test_a_phrase_is_stored_as_its_key(match: Match, anna: User) -> None:
    line = talk.send_chat_phrase(code=match.code, user_id=anna.pk, key="well-played")
    assert find_line(line.pk).as_json(None)["phrase"] == "well-played"
    assert "text" not in find_line(line.pk).as_json(None)
    for key in ("", "never-heard"):
        with pytest.raises(Malformed):
            talk.send_chat_phrase(code=match.code, user_id=anna.pk, key=key)
    assert all(len(key) <= 20 for key in PHRASES)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  salam \n\t khoya ", "salam khoya"),
        ("a\x00b\x07c\x1b[31md", "abc[31md"),
        ("\u202eevil\u202c \u2066x\u2069", "evil x"),
        ("سلام، كيف حالك؟", "سلام، كيف حالك؟"),
        ("👩\u200d👧 ok", "👩\u200d👧 ok"),
        ("e\u0301" + "\u0301" * 250, "e" + "\u0301" * 3),
        ('<b>bold</b> & "so"', '<b>bold</b> & "so"'),
    ],
)
def test_invisible_characters_and_text_direction_marks_are_removed(
    match: Match, anna: User, typed: str, kept: str
) -> None:
    assert say(match, anna, typed).text == kept


@pytest.mark.parametrize("text", ["", "  \n ", "\x00\x07", "\u202e", "x" * 301])
def test_empty_and_overlong_messages_are_refused(match: Match, anna: User, text: str) -> None:
    with pytest.raises(Malformed):
        say(match, anna, text)
    assert not ChatLine.objects.exists()


def test_three_hundred_characters_are_allowed(match: Match, anna: User) -> None:
    assert len(say(match, anna, "ر" * 300).text) == 300


def test_five_messages_in_ten_seconds_are_the_limit_across_all_tables(match: Match, anna: User, chama: User) -> None:
    other = open_table(chama, anna)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for table in (match, other, match, other, match):
            say(table, anna)
        for table in (match, other):
            with pytest.raises(Busy):
                say(table, anna)
        with pytest.raises(Busy):
            talk.send_chat_phrase(code=match.code, user_id=anna.pk, key="hello")
        say(other, chama)
        clock.shift(timedelta(seconds=10))
        say(match, anna)


def test_chat_stays_open_for_half_an_hour_after_the_end(match: Match, anna: User, badr: User) -> None:
    leaving.resign_match(code=match.code, user_id=anna.pk)
    say(match, badr, "well played")
    with time_machine.travel(timezone.now() + timedelta(minutes=31)), pytest.raises(Unavailable) as refused:
        say(match, badr)
    assert refused.value.code == "talk_over"


def test_a_table_that_was_closed_has_no_chat(anna: User) -> None:
    match = open_table(anna)
    seating.leave_seat(code=match.code, user=anna)
    with pytest.raises(Unavailable):
        say(match, anna)


def test_a_table_without_spectators_has_no_spectator_chat(match: Match, anna: User, chama: User) -> None:
    Match.objects.filter(pk=match.pk).update(has_spectators=False)
    say(match, anna)
    with pytest.raises(NotFound) as closed:
        say(match, chama)
    with pytest.raises(NotFound) as unknown:
        talk.send_chat_line(code="nosuchmatch1", user_id=chama.pk, text="salam")
    assert str(closed.value) == str(unknown.value)


def test_a_deactivated_user_cannot_write(match: Match, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(is_active=False)
    with pytest.raises(Busy):
        say(match, anna)


def test_messages_of_muted_and_blocked_users_are_not_shown(match: Match, anna: User, badr: User) -> None:
    say(match, badr, "from badr")
    say(match, anna, "from anna")
    for mute_or_block in (mute_user, block_user):
        mute_or_block(by=anna, whom=badr)
        assert read(match, Room.PLAYERS, anna) == ["from anna"]
        assert read(match, Room.PLAYERS, badr) == ["from badr", "from anna"]


def test_the_latest_messages_come_oldest_first(match: Match, anna: User) -> None:
    rows = [ChatLine(match=match, user=anna, room=Room.PLAYERS, text=str(number)) for number in range(60)]
    ChatLine.objects.bulk_create(rows)
    assert read(match, Room.PLAYERS, anna) == [str(number) for number in range(60 - LAST_LINES, 60)]


@pytest.fixture
def moderator(db: None) -> User:
    user = User.objects.create_user("judge")
    user.user_permissions.set(Permission.objects.filter(codename="hide_chatline"))
    return user


def test_a_moderator_hides_a_message_which_stays_stored(match: Match, anna: User, badr: User, moderator: User) -> None:
    line = say(match, badr, "something foul")
    talk.hide_line(line_id=line.pk, moderator=moderator)
    assert find_line(line.pk) is None
    line.refresh_from_db()
    assert (line.text, line.hidden_by) == ("something foul", moderator)


def test_of_a_hidden_message_readers_learn_only_its_place(
    match: Match, anna: User, badr: User, chama: User, moderator: User
) -> None:
    lines = [say(match, anna, "before"), say(match, badr, "something foul"), say(match, anna, "after")]
    phrase = talk.send_chat_phrase(code=match.code, user_id=badr.pk, key="bravo")
    for line in (lines[1], phrase):
        talk.hide_line(line_id=line.pk, moderator=moderator)
    for reader in (anna.pk, badr.pk, None):
        told = [line.as_json(reader) for line in last_lines(match.pk, Room.PLAYERS, reader)]
        assert [line.get("text") for line in told] == ["before", None, "after", None]
        assert [told[1], told[3]] == [{"id": line.pk, "removed": True} for line in (lines[1], phrase)]
    assert read(match, Room.SPECTATORS, chama) == []
    mute_user(by=anna, whom=badr)
    assert read(match, Room.PLAYERS, anna) == ["before", "after"]


def test_only_a_moderator_hides_messages(match: Match, anna: User, badr: User, moderator: User) -> None:
    line = say(match, badr)
    with pytest.raises(Forbidden):
        talk.hide_line(line_id=line.pk, moderator=anna)
    with pytest.raises(NotFound):
        talk.hide_line(line_id=line.pk + 1, moderator=moderator)
    assert read(match, Room.PLAYERS, anna) == ["salam"]


def test_a_message_is_announced_without_its_text_and_makes_no_new_version(
    match: Match, anna: User, moderator: User, django_capture_on_commit_callbacks: Any
) -> None:
    told: list[Any] = []
    with announced_to(told.append), django_capture_on_commit_callbacks(execute=True):
        line = say(match, anna, "nothing to see")
        talk.hide_line(line_id=line.pk, moderator=moderator)
        talk.hide_line(line_id=line.pk, moderator=moderator)
    assert told == [ChatEvent(match.code, line.pk), ChatEvent(match.code, line.pk, hidden=True)]
    assert "nothing" not in str([news.message for news in told])
    version = match.version
    assert fresh(match).version == version
