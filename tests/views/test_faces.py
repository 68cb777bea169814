"""Avatars, flags, titles, and friends online."""

from __future__ import annotations

import re
from itertools import product
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.templatetags.static import static
from django.test import Client
from django.urls import reverse

from accounts.avatars import PEOPLE, PLAIN_PATTERNS, AvatarColour, AvatarPattern
from accounts.countries import NAMES
from accounts.flags import flag_file
from accounts.models import User
from accounts.online import mark_online
from accounts.services import choose_country, close_account, follow_user
from games.bots import BOTS
from games.models import Rating, tell_apart
from games.rendering.avatar_art import draw_patterns
from games.selectors.faces import faces_of
from tests.rows import fresh
from tests.views.conftest import signed_in

pytestmark = pytest.mark.django_db
MOST_SEATS = 8
FOLDER = settings.BASE_DIR / "static"


def rate(user: User, value: int, ruleset: str = "moroccan", *, ranked: bool = True) -> None:
    Rating.objects.create(user=user, ruleset=ruleset, size_class="2", value=value, ranked=ranked, matches=12)


def test_every_pattern_is_drawn_and_every_colour_has_a_style() -> None:
    patterns = FOLDER / "avatars" / "patterns.svg"
    assert patterns.read_text() == draw_patterns(), "run manage.py draw_cards"
    drawn = ElementTree.fromstring(draw_patterns())  # noqa: S314  our own drawing
    assert [symbol.get("id") for symbol in drawn] == AvatarPattern.values
    styles = (FOLDER / "css" / "site" / "players.css").read_text()
    assert set(re.findall(r"\.avatar--(\w+)", styles)) == set(AvatarColour.values)


def test_people_differ_and_wear_both_colours_of_the_avatar() -> None:
    drawn = ElementTree.fromstring(draw_patterns())  # noqa: S314  our own drawing
    groups = {str(symbol.get("id")): symbol[-1] for symbol in drawn}
    people = [ElementTree.tostring(groups[person], encoding="unicode") for person in PEOPLE]
    assert len(set(people)) == 12
    for person in people:
        assert "var(--ground)" in person
        assert "var(--accent)" in person


def test_a_person_is_chosen_among_the_people(amina: User) -> None:
    reader = signed_in(amina)
    reader.post(reverse("choose_avatar"), {"pattern": "fez", "colour": "teal"})
    assert fresh(amina).avatar == ("fez", "teal")
    people, patterns = reader.get(reverse("settings")).text.split('id="avatar"')[1].split("</fieldset>")[:2]
    assert re.findall(r'value="(\w+)"', people)[-12:] == [person.value for person in PEOPLE]
    assert re.findall(r'value="fez" +checked', people)
    assert "checked" not in patterns


def test_every_country_has_a_flag() -> None:
    assert [code for code in NAMES if not (FOLDER / flag_file(code)).exists()] == []


def test_everyone_has_an_avatar_and_they_differ() -> None:
    avatars = {User(pk=number).avatar for number in range(1, 300)}
    possible = set(product(PLAIN_PATTERNS, AvatarColour.values))
    assert avatars <= possible, "a person must be chosen"
    assert len(avatars) > len(possible) / 2


def test_an_avatar_is_chosen_in_the_settings_and_shown_on_the_profile(amina: User, client: Client) -> None:
    reader = signed_in(amina)
    reader.post(reverse("choose_avatar"), {"pattern": "cup", "colour": "plum"})
    assert fresh(amina).avatar == ("cup", "plum")
    profile = client.get(reverse("player", args=["amina"])).text
    assert "avatar--plum" in profile
    assert "patterns.svg#cup" in profile
    page = reader.post(reverse("choose_avatar"), {"pattern": "../x", "colour": "plum"}, follow=True).text
    assert "Choose a pattern and a colour." in page
    assert fresh(amina).avatar == ("cup", "plum")


def test_a_title_follows_from_the_best_ranked_rating(amina: User, badr: User, chadia: User, client: Client) -> None:
    rate(amina, 2210)
    rate(amina, 1850, "mufts")
    rate(badr, 2100)
    rate(chadia, 2500, ranked=False)
    titles = {name: face["title"] for name, face in faces_of(["amina", "badr", "chadia"]).items()}
    assert titles == {"amina": "Master", "badr": "Expert", "chadia": ""}
    assert "Master" in client.get(reverse("player", args=["amina"])).text
    assert "Master" in client.get(reverse("ladder", args=["mufts"])).text, "the title is the player's, not a rating's"


def test_the_faces_at_a_table_are_read_at_once(amina: User, client: Client, django_assert_num_queries: object) -> None:
    choose_country(user=amina, country="MA")
    guest = User.objects.create_guest(4321)
    names = ["amina", guest.username, "Sota", "Sota Omar", "nobody", "nobody Omar", "Sota Karla"]
    with django_assert_num_queries(2):  # type: ignore[operator]
        faces = client.get(reverse("faces"), {"name": names}).json()
    assert set(faces) == {"amina", guest.username, "Sota", "Sota Omar"}
    assert faces["amina"] == {
        "picture": f"{static('avatars/patterns.svg')}#{amina.avatar.pattern}",
        "colour": amina.avatar.colour,
        "flag": static("flags/ma.svg"),
        "country": "Morocco",
        "title": "",
    }
    assert faces["Sota"]["picture"] == static("bots/sota.svg")
    assert faces["Sota Omar"] == {**faces["Sota"], "picture": static("bots/sota-2.svg")}


def test_each_bot_of_one_level_at_a_table_has_a_face_of_its_own() -> None:
    for bot in BOTS.values():
        names = tell_apart([bot.title] * MOST_SEATS)
        pictures = [face["picture"] for face in faces_of([bot.title, *names]).values()]
        drawings = {(FOLDER / picture.removeprefix(static(""))).read_text() for picture in pictures}
        assert len(drawings) == 1 + MOST_SEATS, "no bot with a given name has its level's picture"


def test_closed_accounts_and_odd_names_have_no_face(amina: User, client: Client) -> None:
    close_account(user=amina)
    amina.refresh_from_db()
    names = [amina.username, "", "\x00", "x" * 400, *(f"player{number}" for number in range(100))]
    assert client.get(reverse("faces"), {"name": names}).json() == {}


def test_friends_who_are_online_are_shown(amina: User, badr: User, chadia: User) -> None:
    reader = signed_in(amina)
    for friend in (badr, chadia):
        follow_user(by=amina, whom=friend)
    assert "Friends online" not in reader.get(reverse("home")).text
    mark_online(user_ids=[chadia.pk])
    home = reader.get(reverse("home")).text.split("Friends online")[1].split("</section>")[0]
    assert "chadia" in home
    assert "badr" not in home
    friends = reader.get(reverse("player", args=["amina"])).text.split('class="friends"')[1].split("</ul>")[0]
    assert friends.index("chadia") < friends.index("online") < friends.index("badr")
    close_account(user=chadia)
    assert "Friends online" not in reader.get(reverse("home")).text
