"""Ways to find opponents: the live lobby, quick pairing, invitations and notifications on any page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.accessible import check_accessible
from tests.browser.board_pages import boxes, contains
from tests.browser.user import BrowserUser, OpenWindow, click_and_navigate, unfold, wait_until

PHONE = {"viewport": {"width": 390, "height": 844}}


def open_table(page: Page, **choices: str) -> None:
    page.goto("/tables/new/")
    unfold(page)
    for label, value in choices.items():
        field = page.get_by_label(label.replace("_", " "), exact=True)
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(label=value)
        else:
            field.fill(value)
    page.get_by_role("button", name="Open table").click()
    expect(page.locator("#seats")).to_contain_text("Waiting for")


def expect_running(person: BrowserUser) -> None:
    expect(person.page.locator("#match")).to_have_attribute("data-status", "running")


def test_the_level_of_the_bots_is_asked_for_only_if_there_are_any(sign_in_as: OpenWindow) -> None:
    page = sign_in_as("yasmin").page
    page.goto("/tables/new/")
    level = page.get_by_label("Bot level")
    expect(level).to_be_hidden()
    page.get_by_label("Bots", exact=True).fill("1")
    expect(level).to_be_visible()
    [who], [bots], [beside] = boxes(page, "#id_who", "#id_bots", "#id_bot_level")
    assert who["y"] == pytest.approx(bots["y"], abs=2) == pytest.approx(beside["y"], abs=2)
    page.get_by_label("Bots", exact=True).fill("0")
    expect(level).to_be_hidden()


def test_the_number_of_bots_follows_the_number_of_players(sign_in_as: OpenWindow) -> None:
    page = sign_in_as("hajar").page
    page.goto("/tables/new/?bots=1&ruleset=porrazo")
    players, bots = page.locator("[name=option_players]"), page.get_by_label("Bots", exact=True)

    def choose(number: int) -> None:
        if players.evaluate("field => field.tagName") == "SELECT":
            players.select_option(label=str(number))
        else:
            players.fill(str(number))
            players.blur()

    expect(bots).to_have_value("1")
    for number in (4, 2, 8):  # against bots alone, it stays so
        choose(number)
        expect(bots).to_have_value(str(number - 1))
        expect(bots).to_have_attribute("max", str(number - 1))
    bots.fill("4")  # the others are people
    choose(6)
    expect(bots).to_have_value("4")
    choose(3)
    expect(bots).to_have_value("2")
    bots.fill("0")
    choose(5)
    expect(bots).to_have_value("0")


def start_against_bot(page: Page) -> None:
    """Start a match with a running clock against a bot."""
    page.goto("/tables/new/")
    page.get_by_label("Bots", exact=True).fill("1")
    page.get_by_role("button", name="Open table").click()
    expect(page.locator("#match")).to_have_attribute("data-status", "running")


def test_a_table_with_bots_alone_says_that_it_aborts_the_unfinished_match(sign_in_as: OpenWindow) -> None:
    page = sign_in_as("ghita").page
    warning = page.get_by_text("aborts your unfinished match")
    page.goto("/tables/new/")
    expect(warning).to_have_count(0)
    start_against_bot(page)
    page.goto("/tables/new/")
    expect(warning).to_be_hidden()
    page.get_by_label("Bots", exact=True).fill("1")
    expect(warning).to_be_visible()
    expect(page.get_by_role("button", name="Abort it and start a new one")).to_be_visible()
    page.get_by_label("players").select_option(label="3")
    expect(warning).to_be_visible()
    page.get_by_label("Bots", exact=True).fill("1")
    expect(warning).to_be_hidden()
    expect(page.get_by_role("button", name="Open table")).to_be_visible()
    page.goto("/tables/new/?ruleset=steere")
    page.get_by_label("Bots", exact=True).fill("1")
    expect(warning).to_be_hidden()
    page.get_by_label("Bots", exact=True).fill("2")
    expect(warning).to_be_visible()


def test_a_host_without_company_reads_that_bots_abort_the_unfinished_match(sign_in_as: OpenWindow) -> None:
    host, friend = sign_in_as("wafa").page, sign_in_as("yto").page
    warning = host.get_by_text("aborts your unfinished match")
    start_against_bot(host)
    host.goto("/tables/new/")
    host.get_by_label("players").select_option(label="3")
    host.get_by_role("button", name="Open table").click()
    expect(host.locator("#waiting").filter(has=warning)).to_be_visible()
    expect(warning).to_be_visible()
    check_accessible(host)
    friend.goto(host.url)
    friend.get_by_role("button", name="Sit down").first.click()
    expect(host.locator(".place--free")).to_have_count(1)
    expect(warning).to_be_hidden()
    expect(friend.get_by_text("aborts your unfinished match")).to_have_count(0)


def test_on_a_phone_the_chat_of_an_open_table_begins_in_view(sign_in_as: OpenWindow) -> None:
    page = sign_in_as("najat", **PHONE).page
    open_table(page, Clock="10 min + 10 s per turn")
    expect(page.get_by_role("button", name="Hello!")).to_be_in_viewport(ratio=1)


def test_friends_online_are_apart_from_what_follows(sign_in_as: OpenWindow) -> None:
    other, page = sign_in_as("hayat").page, sign_in_as("siham").page
    for reader, name in ((other, "siham"), (page, "hayat")):
        reader.goto(f"/players/{name}/")
        reader.get_by_role("button", name="Follow").click()
        expect(reader.get_by_role("button", name="Unfollow")).to_be_visible()
    wait_until(page, lambda: page.goto("/") and page.locator(".friends-online").count())
    below = """node => node.nextElementSibling.querySelector(".card-panel").getBoundingClientRect().top
        - node.getBoundingClientRect().bottom"""
    assert page.locator(".friends-online").evaluate(below) >= 16


def test_on_a_phone_the_labels_of_a_search_are_beside_its_choices(open_window: OpenWindow) -> None:
    page = open_window(**PHONE).page
    page.goto("/")
    labels, choices = boxes(page, "#seek .field > label", "#seek .field > select")
    for label, choice in zip(labels, choices, strict=True):
        assert choice["y"] <= label["y"] <= label["y"] + label["height"] <= choice["y"] + choice["height"]


def test_two_strangers_find_each_other_and_play(sign_in_as: OpenWindow) -> None:
    salma, tariq = sign_in_as("salma"), sign_in_as("tariq", **PHONE)
    for person in (salma, tariq):
        person.page.goto("/")
        person.page.locator("#seek").get_by_label("Clock").select_option(label="3 min + 5 s per turn")
    salma.page.get_by_role("button", name="Find an opponent").click()
    expect(salma.page.locator("#seeking")).to_contain_text("Opponents rated 1400 to 1600")
    expect(salma.page.locator("#seek-terms")).to_have_text("Moroccan Ronda · 3 min + 5 s per turn · rated")
    check_accessible(salma.page)
    tariq.page.get_by_role("button", name="Find an opponent").click()
    for person in (salma, tariq):
        expect(person.page).to_have_url(re.compile("/t/"))
        expect_running(person)
    assert salma.page.url == tariq.page.url


@pytest.mark.parametrize("has_touch", [False, True])
def test_the_headings_of_the_ways_to_play_are_on_one_line(sign_in_as: OpenWindow, has_touch: bool) -> None:
    window = {"viewport": {"width": 1280, "height": 800}, "has_touch": has_touch}
    page = sign_in_as("touria" if has_touch else "mouna", **window).page
    page.goto("/")
    [seek], [bots] = boxes(page, "#seek h2", "#play-bots h2")
    assert abs(seek["y"] + seek["height"] / 2 - bots["y"] - bots["height"] / 2) <= 1  # one is inline, and so higher


def test_a_search_is_cancelled_resumed_after_a_reload_and_started_by_url(sign_in_as: OpenWindow) -> None:
    page = sign_in_as("younes").page
    # As when seeking the next opponent after a match, on terms for which no other test leaves a search open.
    page.goto("/?seek=mufts%2C300%2B10%2Crated")
    expect(page.locator("#seek-terms")).to_have_text("MUFTS · 5 min + 10 s per turn · rated")
    page.goto("/?seek=mufts,600+10,casual")
    expect(page.locator("#seek-terms")).to_have_text("MUFTS · 10 min + 10 s per turn · casual")
    opponents = "Opponents near your level first, then anyone else looking for a casual match"
    expect(page.locator("#seek-window")).to_have_text(opponents)
    page.reload()
    expect(page.locator("#seek-terms")).to_have_text("MUFTS · 10 min + 10 s per turn · casual")
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Find an opponent")).to_be_visible()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-line", "open")
    expect(page.locator("#seeking")).to_be_hidden()


def test_a_bot_is_played_while_the_search_goes_on_until_an_opponent_is_found(sign_in_as: OpenWindow) -> None:
    souad, walid = sign_in_as("souad"), sign_in_as("walid")
    for person in (souad, walid):
        person.page.goto("/?seek=one-deck,180+5,casual")
        if person is souad:
            expect(souad.page.locator("#seeking")).to_be_visible()
            check_accessible(souad.page)
            click_and_navigate(souad.page.get_by_role("button", name="Play a bot while you wait"))
            expect(souad.page.locator("#board")).to_contain_text("Sota")
            expect(souad.page.locator(".seeking-note")).to_contain_text("Looking for an opponent: One Deck")
            bot_table = souad.page.url
    for person in (souad, walid):
        expect(person.page.locator("#board")).to_contain_text("walid" if person is souad else "souad")
    assert souad.page.url == walid.page.url != bot_table


def test_a_search_is_cancelled_from_the_table_of_a_bot(sign_in_as: OpenWindow) -> None:
    page = sign_in_as("nezha").page
    page.goto("/?seek=mufts,180+5,casual")
    click_and_navigate(page.get_by_role("button", name="Play a bot while you wait"))
    page.locator(".seeking-note").get_by_role("button", name="Cancel").click()
    expect(page.locator(".seeking-note")).to_have_count(0)
    page.goto("/")
    expect(page.get_by_role("button", name="Find an opponent")).to_be_visible()


def test_play_now_is_visible_at_once_on_a_phone_and_deals_to_a_visitor(open_window: OpenWindow) -> None:
    visitor = open_window(**PHONE)
    visitor.page.goto("/")
    play = visitor.page.get_by_role("button", name="Play now")
    expect(play).to_be_in_viewport(ratio=1)
    for width, height in [(844, 390), (640, 400), (568, 320)]:
        visitor.page.set_viewport_size({"width": width, "height": height})
        expect(play).to_be_in_viewport(ratio=1)
    click_and_navigate(play)
    expect_running(visitor)


def test_a_visitor_plays_people_as_a_guest_with_one_click(open_window: OpenWindow) -> None:
    visitor = open_window(**PHONE)
    visitor.page.goto("/")
    title = visitor.page.title()
    click_and_navigate(visitor.page.get_by_role("button", name="Play as a guest"))
    expect(visitor.page.locator("#seek-terms")).to_contain_text("casual")
    expect(visitor.page).to_have_title("Looking for an opponent: Moroccan Ronda")
    expect(visitor.page.get_by_role("button", name="Play a bot while you wait")).to_be_in_viewport(ratio=1)
    cancel = visitor.page.get_by_role("button", name="Cancel")
    expect(cancel).to_be_in_viewport(ratio=1)
    cancel.click()
    expect(visitor.page.locator("#seeking")).to_be_hidden()
    expect(visitor.page).to_have_title(title)


def test_a_guests_search_goes_on_while_they_read_the_sign_up_page(open_window: OpenWindow) -> None:
    leaver, other = open_window(**PHONE), open_window()
    for person in (leaver, other):
        person.page.goto("/")
        person.page.locator("#seek").get_by_label("Game").select_option(label="One Deck")
        person.page.locator("#seek").get_by_label("Clock").select_option(label="10 min + 10 s per turn")
        click_and_navigate(person.page.get_by_role("button", name="Play as a guest"))
        if person is leaver:
            expect(leaver.page.locator("#seeking")).to_be_visible()
            leaver.page.goto("/accounts/signup/")
            expect(leaver.page.locator(".seeking-note")).to_contain_text("Looking for an opponent: One Deck")
    for person in (leaver, other):
        expect(person.page).to_have_url(re.compile("/t/"))
        expect_running(person)
    assert leaver.page.url == other.page.url


def test_rated_searches_ask_readers_without_an_account_to_get_one(
    open_window: OpenWindow, sign_in_as: OpenWindow
) -> None:
    seeker, guest, member = sign_in_as("ilham"), open_window(**PHONE), sign_in_as("jaafar")

    def button(page: Page) -> Locator:
        return page.locator("#seekers").get_by_role("row").filter(has_text="ilham").get_by_role("button")

    guest.page.goto("/")
    member.page.goto("/")
    seeker.page.goto("/?seek=mufts,600+10,rated")
    expect(button(member.page)).to_have_text("Play ilham")
    expect(button(guest.page)).to_have_text("Sign in to play ilham")  # in the lobby that the server pushed
    guest.page.reload()
    expect(button(guest.page)).to_have_text("Sign in to play ilham")  # in the page that it rendered
    click_and_navigate(guest.page.get_by_role("button", name="Play as a guest"))
    expect(guest.page.locator("#seeking")).to_be_visible()
    expect(button(guest.page)).to_have_text("Sign up to play ilham")
    click_and_navigate(button(guest.page))
    expect(guest.page).to_have_url(re.compile("/accounts/signup/"))
    note = guest.page.locator(".seeking-note")
    expect(note).to_contain_text("Looking for an opponent")
    note.get_by_role("button", name="Cancel").click()
    expect(note).to_have_count(0)
    seeker.page.get_by_role("button", name="Cancel").click()
    expect(seeker.page.locator("#seeking")).to_be_hidden()


def test_on_a_phone_the_people_who_look_for_an_opponent_come_first_and_the_bots_are_folded(
    sign_in_as: OpenWindow,
) -> None:
    seeker, reader = sign_in_as("hakim"), sign_in_as("jalila", **PHONE)
    seeker.page.goto("/")
    seeker.page.get_by_role("button", name="Find an opponent").click()
    expect(seeker.page.locator("#seekers section")).to_be_hidden()
    page = reader.page
    page.goto("/")
    play = page.locator("#seekers").get_by_role("row").filter(has_text="hakim").get_by_role("button", name="Play")
    expect(play).to_be_in_viewport(ratio=1)
    parts = boxes(page, "#seekers", "#seek", "#play-bots")
    tops = [part["y"] for [part] in parts]
    assert tops == sorted(tops)
    expect(page.locator("#quick")).to_be_hidden()
    [folded], [summary] = boxes(page, "#play-bots", "#play-bots > summary")
    assert folded["height"] < 3 * summary["height"]
    page.get_by_role("heading", name="Play against bots").click()
    expect(page.locator("#quick")).to_be_visible()
    play.click()
    for person in (seeker, reader):
        expect_running(person)


def test_the_buttons_that_find_an_opponent_and_a_bot_are_in_view_on_a_laptop(open_window: OpenWindow) -> None:
    page = open_window(viewport={"width": 1280, "height": 800}).page
    page.goto("/")
    for name in ["Play as a guest", "Play a bot now"]:
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)


def test_a_search_comes_into_view_when_its_form_is_sent(sign_in_as: OpenWindow) -> None:
    page = sign_in_as("zakia", **PHONE).page
    page.goto("/")
    page.get_by_role("button", name="Find an opponent").click()
    expect(page.get_by_role("button", name="Cancel")).to_be_in_viewport(ratio=1)
    expect(page.locator("#seeking")).to_be_focused()
    expect(page.get_by_role("button", name="Find an opponent")).to_be_hidden()


def test_a_table_appears_in_the_live_lobby_and_disappears_when_it_is_full(sign_in_as: OpenWindow) -> None:
    nadia, omar, widad = sign_in_as("nadia"), sign_in_as("omar", **PHONE), sign_in_as("widad")
    omar.page.goto("/")
    widad.page.goto("/")
    open_table(nadia.page, Clock="10 min + 10 s per turn")
    for person in (omar, widad):
        row = person.page.get_by_role("row").filter(has_text="nadia")
        expect(row).to_contain_text("10 min + 10 s per turn")
    widad.page.get_by_label("Show").select_option(label="Porrazo")
    expect(widad.page.get_by_text("No open tables right now.")).to_be_visible()
    widad.page.get_by_label("Show").select_option(label="all games")
    nadia.page.goto("/")  # on the host's own home page, the table is listed under their own tables
    expect(nadia.page.locator("#lobby").get_by_text("nadia", exact=True)).to_be_hidden()
    expect(nadia.page.get_by_role("heading", name="Your tables")).to_be_visible()
    omar.page.get_by_role("row").filter(has_text="nadia").get_by_role("button", name="Sit down").click()
    expect_running(omar)
    playing = widad.page.get_by_role("row").filter(has_text="nadia")
    expect(playing.get_by_role("link", name="Watch")).to_be_visible()
    expect(playing.get_by_role("button", name="Sit down")).to_have_count(0)
    expect(nadia.page.locator("#notices")).to_contain_text("Your match has started.")


def test_the_list_of_live_matches_follows_the_lobby(sign_in_as: OpenWindow) -> None:
    host, guest, watcher = sign_in_as("ferdaous", cuts=False), sign_in_as("zoubir", cuts=False), sign_in_as("oumnia")
    page = watcher.page
    page.goto("/watch/?ruleset=moroccan")
    expect(page.locator("html")).to_have_attribute("data-line", "open")
    open_table(host.page, Clock="10 min + 10 s per turn")
    guest.page.goto("/")
    guest.page.get_by_role("row").filter(has_text="ferdaous").get_by_role("button", name="Sit down").click()
    expect_running(host)
    listed = page.locator("#live").get_by_role("row").filter(has_text="ferdaous")
    expect(listed.get_by_role("link", name="Watch")).to_be_visible()
    expect(page.locator("#live-filter")).to_be_visible()
    end = re.compile("^(Resign|Abort)$")
    host.page.get_by_role("button", name=end).click()
    host.page.get_by_role("dialog").get_by_role("button", name=end).click()
    expect(listed).to_have_count(0)


def test_the_match_on_the_small_board_is_not_listed_again_when_the_lobby_changes(sign_in_as: OpenWindow) -> None:
    host, guest = sign_in_as("zineb", cuts=False), sign_in_as("hamid", cuts=False)
    watcher = sign_in_as("fadma")
    open_table(host.page, Clock="10 min + 10 s per turn")
    guest.page.goto("/")
    guest.page.get_by_role("row").filter(has_text="zineb").get_by_role("button", name="Sit down").click()
    expect_running(host)
    host.until(lambda state: state["view"] and state["view"]["table"])
    page = watcher.page
    page.goto("/")
    expect(page.get_by_role("heading", name="Live now")).to_be_visible()
    code = page.locator("#lobby").get_attribute("data-board")
    listed = page.locator(f'#lobby tr[data-code="{code}"]')
    expect(listed).to_have_count(1)  # the same lobby is pushed to all pages
    expect(listed).to_be_hidden()


def test_an_invitation_reaches_another_page_and_the_match_starts_when_all_are_there(sign_in_as: OpenWindow) -> None:
    host, guest = sign_in_as("zahra"), sign_in_as("ilyas", **PHONE)
    guest.page.clock.install()
    guest.page.goto("/rules/")
    expect(guest.page.locator("html")).to_have_attribute("data-line", "open")
    open_table(host.page, Who_can_join="Only players I invite", Invite="ilyas", Clock="15 min + 15 s per turn")
    expect(host.page.locator("#invited")).to_contain_text("ilyas invited")
    notice = guest.page.locator(".notice")
    expect(notice).to_contain_text("zahra invites you to a table.")
    expect(guest.page.locator(".count-mark[data-waiting]")).to_have_text("1")
    [[box]] = boxes(guest.page, ".notice")
    assert box["y"] > 600, "what a page offers first is not covered"
    assert box["y"] + box["height"] <= 844 - 16
    guest.page.clock.fast_forward(15_000)
    expect(notice.get_by_role("button", name="Decline")).to_be_visible()  # it waits for an answer
    answers = boxes(guest.page, ".notice .button", ".notice__close")
    assert all(answer["height"] >= 44 and contains(box, answer) for group in answers for answer in group)
    check_accessible(guest.page)
    click_and_navigate(notice.get_by_role("button", name="Sit down"))
    for person in (host, guest):
        expect_running(person)
    expect(guest.page.locator(".count-mark[data-waiting]")).to_be_hidden()
    check_accessible(host.page)


def test_a_notice_of_an_invitation_can_be_declined_and_goes_once_it_is_answered_elsewhere(
    sign_in_as: OpenWindow,
) -> None:
    host, guest = sign_in_as("wafae"), sign_in_as("zouhir")
    guest.page.goto("/rules/")
    expect(guest.page.locator("html")).to_have_attribute("data-line", "open")
    other = guest.page.context.new_page()
    other.goto("/ladder/")
    expect(other.locator("html")).to_have_attribute("data-line", "open")
    open_table(host.page, Who_can_join="Anyone with the link", Invite="zouhir")
    expect(other.locator(".notice")).to_be_visible()
    click_and_navigate(guest.page.locator(".notice").get_by_role("button", name="Decline"))
    expect(guest.page.get_by_text("No invitations right now.")).to_be_visible()
    expect(host.page.locator("#invited")).to_contain_text("zouhir declined")
    other.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # back in view, the page asks for the news
    expect(other.locator(".notice")).to_have_count(0)


def test_an_invitation_can_be_declined(sign_in_as: OpenWindow) -> None:
    host, guest = sign_in_as("hanae"), sign_in_as("karim")
    open_table(host.page, Who_can_join="Anyone with the link", Invite="karim")
    guest.page.goto("/for-you/")
    guest.page.get_by_role("button", name="Decline").click()
    expect(guest.page.get_by_text("No invitations right now.")).to_be_visible()
    expect(host.page.locator("#invited")).to_contain_text("karim declined")
    host.page.get_by_label("Invite players by name").fill("nobody-there")
    host.page.get_by_role("button", name="Invite", exact=True).click()
    expect(host.page.get_by_text("No player named nobody-there.")).to_be_visible()
    expect(host.page.locator("#seats")).to_contain_text("Waiting for")


def test_browser_notifications_are_enabled_in_the_settings(sign_in_as: OpenWindow) -> None:
    reader = sign_in_as("rkia")
    # Chromium's headless shell has no notification permission to grant.
    reader.page.add_init_script("""
        Object.assign(Notification, { requestPermission: async () => "granted" });
        Object.defineProperty(Notification, "permission", { get: () => "granted" });
    """)
    page = reader.page
    page.goto("/settings/")
    page.get_by_label("Show notifications in this browser").check()
    page.reload()
    expect(page.get_by_label("Show notifications in this browser")).to_be_checked()
    page.get_by_label("Show notifications in this browser").uncheck()
    page.reload()
    expect(page.get_by_label("Show notifications in this browser")).not_to_be_checked()


def test_a_hidden_page_shows_a_browser_notification(sign_in_as: OpenWindow) -> None:
    host, guest = sign_in_as("laila"), sign_in_as("anouar")
    guest.page.add_init_script("""
        localStorage.setItem("ronda.notify", "on");
        Object.defineProperty(document, "hidden", { get: () => true });
        window.shown = [];
        window.Notification = class extends EventTarget {
          static permission = "granted";
          constructor(title, { body }) { super(); window.shown.push(`${title}: ${body}`); }
        };
    """)
    guest.page.goto("/ladder/")
    expect(guest.page.locator("html")).to_have_attribute("data-line", "open")
    open_table(host.page, Who_can_join="Anyone with the link", Invite="anouar")
    expect(guest.page.locator(".notice")).to_be_visible()
    wait_until(guest.page, lambda: guest.page.evaluate("shown.length"))
    assert guest.page.evaluate("shown") == ["Ronda: Moroccan Ronda: laila invites you to a table."]


def test_a_visitors_double_click_creates_one_guest_and_one_match(open_window: OpenWindow) -> None:
    visitor = open_window()
    visitor.page.goto("/")
    clicks = """() => {
        let sent = 0;
        addEventListener("submit", (event) => {
            sent += !event.defaultPrevented;
            event.preventDefault();
        });
        const button = document.querySelector("form[action$='/play/bot/'] button");
        const counts = [0, 1].map(() => [button.click(), sent][1]);
        dispatchEvent(new Event("pageshow"));
        return [...counts, [button.click(), sent][1]];
    }"""
    assert visitor.page.evaluate(clicks) == [1, 1, 2]  # once more when the visitor returns to the page


def test_the_level_of_a_bot_is_chosen_by_keyboard_and_for_each_free_seat(sign_in_as: OpenWindow) -> None:
    malika = sign_in_as("malika", **PHONE)
    page = malika.page
    page.goto("/")
    page.get_by_role("heading", name="Play against bots").click()  # folded on a phone
    quick = page.locator("#quick")
    quick.get_by_label("Game", exact=True).select_option(label="MUFTS, 2 players")
    expect(quick.get_by_role("radio", name="Siete")).to_be_checked()
    expect(quick.get_by_role("radio", name="Sota")).to_be_disabled()
    expect(quick.locator(".level").filter(has_text="Sota").get_by_text("Doesn’t play this game.")).to_be_visible()
    expect(quick.get_by_text("Doesn’t play this game.").filter(visible=True)).to_have_count(1)
    names = quick.locator(".level:not(:has(:disabled)) b")
    expect(names).to_have_text(["Siete Beginner", "Caballo Advanced", "Rey Pro"])
    more = quick.get_by_role("link", name="More options")
    expect(more).to_have_attribute("href", re.compile(r"/tables/new/\?bots=1&ruleset=mufts$"))
    check_accessible(page)
    quick.get_by_role("radio", name="Siete").focus()
    page.keyboard.press("ArrowDown")  # past Sota, which does not play this game
    expect(quick.get_by_role("radio", name="Caballo")).to_be_checked()
    page.keyboard.press("ArrowDown")
    quick.get_by_role("button", name="Play a bot now").press("Enter")
    expect(page.locator("#board")).to_contain_text("Rey")
    open_table(page, Players="4", Bots="1", Bot_level="Caballo")
    expect(page.get_by_label("Bot level")).to_have_value("caballo")
    page.get_by_label("Bot level").select_option(label="Siete")
    check_accessible(page)
    click_and_navigate(page.get_by_role("button", name="Add bot"))
    rows = page.locator(".place")
    expect(rows.nth(1)).to_contain_text("Caballo")
    expect(rows.nth(2)).to_contain_text("Siete")
    face = rows.nth(2).locator("img")
    expect(face).to_have_js_property("complete", True)
    assert face.evaluate("face => face.naturalWidth > 0")
    click_and_navigate(page.get_by_role("button", name="Add bot"))  # the last seat: other tests expect no open table
    expect_running(malika)
