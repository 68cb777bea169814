"""Link previews on other sites: Open Graph tags in the page's head, and a picture."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.cache import cache, caches
from django.test import Client
from django.urls import reverse
from PIL import Image

from accounts.models import User
from games.models import Match
from games.rendering.card_image import card_picture
from games.rendering.share_image import SIZE, Scene, draw_scene
from games.rules.game import Game
from games.selectors.card_names import pack_name
from games.selectors.match_snapshot import snapshot_at
from games.state.match_log import walk_match
from games.views import link_previews, picture_responses
from tests.views.conftest import finished_match, start_match
from tests.views.shared_match import amina, badr, match  # noqa: F401  fixtures


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    caches["pictures"].clear()


@pytest.fixture(scope="module")
def played(shared_rows: None) -> tuple[User, User, Match]:
    """Two users and their match."""
    amina, badr = (User.objects.create_user(name) for name in ("amina", "badr"))
    return amina, badr, finished_match(amina, badr, options={"target": 15})


def tags(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="(og:[\w:]+)"\s+content="([^"]*)"', page))


def picture(client: Client, address: str) -> bytes:
    response = client.get(address)
    assert response["Content-Type"] == "image/png"
    image = Image.open(BytesIO(response.content))
    assert image.size == SIZE
    return response.content


@pytest.mark.parametrize("name", ["result", "replay"])
def test_a_match_has_a_preview_with_names_and_a_picture(match: Match, client: Client, name: str) -> None:
    found = tags(client.get(reverse(name, args=[match.code])).content.decode())
    assert found["og:title"] == "amina against badr"
    assert "Moroccan Ronda" in found["og:description"]
    assert found["og:url"].startswith("http://testserver/matches/")
    assert found["og:image"].startswith(f"http://testserver/matches/{match.code}/picture.png?v=")
    assert picture(client, found["og:image"])


def test_a_link_to_a_move_has_a_picture_of_that_move_and_seat(match: Match, client: Client) -> None:
    move = str(match.moves.count())  # the last move always has a picture
    page = client.get(reverse("replay", args=[match.code]), {"move": move, "view": "1"}).content.decode()
    address = tags(page)["og:image"].replace("&amp;", "&")
    assert f"picture.png?move={move}&view=1&v=" in address
    shown = picture(client, address)
    assert shown != picture(client, f"{reverse('match_picture', args=[match.code])}?move=0&view=1")


def test_the_picture_is_in_the_language_of_the_page(match: Match, client: Client) -> None:
    shown = {}
    for language in ("en", "fr", "es", "ar"):
        page = client.get(reverse("result", args=[match.code]), headers={"accept-language": language})
        address = re.search(r'property="og:image" content="([^"]+)"', page.text)
        assert address
        assert (f"language={language}" in address[1]) == (language != "en")
        answer = client.get(unescape(address[1]))
        assert "immutable" in answer["Cache-Control"]
        shown[language] = answer.content
    assert len(set(shown.values())) == 4
    assert len(caches["pictures"]._cache) == 4  # type: ignore[attr-defined]


def test_the_number_of_pictures_of_a_match_is_limited(
    match: Match, client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RONDA_PICTURE_RATE = 10_000
    draw = Mock(return_value=b"a picture")
    monkeypatch.setattr(picture_responses, "draw_scene", draw)
    moves = match.moves.count()
    assert moves > 2 * link_previews.MOMENTS
    for move in range(moves + 3):
        for view in (0, 1, 7):
            client.get(reverse("match_picture", args=[match.code], query={"move": move, "view": view}))
    assert link_previews.MOMENTS < draw.call_count <= (link_previews.MOMENTS + 1) * 3


def test_the_picture_address_of_a_page_can_be_cached_forever(match: Match, client: Client) -> None:
    named = tags(client.get(reverse("replay", args=[match.code]), {"move": "4"}).content.decode())["og:image"]
    named = named.replace("&amp;", "&")
    assert "immutable" in client.get(named)["Cache-Control"]
    for other in (named.replace("v=", "v=0"), named + "&x=1", reverse("match_picture", args=[match.code])):
        assert "immutable" not in client.get(other)["Cache-Control"]
    User.objects.filter(username="amina").update(username="Closed 1")
    assert "immutable" not in client.get(named)["Cache-Control"]


def test_pictures_are_rate_limited_by_address(match: Match, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.RONDA_PICTURE_RATE = 3
    addresses = [reverse("match_picture", args=[match.code]), reverse("player_picture", args=["amina"])] * 3

    monkeypatch.setattr("games.services.ratelimit.time.time", lambda: 1_800_000_000.0)
    client = Client(REMOTE_ADDR="203.0.113.1")
    assert [client.get(address).status_code for address in addresses] == [200] * 3 + [429] * 3
    assert int(client.get(addresses[0])["Retry-After"]) > 0
    assert Client(REMOTE_ADDR="203.0.113.2").get(addresses[0]).status_code == 200


def test_pictures_evict_no_rate_limit_counters(match: Match, client: Client) -> None:
    cache.set("tries", 5)
    picture(client, reverse("match_picture", args=[match.code]))
    assert caches["pictures"] is not cache
    assert len(caches["pictures"]._cache) == 1  # type: ignore[attr-defined]
    assert not any("picture.png" in key for key in cache._cache)  # type: ignore[attr-defined]


def test_a_preview_shows_the_table_and_the_hand_after_the_move(match: Match) -> None:
    steps = walk_match(match)
    for _number in range(5):
        game, _step = next(steps)
    glance = snapshot_at(match, move=4, seat=1)
    assert (glance.table, glance.hand, glance.scores) == (
        tuple(game.table),
        tuple(game.hands[1]),
        tuple(game.scores),
    )
    whole = snapshot_at(match, move=None, seat=None)
    assert len(whole.table) >= 3
    assert (whole.hand, list(whole.scores)) == ((), match.sides)


@pytest.mark.parametrize("query", ["move=99999", "move=x&view=9", "view=-1", "move=123456789", "move=²&view=²"])
def test_an_invalid_move_or_seat_still_has_a_picture(match: Match, client: Client, query: str) -> None:
    assert picture(client, f"{reverse('match_picture', args=[match.code])}?{query}")


def test_a_running_match_has_no_picture(amina: User, badr: User, client: Client) -> None:
    match = start_match(amina, badr)
    assert client.get(reverse("match_picture", args=[match.code])).status_code == 404


def test_a_profile_has_a_preview_with_a_picture(amina: User, client: Client) -> None:
    found = tags(client.get(reverse("player", args=["amina"])).content.decode())
    assert found["og:title"] == "amina"
    assert picture(client, found["og:image"])
    assert client.get(reverse("player_picture", args=["nobody"])).status_code == 404


@pytest.mark.parametrize("ruleset", Game.registry.values(), ids=Game.registry)
def test_every_card_of_every_pack_can_be_drawn(ruleset: type[Game]) -> None:
    pictures = [card_picture(pack_name(ruleset), card, 60).tobytes() for card in ruleset.pack]
    assert len(set(pictures)) == len(ruleset.pack)


def test_eight_sides_and_a_table_full_of_cards_fit(client: Client) -> None:
    lines = tuple((f"somebody-with-a-long-name-{number}", "121") for number in range(8))
    pack = Game.registry["porrazo"].pack
    scene = Scene("Ronda", "Porrazo", lines, "french", pack[:20], pack[20:32])
    assert Image.open(BytesIO(draw_scene(scene))).size == SIZE
