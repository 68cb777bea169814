"""Two players and a spectator chat, on a desktop and on a phone, until one of them is muted and reported."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.accessible import check_accessible
from tests.browser.board_pages import boxes, contains
from tests.browser.user import BrowserUser, OpenWindow, click_and_navigate
from tests.servers import Server

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def lines(page: Page) -> Locator:
    return page.locator(".chat__line")


def say(page: Page, text: str) -> None:
    page.get_by_label("Write a message").fill(text)
    page.get_by_role("button", name="Send", exact=True).click()
    expect(lines(page).last).to_contain_text(text)
    expect(page.get_by_label("Write a message")).to_have_value("")


def decide(page: Page, name: str, what: str, place: str = ".chat__lines") -> None:
    """Choose an action from a chat author's menu."""
    page.locator(place).get_by_role("button", name=f"Mute, block or report {name}").last.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_have_text(name)
    dialog.get_by_role("button", name=what).click()


def check_hand_is_free(page: Page) -> None:
    """Check that the open sheet doesn't cover any cards in the player's hand."""
    [sheet], cards = boxes(page, "#chat", ".board__own")
    assert cards
    for card in cards:
        assert card["y"] >= sheet["y"] + sheet["height"]


def read_on_phone(page: Page, text: str) -> None:
    """On a phone, press the button that announces one new message; check that the chat shows the message."""
    expect(page.get_by_role("button", name="Chat 1")).to_be_in_viewport()
    check_accessible(page)
    page.get_by_role("button", name="Chat 1").click()
    expect(lines(page)).to_contain_text([text])
    expect(page.get_by_role("button", name="Chat", exact=True)).to_be_visible()
    check_hand_is_free(page)
    check_accessible(page)


def check_spectators_are_apart(players: list[Page], spectator: Page) -> None:
    """Check that a spectator's message doesn't reach the players."""
    say(spectator, "go badr")
    say(players[1], "thanks")
    expect(lines(players[0]).last).to_contain_text("thanks")
    for page in players:
        expect(page.get_by_text("go badr")).to_have_count(0)


def check_muting(page: Page, muted: Page, name: str) -> None:
    """Mute the other player; check that only their earlier messages are shown, even after a reload."""
    decide(page, name, "Mute")
    expect(page.get_by_role("alert")).to_contain_text("You’ve muted")
    expect(lines(page)).to_contain_text(["salam badr"])
    say(muted, "are you there?")
    say(page, "talking to myself")
    expect(lines(page)).to_contain_text(["salam badr", "talking to myself"])
    page.reload()
    expect(lines(page)).to_contain_text(["salam badr", "talking to myself"])


def unmute(page: Page, name: str) -> None:
    """Unmute a player in the list of people; check that all messages are shown again."""
    page.get_by_text("People at the table").click()
    page.locator(".chat__people").get_by_role("button", name=f"Mute, block or report {name}").click()
    page.get_by_role("dialog").get_by_role("button", name="Unmute or unblock").click()
    expect(lines(page)).to_have_count(5)


def check_report_about_a_player(page: Page, name: str) -> None:
    """Check that a report from the list of people is about no message."""
    decide(page, name, "Report…", ".chat__people")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Reason")).to_be_visible()
    expect(dialog.locator("blockquote")).to_be_hidden()
    dialog.get_by_role("button", name="Cancel").click()


def send_report(page: Page, name: str) -> None:
    """Report a chat author for flooding, from the menu of their last message."""
    decide(page, name, "Report…")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("blockquote")).to_have_text("are you there?")
    check_accessible(page)
    dialog.get_by_label("Reason").select_option(label="Advertising or flooding the chat")
    dialog.get_by_label("Details").fill("He never stops.")
    expect(dialog).to_contain_text("You’ll find the verdict in your notifications.")
    dialog.get_by_role("button", name="Send report").click()
    expect(page.get_by_role("alert")).to_contain_text("A moderator will review your report.")


def test_players_on_desktop_and_phone_and_a_spectator_chat(site: Server, open_match: OpenWindow) -> None:
    match = site.site.call("matches", 1, {"players": 2}, "talk")[0]
    guest = site.site.call("players", ["chadia"])[0]
    amina = open_match(match["players"][0], match["code"]).page
    badr = open_match(match["players"][1], match["code"], **PHONE).page
    chadia = open_match(guest, match["code"]).page
    badr_name, amina_name = match["players"][1]["name"], match["players"][0]["name"]
    badr.locator(".to-side").click()  # the sheet with the chat button
    for page in (amina, badr, chadia):
        expect(page.get_by_text("1 spectator")).to_be_visible()

    say(amina, "salam badr")
    read_on_phone(badr, "salam badr")
    badr.locator(".chat__all").click()
    badr.get_by_role("button", name="Good luck!").click()
    expect(lines(amina)).to_contain_text(["salam badr", "Good luck!"])
    expect(lines(chadia)).to_have_count(0)

    check_spectators_are_apart([amina, badr], chadia)
    check_accessible(amina)
    check_muting(amina, badr, badr_name)
    unmute(amina, badr_name)

    check_report_about_a_player(amina, badr_name)
    send_report(amina, badr_name)
    report = site.site.call("reports")[0]
    assert report["by"] == amina_name
    assert (report["whom"], report["reason"], report["words"]) == (badr_name, "spam", "He never stops.")
    assert [line["said"] for line in report["lines"]][-1] == "talking to myself"
    assert report["line"] == "are you there?"


def test_a_player_is_blocked_and_unblocked_in_the_settings(site: Server, open_match: OpenWindow) -> None:
    match = site.site.call("matches", 1, {"players": 2}, "block")[0]
    amina, badr = (open_match(who, match["code"]).page for who in match["players"])
    name = match["players"][1]["name"]
    say(badr, "salam")
    decide(amina, name, "Block")
    expect(lines(amina)).to_have_count(0)
    amina.goto("/settings/")
    check_accessible(amina)
    amina.get_by_role("button", name="Unblock").click()
    expect(amina.get_by_text(f"{name} is no longer muted or blocked.")).to_be_visible()
    amina.goto(f"/t/{match['code']}/")
    expect(lines(amina)).to_contain_text(["salam"])


def test_beside_a_table_of_two_five_messages_are_in_view(site: Server, open_match: OpenWindow) -> None:
    plan = {"ruleset": "moroccan", "options": {}, "clock": "600+10", "people": 2}
    match = site.site.call("tables", [plan], "lines")[0]
    page = open_match(match["players"][0], match["code"], viewport={"width": 1280, "height": 800}).page
    [empty] = boxes(page, "#log")[0]
    for word in ("salam", "labas", "hamdullah", "yallah", "bslama"):
        say(page, word)
    expect(page.locator(".chat__line")).to_have_count(5)
    [terms], [room], lines, [field], [log] = boxes(
        page, ".side__terms", ".chat__lines", ".chat__line", "#chat-text", "#log"
    )
    assert all(contains(room, line) for line in lines)
    assert log["height"] <= empty["height"] - 3 * lines[0]["height"]  # the chat has grown with its lines
    assert log["height"] >= 9 * 30, "the log has nine lines beside them"
    assert field["y"] + field["height"] <= 800
    assert terms["height"] < 1.5 * lines[0]["height"], "the terms of the match are in one line"


def test_an_open_table_has_chat_and_names_link_to_profiles(site: Server, open_match: OpenWindow) -> None:
    table = site.site.call("table", "waiting-host", {"players": 3})
    guest = site.site.call("players", ["waiting-guest"])[0]
    host = open_match(table["host"], table["code"], **PHONE).page
    other = open_match(guest, table["code"]).page
    other.get_by_role("button", name="Sit down").first.click()
    say(host, "one more to come")
    expect(lines(other)).to_contain_text(["one more to come"])
    with other.expect_popup() as opened:
        lines(other).get_by_role("link", name="waiting-host").click()
    expect(opened.value.get_by_role("heading", level=1)).to_contain_text("waiting-host")


def test_a_table_without_spectators_tells_visitors(browser: Browser, site: Server) -> None:
    match = site.site.call("matches", 1, {"players": 2}, "closed")[0]
    site.site.call("close_to_spectators", match["code"])
    visitor = BrowserUser(browser, site.url, "visitor")
    told = []
    for code in (match["code"], "nosuchmatch1"):
        answer = visitor.page.goto(f"/t/{code}/")
        assert answer
        assert answer.status == 404
        check_accessible(visitor.page)
        told.append(visitor.page.locator("main").inner_text())
    assert "doesn’t allow spectators" in told[0]
    assert told[0] == told[1]
    visitor.close()


def test_everything_in_the_chat_of_a_guest_lies_within_its_box(open_window: OpenWindow) -> None:
    page = open_window(viewport={"width": 1280, "height": 800}).page
    page.goto("/")
    click_and_navigate(page.get_by_role("button", name="Play now"))
    page.get_by_role("button", name="Show chat").click()  # folded in a match against a bot
    expect(page.get_by_text("Guests can only use quick phrases here.")).to_be_visible()
    for phrases in ([], ["Hello!", "Good luck!", "Well played!"]):
        for phrase in phrases:
            page.get_by_role("button", name=phrase).click()
            expect(lines(page).last).to_contain_text(phrase)
        [[chat], [note]] = boxes(page, ".chat", ".chat__note")
        assert note["y"] + note["height"] <= chat["y"] + chat["height"]


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_banned_player_reads_how_long_in_the_chat_and_why_on_another_page(
    site: Server, open_match: OpenWindow, language: str
) -> None:
    match = site.site.call("matches", 1, {"players": 2}, f"banned-{language}")[0]
    player = match["players"][0]
    site.site.call("ban_from_chat", player["id"], f"banning-{language}", 7)
    for size in ((1280, 800), (844, 390), (390, 844), (320, 568)):
        page = open_match(player, match["code"], locale=language, viewport={"width": size[0], "height": size[1]}).page
        note = page.locator(".chat__note")
        if size[0] < 1024:
            page.locator("#chat[popover]").evaluate("sheet => sheet.showPopover()")
        if size[0] < size[1]:
            check_hand_is_free(page)
        expect(note).to_be_in_viewport(ratio=1)
        expect(page.locator("#chat-text, #chat-phrases")).to_have_count(0)
    check_accessible(page)
    with page.expect_popup() as opened:
        note.get_by_role("link").click()
    expect(opened.value.get_by_text("Be kind.")).to_be_visible()


def test_a_ban_that_begins_at_the_table_closes_the_field(site: Server, open_match: OpenWindow) -> None:
    match = site.site.call("matches", 1, {"players": 2}, "banned-later")[0]
    player = match["players"][0]
    page = open_match(player, match["code"], viewport={"width": 1280, "height": 800}).page
    say(page, "hello")
    site.site.call("ban_from_chat", player["id"], "banning-later", 7)
    page.get_by_label("Write a message").fill("are you there?")
    page.get_by_label("Write a message").press("Enter")
    note = page.locator(".chat__note")
    expect(note).to_contain_text("You’re banned from chat for now.")
    expect(note).to_be_focused()
    expect(note).to_be_in_viewport(ratio=1)
    expect(page.locator("#chat-text, #chat-phrases")).to_have_count(0)
    expect(lines(page)).to_have_count(1)
    check_accessible(page)
    with page.expect_popup() as opened:
        note.get_by_role("link", name="Account status").click()
    expect(opened.value.get_by_text("Be kind.")).to_be_visible()


FITS = "list => [list.scrollWidth <= list.clientWidth, list.scrollHeight <= list.clientHeight]"


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
def test_a_button_unfolds_the_phrases_for_which_there_is_no_room(open_window: OpenWindow, language: str) -> None:
    page = open_window(viewport={"width": 1280, "height": 800}, locale=language).page
    page.goto("/")
    click_and_navigate(page.locator(".play-now form[action='/play/bot/'] button"))
    page.locator(".chat__fold").click()
    phrases, more = page.locator("#chat-phrases"), page.locator(".chat__all")
    fold_again = (lambda: page.keyboard.press("Escape"), more.click, phrases.get_by_role("button").last.click)
    for fold in fold_again:
        assert phrases.evaluate(FITS) == [True, False]
        [box, note] = (found[0] for found in boxes(page, "#chat-phrases", ".chat__note"))
        more.click()
        assert phrases.evaluate(FITS) == [True, True]
        [unfolded, same_note] = (found[0] for found in boxes(page, "#chat-phrases", ".chat__note"))
        assert same_note == note, "they are over the messages, and move nothing"
        assert unfolded["y"] + unfolded["height"] <= box["y"] + 1
        fold()
    assert phrases.evaluate(FITS) == [True, False]
    expect(lines(page)).to_have_count(1)
