"""The installed app: its manifest and icons, the service worker, and the offline page."""

from __future__ import annotations

import json
import re
from io import BytesIO

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from PIL import Image

from accounts.models import User
from games.rendering.app_icons import draw_icon
from tests.views.conftest import signed_in

FOLDER = settings.BASE_DIR / "static"


@pytest.mark.django_db
def test_the_manifest_has_the_icons_that_installing_needs(client: Client) -> None:
    manifest = client.get(reverse("manifest", args=["en"])).json()
    icons = {(icon["sizes"], icon["purpose"]): icon["src"].removeprefix("/static/") for icon in manifest["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= set(icons)
    for (sizes, purpose), source in icons.items():
        assert finders.find(source), source
        if sizes != "any":
            image = Image.open(FOLDER / source)
            assert f"{image.width}x{image.height}" == sizes
            assert (FOLDER / source).stat().st_size < 10_000
            corner = image.convert("RGBA").getpixel((0, 0))
            assert isinstance(corner, tuple)
            assert (corner[3] == 255) is (purpose == "maskable"), "masks cut a maskable icon, so it has no corners"


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "direction"), [("en", "ltr"), ("fr", "ltr"), ("es", "ltr"), ("ar", "rtl")])
def test_the_app_is_installed_in_the_language_of_the_page(client: Client, language: str, direction: str) -> None:
    page = client.get(reverse("account_login"), headers={"accept-language": language}).text
    found = re.search(r'<link rel="manifest" href="([^"]+)"', page)
    assert found
    response = Client().get(found[1], headers={"accept-language": "de"})  # browsers send no cookie
    manifest = response.json()
    assert response["Content-Type"] == "application/manifest+json"
    assert "private" not in response.get("Cache-Control", "")
    assert (manifest["lang"], manifest["dir"]) == (language, direction)
    assert (manifest["name"] == "Ronda") == (language != "ar")
    assert manifest["description"].startswith("Ronda, the Moroccan") == (language == "en")
    assert client.get("/manifest/xx.webmanifest").status_code == 404


def test_the_icons_are_drawn_from_the_favicon() -> None:
    drawn = Image.open(BytesIO(draw_icon(FOLDER / "favicon.svg", 192))).convert("RGBA")
    stored = Image.open(FOLDER / "icons" / "icon-192.png").convert("RGBA")
    for place in [(96, 96), (96, 20), (20, 20), (60, 96), (0, 0)]:
        assert drawn.getpixel(place) == stored.getpixel(place)


def test_an_element_that_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot draw"):
        draw_icon(FOLDER / "cards" / "backs.svg", 16)


@pytest.mark.django_db
def test_the_worker_keeps_the_offline_page_with_its_styles_and_nothing_else(client: Client, amina: User) -> None:
    answer = client.get(reverse("service_worker"))
    assert answer["Content-Type"].startswith("text/javascript")
    found = re.search(r"= (\{.*?\});", answer.text)
    assert found
    data = json.loads(found[1])
    page = client.get(data["offline"]).text
    assert set(re.findall(r'(?:href|src)="(/[^"]+)"', page)) | {data["offline"]} == set(data["shell"])
    assert signed_in(amina).get(data["offline"]).text == page
    assert signed_in(amina).get(reverse("service_worker")).text == answer.text


@pytest.mark.django_db
def test_the_offline_page_is_kept_in_the_language_that_the_reader_has_chosen(client: Client) -> None:
    client.post(reverse("set_language"), {"language": "fr"})
    assert reverse("offline", args=["fr"]) in client.get(reverse("service_worker")).text
    page = Client().get(reverse("offline", args=["fr"]), headers={"accept-language": "es"})  # without the cookie
    assert (page.status_code, '<html lang="fr"' in page.text) == (200, True)
    assert client.get("/offline/xx/").status_code == 404
