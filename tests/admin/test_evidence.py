"""The messages in the evidence of a report, and hiding them there."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from accounts.models import ModerationLog, User
from games.chat.services import hide_line, send_chat_line, send_chat_phrase
from games.comments.services import hide_comment, write_comment
from games.models import ChatLine, Comment, Match, Report
from games.moderation.evidence import LINES_ELSEWHERE, lines_elsewhere, talks_of
from games.moderation.services import ATTACHED_LINES, report_player
from games.services.leaving import resign_match
from tests.admin.test_matches import staff
from tests.rows import fresh
from tests.services.tables import open_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(anna: User, badr: User) -> Match:
    match = open_table(anna, badr)
    send_chat_line(code=match.code, user_id=badr.pk, text="something <foul>")
    resign_match(code=match.code, user_id=badr.pk)
    return match


@pytest.fixture
def report(match: Match, anna: User) -> Report:
    return report_player(code=match.code, by=anna, whom="badr", reason="words", words="")


def page_of(report: Report, name: str = "change") -> str:
    return reverse(f"admin:games_report_{name}", args=[report.pk])


def test_the_evidence_contains_what_the_player_said_elsewhere(
    client: Client, judge: User, match: Match, report: Report, anna: User, badr: User, chama: User
) -> None:
    other = open_table(badr, chama)
    for text in ("even worse", "and again"):
        send_chat_line(code=other.code, user_id=badr.pk, text=text)
    send_chat_line(code=other.code, user_id=chama.pk, text="who are you?")
    report = report_player(code=match.code, by=anna, whom="badr", reason="words", words="")
    send_chat_line(code=other.code, user_id=badr.pk, text="later")
    assert [line.text for line in lines_elsewhere(report)] == ["even worse", "and again", "later"]
    page = client.get(page_of(report)).text
    assert page.count("even worse") == page.count("something &lt;foul&gt;") == 1
    assert reverse("admin:games_match_change", args=[other.pk]) in page
    assert "who are you?" not in page
    ChatLine.objects.filter(text="later").update(created=report.created - timedelta(days=1))
    ChatLine.objects.bulk_create(
        ChatLine(match=other, user=badr, room="players", text=f"old {number}", created=report.created)
        for number in range(LINES_ELSEWHERE + 1)
    )
    assert len(lines_elsewhere(report)) == LINES_ELSEWHERE


def test_the_evidence_says_if_the_player_has_written_none_of_the_messages(
    client: Client, judge: User, match: Match, report: Report, anna: User
) -> None:
    assert "has written none of these messages" not in client.get(page_of(report)).text
    ChatLine.objects.filter(match=match).delete()
    send_chat_line(code=match.code, user_id=anna.pk, text="salam")
    silent = report_player(code=match.code, by=anna, whom="badr", reason="words", words="")
    assert "<bdi>badr</bdi> has written none of these messages." in client.get(page_of(silent)).text


def test_the_messages_of_a_series_of_rematches_are_shown_by_match(
    client: Client, judge: User, match: Match, anna: User, badr: User, chama: User
) -> None:
    rematch, last = open_table(anna, badr), open_table(anna, badr)
    for earlier, later in ((match, rematch), (rematch, last)):
        Match.objects.filter(pk=earlier.pk).update(rematch=later)
    send_chat_line(code=rematch.code, user_id=badr.pk, text="fouler")
    send_chat_line(code=rematch.code, user_id=chama.pk, text="of a spectator")
    report = report_player(code=rematch.code, by=anna, whom="badr", reason="words", words="")
    send_chat_line(code=rematch.code, user_id=anna.pk, text="that was the last time")
    send_chat_line(code=last.code, user_id=badr.pk, text="never")
    talks = talks_of(fresh(report), whole_series=True)
    assert [(talk.match, [line.text for line in talk.lines]) for talk in talks] == [
        (match, ["something <foul>"]),
        (rematch, ["fouler", "that was the last time"]),
        (last, ["never"]),
    ]
    assert lines_elsewhere(fresh(report)) == []
    page = client.get(page_of(report)).text
    assert page.count("(the reported match)") == 1
    assert page.index(match.code) < page.index("something &lt;foul&gt;") < page.index(last.code) < page.index("never")
    clerk = staff("clerk", "view_report").get(page_of(report)).text
    assert "fouler" in clerk
    assert "never" not in clerk


def test_a_moderator_who_may_not_read_all_chats_sees_only_those_of_the_match(report: Report, badr: User) -> None:
    other = open_table(badr, User.objects.create_user("idris"))
    send_chat_line(code=other.code, user_id=badr.pk, text="even worse")
    Report.objects.filter(pk=report.pk).update(created=timezone.now())
    assert "even worse" in staff("reader", "view_report", "view_chatline").get(page_of(report)).text
    assert "even worse" not in staff("clerk", "view_report").get(page_of(report)).text


def test_a_phrase_is_shown_in_words(client: Client, judge: User, anna: User, badr: User) -> None:
    match = open_table(anna, badr)
    send_chat_phrase(code=match.code, user_id=badr.pk, key="well-played")
    report = report_player(code=match.code, by=anna, whom="badr", reason="spam", words="")
    page = client.get(page_of(report)).text
    assert "Well played" in page
    assert "well-played" not in page


def test_a_message_that_was_hidden_after_the_report_is_marked(client: Client, judge: User, report: Report) -> None:
    line = ChatLine.objects.get()
    assert "hidden by" not in client.get(page_of(report)).text
    hide_line(line_id=line.pk, moderator=judge)
    hidden = fresh(line).hidden
    assert hidden
    page = client.get(page_of(report)).text
    assert f"hidden by judge, {date_format(hidden, 'DATETIME_FORMAT')}" in page
    assert 'name="chatline"' not in page


def test_dates_have_the_same_form_on_the_page_of_a_report_as_in_the_list(
    client: Client, judge: User, report: Report
) -> None:
    date = date_format(report.created, "DATETIME_FORMAT")
    assert date in client.get(reverse("admin:games_report_changelist")).text
    page = client.get(page_of(report)).text
    assert page.count(date) >= 3, "of the report, of the message before it, and of the report in the player's record"
    assert "Times are in UTC." in page


def test_the_reported_line_is_marked_among_the_others_of_the_player(
    client: Client, judge: User, match: Match, anna: User, badr: User
) -> None:
    send_chat_line(code=match.code, user_id=badr.pk, text="good game")
    foul = ChatLine.objects.get(text="something <foul>")
    report = report_player(code=match.code, by=anna, whom="badr", reason="words", words="", line_id=foul.pk)
    page = client.get(page_of(report)).text
    assert page.count('class="is-theirs"') == page.count('class="is-theirs is-reported"') == 1
    [marked] = re.findall(r'<li class="is-theirs is-reported"\s+id="reported-message">(.*?)</li>', page, re.DOTALL)
    assert "Reported message" in marked
    assert "something &lt;foul&gt;" in marked
    assert re.search(r'<a href="#reported-message"[^>]*>something &lt;foul&gt;</a>', page), "beside the complaint"


def test_a_reported_comment_is_marked_even_if_others_have_followed(
    client: Client, judge: User, match: Match, anna: User, badr: User
) -> None:
    foul = write_comment(code=match.code, user=badr, text="rude")
    Comment.objects.bulk_create(Comment(match=match, user=badr, text="fine") for _time in range(ATTACHED_LINES))
    report = report_player(code=match.code, by=anna, whom="badr", reason="words", words="", comment_id=foul.pk)
    page = client.get(page_of(report)).text
    [marked] = re.findall(r'<li class="is-theirs is-reported"\s+id="reported-message">(.*?)</li>', page, re.DOTALL)
    assert "rude" in marked


def test_upholding_a_report_hides_the_reported_message_unless_the_moderator_unchecks_it(
    client: Client, judge: User, match: Match, anna: User, badr: User
) -> None:
    line, comment = ChatLine.objects.get(), write_comment(code=match.code, user=badr, text="rude")
    box = re.compile(r'<input type="checkbox" name="hides_message" id="id_hides_message" checked>')
    for reported in ({"line_id": line.pk}, {"comment_id": comment.pk}):
        words = {"code": match.code, "by": anna, "whom": "badr", "reason": "words", "words": ""}
        dismissed, spared, upheld = (report_player(**words, **reported) for _time in range(3))
        assert box.search(client.get(page_of(dismissed)).text)
        client.post(page_of(dismissed, "decide"), {"verdict": "dismissed", "duration": "7", "hides_message": "on"})
        client.post(page_of(spared, "decide"), {"verdict": "upheld", "duration": "7"})
        assert {fresh(dismissed).verdict, fresh(spared).verdict} == {"dismissed", "upheld"}
        assert (fresh(line) if "line_id" in reported else fresh(comment)).hidden is None
        client.post(page_of(upheld, "decide"), {"verdict": "upheld", "duration": "7", "hides_message": "on"})
        assert (fresh(line) if "line_id" in reported else fresh(comment)).hidden_by == judge
        Report.objects.update(created=timezone.now() - timedelta(hours=2))  # five an hour are the limit
    actions = ModerationLog.objects.exclude(action="decide report").values_list("action", flat=True)
    assert list(actions) == ["hide line", "hide comment"]


def test_hiding_is_only_offered_for_a_reported_message_that_is_visible_and_may_be_hidden(
    client: Client, judge: User, match: Match, report: Report, anna: User
) -> None:
    line = ChatLine.objects.get()
    assert "id_hides_message" not in client.get(page_of(report)).text, "of a player, not of a message"
    about_line = report_player(code=match.code, by=anna, whom="badr", reason="words", words="", line_id=line.pk)
    clerk = staff("clerk", "view_report", "handle_report", "hide_comment")
    page = clerk.get(page_of(about_line)).text
    assert "id_verdict" in page
    assert "id_hides_message" not in page
    hide_line(line_id=line.pk, moderator=judge)
    assert "id_hides_message" not in client.get(page_of(about_line)).text


def test_only_moderators_who_may_decide_get_the_form(client: Client, judge: User, report: Report) -> None:
    assert "id_verdict" in client.get(page_of(report)).text
    assert "id_verdict" not in staff("clerk", "view_report").get(page_of(report)).text
    Report.objects.update(whom=judge)
    assert "id_verdict" not in client.get(page_of(report)).text
    assert client.get(page_of(report, "decide"))["location"] == page_of(report)


def test_without_a_reported_line_none_is_marked(client: Client, judge: User, report: Report) -> None:
    page = client.get(page_of(report)).text
    assert 'class="is-theirs"' in page
    assert "eported-message" not in page
    assert "None. The report is about behaviour." in page


def test_a_message_is_hidden_from_the_report(client: Client, judge: User, report: Report) -> None:
    line = ChatLine.objects.get()
    page = client.get(page_of(report)).text
    assert re.search(rf'name="chatline"\s+value="{line.pk}"', page)
    assert page_of(report, "hide") in page
    for _time in range(2):
        answer = client.post(page_of(report, "hide"), {"chatline": str(line.pk)})
        assert (answer.status_code, answer["location"]) == (302, page_of(report))
    assert fresh(line).hidden_by == judge
    assert ModerationLog.objects.count() == 1


def test_a_hidden_message_is_shown_again_from_the_report(client: Client, judge: User, report: Report) -> None:
    line = ChatLine.objects.get()
    hide_line(line_id=line.pk, moderator=judge)
    assert re.search(rf'name="shown_chatline"\s+value="{line.pk}"', client.get(page_of(report)).text)
    for _time in range(2):
        page = client.post(page_of(report, "hide"), {"shown_chatline": str(line.pk)}, follow=True).text
        assert "Everyone at the table can read the message again." in page
    assert (fresh(line).hidden, fresh(line).hidden_by) == (None, None)
    assert re.search(rf'name="chatline"\s+value="{line.pk}"', page)
    assert list(ModerationLog.objects.values_list("action", flat=True)) == ["hide line", "show line"]


def test_hidden_messages_are_shown_again_from_the_list(client: Client, judge: User, report: Report) -> None:
    line = ChatLine.objects.get()
    hide_line(line_id=line.pk, moderator=judge)
    form = {"action": "show", "_selected_action": [str(line.pk)]}
    page = client.post(reverse("admin:games_chatline_changelist"), form, follow=True).text
    assert "1 message shown again." in page
    assert fresh(line).hidden is None


def test_a_comment_is_hidden_from_the_report(client: Client, judge: User, match: Match, anna: User, badr: User) -> None:
    comment = write_comment(code=match.code, user=badr, text="rude")
    report = report_player(code=match.code, by=anna, whom="badr", reason="words", words="")
    assert re.search(rf'name="comment"\s+value="{comment.pk}"', client.get(page_of(report)).text)
    page = client.post(page_of(report, "hide"), {"comment": str(comment.pk)}, follow=True).text
    assert fresh(comment).hidden_by == judge
    assert "hidden by judge" in page
    assert f'name="shown_comment" value="{comment.pk}"' in page.split('class="messagelist"')[1].split("</ul>")[0]


def test_a_hidden_comment_is_shown_again_from_the_report(
    client: Client, judge: User, match: Match, anna: User, badr: User
) -> None:
    comment = write_comment(code=match.code, user=badr, text="rude")
    report = report_player(code=match.code, by=anna, whom="badr", reason="words", words="")
    hide_comment(comment_id=comment.pk, moderator=judge)
    assert re.search(rf'name="shown_comment"\s+value="{comment.pk}"', client.get(page_of(report)).text)
    for _time in range(2):
        page = client.post(page_of(report, "hide"), {"shown_comment": str(comment.pk)}, follow=True).text
        assert "Everyone who can see the result can read the comment again." in page
    assert (fresh(comment).hidden, fresh(comment).hidden_by) == (None, None)
    assert re.search(rf'name="comment"\s+value="{comment.pk}"', page)
    assert list(ModerationLog.objects.values_list("action", flat=True)) == ["hide comment", "show comment"]


def test_hidden_comments_are_shown_again_from_the_list(client: Client, judge: User, match: Match, badr: User) -> None:
    comment = write_comment(code=match.code, user=badr, text="rude")
    hide_comment(comment_id=comment.pk, moderator=judge)
    form = {"action": "show", "_selected_action": [str(comment.pk)]}
    page = client.post(reverse("admin:games_comment_changelist"), form, follow=True).text
    assert "1 comment shown again." in page
    assert fresh(comment).hidden is None


@pytest.mark.parametrize("chosen", ["", "x", "0", "²", "9" * 19, "9" * 5000])
def test_a_message_that_does_not_exist_cannot_be_hidden(
    client: Client, judge: User, report: Report, chosen: str
) -> None:
    page = client.post(page_of(report, "hide"), {"chatline": chosen}, follow=True).text
    assert "No such message." in page


def test_hiding_needs_the_permission_and_a_post(client: Client, judge: User, report: Report) -> None:
    line = ChatLine.objects.get()
    assert client.get(page_of(report, "hide")).status_code == 405
    onlooker = staff("onlooker", "view_report", "handle_report", "hide_comment")
    assert 'name="chatline"' not in onlooker.get(page_of(report)).text
    assert onlooker.post(page_of(report, "hide"), {"chatline": str(line.pk)}).status_code == 403
    guarded = Client(enforce_csrf_checks=True)
    guarded.force_login(judge)
    assert guarded.post(page_of(report, "hide"), {"chatline": str(line.pk)}).status_code == 403
    assert fresh(line).hidden is None


def test_the_lists_of_matches_are_folded_beside_the_form(client: Client, judge: User, report: Report) -> None:
    page = client.get(page_of(report)).text
    assert page.count("<details>") == 2
    assert "<details open>" not in page
    assert staff("clerk", "view_report").get(page_of(report)).text.count("<details open>") == 2
