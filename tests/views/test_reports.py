"""Reporting a player from their page: which match the report is about, and what the moderators then see."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.chat.services import send_chat_line
from games.models import ChatLine, Match, Report
from games.services.leaving import abort_match
from games.services.seating import leave_seat, take_seat
from tests.services.tables import cut
from tests.views.conftest import finished_match, open_table, signed_in, start_match


def form_of(match: Match, whom: User) -> str:
    return reverse("report_form", args=[match.code, whom.username])


def link_on_page(reader: User, whom: User) -> str:
    """Return the address of the report form that the player's page links to."""
    page = signed_in(reader).get(reverse("player", args=[whom.username]))
    code = page.context["report_code"]
    return reverse("report_form", args=[code, whom.username]) if code else ""


def offered(reader: User, match: Match, whom: User) -> list[str]:
    """Return the codes of the matches that the form offers."""
    page = signed_in(reader).get(form_of(match, whom))
    return [choice.match.code for choice in page.context["choices"]]


def test_the_link_leads_to_the_latest_table_of_both_in_any_state(amina: User, badr: User) -> None:
    old = finished_match(amina, badr)
    assert link_on_page(amina, badr) == form_of(old, badr)
    aborted = start_match(amina, badr)
    abort_match(code=aborted.code, user_id=badr.pk)
    assert link_on_page(amina, badr) == form_of(aborted, badr)
    running = start_match(amina, badr)
    assert link_on_page(amina, badr) == form_of(running, badr)
    waiting = open_table(amina, options={"players": 3})
    take_seat(code=waiting.code, user=badr)
    assert link_on_page(amina, badr) == form_of(waiting, badr)
    assert offered(amina, waiting, badr) == [waiting.code, running.code, aborted.code, old.code]


def test_the_link_leads_to_the_match_in_which_the_player_wrote_last(amina: User, badr: User) -> None:
    first, second = start_match(amina, badr), start_match(amina, badr)
    send_chat_line(code=second.code, user_id=badr.pk, text="hello")
    send_chat_line(code=first.code, user_id=badr.pk, text="something foul")
    rematch = start_match(amina, badr)
    send_chat_line(code=rematch.code, user_id=amina.pk, text="why do you say that?")  # not by the reported player
    assert link_on_page(amina, badr) == form_of(first, badr)


def test_a_player_who_wrote_at_the_table_and_left_can_be_reported(amina: User, badr: User) -> None:
    waiting = open_table(amina, options={"players": 3})
    take_seat(code=waiting.code, user=badr)
    send_chat_line(code=waiting.code, user_id=badr.pk, text="something foul")
    leave_seat(code=waiting.code, user=badr)
    assert link_on_page(amina, badr) == form_of(waiting, badr)


def test_the_form_names_the_match_with_a_link_and_its_date(amina: User, badr: User) -> None:
    match = start_match(amina, badr)
    assert match.started
    page = signed_in(amina).get(form_of(match, badr)).text
    assert f'href="{reverse("table", args=[match.code])}"' in page
    assert "Moroccan Ronda" in page
    assert f'datetime="{match.started.isoformat()}"' in page
    assert "running" in page
    assert 'type="radio"' not in page


def test_matches_of_the_same_minute_are_told_apart(amina: User, badr: User) -> None:
    quiet, ended = start_match(amina, badr), finished_match(amina, badr)
    talked = start_match(amina, badr)
    cut(talked)
    send_chat_line(code=talked.code, user_id=badr.pk, text="something foul")
    send_chat_line(code=quiet.code, user_id=amina.pk, text="hello")  # not by the reported player
    ChatLine.objects.filter(user=badr).update(created=timezone.now() - timedelta(minutes=7))
    Match.objects.filter(pk=quiet.pk).update(turn_began=timezone.now() - timedelta(hours=3))
    Match.objects.filter(pk=ended.pk).update(finished=timezone.now() - timedelta(hours=5))
    text = re.sub(r"<[^>]+>", "", signed_in(amina).get(form_of(quiet, badr)).text)
    page = re.sub(r"[ \n]+", " ", text)
    of_talked, of_ended, of_quiet = re.findall(r"Moroccan Ronda · .*?(?=Moroccan Ronda ·|Details)", page)
    assert "running 0–0" in of_talked
    assert "amina against badr" in of_talked
    assert "Their last message: 7 minutes ago" in of_talked
    assert "Last move: 3 hours ago" in of_quiet
    assert "Their last message" not in of_quiet
    assert re.search(r"You (won|lost) \d+–\d+", of_ended)
    assert "Ended: 5 hours ago" in of_ended


def test_more_than_two_sides_are_a_list(amina: User, badr: User, chadia: User) -> None:
    match = start_match(amina, badr, chadia, options={"players": 3})
    page = signed_in(amina).get(form_of(match, badr)).text
    [names] = re.findall(r"\w+(?: (?:·|against) \w+){2}", page)
    assert set(names.split(" · ")) == {"amina", "badr", "chadia"}


def test_the_report_is_about_the_chosen_match_and_has_its_chat(amina: User, badr: User) -> None:
    old, new = start_match(amina, badr), start_match(amina, badr)
    send_chat_line(code=old.code, user_id=badr.pk, text="something foul")
    sent = {"reason": "words", "match": old.code}
    page = signed_in(amina).post(form_of(new, badr), sent, follow=True)
    assert "A moderator will review your report. You’ll find the verdict in your notifications." in page.text
    report = Report.objects.get()
    assert (report.match, [line["said"] for line in report.lines]) == (old, ["something foul"])


def test_whoever_reports_from_a_profile_comes_back_to_it(amina: User, badr: User) -> None:
    match = start_match(amina, badr)
    reader, profile = signed_in(amina), reverse("player", args=["badr"])
    form = f"{form_of(match, badr)}?page=player"
    assert f'href="{form}"' in reader.get(profile).text
    assert f'href="{profile}">Cancel' in reader.get(form).text
    sent = reader.post(form, {"reason": "words"}, follow=True)
    assert sent.redirect_chain == [(profile, 302)]
    assert "A moderator will review your report." in sent.text
    assert Report.objects.get().match == match


def test_players_report_each_other_from_the_result_page_and_come_back_to_it(
    amina: User, badr: User, chadia: User
) -> None:
    match = finished_match(amina, badr)
    reader, result = signed_in(amina), reverse("result", args=[match.code])
    page = reader.get(result).text
    assert f'href="{form_of(match, badr)}"' in page
    assert form_of(match, amina) not in page
    assert form_of(match, badr) not in signed_in(chadia).get(result).text
    sent = reader.post(form_of(match, badr), {"reason": "words"}, follow=True)
    assert sent.redirect_chain == [(result, 302)]
    assert "A moderator will review your report." in sent.text


def checked(page: str) -> list[str]:
    """Return the codes of the matches that are preselected in a form."""
    return re.findall(r'value="(\w+)"\s+checked', page)


def test_no_match_is_preselected_on_the_way_from_a_profile_unless_the_player_wrote_there(
    amina: User, badr: User
) -> None:
    old, new = start_match(amina, badr), start_match(amina, badr)
    reader, form = signed_in(amina), f"{form_of(new, badr)}?page=player"
    assert checked(reader.get(form).text) == []
    assert checked(reader.get(form_of(new, badr)).text) == [new.code], "the reader came from this match"
    answer = reader.post(form, {"reason": "stalling", "words": "so slow"})
    assert answer.status_code == 400
    assert "Choose the match that your report is about." in answer.text
    assert "so slow" in answer.text
    assert re.search(r'value="stalling"\s+selected', answer.text)
    assert not Report.objects.exists()
    reader.post(form, {"reason": "stalling", "match": old.code})
    assert Report.objects.get().match == old
    send_chat_line(code=old.code, user_id=badr.pk, text="something foul")
    assert checked(reader.get(link_on_page(amina, badr) + "?page=player").text) == [old.code]


def test_a_report_about_a_name_needs_no_match(amina: User, badr: User) -> None:
    start_match(amina, badr)
    new = start_match(amina, badr)
    signed_in(amina).post(f"{form_of(new, badr)}?page=player", {"reason": "name"})
    assert Report.objects.get().reason == "name"


def test_a_refused_report_keeps_its_text(amina: User, badr: User) -> None:
    match = finished_match(amina, badr)
    page = signed_in(amina).post(form_of(match, badr), {"reason": "", "words": "he did it again"}).text
    assert "he did it again" in page
    assert '<p class="errorlist" role="alert">Choose a reason.</p>' in page


def test_the_form_mentions_an_earlier_report_that_is_still_open(amina: User, badr: User) -> None:
    match = finished_match(amina, badr)
    reader = signed_in(amina)
    told = "Send another report only if something else has happened."
    assert told not in " ".join(reader.get(form_of(match, badr)).text.split())
    reader.post(form_of(match, badr), {"reason": "words"})
    assert told in " ".join(reader.get(form_of(match, badr)).text.split())
    sent = reader.post(form_of(match, badr), {"reason": "words"}, follow=True)
    assert "together with your earlier report" in sent.text
    Report.objects.update(handled=timezone.now(), verdict="upheld")
    assert told not in " ".join(reader.get(form_of(match, badr)).text.split())


def test_without_a_choice_the_report_is_about_the_match_in_the_address(amina: User, badr: User) -> None:
    match = finished_match(amina, badr)
    signed_in(amina).post(form_of(match, badr), {"reason": "words"})
    assert Report.objects.get().match == match


def test_others_learn_nothing_about_private_matches(amina: User, badr: User, chadia: User) -> None:
    secret = start_match(amina, badr, private=True)
    assert link_on_page(chadia, badr) == ""
    public = finished_match(amina, badr)
    finished_match(amina, badr, private=True)
    Match.objects.filter(pk=secret.pk).update(has_spectators=False)
    assert link_on_page(chadia, badr) == form_of(public, badr)
    assert offered(chadia, public, badr) == [public.code]
    reader = signed_in(chadia)
    assert reader.get(form_of(secret, badr)).status_code == 404
    reader.post(form_of(public, badr), {"reason": "words", "match": secret.code})
    assert not Report.objects.exists()


def test_the_link_leads_to_no_match_whose_spectators_cannot_report(amina: User, badr: User, chadia: User) -> None:
    seen = finished_match(amina, badr)
    Match.objects.filter(pk=finished_match(amina, badr).pk).update(has_spectators=False)
    assert link_on_page(chadia, badr) == form_of(seen, badr)


@pytest.mark.parametrize("whom", ["nobody", "badr"])
def test_a_report_about_someone_else_than_the_players_is_refused(
    amina: User, chadia: User, badr: User, whom: str
) -> None:
    match = finished_match(amina, chadia)
    Match.objects.filter(pk=match.pk).update(finished=timezone.now() - timedelta(days=1))
    reader, address = signed_in(amina), reverse("report_form", args=[match.code, whom])
    assert reader.get(address).status_code == 200
    assert "No player with that name at this table." in reader.post(address, {"reason": "words"}, follow=True).text
