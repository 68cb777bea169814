"""Matches and ratings in the admin."""

from __future__ import annotations

import re

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Match, RatingChange, Seat, Status
from games.services import leaving
from games.services.results import void_match
from tests.rows import fresh
from tests.services.tables import move_once, open_table, play_to_end

pytestmark = pytest.mark.django_db


def staff(name: str, *rights: str) -> Client:
    """Create a staff member with these permissions. Return a client that is logged in as them."""
    user = User.objects.create_user(name, is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=rights))
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def moderator(db: None) -> Client:
    return staff("moderator1", "view_match", "view_seat", "view_deal", "view_move", "void_match")


@pytest.fixture
def superuser(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("boss"))
    return client


@pytest.fixture
def match(anna: User, badr: User) -> Match:
    match = open_table(anna, badr)
    move_once(match)
    return match


def page(match: Match, name: str = "change") -> str:
    return reverse(f"admin:games_match_{name}", args=[match.pk])


def test_the_list_can_be_searched_by_player_and_code(superuser: Client, match: Match, chama: User) -> None:
    other = open_table(chama)
    answer = superuser.get(reverse("admin:games_match_changelist"), {"q": "anna"})
    assert match.code in answer.content.decode()
    assert other.code not in answer.content.decode()


def test_a_running_match_shows_its_moves_and_no_pack(superuser: Client, match: Match) -> None:
    text = superuser.get(page(match)).content.decode()
    assert "announce" in text
    deal = match.deals.get()
    assert not any(secret in text for secret in (deal.deck, deal.shuffled, deal.salt))
    assert deal.commitment in text
    assert "returned" not in text
    assert "next server action" not in text


def test_a_finished_match_shows_its_packs(superuser: Client, match: Match, badr: User) -> None:
    leaving.resign_match(code=match.code, user_id=badr.pk)
    deal = match.deals.get()
    text = superuser.get(page(match)).content.decode()
    assert all(secret in text for secret in (deal.deck, deal.shuffled, deal.salt))


@pytest.mark.parametrize("model", ["match", "rating", "ratingchange"])
def test_nothing_can_be_added_or_edited(superuser: Client, match: Match, badr: User, model: str) -> None:
    leaving.resign_match(code=match.code, user_id=badr.pk)
    assert superuser.get(reverse(f"admin:games_{model}_changelist")).status_code == 200
    assert superuser.get(reverse(f"admin:games_{model}_add")).status_code == 403
    some = RatingChange.objects.all()[0]
    pk = {"match": match.pk, "rating": some.rating_id, "ratingchange": some.pk}[model]
    assert superuser.get(reverse(f"admin:games_{model}_delete", args=[pk])).status_code == 403
    assert superuser.post(reverse(f"admin:games_{model}_change", args=[pk]), {"status": "open"}).status_code == 403


def test_a_match_is_voided_with_a_reason(moderator: Client, match: Match, badr: User) -> None:
    leaving.resign_match(code=match.code, user_id=badr.pk)
    assert page(match, "void") in moderator.get(page(match)).content.decode()
    answer = moderator.post(page(match, "void"), {"reason": "one person on both seats", "confirm": "on"})
    assert answer.status_code == 302
    match.refresh_from_db()
    assert (match.status, match.void_reason) == (Status.VOIDED, "one person on both seats")
    assert "one person on both seats" in LogEntry.objects.get().get_change_message()
    assert page(match, "void") not in moderator.get(page(match)).content.decode()


@pytest.mark.parametrize("said", [{}, {"reason": "cheating"}, {"confirm": "on"}, {"reason": " ", "confirm": "on"}])
def test_voiding_needs_a_reason_and_a_confirmation(moderator: Client, match: Match, said: dict[str, str]) -> None:
    assert moderator.get(page(match, "void")).status_code == 200
    answer = moderator.post(page(match, "void"), said)
    assert answer.status_code == 200
    assert "errorlist" in answer.content.decode()
    assert fresh(match).status == Status.RUNNING


def test_a_match_that_cannot_be_voided_shows_why(moderator: Client, anna: User) -> None:
    match = open_table(anna)
    answer = moderator.post(page(match, "void"), {"reason": "cheating", "confirm": "on"})
    assert "Only a running or finished match can be voided." in answer.content.decode()


def test_the_status_of_a_voided_match_says_so_once(superuser: Client, match: Match, badr: User) -> None:
    leaving.resign_match(code=match.code, user_id=badr.pk)
    assert "finished: badr resigned" in superuser.get(page(match)).text
    void_match(code=match.code, moderator=User.objects.get(username="boss"), reason="insults")
    [status] = re.findall(r"<dt>Status</dt>\s*<dd>\s*(.*?)\s*</dd>", superuser.get(page(match)).text)
    assert status == "Voided: insults"


def test_the_status_of_a_match_that_was_played_to_the_end_says_so_once(superuser: Client, match: Match) -> None:
    play_to_end(match)
    [status] = re.findall(r"<dt>Status</dt>\s*<dd>\s*(.*?)\s*</dd>", superuser.get(page(match)).text)
    assert status == "Finished"


def test_only_a_player_who_left_is_marked(superuser: Client, match: Match) -> None:
    _first, second = match.seats.all()
    Seat.objects.filter(pk=second.pk).update(left=True)
    seats = superuser.get(page(match)).text.partition('id="seats-heading"')[2].partition("</table>")[0]
    column = re.findall("<th [^>]*>([^<]*)", seats).index("Left the match")
    rows = [re.findall(r"<td>\s*(.*?)\s*</td>", row, re.DOTALL) for row in seats.split("<tr>")[2:]]
    assert [row[column] for row in rows] == ["", "Yes"]


def test_stored_values_are_in_words(superuser: Client, match: Match) -> None:
    stored = superuser.get(page(match)).text.partition("Stored values")[2]
    assert '<div class="readonly">No</div>' in stored
    assert "icon-no" not in stored


def test_voiding_needs_a_permission(match: Match, anna: User) -> None:
    onlooker = staff("onlooker", "view_match")
    assert page(match, "void") not in onlooker.get(page(match)).content.decode()
    assert onlooker.post(page(match, "void"), {"reason": "cheating", "confirm": "on"}).status_code == 403
    player = Client()
    player.force_login(anna)
    assert player.post(page(match, "void"), {"reason": "cheating", "confirm": "on"}).status_code == 302
    assert fresh(match).status == Status.RUNNING


def test_the_site_has_a_bot_user_from_the_start(db: None) -> None:
    bot = User.objects.get(username="Sota")
    assert bot.is_bot
    assert not bot.has_usable_password()
