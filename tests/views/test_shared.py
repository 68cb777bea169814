"""What other sites show of a link: words in the page's head, and a picture."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from PIL import Image

from accounts.models import User
from games.models import Match
from games.rules.game import Game
from games.selectors.card_words import pack_name
from games.selectors.share import glance_at
from games.services.loading import walk_match
from games.views.card_pictures import card_picture
from games.views.drawing import SIZE, Scene, draw_scene
from tests.views.conftest import finished_match, start_match


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    cache.clear()


@pytest.fixture
def match(amina: User, badr: User) -> Match:
    return finished_match(amina, badr, options={"target": 15})


def tags(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="(og:[\w:]+)"\s+content="([^"]*)"', page))


def picture(client: Client, address: str) -> bytes:
    response = client.get(address)
    assert response["Content-Type"] == "image/png"
    image = Image.open(BytesIO(response.content))
    assert image.size == SIZE
    return response.content


@pytest.mark.parametrize("name", ["result", "replay"])
def test_a_match_is_shared_with_names_and_a_picture(match: Match, client: Client, name: str) -> None:
    found = tags(client.get(reverse(name, args=[match.code])).content.decode())
    assert found["og:title"] == "amina against badr"
    assert "Moroccan Ronda" in found["og:description"]
    assert found["og:url"].startswith("http://testserver/matches/")
    assert found["og:image"] == f"http://testserver/matches/{match.code}/picture.png"
    assert picture(client, found["og:image"])


def test_a_shared_move_has_the_picture_of_that_move_and_seat(match: Match, client: Client) -> None:
    page = client.get(reverse("replay", args=[match.code]), {"move": "4", "view": "1"}).content.decode()
    address = tags(page)["og:image"].replace("&amp;", "&")
    assert address.endswith("picture.png?move=4&view=1")
    shown = picture(client, address)
    assert shown != picture(client, reverse("match_picture", args=[match.code]) + "?move=4&view=public")
    assert shown != picture(client, reverse("match_picture", args=[match.code]) + "?move=6&view=1")


def test_a_glance_is_the_table_and_the_hand_after_the_move(match: Match) -> None:
    steps = walk_match(match)
    for _number in range(5):
        game, _step = next(steps)
    glance = glance_at(match, move=4, seat=1)
    assert (glance.table, glance.hand, glance.scores) == (
        tuple(game.table),
        tuple(game.hands[1]),
        tuple(game.scores),
    )
    whole = glance_at(match, move=None, seat=None)
    assert len(whole.table) >= 3
    assert (whole.hand, list(whole.scores)) == ((), match.sides)


@pytest.mark.parametrize("query", ["move=99999", "move=x&view=9", "view=-1", "move=123456789", "move=²&view=²"])
def test_a_move_or_seat_that_is_none_has_a_picture_all_the_same(match: Match, client: Client, query: str) -> None:
    assert picture(client, f"{reverse('match_picture', args=[match.code])}?{query}")


def test_there_is_no_picture_of_a_match_that_runs(amina: User, badr: User, client: Client) -> None:
    match = start_match(amina, badr)
    assert client.get(reverse("match_picture", args=[match.code])).status_code == 404


def test_a_player_is_shared_with_a_picture(amina: User, client: Client) -> None:
    found = tags(client.get(reverse("player", args=["amina"])).content.decode())
    assert found["og:title"] == "amina"
    assert picture(client, found["og:image"])
    assert client.get(reverse("player_picture", args=["nobody"])).status_code == 404


@pytest.mark.parametrize("ruleset", Game.registry.values(), ids=Game.registry)
def test_every_card_of_every_pack_can_be_drawn(ruleset: type[Game]) -> None:
    pictures = [card_picture(pack_name(ruleset), card, 60).tobytes() for card in ruleset.pack]
    assert len(set(pictures)) == len(ruleset.pack)


def test_eight_sides_and_a_table_full_of_cards_find_room(client: Client) -> None:
    lines = tuple((f"somebody-with-a-long-name-{number}", "121") for number in range(8))
    pack = Game.registry["porrazo"].pack
    scene = Scene("Porrazo", lines, "french", pack[:20], pack[20:32])
    assert Image.open(BytesIO(draw_scene(scene))).size == SIZE
