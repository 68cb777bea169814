"""A page's language is taken from its address or, failing that, from the account, the cookie or the browser."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.rules.game import Game

pytestmark = pytest.mark.django_db

ANYWHERE = "/accounts/login/"  # an address that is the same in all languages


def language(client: Client, path: str = ANYWHERE, accept: str = "", referer: str = "") -> tuple[str, str]:
    """Return the language and the direction of a page."""
    headers = {"accept-language": accept, "referer": referer}
    page = client.get(path, headers={name: value for name, value in headers.items() if value})
    found = re.search(r'<html lang="(\w+)"\s+dir="(\w+)"', page.text)
    assert found
    assert page["Content-Language"] == found[1]
    return found[1], found[2]


def choose(client: Client, **fields: str) -> str:
    """Choose a language or digits. Return the address to which the reader is redirected."""
    return client.post(reverse("set_language"), fields).headers["Location"]


def test_the_browser_is_asked_first(client: Client) -> None:
    assert language(client) == ("en", "ltr")
    assert language(client, accept="ar-MA,fr;q=0.5") == ("ar", "rtl")
    assert language(client, accept="de, es;q=0.5") == ("es", "ltr")


def test_the_cookie_counts_more_than_the_browser_and_can_be_removed(client: Client) -> None:
    choose(client, language="fr")
    assert language(client, accept="ar") == ("fr", "ltr")
    choose(client, language="")
    assert language(client, accept="ar") == ("ar", "rtl")


def test_the_account_counts_more_than_the_cookie(client: Client) -> None:
    user = User.objects.create_user("amina")
    client.force_login(user)
    choose(client, language="es")
    other = Client()
    other.force_login(user)
    choose(Client(), language="fr")
    other.cookies[settings.LANGUAGE_COOKIE_NAME] = "fr"
    assert language(other, "/settings/", accept="ar") == ("es", "ltr")


def test_guests_on_the_account_pages_keep_their_language(client: Client) -> None:
    client.force_login(User.objects.create_guest(1234))
    choose(client, language="ar")
    del client.cookies[settings.LANGUAGE_COOKIE_NAME]
    assert language(client) == ("ar", "rtl")


def test_an_unknown_language_changes_nothing(client: Client) -> None:
    response = client.post(reverse("set_language"), {"language": "xx", "digits": "roman"})
    assert not response.cookies


@pytest.mark.parametrize(
    ("address", "chosen", "expected"),
    [
        ("/fr/rules/moroccan/?a=1", "ar", "/ar/rules/moroccan/?a=1"),
        ("/rules/", "es", "/es/rules/"),
        ("/ar/", "en", "/"),
        ("/tables/new/", "fr", "/tables/new/"),
        ("//evil.example/", "fr", "/"),
        ("https://evil.example/", "fr", "/"),
    ],
)
def test_the_reader_returns_to_the_same_page(client: Client, address: str, chosen: str, expected: str) -> None:
    assert choose(client, language=chosen, next=address) == expected


def test_the_language_in_an_address_comes_before_the_browsers(client: Client) -> None:
    assert language(client, "/fr/rules/moroccan/", accept="ar") == ("fr", "ltr")
    assert language(client, "/ar/", accept="fr") == ("ar", "rtl")
    assert language(client, "/rules/") == ("en", "ltr")


def follow(client: Client, path: str, *, from_page: str, accept: str = "en") -> str:
    """Follow a link on a page of this site. Return the language of the page it leads to."""
    return language(client, path, accept=accept, referer=f"http://testserver{from_page}")[0]


def test_links_and_forms_on_a_page_in_a_language_lead_to_pages_in_it(client: Client) -> None:
    assert follow(client, ANYWHERE, from_page="/ar/") == "ar"
    assert language(client, accept="en") == ("ar", "rtl")  # from now on
    assert follow(client, ANYWHERE, from_page="/fr/rules/moroccan/") == "fr"
    assert follow(client, ANYWHERE, from_page=ANYWHERE) == "fr"
    headers = {"accept-language": "en", "referer": "http://testserver/ar/"}
    response = client.post(reverse("quick"), {"game": "moroccan:2"}, headers=headers)
    table = response.headers["Location"]
    assert language(client, table, accept="en") == ("ar", "rtl")


def test_a_page_in_a_language_sets_no_cookie_and_caches_do_not_share_what_does(client: Client) -> None:
    for path in ("/ar/", "/fr/rules/"):
        assert settings.LANGUAGE_COOKIE_NAME not in client.get(path, headers={"accept-language": "en"}).cookies
    response = client.get("/matches/", headers={"referer": "http://testserver/ar/"})
    assert response.cookies[settings.LANGUAGE_COOKIE_NAME].value == "ar"
    assert "no-store" in response["Cache-Control"]
    for path in ("/faces.json", "/api/v1/openapi.json"):
        assert not Client().get(path, headers={"referer": "http://testserver/ar/"}).cookies


def test_the_language_of_an_account_counts_more_than_that_of_the_page_before(client: Client) -> None:
    client.force_login(User.objects.create_user("amina", language="es"))
    assert follow(client, "/settings/", from_page="/ar/") == "es"
    assert settings.LANGUAGE_COOKIE_NAME not in client.cookies


def test_the_language_chosen_on_a_page_counts_more_than_that_of_its_address(client: Client) -> None:
    referer = {"referer": "http://testserver/ar/help/"}
    response = client.post(reverse("set_language"), {"language": "en", "next": "/ar/help/"}, headers=referer)
    assert response.headers["Location"] == "/help/"
    assert client.get("/help/", headers=referer).status_code == 200  # browsers repeat the referrer after a redirect
    assert language(client, accept="ar") == ("en", "ltr")


def test_pages_of_other_sites_choose_no_language(client: Client) -> None:
    assert language(client, ANYWHERE, accept="en", referer="https://elsewhere.example/ar/") == ("en", "ltr")
    assert settings.LANGUAGE_COOKIE_NAME not in client.cookies


def test_pages_for_search_engines_have_an_address_in_each_language(client: Client) -> None:
    page = client.get("/fr/rules/moroccan/?from=mail").text
    found = dict(re.findall(r'<link rel="alternate" hreflang="([\w-]+)" href="([^"]+)">', page))
    here = "http://testserver"
    assert found == {
        "en": f"{here}/rules/moroccan/",
        "x-default": f"{here}/rules/moroccan/",
        **{code: f"{here}/{code}/rules/moroccan/" for code in ("fr", "es", "ar")},
    }
    assert re.findall(r'<link rel="canonical" href="([^"]+)">', page) == [f"{here}/fr/rules/moroccan/"]
    assert 'hreflang="' not in client.get(ANYWHERE).text


def test_the_english_address_leads_readers_of_other_languages_to_theirs(client: Client) -> None:
    response = client.get("/help/?a=1", headers={"accept-language": "es"})
    assert (response.status_code, response["Location"]) == (302, "/es/help/?a=1")
    assert {"Accept-Language", "Cookie"} <= set(response["Vary"].split(", "))
    choose(client, language="en")
    assert client.get("/help/", headers={"accept-language": "es"}).status_code == 200


def test_unknown_addresses_are_not_found_in_any_language(client: Client) -> None:
    for path in ("/fr/nothing/", "/en/rules/", "/xx/rules/", "/fr/tables/new/"):
        assert client.get(path).status_code == 404, path
    assert client.get("/fr/rules").headers["Location"] == "/fr/rules/"


def test_responses_say_what_they_depend_on(client: Client) -> None:
    assert {"Accept-Language", "Cookie"} <= set(client.get("/rules/")["Vary"].split(", "))
    assert "Accept-Language" not in client.get("/fr/rules/").get("Vary", "")


def test_every_language_has_a_catalog_of_its_own_that_is_kept_for_good(client: Client) -> None:
    addresses = set()
    for code, _name in settings.LANGUAGES:
        found = re.search(
            r'<script src="(/jsi18n/[^"]+)"', client.get(ANYWHERE, headers={"accept-language": code}).text
        )
        assert found
        addresses.add(found[1])
        assert "immutable" in client.get(found[1])["Cache-Control"]
    assert len(addresses) == len(settings.LANGUAGES)
    assert client.get("/jsi18n/fr.outdated.js")["Cache-Control"] == "no-cache"
    assert client.get("/jsi18n/xx.1.js").status_code == 404


def test_arabic_digits_are_shown_on_arabic_pages_only(client: Client) -> None:
    assert choose(client, digits="arab", next="/ar/help/") == "/ar/help/"
    assert 'data-digits="arab"' in client.get("/ar/").text
    assert "data-digits" not in client.get("/fr/").text
    client.force_login(User.objects.create_guest(1234))  # a guest, who has not chosen a language in this account yet
    assert 'data-digits="arab"' in client.get("/ar/").text
    choose(client, digits="latin")
    assert "data-digits" not in client.get("/ar/").text


def test_every_page_offers_all_languages(client: Client) -> None:
    page = client.get("/fr/help/?a=1").text
    for code, name in settings.LANGUAGES:
        assert re.search(rf'name="language"\s+value="{code}"\s+lang="{code}"[^>]*>{name}<', page)
    assert 'name="next" value="/fr/help/?a=1"' in page


def test_the_glossary_shows_the_terms_of_all_languages(client: Client) -> None:
    page = client.get(reverse("glossary")).text
    assert page.count("<tr>") > 40
    for code, word in (("en", "Pack"), ("fr", "Paquet"), ("es", "Baraja"), ("ar", "الرزمة")):
        assert f'<td lang="{code}" dir="auto">{word}</td>' in page


def test_the_glossary_explains_what_players_shout(client: Client) -> None:
    page = client.get(reverse("glossary")).text
    words = {word.casefold() for word in re.findall(r'<td lang="en" dir="auto">([^<(]+?)(?: \(\w+\))?<', page)}
    shouts = {text.shout for ruleset in Game.registry.values() for text in ruleset.event_texts.values() if text.shout}
    named = {shout for shout in shouts if "{" not in shout}  # the other shouts are calls, which have their own terms
    assert {"9a3a rey", "9a3a as", "E-see", "Me-sa"} <= named
    assert [shout for shout in named if shout.casefold() not in words] == []
    assert f'href="{reverse("glossary")}"' in client.get(reverse("rules", args=["mufts"])).text.split("<footer")[0]


@pytest.mark.parametrize(
    ("language", "order"), [("en", "en fr es ar"), ("fr", "fr en es ar"), ("es", "es en fr ar"), ("ar", "ar en fr es")]
)
def test_the_glossary_begins_with_the_language_of_the_reader(client: Client, language: str, order: str) -> None:
    prefix = "" if language == "en" else f"/{language}"
    page = client.get(f"{prefix}/glossary/").text
    for cell in ('th scope="col"', "td"):
        rows = re.findall(rf'<{cell} lang="(\w+)"', page)
        assert rows[:4] == rows[-4:] == order.split()
