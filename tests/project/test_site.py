"""Features that all pages share, and the endpoints for machines."""

from __future__ import annotations

from typing import Any
from unittest import mock

import pytest
from django.test import AsyncClient, Client
from django.urls import reverse

pytestmark = pytest.mark.django_db


def directives(response: Any) -> dict[str, list[str]]:
    parts = [part.split() for part in response["content-security-policy"].split(";")]
    return {name: sorted(sources) for name, *sources in parts}


def test_pages_allow_nothing_inline_and_nothing_from_other_sites(client: Client) -> None:
    policy = directives(client.get(reverse("account_login")))
    assert policy["default-src"] == ["'none'"]
    for name in ("script-src", "style-src", "connect-src", "form-action"):
        assert policy[name] == ["'self'"]
    assert policy["img-src"] == ["'self'", "data:"]
    assert policy["frame-ancestors"] == ["'none'"]


def test_pages_send_the_other_security_headers(client: Client) -> None:
    response = client.get(reverse("account_login"))
    assert response["x-content-type-options"] == "nosniff"
    assert response["x-frame-options"] == "DENY"
    assert response["referrer-policy"] == "same-origin"


def test_no_cookie_can_be_read_by_a_script(client: Client) -> None:
    client.get(reverse("account_signup"))
    client.post(reverse("account_signup"), {"username": "Zohra", "password1": "a long enough one"})
    assert {"csrftoken", "sessionid", "device"} <= set(client.cookies)
    assert all(cookie["httponly"] for cookie in client.cookies.values())


def test_the_old_icon_url_redirects_to_the_icon(client: Client) -> None:
    response = client.get("/favicon.ico")
    assert (response.status_code, response["location"]) == (302, "/static/favicon.svg")


def test_translations_for_scripts_are_served(client: Client) -> None:
    response = client.get(reverse("jsi18n", args=["en", "1"]))
    assert response["content-type"].startswith("text/javascript")
    assert "gettext" in response.text


def test_the_404_page_looks_like_the_rest_of_the_site(client: Client) -> None:
    response = client.get("/no/such/page")
    assert response.status_code == 404
    assert "site-header" in response.text


def test_a_form_without_its_csrf_token_is_refused_with_an_explanation() -> None:
    response = Client(enforce_csrf_checks=True).post(reverse("account_login"), {"login": "x"})
    assert response.status_code == 403
    assert "expired" in response.text


def test_an_unknown_host_is_refused(client: Client) -> None:
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400


def test_the_500_page_needs_no_database(client: Client) -> None:
    client.raise_request_exception = False
    with (
        mock.patch("games.views.rules.render", side_effect=RuntimeError),
        mock.patch("django.contrib.auth.middleware.get_user", side_effect=RuntimeError),
    ):
        response = client.get(reverse("rules"))
    assert response.status_code == 500
    assert "Something went wrong" in response.text


async def test_static_files_are_served_compressed_and_with_security_headers(
    async_client: AsyncClient, settings: Any, tmp_path: Any
) -> None:
    (tmp_path / "a.css").write_text("a{}" * 99)
    (tmp_path / "a.css.br").write_bytes(b"squeezed")
    settings.STATIC_ROOT = str(tmp_path)
    response = await async_client.get("/static/a.css", headers={"accept-encoding": "br"})
    assert response.status_code == 200
    assert (response.content, response["content-encoding"]) == (b"squeezed", "br")
    assert response["x-content-type-options"] == "nosniff"
    assert "max-age" in response["cache-control"]
    assert (await async_client.get("/static/none.css")).status_code == 404
