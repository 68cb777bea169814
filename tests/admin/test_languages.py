"""The admin in the moderator's language: stored values, such as a ruleset's name, are translated."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import get_args, get_type_hints

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, override

from accounts.admin import permissions
from accounts.models import LoginFingerprint, ModerationLog, User
from accounts.models.log import ACTIONS, SUBJECTS, VERDICTS, subject_label
from accounts.models.sanction import SanctionKind
from accounts.sanctions import impose_sanction, lift_sanction
from games.chat.services import hide_line, send_chat_phrase
from games.comments.services import hide_comment, write_comment
from games.models import Match, Rating
from games.moderation.models import Verdict
from games.moderation.services import decide_report, report_player
from games.rules.moves import Move
from games.selectors.move_words import VERBS
from games.services.leaving import resign_match
from tests.services.tables import open_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def judge(judge: User) -> User:
    judge.language = "fr"
    judge.save()
    return judge


@pytest.fixture
def match(anna: User, badr: User) -> Match:
    match = open_table(anna, badr)
    send_chat_phrase(code=match.code, user_id=badr.pk, key="well-played")
    resign_match(code=match.code, user_id=badr.pk)
    return match


def texts(client: Client, model: str) -> set[str]:
    """Return all texts on a list page, including those in its filters."""
    page = client.get(reverse(f"admin:{model}_changelist")).text
    return {re.sub(r"\s+", " ", text).strip() for text in re.findall(r">([^<>]+)<", page)}


@pytest.mark.parametrize("model", ["games_match", "games_rating"])
def test_rulesets_and_sizes_have_their_titles(client: Client, judge: User, match: Match, model: str) -> None:
    shown = texts(client, model)
    assert {"Ronda marocaine", "2 joueurs"} <= shown
    assert not {"moroccan", "2"} & shown
    filtered = client.get(reverse(f"admin:{model}_changelist"), {"ruleset": "moroccan", "size_class": "2"}).text
    assert "anna" in filtered
    counted = client.get(reverse(f"admin:{model}_changelist"), {"_facets": "True"}).text
    assert "Ronda marocaine (" in counted


def test_a_match_is_named_by_the_title_of_its_game(client: Client, judge: User, match: Match) -> None:
    assert f"Ronda marocaine {match.code}" in texts(client, "games_chatline")
    anna = User.objects.get(username="anna")
    report = report_player(code=match.code, by=anna, whom="badr", reason="other", words="slow")
    page = client.get(reverse("admin:games_report_change", args=[report.pk])).text
    assert "Ronda marocaine : défaite" in page.replace("\xa0", " ")
    assert "moroccan" not in page


def test_a_page_of_a_row_shows_the_same_words_as_the_list(client: Client, judge: User, match: Match) -> None:
    rating = Rating.objects.filter(user__username="anna").get()
    page = client.get(reverse("admin:games_rating_change", args=[rating.pk])).text
    assert ">Ronda marocaine<" in page
    assert ">2 joueurs<" in page
    assert "moroccan" not in page


def test_the_app_for_the_second_factor_is_named_in_words(client: Client) -> None:
    client.force_login(User.objects.create_superuser("boss", language="ar"))
    page = client.get(reverse("admin:app_list", args=["mfa"])).text
    with override("ar"):
        assert gettext("Two-factor authentication") in page
    assert "وزارة" not in page  # this means "ministry"


def test_models_of_allauth_have_names_of_the_site(client: Client) -> None:
    client.force_login(User.objects.create_superuser("boss", language="fr"))
    names = texts(client, "mfa_authenticator") | texts(client, "usersessions_usersession")
    with override("fr"):
        assert {gettext("second factors").capitalize(), gettext("signed-in devices").capitalize()} <= names
    assert not {"Authenticators", "User sessions"} & names


def test_permissions_are_named_in_the_language_of_the_reader(
    client: Client, judge: User, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for action in permissions.ACTIONS:
        monkeypatch.setitem(permissions.ACTIONS, action, f"traduction de {action}")
    monkeypatch.setattr(permissions, "gettext", lambda text: f"traduction de {text}")
    anna.user_permissions.set(Permission.objects.filter(codename__in=["view_match", "handle_report"]))
    address = reverse("admin:accounts_user_change", args=[anna.pk])
    for reader in (judge, User.objects.create_superuser("boss", language="fr")):
        client.force_login(reader)
        page = client.get(address).text
        assert "traduction de view" in page
        assert "traduction de Can handle a report" in page
        assert not re.search(r"\| Can ", page)


def test_the_picture_of_the_search_field_has_a_translated_name(client: Client, judge: User) -> None:
    page = client.get(reverse("admin:games_match_changelist")).text
    with override("fr"):
        assert re.search(rf'<img [^>]*alt="{gettext("Search")}"', page)
    assert 'alt="Search"' not in page


def test_every_kind_of_move_has_a_word() -> None:
    assert {get_args(get_type_hints(kind)["verb"])[0] for kind in get_args(Move)} == set(VERBS)


def test_a_phrase_of_the_chat_is_shown_as_players_read_it(client: Client, judge: User, match: Match) -> None:
    shown = texts(client, "games_chatline")
    assert "Bien joué !" in shown
    assert "well-played" not in shown


def test_kinds_of_fingerprints_are_translated(client: Client, judge: User, anna: User, badr: User) -> None:
    for user in (anna, badr):
        LoginFingerprint.objects.create(user=user, kind="device", mark="0123456789abcdef")
    page = client.get(reverse("admin:games_report_trouble")).text
    assert "appareil 01234567" in page


def test_actions_of_the_moderation_log_are_translated(client: Client, judge: User, anna: User, badr: User) -> None:
    impose_sanction(whom=anna, by=judge, measure="mute", reason="words", message="Be kind.")
    client.post(reverse("admin:accounts_user_rename", args=[badr.pk]), {"name": "Nadira", "words": "foul"})
    shown = texts(client, "accounts_moderationlog")
    assert {"interdiction de discussion", "Joueur renommé"} <= shown
    assert not {"mute", "rename"} & shown
    entry = ModerationLog.objects.get(action="mute")
    page = client.get(reverse("admin:accounts_moderationlog_change", args=[entry.pk])).text
    assert "interdiction de discussion" in page
    assert ">mute" not in page
    assert "anna" in client.get(reverse("admin:accounts_moderationlog_changelist"), {"action": "mute"}).text


def test_every_entry_of_the_moderation_log_says_in_words_what_it_is_about(
    client: Client, judge: User, match: Match, anna: User, badr: User
) -> None:
    line = match.lines.get()
    comment = write_comment(code=match.code, user=badr, text="Well!")
    report = report_player(code=match.code, by=anna, whom="badr", reason="other", words="slow")
    end = timezone.now() + timedelta(days=1)
    sanction = impose_sanction(whom=badr, by=judge, measure="mute", reason="words", message="Be kind.", ends=end)
    lift_sanction(sanction_id=sanction.pk, by=judge, words="a mistake")
    hide_line(line_id=line.pk, moderator=judge)
    hide_comment(comment_id=comment.pk, moderator=judge)
    decide_report(report_id=report.pk, moderator=judge, verdict="upheld", void_reason="two accounts")
    stored = list(ModerationLog.objects.values_list("about", flat=True))
    assert len(stored) == 6
    shown = texts(client, "accounts_moderationlog")
    with override("fr"):
        assert gettext("upheld: rules were broken").replace("\xa0", " ") in shown
    assert "upheld" not in shown
    actions = ModerationLog.objects.values_list("action", flat=True)
    assert set(actions) <= {*ACTIONS, *SanctionKind.values}
    assert all(any(pattern.fullmatch(about) for pattern, _words in SUBJECTS) for about in stored), stored
    assert dict(Verdict.choices) == VERDICTS
    with override("en"):
        assert subject_label(f"line {line.pk} at {match.code}") == f"message {line.pk} in match {match.code}"
        assert subject_label("anna → Nadia") == "anna → Nadia"


def test_the_choice_of_a_language_has_its_style(client: Client, judge: User) -> None:
    page = client.get(reverse("admin:index")).text
    assert "language-form__choice" in page
    assert re.search(r'href="[^"]*css/site/language_form[^"]*\.css"', page)
