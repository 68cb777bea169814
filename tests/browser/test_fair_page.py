"""The page that checks deals must reach the same verdicts as Python on the records from the rules tests."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from playwright.sync_api import Page, expect

from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.rules.verify import verify_deals
from games.views.fair import _section
from tests.browser.accessible import check_page
from tests.browser.board_pages import new_page  # noqa: F401  a fixture
from tests.browser.disk_site import disk_site
from tests.rules import test_fair_records as fair

CODE = "abcdefghijkl"
TAMPERINGS = [fair.swap_cards, fair.other_cut, fair.other_salt, fair.other_commitment, fair.recommit]


@pytest.fixture
def fair_page(new_page: Callable[..., Page]) -> Iterator[Callable[..., Page]]:
    """Return a function that opens the page. On teardown, check that the browser has reported no errors."""
    errors: list[str] = []

    def open_page(match: Any = None, *, host: str = "127.0.0.1", records: Any = None, **context: Any) -> Page:
        page = new_page(**context)
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        data = {"match": match, "procedure": _section("The procedure"), "trust": _section("What is left to trust")}
        html = render_to_string("games/pages/fair.html", data, request=RequestFactory().get("/fair/"))
        if records:
            page.route("**/record.json", lambda route: route.fulfill(json=records))
        page.goto(disk_site().put(html).replace("127.0.0.1", host))
        return page

    yield open_page
    assert errors == []


def choose(page: Page, record: object, name: str = f"ronda-{CODE}.json") -> None:
    content = record if isinstance(record, bytes) else json.dumps(record).encode()
    page.get_by_label("Choose a match record").set_input_files(
        {"name": name, "mimeType": "application/json", "buffer": content}
    )


def badges(page: Page) -> list[str]:
    expect(page.locator("#verdict")).not_to_have_attribute("aria-busy", "true")
    return page.locator(".verdict .badge").all_inner_texts()


def python_says(record: object) -> list[str]:
    words = {True: "verified", False: "doesn’t match", None: "no commitment"}
    said = json.loads(verify_deals(json.dumps(record))[0])
    return [words[deal["agrees"]] for deal in said["deals"]]


def remembered(page: Page, commitments: dict[int, str]) -> None:
    page.evaluate(
        "([code, seen]) => localStorage.setItem('ronda.commitments', JSON.stringify({[code]: seen}))",
        [CODE, commitments],
    )


@pytest.mark.parametrize("name", sorted(Game.registry))
def test_the_browser_agrees_with_records_of_every_ruleset(fair_page, name) -> None:
    page = fair_page()
    for seed in range(5):
        record = fair.played(Game.registry[name], seed)
        choose(page, record)
        expect(page.locator(".verdict")).to_have_count(len(record["deals"]))
        assert badges(page) == python_says(record) == ["verified"] * len(record["deals"])


@pytest.mark.parametrize("tamper", TAMPERINGS)
def test_the_browser_detects_tampering(fair_page, tamper) -> None:
    page = fair_page()
    record = fair.played(seed=6, target=41)
    tamper(record)
    choose(page, record)
    expect(page.locator("#verdict .message--error")).to_contain_text("Check failed")
    assert badges(page) == python_says(record)
    assert badges(page)[0] == "doesn’t match"
    expect(page.locator(".verdict__error").first).to_be_visible()


def test_a_wrong_place_of_a_returned_card_is_found(fair_page) -> None:
    page = fair_page()
    record = next(record for seed in range(99) if "returned" in (record := fair.played(seed=seed))["deals"][0])
    deal = record["deals"][0]
    deal["returned"][0] = deal["returned"][0] - 1 or 7
    choose(page, record)
    expect(page.locator(".verdict__error")).to_have_text("The salt gives different places for the returned cards.")


def test_a_missing_commitment_is_an_error_except_in_old_matches(fair_page) -> None:
    page = fair_page()
    record = fair.played(seed=6, target=41)
    fair.no_commitment_later(record)
    choose(page, record)
    expect(page.locator(".verdict__error")).to_have_text("The commitment is missing, although an earlier deal has one.")
    for deal in record["deals"]:
        for key in ("salt", "commitment", "cut"):
            deal.pop(key, None)
    choose(page, record)
    expect(page.locator("#verdict .message--warning")).to_contain_text("no commitments")
    assert set(badges(page)) == {"no commitment"}


@pytest.mark.parametrize("hands", [0, 1])
def test_an_uncut_pack_is_checked_too(fair_page, hands) -> None:
    page = fair_page()
    record = fair.resigned_before_cut(hands)
    choose(page, record)
    expect(page.locator(".verdict").last).to_contain_text("not cut")
    assert badges(page) == ["verified"] * (hands + 1)
    record["uncut"]["salt"] = "ab" * 32
    choose(page, record)
    expect(page.locator(".verdict__error").first).to_be_visible()


@pytest.mark.parametrize("content", [b"", b"[]", b"null", b"{", b'{"players": 1, "deals": 2}', b"\xff\xfe"])
def test_a_file_that_is_not_a_record_is_refused(fair_page, content) -> None:
    page = fair_page()
    choose(page, content)
    expect(page.locator("#verdict")).to_have_text("This isn’t a match record.")


def test_commitments_shown_in_this_browser_are_compared(fair_page) -> None:
    page = fair_page()
    record = fair.played(seed=6, target=41)
    shown = {number: deal["commitment"] for number, deal in enumerate(record["deals"])}
    remembered(page, {0: shown[0]})
    choose(page, record)
    expect(page.locator(".message--success")).to_contain_text("saw 1 of the commitments")
    choose(page, record, "renamed.json")
    expect(page.locator(".verdict").first).to_contain_text("· seen by this browser")
    expect(page.locator(".verdict").last).to_contain_text("not seen by this browser")

    remembered(page, {0: "ab" * 32})
    choose(page, record)
    expect(page.locator(".verdict__error")).to_contain_text("saw a different commitment")

    remembered(page, {**shown, len(shown): "cd" * 32})
    choose(page, record)
    expect(page.locator(".verdict__error")).to_contain_text("the record doesn’t contain it")


def test_the_record_of_a_match_is_fetched_and_checked_at_once(fair_page) -> None:
    page = fair_page({"code": CODE}, records=fair.played(seed=6))
    expect(page.locator(".message--success")).to_be_visible()


def test_without_https_the_page_names_the_command(fair_page) -> None:
    page = fair_page({"code": CODE}, host="ronda.test")
    expect(page.get_by_text("Browsers only allow this check")).to_be_visible()
    expect(page.locator("#no-crypto code")).to_have_text(f"python manage.py record verify-deals ronda-{CODE}.json")
    expect(page.locator("#check")).to_be_hidden()


def test_the_page_is_accessible(fair_page) -> None:
    page = fair_page()
    record = fair.played(Moroccan, 6, target=41)
    fair.other_cut(record)
    choose(page, record)
    expect(page.locator(".verdict__error").first).to_be_visible()
    check_page(page)
