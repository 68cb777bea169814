"""On a phone, the header of a live table opens panels, in landscape beside the cards."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import check_page
from tests.browser.board_pages import contains, covers, measure, new_page, open_stage, settings  # noqa: F401  two fixtures
from tests.browser.scenes import GAMES, own_turn
from tests.browser.user import wait_until

LANDSCAPE = [(844, 390), (740, 360), (667, 375), (640, 400), (568, 320)]
AT_TABLE = {"own": ".board__own", "table": ".board__spot", "header": ".site-header"}


@pytest.mark.parametrize(("name", "language"), [("moroccan-2", "en"), ("steere", "fr"), ("porrazo-8", "ar")])
def test_a_panel_covers_the_prompt_and_no_card(open_stage, name: str, language: str) -> None:
    page = open_stage(own_turn(GAMES[name], 1), data={"language": language}, viewport={"width": 844, "height": 390})
    for opener, panel in ((".to-side", "#side-sheet"), (".to-chat", "#chat")):
        for width, height in LANDSCAPE:
            page.set_viewport_size({"width": width, "height": height})
            page.locator(opener).click()
            expect(page.locator(f"{panel}:popover-open")).to_be_visible()
            found = measure(page, {**AT_TABLE, "panel": panel, "felt": ".felt", "inside": f"{panel} button"})
            [shown], [felt], [header] = found["panel"], found["felt"], found["header"]
            size = (panel, width, height)
            assert (shown["x"] > felt["x"]) == (language != "ar"), size
            assert abs(shown["y"] - header["height"]) <= 1, size
            assert abs(shown["y"] + shown["height"] - height) <= 1, size
            assert not [card for card in found["own"] + found["table"] if covers(shown, card)], size
            assert all(shown["x"] <= one["x"] for one in found["inside"]), size
            assert page.locator(panel).evaluate("node => node.scrollWidth <= node.clientWidth"), size
            page.keyboard.press("Escape")
            expect(page.locator(f"{panel}:popover-open")).to_have_count(0)


@pytest.mark.parametrize("size", [(844, 390), (568, 320)])
def test_the_settings_come_before_the_log(open_stage, size: tuple[int, int]) -> None:
    page = open_stage(own_turn(GAMES["moroccan-2"]), viewport={"width": size[0], "height": size[1]})
    page.locator(".to-side").click()
    summary = page.locator(".preferences summary")
    expect(summary).to_be_in_viewport(ratio=1)
    check_page(page)
    [fold], [scores], [log] = measure(page, {"fold": ".side__folds", "scores": "#scores", "log": "#log"}).values()
    assert fold["y"] < scores["y"] < log["y"]
    settings(page).get_by_label("Card animations").select_option("Fast")
    page.locator("#log .log__line").last.scroll_into_view_if_needed()
    expect(page.locator("#log .log__line").last).to_be_in_viewport()


@pytest.mark.parametrize("size", [(844, 390), (568, 320)])
@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_section_that_is_unfolded_comes_into_view(open_stage, size: tuple[int, int], language: str) -> None:
    stage = own_turn(GAMES["moroccan-2"])
    phone = {"has_touch": True, "is_mobile": True, "viewport": {"width": size[0], "height": size[1]}}
    page = open_stage(stage, data={"language": language}, **phone)
    page.locator(".to-side").click()
    for section, content in ((".preferences", "#speed"), (".side__folds .legend", "dl")):
        page.locator(f"{section} summary").click()
        expect(page.locator(f"{section} {content}")).to_be_in_viewport(ratio=1)
        [close], [summary] = measure(page, {"close": ".side__close", "summary": f"{section} summary"}).values()
        assert close["y"] + close["height"] <= summary["y"]
        page.locator(f"{section} summary").click()


def test_the_speed_of_the_cards_is_chosen_in_a_field_that_fits(open_stage) -> None:
    page = open_stage(own_turn(GAMES["moroccan-2"]), data={"language": "fr"}, viewport={"width": 844, "height": 390})
    speed = settings(page).locator("#speed")
    for width, height in LANDSCAPE:
        page.set_viewport_size({"width": width, "height": height})
        [field] = measure(page, {"field": "#speed"})["field"]
        assert field["height"] >= 44, (width, height)
        assert page.locator("#side-sheet").evaluate("node => node.scrollWidth <= node.clientWidth"), (width, height)
    fonts = "node => [node, document.body].map(node => getComputedStyle(node).fontFamily)"
    own, site = speed.evaluate(fonts)
    assert own == site


@pytest.mark.parametrize("language", ["en", "fr", "ar"])
@pytest.mark.parametrize("size", [(390, 844), (320, 568)])
def test_the_settings_are_in_one_column_on_a_phone(open_stage, size: tuple[int, int], language: str) -> None:
    width, height = size
    phone = {"has_touch": True, "is_mobile": True, "viewport": {"width": width, "height": height}}
    page = open_stage(own_turn(GAMES["moroccan-2"]), data={"language": language}, **phone)
    page.locator(".to-side").click()
    page.locator(".preferences summary").click()
    found = measure(page, {"rows": ".preferences__list label", "folds": ".side__folds summary"})
    rows = [row for row in found["rows"] if row["height"]]
    assert {round(row["x"]) for row in rows} == {round(found["folds"][0]["x"])}  # one column
    assert {round(row["width"]) for row in rows} == {round(rows[0]["width"])}
    assert all(part["height"] >= 44 for part in (*rows, *found["folds"]))


@pytest.mark.parametrize("is_phone", [True, False])
def test_only_a_device_that_may_have_a_keyboard_has_settings_for_it(open_stage, is_phone: bool) -> None:
    touch = {"has_touch": is_phone, "is_mobile": is_phone, "viewport": {"width": 390, "height": 844}}
    page = open_stage(own_turn(GAMES["moroccan-2"]), **touch)
    page.locator(".to-side").click()
    settings(page)
    expect(page.locator("#speed")).to_be_visible()
    expect(page.locator("#single-keys")).to_be_visible(visible=not is_phone)
    expect(page.get_by_role("button", name="Keyboard shortcuts")).to_be_visible(visible=not is_phone)


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("name", ["moroccan-2", "moroccan-3", "moroccan-4", "porrazo-8"])
def test_the_head_of_the_chat_on_an_upright_phone_has_the_scores(open_stage, name: str, language: str) -> None:
    stage = own_turn(GAMES[name])
    assert stage.seats[0] is not None
    stage.seats[0]["name"] = "Abdelkhalek1234"
    page = open_stage(stage, data={"language": language}, viewport={"width": 390, "height": 844})
    page.locator(".to-chat").click()
    points = page.locator("#chat-scores .chat__points")
    expect(points).to_have_text([str(score) for score in stage.game.scores])  # the reader's own is the first
    clocks = page.locator("#chat-scores .chat__clock:visible")
    expect(clocks).to_have_text(["5:00", "4:53"] if name == "moroccan-2" else [])
    parts = {
        "scores": "#chat-scores",
        "head": ".chat__head",
        "close": ".chat__close",
        "turn": ".chat .sheet-news__turn",
        "lines": ".chat__score",
        "numbers": ":is(.chat__points, .chat__clock:not([hidden]))",
    }
    for width, height in [(390, 844), (320, 568)]:
        page.set_viewport_size({"width": width, "height": height})
        found = measure(page, parts)
        [scores], [head], [close], [turn] = (found[part] for part in ("scores", "head", "close", "turn"))
        assert head["height"] <= max(close["height"], turn["height"]) + 0.5  # no higher than with a title
        assert not covers(scores, turn)
        assert not covers(turn, close)
        for number in found["numbers"]:
            assert any(contains(line, number) for line in found["lines"]), (width, number)
            assert contains(scores, number), (width, number)
    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.locator("#chat-scores")).to_be_hidden()  # beside the cards, the sheet covers no seat


def test_the_clock_in_the_head_of_the_chat_runs_as_at_the_seat(open_stage) -> None:
    stage = own_turn(GAMES["moroccan-2"])
    page = open_stage(stage, viewport={"width": 390, "height": 844})
    page.locator(".to-chat").click()
    shown = page.locator("#chat-scores .chat__clock")
    assert stage.clock is not None
    stage.change(clock={**stage.clock, "turn": 1, "left": 15_000})
    expect(shown.nth(1)).to_have_class("chat__clock is-running is-low")
    texts = """() => ['.chat__clock', '.seat__clock'].map(
        name => [...document.querySelectorAll(name)].map(node => node.textContent).sort().join()
    )"""
    wait_until(page, lambda: len(set(page.evaluate(texts))) == 1)
