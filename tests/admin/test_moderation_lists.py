"""The report page, with its evidence, and the lists that point moderators to suspicious accounts."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import LoginFingerprint, ModerationLog, Sanction, User
from accounts.sanctions import impose_sanction
from games.chat import services as talk
from games.models import Match, Report, Status
from games.moderation.selectors import leavers, shared_fingerprints, trading_pairs
from games.moderation.services import decide_report, report_player
from games.selectors.inbox import count_pending, count_pending_for
from games.services import leaving
from games.services.results import void_match
from games.services.seating import start_quick_match
from tests.rows import fresh
from tests.services.tables import move_once, open_table
from tests.views.conftest import signed_in

pytestmark = pytest.mark.django_db


def resigned(host: User, guest: User, by: User) -> Match:
    match = open_table(host, guest)
    move_once(match)
    leaving.resign_match(code=match.code, user_id=by.pk)
    return match


def reported(anna: User, badr: User) -> Report:
    match = resigned(anna, badr, badr)
    talk.send_chat_line(code=match.code, user_id=badr.pk, text="something <foul>")
    return report_player(code=match.code, by=anna, whom=badr.username, reason="words", words="he did it again")


def test_reports_are_filtered_by_whether_they_are_decided(client: Client, judge: User, anna: User, badr: User) -> None:
    report = reported(anna, badr)
    url = reverse("admin:games_report_changelist")
    page = client.get(url)
    assert "By status" in page.text
    for choice in ("?status=open", "?status=decided"):
        assert choice in page.text
    shown = reverse("admin:games_report_change", args=[report.pk])
    assert shown in client.get(url, {"status": "open"}).text
    assert shown not in client.get(url, {"status": "decided"}).text
    decide_report(report_id=report.pk, moderator=judge, verdict="dismissed")
    assert shown not in client.get(url, {"status": "open"}).text
    assert shown in client.get(url, {"status": "decided"}).text


def test_the_list_counts_the_open_reports_about_a_player(client: Client, judge: User, anna: User, badr: User) -> None:
    first, second = reported(anna, badr), reported(anna, badr)
    url = reverse("admin:games_report_changelist")
    Report.objects.filter(pk=first.pk).update(created=timezone.now() - timedelta(days=3))
    page = client.get(url).text
    assert page.count(f'<a href="{url}?whom__id__exact={badr.pk}">2</a>') == 2
    assert page.count("3\xa0days") == 1, "how long the report has been waiting"
    decide_report(report_id=first.pk, moderator=judge, verdict="dismissed")
    Report.objects.filter(pk=first.pk).update(created=F("handled") - timedelta(hours=5))
    page = client.get(url).text
    assert page.count(f'<a href="{url}?whom__id__exact={badr.pk}">1</a>') == 2
    assert page.count("5\xa0hours") == 1, "how long the report had been waiting when it was decided"
    assert [report.pk for report in client.get(url).context["cl"].queryset] == [second.pk, first.pk]


def test_the_list_names_the_players_and_the_game_of_a_report(
    client: Client, judge: User, anna: User, badr: User
) -> None:
    match = reported(anna, badr).match
    page = client.get(reverse("admin:games_report_changelist")).text
    address = reverse("admin:games_match_change", args=[match.pk])
    about = f"{anna.shown_name} – {badr.shown_name} · {match.game_title}"
    assert f'<a href="{address}">{about}</a> <small>{match.code}</small>' in page


@pytest.mark.parametrize(("action", "verdict"), [("dismiss", "dismissed"), ("uphold", "upheld")])
def test_several_reports_are_resolved_at_once(
    client: Client, judge: User, anna: User, badr: User, action: str, verdict: str
) -> None:
    chosen = [reported(anna, badr).pk, reported(anna, badr).pk]
    form = {"action": action, "_selected_action": [str(pk) for pk in chosen]}
    url = reverse("admin:games_report_changelist")
    asked = client.post(url, {**form, "index": "0"})
    assert "This resolves 2 open reports. The reporters will be told." in asked.text
    assert not Report.objects.exclude(handled=None).exists(), "before the confirmation"
    confirmation = asked.context["form"]
    sent = {name: confirmation[name].value() for name in confirmation.fields}
    assert sent == {**form, "post": "yes"}
    page = client.post(url, sent, follow=True).text
    assert "2 reports resolved. The reporters will be told." in page
    assert list(Report.objects.values_list("verdict", flat=True)) == [verdict, verdict]
    assert not Sanction.objects.exists()


def test_reports_that_are_resolved_are_not_resolved_again(client: Client, judge: User, anna: User, badr: User) -> None:
    report = reported(anna, badr)
    decide_report(report_id=report.pk, moderator=judge, verdict="dismissed")
    form = {"action": "uphold", "_selected_action": [str(report.pk)]}
    page = client.post(reverse("admin:games_report_changelist"), form, follow=True).text
    assert "None of the selected reports is open." in page
    assert Report.objects.get().verdict == "dismissed"


def test_a_report_tells_what_became_of_earlier_reports_and_sanctions(
    client: Client, judge: User, anna: User, badr: User
) -> None:
    first = reported(anna, badr)
    decide_report(report_id=first.pk, moderator=judge, verdict="upheld")
    second = reported(anna, badr)
    impose_sanction(whom=badr, by=judge, measure="mute", reason="rude", message="Be kind.", ends=None)
    ends = datetime(2099, 5, 1, tzinfo=UTC)
    impose_sanction(whom=badr, by=judge, measure="unrated", reason="rude", message="Be kind.", ends=ends)
    page = " ".join(client.get(reverse("admin:games_report_change", args=[second.pk])).text.split())
    about, by = page.split("<h3>Reports about this player")[1:]
    tally = "1 open, 1 upheld, 0 dismissed"
    assert re.search(rf"Sanctions: \W?2\W? · Reports about this player – {tally}", page), "at a glance"
    assert tally in about.split("Reports by this player")[0]
    assert tally in by.split("Reports by this player")[1]
    assert "this report" in about
    assert "in force until 1 May 2099, 00:00" in page
    assert page.count("in force") == 2
    for address in (f"?whom__id__exact={badr.pk}", f"?by__id__exact={anna.pk}"):
        assert address in page
        listed = client.get(reverse("admin:games_report_changelist") + address)
        assert listed.context["cl"].result_count == 2
    account = client.get(reverse("admin:accounts_user_change", args=[badr.pk])).text
    address = reverse("admin:accounts_sanction_changelist") + f"?user__id__exact={badr.pk}"
    assert address in account
    assert client.get(address).context["cl"].result_count == 2
    assert f"?whom__id__exact={badr.pk}" in account


def test_a_report_shows_all_evidence_and_the_form_on_one_page(
    client: Client, judge: User, anna: User, badr: User
) -> None:
    report = reported(anna, badr)
    impose_sanction(whom=badr, by=judge, measure="warn", reason="the first time", message="Be kind.")
    page = client.get(reverse("admin:games_report_change", args=[report.pk])).text
    links = [
        reverse("replay", args=[report.match.code]),
        reverse("admin:games_report_decide", args=[report.pk]),
    ]
    for part in ("he did it again", "something &lt;foul&gt;", "the first time", "people: 1, left early: 0.", *links):
        assert part in page


def decide(client: Client, report: Report, **fields: str) -> str:
    """Decide on a report with the moderators' form, and return the page."""
    address = reverse("admin:games_report_decide", args=[report.pk])
    return client.post(address, {"duration": "7", **fields}, follow=True).text


def test_a_report_is_judged_sanctioned_and_the_match_voided_in_one_go(
    client: Client, judge: User, anna: User, badr: User
) -> None:
    report = reported(anna, badr)
    penalty = {"measure": "mute", "reason": "insults", "message": "Be kind."}
    with time_machine.travel("2026-03-01T12:00Z", tick=False):
        decide(client, report, verdict="upheld", is_voided="on", void_reason="They insulted each other.", **penalty)
    report.refresh_from_db()
    sanction = Sanction.objects.get()
    assert (report.verdict, report.handled_by) == ("upheld", judge)
    assert (sanction.user, sanction.measure, sanction.ends) == (badr, "mute", datetime(2026, 3, 8, 12, tzinfo=UTC))
    assert report.match.status == Status.VOIDED
    assert list(ModerationLog.objects.values_list("action", flat=True)) == ["void match", "mute", "decide report"]


def test_a_decision_leads_to_the_next_open_report_and_can_be_undone(
    client: Client, judge: User, anna: User, badr: User, chama: User
) -> None:
    first, own, second = reported(anna, badr), reported(anna, judge), reported(anna, chama)
    page = decide(client, first, verdict="upheld", measure="mute", reason="insults", message="Be kind.")
    assert "<h1>Report about chama</h1>" in page  # since the moderator may not decide their own report
    assert "You upheld the report about badr." in page
    assert reverse("admin:games_report_reopen", args=[first.pk]) in page
    assert reverse("admin:accounts_sanction_lift", args=[Sanction.objects.get().pk]) in page
    page = decide(client, second, verdict="dismissed")
    assert "You dismissed the report about chama." in page
    assert "No more reports are waiting for you." in page
    assert reverse("admin:accounts_sanction_lift", args=[Sanction.objects.get().pk]) not in page
    assert fresh(own).handled is None


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({}, "This field is required"),
        ({"verdict": "upheld", "measure": "mute"}, "Required for a sanction."),
        ({"verdict": "upheld", "message": "Be kind."}, "Choose a sanction. Only sanctioned players get a message."),
        ({"verdict": "upheld", "duration": "8"}, "Select a valid choice"),
        ({"verdict": "dismissed", "measure": "mute"}, "A dismissed report has no consequences."),
        (
            {"verdict": "dismissed", "measure": "warn", "reason": "a", "message": "b"},
            "A dismissed report has no consequences.",
        ),
        ({"verdict": "upheld", "is_voided": "on"}, "Required to void the match."),
        ({"verdict": "upheld", "void_reason": "a"}, "Select this, or remove the reason for voiding."),
        ({"verdict": "dismissed", "is_voided": "on", "void_reason": "a"}, "A dismissed report has no consequences."),
    ],
)
def test_a_contradictory_decision_is_refused_and_changes_nothing(
    client: Client, judge: User, anna: User, badr: User, fields: dict[str, str], error: str
) -> None:
    report = reported(anna, badr)
    page = decide(client, report, **fields)
    assert error in page
    assert "something &lt;foul&gt;" in page, "the evidence stays beside the errors"
    assert ("Required for" in page) == ("Required for" in error)  # a dismissal asks for no texts
    assert fresh(report).handled is None
    assert not Sanction.objects.exists()
    assert not ModerationLog.objects.exists()


def test_the_reporter_hears_of_the_decision_once(client: Client, judge: User, anna: User, badr: User) -> None:
    report = reported(anna, badr)
    inbox = signed_in(anna)
    assert count_pending(anna.pk) == 0
    assert "A moderator will review it." in inbox.get(reverse("notices")).text
    decide(client, report, verdict="upheld")
    assert (count_pending(anna.pk), count_pending(badr.pk)) == (1, 0)
    assert count_pending_for([anna.pk, badr.pk]) == {anna.pk: 1}
    assert "The moderators agreed that the rules were broken" in inbox.get(reverse("notices")).text
    assert count_pending(anna.pk) == 0
    assert "The moderators agreed" in inbox.get(reverse("notices")).text  # the notice stays for a month
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        inbox.force_login(anna)
        assert "The moderators agreed" not in inbox.get(reverse("notices")).text


def test_a_decision_is_new_to_the_reporter_until_it_is_read(
    client: Client, judge: User, anna: User, badr: User
) -> None:
    decided, waiting = reported(anna, badr), reported(anna, badr)
    Report.objects.filter(pk=waiting.pk).update(reason="name")
    decide(client, decided, verdict="dismissed")
    inbox = signed_in(anna)
    page = inbox.get(reverse("notices")).text
    assert page.index("Your reports") < page.index("Invitations"), "news comes first"
    own = page.partition("Your reports")[2]
    first, second = own.split("<li>")[1:3]
    assert "about badr: “Insults, threats or hate”" in first
    assert first.index("new decision") < first.index("Your report of")
    assert "found no breach of the rules" in first
    assert "about badr: “An offensive name”" in second
    assert "new decision" not in second
    assert "new decision" not in inbox.get(reverse("notices")).text


def test_what_is_filled_comes_before_what_is_empty(client: Client, judge: User, anna: User, badr: User) -> None:
    decide(client, reported(anna, badr), verdict="upheld", measure="warn", reason="for staff", message="Be kind.")
    inbox, notices, status = signed_in(badr), reverse("notices"), reverse("standing")
    match = open_table(badr, anna)
    Match.objects.filter(pk=match.pk).update(turn=match.seats.get(user=badr).number)
    parts = ("Your turn", "From the moderators", "Invitations")

    def order() -> list[str]:
        page = inbox.get(notices).text
        return sorted(parts, key=lambda part: page.index(f"<h2>{part}"))

    assert order() == ["From the moderators", "Your turn", "Invitations"], "the warning is new"
    inbox.get(status)
    assert order() == ["Your turn", "From the moderators", "Invitations"]


def test_pairs_who_win_in_turn_are_listed_and_others_are_not(
    client: Client, judge: User, anna: User, badr: User, chama: User
) -> None:
    for loser in (anna, badr, anna, badr, anna, badr):
        resigned(anna, badr, loser)
        resigned(anna, chama, chama)
    assert trading_pairs() == [{"one": "anna", "other": "badr", "won": 3, "lost": 3, "matches": 6}]
    page = client.get(reverse("admin:games_report_trouble")).text
    assert reverse("admin:accounts_user_change", args=[badr.pk]) in page
    found = client.get(reverse("admin:games_match_changelist"), {"q": "anna badr"})
    assert f'href="{reverse("admin:games_match_changelist")}?q=anna+badr">Matches: 6</a>' in page
    assert found.context["cl"].result_count == 6


def test_regular_opponents_are_listed_only_if_they_rarely_play_others(anna: User, badr: User, chama: User) -> None:
    for loser in (anna, anna, badr, badr, badr, anna):
        resigned(anna, badr, loser)
    assert trading_pairs() == [{"one": "anna", "other": "badr", "won": 3, "lost": 3, "matches": 6}]
    for _time in range(6):
        resigned(anna, chama, chama)
    assert trading_pairs() == []


def test_pairs_who_have_both_won_often_come_before_those_of_whom_one_usually_wins(
    anna: User, badr: User, chama: User
) -> None:
    driss = User.objects.create_user("driss")
    for loser in (badr, badr, badr, badr, badr, badr, anna):
        resigned(anna, badr, loser)
    for loser in (chama, chama, driss, driss, chama, driss):
        resigned(chama, driss, loser)
    assert [(pair["one"], pair["matches"]) for pair in trading_pairs()] == [("chama", 6), ("anna", 7)]


def test_players_who_leave_matches_repeatedly_are_listed(client: Client, judge: User, anna: User, badr: User) -> None:
    resigned(anna, badr, anna)
    for _time in range(3):
        assert leavers() == []
        leaving.abort_match(code=open_table(anna, badr).code, user_id=badr.pk)
    assert [(one["user__username"], one["broken"], one["played"]) for one in leavers()] == [("badr", 3, 4)]
    assert "left 0, aborted 3, of 4 played" in client.get(reverse("admin:games_report_trouble")).text


def test_aborted_matches_against_bots_alone_do_not_count(anna: User) -> None:
    for _time in range(3):
        match = start_quick_match(user=anna, ruleset="moroccan", options={})
        leaving.abort_match(code=match.code, user_id=anna.pk)
    assert leavers() == []


def test_accounts_on_one_device_are_listed_and_no_address_is_stored(client: Client, judge: User) -> None:
    names = ["twin1", "twin2"]
    browser = Client(REMOTE_ADDR="198.51.100.7")
    for name in names:
        User.objects.create_user(name, password="long enough to hold")
        browser.post(reverse("account_login"), {"login": name, "password": "long enough to hold"})
        browser.post(reverse("account_logout"))
    assert browser.cookies["device"]["httponly"]
    shared = [(place["kind"], place["names"]) for place in shared_fingerprints()]
    assert shared == [("device", names), ("address", names)]
    assert not LoginFingerprint.objects.filter(mark__contains="198.51").exists()
    page = client.get(reverse("admin:games_report_trouble")).text
    assert "twin1" in page
    assert page.count("Accounts: 2") == 2
    assert f"?q={shared_fingerprints()[0]['mark']}" in page
    assert "Suspicious activity" in client.get(reverse("admin:games_report_changelist")).text


def test_five_accounts_of_one_person_are_ranked_and_shown_to_moderators(client: Client, judge: User) -> None:
    """The site cannot stop people from creating accounts that lose on purpose, so it shows what such accounts share."""
    names = [f"farm{number}" for number in range(6)]
    browser = Client(REMOTE_ADDR="198.51.100.8")
    for name in names:
        User.objects.create_user(name, password="long enough to hold")
        browser.post(reverse("account_login"), {"login": name, "password": "long enough to hold"})
        browser.post(reverse("account_logout"))
    winner, *losers = User.objects.filter(username__in=names).order_by("username")
    for number in range(10):
        loser = losers[number % 5]
        resigned(winner, loser, loser)
    rating = winner.ratings.get()
    assert (rating.matches, rating.opponents, rating.ranked) == (10, 5, True)
    assert [(place["kind"], place["names"]) for place in shared_fingerprints()] == [
        ("device", names),
        ("address", names),
    ]
    page = client.get(reverse("admin:games_report_trouble")).text
    assert all(name in page for name in names)
    for match in Match.objects.filter(seats__user=winner):  # A moderator then takes back the points, match by match
        void_match(code=match.code, moderator=judge, reason="One person on both sides.")
    rating.refresh_from_db()
    assert (rating.value, rating.ranked) == (1500, False)


@pytest.mark.parametrize("model", ["games_report", "games_chatline", "accounts_user", "account_emailaddress"])
def test_a_list_has_the_name_of_what_it_lists(client: Client, model: str) -> None:
    client.force_login(User.objects.create_superuser("boss"))
    page = client.get(reverse(f"admin:{model}_changelist"))
    names = {"games_report": "Reports", "games_chatline": "Chat messages", "accounts_user": "Players"}
    name = names.get(model, "Email addresses")
    assert f"<h1>{name}</h1>" in page.text
    assert re.search(rf"<title>\s*{name} · ", page.text)
