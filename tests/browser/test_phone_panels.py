"""On a phone in landscape, the header of a live table opens panels beside the cards."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import check_page
from tests.browser.board_pages import contains, covers, measure, new_page, open_stage, settings  # noqa: F401  two fixtures
from tests.browser.scenes import GAMES, own_turn

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
