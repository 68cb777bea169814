"""Pages read and send no more for a table with twenty thousand chat messages than for one with fifty."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.chat.selectors import LAST_LINES, last_lines
from games.chat.services import MAX_LINE, send_chat_line
from games.models import ChatLine, Match, Room
from games.moderation.services import report_player
from games.selectors.export import write_archive
from tests.views.conftest import finished_match, signed_in

LINES = 20_000


@pytest.fixture
def match(amina: User, badr: User) -> Match:
    return finished_match(amina, badr)


@pytest.fixture
def judge(db: None) -> Client:
    user = User.objects.create_user("judge", is_staff=True)
    user.groups.add(Group.objects.get(name="moderators"))
    return signed_in(user)


def talk_much(match: Match, user: User, lines: int) -> None:
    said = timezone.now() - timedelta(hours=1)
    ChatLine.objects.bulk_create(
        ChatLine(match=match, user=user, room=Room.PLAYERS, text=f"{number} ".ljust(MAX_LINE, "x"), created=said)
        for number in range(lines)
    )


def costs(client: Client, path: str) -> tuple[int, int]:
    """Return the number of queries that a page makes, and its size in bytes."""
    client.get(path)
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(path)
    assert answer.status_code == 200, path
    return len(queries), len(answer.content)


def test_pages_sockets_reports_the_admin_and_the_archive_stay_bounded(
    match: Match, amina: User, badr: User, judge: Client
) -> None:
    player = signed_in(amina)
    pages = [(player, reverse(name, args=[match.code])) for name in ("table", "result", "replay")]
    pages += [(judge, reverse("admin:games_chatline_changelist"))]
    pages += [(judge, reverse("admin:games_match_change", args=[match.pk]))]
    pages += [(judge, f"{reverse('admin:games_chatline_changelist')}?q={match.code}")]
    talk_much(match, badr, 2 * LAST_LINES + 100)
    before = [costs(client, path) for client, path in pages]
    talk_much(match, badr, LINES)
    for (client, path), (statements, size) in zip(pages, before, strict=True):
        now = costs(client, path)
        assert now[0] <= statements, path
        assert now[1] <= 1.1 * size + 1000, path

    with CaptureQueriesContext(connection) as queries:
        told = last_lines(match.pk, Room.PLAYERS, amina.pk)
    assert (len(told), len(queries)) == (LAST_LINES, 2)
    with CaptureQueriesContext(connection) as queries:
        send_chat_line(code=match.code, user_id=amina.pk, text="and one more")
        report = report_player(code=match.code, by=amina, whom="badr", reason="spam", words="he never stops")
    assert len(queries) < 30
    assert len(report.lines) <= LAST_LINES

    with CaptureQueriesContext(connection) as queries:
        pieces = [len(piece) for piece in write_archive(badr)]
    assert len(queries) < 40
    assert sum(pieces) < LINES * MAX_LINE / 10
