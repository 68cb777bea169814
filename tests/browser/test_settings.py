"""The settings, where each change is saved immediately."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.accessible import check_page
from tests.browser.board_pages import boxes
from tests.browser.user import OpenWindow, click_and_navigate, wait_until

# Notes the start of every source of sound.
STARTED = """() => {
    window.started = [];
    for (const { prototype } of [AudioBufferSourceNode, OscillatorNode]) {
        const { start } = prototype;
        prototype.start = function(...when) {
            window.started.push(when[0]);
            start.apply(this, when);
        };
    }
    const value = Object.getOwnPropertyDescriptor(AudioParam.prototype, "value");
    Object.defineProperty(AudioParam.prototype, "value", { ...value, set(loudness) {
        window.quietest = Math.min(window.quietest ?? 1, loudness);
        value.set.call(this, loudness);
    }});
}"""


def test_changes_are_saved_at_once(sign_in_as: OpenWindow) -> None:
    page = sign_in_as("zineb").page
    page.goto("/settings/")
    cards, country = page.locator("#cards"), page.locator("#country")
    expect(cards.get_by_role("button", name="Save")).to_be_hidden()
    cards.get_by_label("Four colours").check()
    expect(cards.get_by_role("status")).to_have_text("Cards saved.")
    country.get_by_label("Country").select_option(label="Morocco")
    expect(country.get_by_role("status")).to_have_text("Country saved.")
    check_page(page)
    page.reload()
    expect(cards.get_by_label("Four colours")).to_be_checked()
    expect(country.get_by_label("Country")).to_have_value("MA")


def test_a_change_that_cannot_be_saved_brings_the_button_back(sign_in_as: OpenWindow) -> None:
    person = sign_in_as("zoubida")
    page = person.page
    page.goto("/settings/")
    page.route("**/settings/cards/", lambda route: route.abort())
    cards = page.locator("#cards")
    cards.get_by_label("Four colours").check()
    expect(cards.get_by_role("status")).to_have_text("Couldn’t reach the server. Try again.")
    page.unroute("**/settings/cards/")
    click_and_navigate(cards.get_by_role("button", name="Save"))
    expect(page.get_by_text("Cards saved.")).to_be_visible()
    expect(cards.get_by_label("Four colours")).to_be_checked()
    person.problems.clear()  # the browser reports the request that failed


def test_without_scripts_each_part_has_a_button(sign_in_as: OpenWindow) -> None:
    page = sign_in_as("zakia", java_script_enabled=False).page
    page.goto("/settings/")
    cards = page.locator("#cards")
    cards.get_by_label("Four colours").check()
    click_and_navigate(cards.get_by_role("button", name="Save"))
    expect(page.get_by_text("Cards saved.")).to_be_visible()
    expect(cards.get_by_label("Four colours")).to_be_checked()


def test_the_first_setting_is_on_the_first_screen_of_a_phone(sign_in_as: OpenWindow) -> None:
    page = sign_in_as("zubaida").page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/settings/")
    expect(page.get_by_label("Announce for me")).to_be_in_viewport(ratio=1)
    check_page(page)


def test_each_part_is_two_taps_away_on_a_phone(sign_in_as: OpenWindow) -> None:
    page = sign_in_as("zubayda").page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/settings/")
    assert page.evaluate("document.documentElement.scrollHeight") < 2.2 * 844
    expect(page.locator("#avatar")).to_be_hidden()
    page.locator("summary", has_text="Avatar").click()
    expect(page.get_by_role("group", name="Patterns")).to_be_in_viewport(ratio=1)
    check_page(page)


def test_a_confirmation_on_a_phone_moves_nothing_and_needs_no_empty_line(sign_in_as: OpenWindow) -> None:
    page = sign_in_as("zubaydah").page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/settings/")
    groups = ("#preferences", "#preferences .field", "summary")
    before = boxes(page, *groups)
    assert before[1][0]["y"] - before[0][0]["y"] < 16
    page.get_by_label("Announce for me").click()
    status = page.locator("#preferences").get_by_role("status")
    expect(status).to_contain_text("saved")
    assert boxes(page, *groups) == before
    expect(status.locator(".save-status__text")).to_be_in_viewport(ratio=1)


def test_a_link_to_a_part_unfolds_it_on_a_phone(sign_in_as: OpenWindow) -> None:
    page = sign_in_as("zoubayda", java_script_enabled=False).page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/settings/#cards")
    expect(page.get_by_label("Four colours")).to_be_visible()
    page.get_by_label("Four colours").check()
    click_and_navigate(page.locator("#cards").get_by_role("button", name="Save"))
    expect(page.get_by_text("Cards saved.")).to_be_visible()


def test_wide_settings_have_two_columns_and_their_links_in_view(sign_in_as: OpenWindow) -> None:
    page = sign_in_as("zoubaida").page
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("/settings/")
    for link in page.get_by_role("navigation", name="On this page").get_by_role("link").all():
        expect(link).to_be_in_viewport(ratio=1)
    [preferences], [cards] = boxes(page, "#preferences", "#cards")
    assert preferences["y"] == cards["y"]
    assert preferences["x"] + preferences["width"] < cards["x"]
    check_page(page)


def test_a_language_is_chosen_by_its_button(sign_in_as: OpenWindow) -> None:
    page = sign_in_as("zahia").page
    page.goto("/settings/")
    click_and_navigate(page.locator("#language").get_by_role("button", name="Français"))
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator("#language").get_by_role("button", name="Français")).to_have_attribute("aria-pressed", "true")
    check_page(page)


def test_the_sound_of_tables_is_also_set_here(sign_in_as: OpenWindow) -> None:
    page = sign_in_as("zoulikha").page
    page.goto("/settings/")
    sound = page.locator("#at-table")
    expect(sound.get_by_label("Play sounds at the table")).to_be_checked()
    sound.get_by_label("Volume").fill("40")
    sound.get_by_role("checkbox", name="Cards").uncheck()
    sound.get_by_label("Play sounds at the table").uncheck()
    expect(sound.get_by_label("Volume")).to_be_disabled()
    expect(sound.get_by_role("checkbox", name="Alerts")).to_be_disabled()
    saved = "['sound', 'volume', 'card_sounds'].map((name) => localStorage[`ronda.play.${name}`])"
    assert page.evaluate(saved) == ["false", "40", "false"]
    page.reload()
    expect(sound.get_by_label("Play sounds at the table")).not_to_be_checked()
    expect(sound.get_by_label("Volume")).to_have_value("40")
    expect(sound.get_by_role("checkbox", name="Cards")).not_to_be_checked()
    expect(sound.get_by_role("checkbox", name="Alerts")).to_be_checked()


def test_the_volume_is_set_by_keyboard_and_lets_itself_be_heard(sign_in_as: OpenWindow) -> None:
    page = sign_in_as("zora").page
    page.goto("/settings/")
    page.evaluate(STARTED)
    slider = page.get_by_role("slider", name="Volume")
    expect(slider).to_have_accessible_description(
        "At a table, you can also change the volume with the sound button or, on a phone, in the settings."
    )
    slider.press("ArrowRight")
    expect(slider).to_have_value("75")
    wait_until(page, lambda: page.evaluate("started.length") > 0)
    assert page.evaluate("localStorage['ronda.play.volume']") == "75"


def test_the_other_settings_of_tables_are_also_set_here(sign_in_as: OpenWindow) -> None:
    page = sign_in_as("zohra").page
    page.goto("/settings/")
    part = page.locator("#at-table")
    part.get_by_label("Card animations").select_option("Fast")
    part.get_by_label("Always cut for me").uncheck()
    part.get_by_label("Select a card twice to play it").check()
    part.get_by_label("Play by keyboard").uncheck()
    part.get_by_label("Read moves aloud").check()
    expect(part.get_by_label("Vibration")).to_be_hidden()  # as at a table: there is no touch screen
    keys = ["ronda.play.speed", "ronda.cut_for_me", "ronda.play.confirm", "ronda.play.keys", "ronda.play.aloud"]
    stored = page.evaluate("keys => keys.map((key) => localStorage[key])", keys)
    assert stored == ["2.5", "false", "true", "false", "true"]
    check_page(page)
    page.reload()
    expect(part.get_by_label("Card animations")).to_have_value("2.5")
    expect(part.get_by_label("Always cut for me")).not_to_be_checked()
    expect(part.get_by_label("Select a card twice to play it")).to_be_checked()


def test_on_a_phone_every_page_of_the_account_is_in_view_and_the_settings_of_tables_come_early(
    sign_in_as: OpenWindow,
) -> None:
    page = sign_in_as("zahra", viewport={"width": 390, "height": 844}).page
    page.goto("/settings/")
    for link in page.locator(".account-nav a").all():
        expect(link).to_be_in_viewport(ratio=1)
    panels = page.locator(".settings .card-panel").evaluate_all("panels => panels.map(({ id }) => id)")
    assert panels.index("at-table") < panels.index("cards") < panels.index("avatar")
    page.locator("summary", has_text="Avatar").click()
    pictures = (
        page.locator("#avatar fieldset").first.locator("label").evaluate_all("all => all.map((one) => one.offsetTop)")
    )
    assert len(set(pictures)) == 2, "twelve people, six in a row"
    check_page(page)


def test_each_kind_of_sound_can_be_tried(sign_in_as: OpenWindow) -> None:
    page = sign_in_as("zuleika", viewport={"width": 390, "height": 844}, has_touch=True).page
    page.goto("/settings/#at-table")  # as from the page of help
    page.evaluate(STARTED)
    buttons = page.locator("#at-table").get_by_role("button", name="Listen")
    expect(buttons).to_have_count(3)
    page.get_by_role("checkbox", name="Cards: dealing").uncheck()  # they are still heard on request
    for button in buttons.all():
        box = button.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
        page.evaluate("started.length = 0")
        button.press("Enter")
        wait_until(page, lambda: page.evaluate("started.length") > 0)
    check_page(page)


def test_the_help_page_plays_every_sound_even_if_they_are_switched_off(open_window: OpenWindow) -> None:
    page = open_window().page
    page.goto("/help/")
    page.evaluate("localStorage['ronda.play.sound'] = 'false'; localStorage['ronda.play.volume'] = '0'")
    page.evaluate(STARTED)
    buttons = page.locator(".sounds").get_by_role("button", name="Listen")
    expect(buttons).to_have_count(19)
    for button in buttons.all():
        page.evaluate("started.length = 0")
        button.click()
        wait_until(page, lambda: page.evaluate("started.length") > 0)
    assert page.evaluate("quietest") > 0  # no gain is 0, neither that of a note nor that of the whole


def test_without_scripts_the_help_page_only_describes_the_sounds(open_window: OpenWindow) -> None:
    page = open_window(java_script_enabled=False).page
    page.goto("/help/")
    expect(page.get_by_text("Tringa: three knocks and a drum")).to_be_visible()
    expect(page.get_by_role("button", name="Listen")).to_have_count(0)
