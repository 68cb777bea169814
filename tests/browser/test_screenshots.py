"""Every important view matches its baseline; see ``camera.py``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

import pytest
from django.conf import settings
from PIL import Image, ImageDraw, ImageEnhance
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.plugin import DjangoDbBlocker

from games.rules.moroccan import Moroccan
from tests.browser.board_harness import CAPTURES, BoardHarness
from tests.browser.board_pages import new_page  # noqa: F401  a fixture
from tests.browser.camera import BASELINES, EVERY_PAGE, LIGHT, TABLE, Shot, check_screenshots, prepare
from tests.browser.image_comparison import compare
from tests.browser.lesson_page import open_lesson
from tests.browser.scenes import GAMES, announcing, before, own_turn, table
from tests.browser.site_shots import PATHS, QUERIES, SitePages, open_site_page, site_pages
from tests.browser.user import CUTS_BY_HAND

OTHER_LANGUAGES = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
# Pages in other languages: several in Arabic, which runs from right to left, and one in each of the others.
TRANSLATED = [*product(["home", "replay", "ladder", "settings", "rules"], ["ar"]), ("home", "fr"), ("home", "es")]


PLACE = {"locale": "en-GB", "timezone_id": "UTC"}


@pytest.fixture
def browser(drawing_browser: Browser) -> Browser:
    return drawing_browser


@pytest.fixture
def blank(new_page: Callable[..., Page]) -> Page:
    """Return a page with a fixed time, locale and time zone."""
    return new_page(prepare=prepare, is_real_time=False, **PLACE)


@pytest.fixture
def show(blank: Page) -> Callable[[BoardHarness], Page]:
    """Return a function that opens a table and waits until every player's avatar is shown."""

    def show(stage: BoardHarness, **data: str) -> Page:
        stage.open(blank, **data)
        expect(blank.locator(".seat__avatar")).to_have_count(stage.game.players)
        return blank

    return show


# ---- tables ----


@pytest.mark.parametrize("name", GAMES)
def test_own_turn(show, name: str) -> None:
    page = show(own_turn(GAMES[name]))
    expect(page.locator(".board__own.is-playable").first).to_be_visible()
    check_screenshots(page, f"table-{name}-turn", TABLE)


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
def test_own_turn_in_another_language(show, language: str) -> None:
    page = show(own_turn(GAMES["moroccan-2"]), language=language)
    expect(page.locator(".board__own.is-playable").first).to_be_visible()
    check_screenshots(page, "table-moroccan-2-turn", LIGHT, language=language)


@pytest.mark.parametrize("name", ["moroccan-2", "porrazo-8"])
def test_announcing(show, name: str) -> None:
    page = show(announcing(GAMES[name]))
    expect(page.locator("#prompt button").first).to_be_visible()
    check_screenshots(page, f"table-{name}-announce", TABLE)


@pytest.mark.parametrize(("name", "kind"), [("moroccan-2", "caida"), ("moroccan-4", "missa"), ("porrazo-4", "porrazo")])
def test_a_shout(show, name: str, kind: str) -> None:
    stage, move = before(GAMES[name], kind)
    page = show(stage)
    stage.make(move)
    expect(page.locator(".shout").first).to_be_visible()
    check_screenshots(page, f"table-{name}-{kind}", TABLE)


def test_the_end_of_a_trick(show) -> None:
    stage, move = before(GAMES["steere"], "trick")
    page = show(stage)
    stage.make(move)
    expect(page.locator(".trick")).to_be_visible()
    check_screenshots(page, "table-steere-trick", TABLE)


def test_confirming_a_challenge(show) -> None:
    stage = table(GAMES["moroccan-4"]())
    page = show(stage)
    while stage.game.phase == "announce":
        stage.make((stage.game.to_act, "announce", "ronda"))
    page.locator(".seat__action", has_text="Challenge").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    check_screenshots(page, "table-moroccan-4-challenge", TABLE)


READING = 4_000  # milliseconds, as in deal_count.js


@pytest.mark.parametrize("name", ["moroccan-2", "porrazo-4", "porrazo-8"])
def test_the_count_of_a_deal(show, name: str) -> None:
    stage, move = before(GAMES[name], "count")
    page = show(stage)
    stage.cuts = True  # the next deal waits for the count to be read
    page.evaluate(f"""() => {{
        const real = setTimeout;
        window.setTimeout = (act, time) => (time === {READING} ? 0 : real(act, time));
    }}""")
    stage.make(move)
    expect(page.locator(".panel--count")).to_be_visible()
    check_screenshots(page, f"table-{name}-count", TABLE)


def test_the_end_of_a_match(show) -> None:
    stage, move = before(lambda: Moroccan({"target": 21}), "won")
    deeds = {"caidas": 2, "missas": 0, "calls": 3, "caught": 1}
    seats = [{**deeds, "rating": 1520, "change": 14}, {**deeds, "caidas": 1, "rating": 1600, "change": -14}]
    page = show(stage)

    def tell(route: Route) -> None:  # asked for at the end
        scores = list(stage.game.scores)
        cards = [str(score - caidas) for score, caidas in zip(scores, [2, 1], strict=True)]
        sources = [["Caidas", "2", "1"], ["Cards", *cards]]
        route.fulfill(
            json={"deals": [[3, 10], [12, 15], scores], "seats": seats, "captures": CAPTURES, "sources": sources}
        )

    page.route("**/story.json", tell)
    stage.story = "/matches/a/story.json"
    stage.make(move)
    expect(page.get_by_role("table", name="Score after each deal")).to_be_visible()
    page.locator(".board__shouts").evaluate("node => node.replaceChildren()")  # they fade as the panel appears
    check_screenshots(page, "table-moroccan-2-end", TABLE)


def test_an_open_table(blank: Page) -> None:
    stage = table(GAMES["moroccan-4"]())
    stage.status = "open"
    stage.seats[2] = stage.seats[3] = None
    stage.gathering["invited"] = [{"name": "Driss", "answer": "declined"}, {"name": "Zineb", "answer": "open"}]
    stage.open(blank)
    expect(blank.locator("#seats")).to_contain_text("Waiting for 2 more players.")
    check_screenshots(blank, "table-moroccan-4-open", TABLE)


def test_cutting_the_pack(blank: Page, show) -> None:
    blank.add_init_script(CUTS_BY_HAND)
    stage = table(GAMES["moroccan-3"](), me=2, cuts=True)
    page = show(stage)
    expect(page.locator("#prompt")).to_contain_text("Cut the pack")
    check_screenshots(page, "table-moroccan-3-cut", TABLE)


# Otherwise the page would reconnect before all screenshots are taken.
NO_NEW_SOCKETS = """() => { window.WebSocket = class { static OPEN = 1; addEventListener() {} close() {} }; }"""


def test_reconnecting(show) -> None:
    stage = own_turn(GAMES["moroccan-2"])
    page = show(stage)
    page.evaluate(NO_NEW_SOCKETS)
    assert stage.socket is not None
    stage.socket.close()
    expect(page.locator("#banner")).to_contain_text("Connection lost")
    check_screenshots(page, "table-moroccan-2-offline", TABLE)


# ---- tutorials ----


@pytest.mark.parametrize("step", [2, 4])
def test_a_tutorial(blank: Page, step: int) -> None:
    open_lesson(blank)
    blank.locator(".learn__step").nth(step).click()
    expect(blank.locator("#seen")).not_to_have_text("")
    check_screenshots(blank, f"tutorial-{step}", EVERY_PAGE, full_page=True)


# ---- site pages ----


@pytest.fixture(scope="module")
def pages(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[SitePages]:
    """Return the site's pages; their rows are rolled back at the end."""
    with django_db_blocker.unblock(), site_pages() as pages:
        yield pages


@pytest.mark.django_db
@pytest.mark.parametrize("name", PATHS)
def test_a_page_of_the_site(new_page, pages: SitePages, name: str) -> None:
    check_page(blank_for(name, new_page), pages, name, EVERY_PAGE, settings.LANGUAGE_CODE)


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "language"), TRANSLATED)
def test_a_page_of_the_site_in_another_language(new_page, pages: SitePages, name: str, language: str) -> None:
    check_page(blank_for(name, new_page), pages, name, LIGHT, language)


def blank_for(name: str, new_page: Callable[..., Page]) -> Page:
    """Return an empty page with a fixed time, locale and time zone, for this page of the site.

    The replay gets a new page that loads all its files, as it did when the baselines were taken. Otherwise, the list of
    moves might be scrolled differently, because that depends on whether the script or the layout finishes first.
    """
    if name != "replay":
        return new_page(prepare=prepare, is_real_time=False, **PLACE)
    page = new_page(is_new=True, **PLACE)
    prepare(page.context)
    return page


def check_page(page: Page, pages: SitePages, name: str, shots: Sequence[Shot], language: str) -> None:
    open_site_page(page, pages.html(name, language), QUERIES.get(name, ""))
    page.wait_for_load_state("networkidle")
    check_screenshots(page, name, shots, language=language, full_page=True)


# ---- the comparison itself ----


@pytest.fixture(scope="module")
def shown() -> Image.Image:
    return Image.open(BASELINES / "en" / "table-moroccan-2-turn-390x844-light.webp").convert("RGB")


def test_rendering_differences_are_no_fault(shown: Image.Image) -> None:
    softer = shown.resize((shown.width * 2, shown.height * 2), Image.Resampling.BICUBIC).resize(shown.size)
    assert not compare(softer, shown).is_fault
    assert not compare(ImageEnhance.Sharpness(shown).enhance(1.5), shown).is_fault
    assert not compare(ImageEnhance.Brightness(shown).enhance(1.01), shown).is_fault


def moved(image: Image.Image, box: tuple[int, int, int, int], down: int) -> Image.Image:
    """Return the image with the pixels of a box moved down."""
    copy = image.copy()
    copy.paste(image.crop(box), (box[0], box[1] + down))
    return copy


def covered(image: Image.Image, box: tuple[int, int, int, int], colour: str) -> Image.Image:
    copy = image.copy()
    ImageDraw.Draw(copy).rectangle(box, fill=colour)
    return copy


PROMPT = (10, 712, 200, 747)  # where the page says whose turn it is


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda image: covered(image, (50, 590, 140, 730), "#14594c"), id="a card is missing"),
        pytest.param(lambda image: moved(image, PROMPT, 8), id="text moved by 8 pixels"),
        pytest.param(lambda image: covered(image, PROMPT, "#fffdf8"), id="text is missing"),
        pytest.param(lambda image: covered(image, (20, 775, 370, 820), "#f4e9d2"), id="a wrong background"),
        pytest.param(lambda image: Image.merge("RGB", image.split()[::-1]), id="wrong colours"),
    ],
)
def test_faults_are_found(shown: Image.Image, change: Callable[[Image.Image], Image.Image]) -> None:
    assert compare(change(shown), shown).is_fault
