"""Moderators at work in the admin, and the reported player."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from accounts.admin.actions import ENDLESS
from accounts.models import SanctionKind
from tests.browser.accessible import check_page
from tests.browser.user import BrowserUser, OpenWindow, click_and_navigate
from tests.servers import Server

REPORTS = re.compile(r"^\d+ reports? to review$")


def check_open_page(person: BrowserUser) -> None:
    """Check that the open page has no errors and is accessible."""
    check_page(person.page)
    assert person.problems == []


def choose(page: Page, name: str | re.Pattern[str]) -> None:
    click_and_navigate(page.locator("main").get_by_role("link", name=name).first)


def send(page: Page, name: str) -> None:
    click_and_navigate(page.locator("main").get_by_role("button", name=name))


def open_report(judge: BrowserUser) -> None:
    """Go from any page to the queue, and from there to the report about badr, which shows the chat."""
    desk = judge.page
    desk.goto("/")
    desk.get_by_role("button", name="fatima").click()
    click_and_navigate(desk.get_by_role("link", name="Moderation"))
    check_open_page(judge)
    # Another test in this module may have left a report too, so the one about badr is picked by name.
    choose(desk, REPORTS)
    check_phone(desk)
    click_and_navigate(desk.locator("#result_list tbody tr", has_text="badr").locator("th a"))
    expect(desk.get_by_role("heading", level=1)).to_have_text("Report about badr")
    expect(desk.locator(".is-theirs")).to_contain_text(["like a donkey", "waste of my time"])
    check_open_page(judge)


def check_mistakes(desk: Page) -> None:
    """Check that what is missing is said beside its field, until it is filled in."""
    desk.get_by_label("upheld").check()
    desk.get_by_label("Sanction").select_option(label="warning")
    send(desk, "Resolve report")
    missing = desk.get_by_text("Required for a sanction.")
    expect(missing).to_have_count(2)
    crumbs = desk.locator(".breadcrumbs")
    expect(crumbs).to_have_text(re.compile(r"Home\s*›\s*Reports\s*›\s*Report about badr"))
    desk.get_by_label("Reason:", exact=True).fill("x")
    expect(missing).to_have_count(1)
    desk.get_by_label("Start from a preset").select_option(label="Insults")
    expect(missing).to_have_count(0)
    expect(desk.locator(".errornote")).to_have_count(0)


def check_phone(desk: Page) -> None:
    """Check that a phone shows the list of reports in full width, with their matches and verdicts."""
    size = desk.viewport_size
    desk.set_viewport_size({"width": 390, "height": 844})
    rest = desk.locator("#changelist .results").evaluate("node => node.scrollWidth - node.clientWidth")
    assert rest <= 0
    expect(desk.locator("#result_list .field-about").first).to_be_visible()
    assert size
    desk.set_viewport_size(size)


def check_dismissal(desk: Page) -> None:
    """Check that a dismissal offers nothing else and sends nothing else, even if a sanction was chosen before."""
    fields = desk.locator(".act-form > div:not(.submit-row) > :is(input, select, textarea)")
    expect(fields.locator("visible=true")).to_have_count(0)  # first the verdict
    desk.get_by_label("upheld").check()
    desk.get_by_label("Sanction").select_option(label="chat ban")
    desk.get_by_label("Void this match").check()
    effects = desk.get_by_role("status").get_by_role("listitem")
    told = "Tells amina that you agreed"
    hides = "Hides the reported message"
    expect(effects).to_have_text(
        ["Bans badr from chat (7 days)", hides, "Voids the match and reverses its rating changes", told]
    )
    desk.get_by_label("dismissed").check()
    expect(fields.locator("visible=true")).to_have_count(0)
    for name in ("measure", "reason", "message", "is_voided", "void_reason"):
        expect(desk.locator(f"#id_{name}")).to_be_disabled()
    expect(effects).to_have_text(["Tells amina that you found no breach of the rules"])
    desk.get_by_label("upheld").check()
    desk.get_by_label("Void this match").uncheck()
    desk.get_by_label("Sanction").select_option(label="none")
    expect(effects).to_have_text(["Leaves badr without a sanction", hides, told])
    desk.get_by_label("Hide the reported message").uncheck()
    expect(effects).to_have_text(["Leaves badr without a sanction", told])


def check_fields_of_decision(desk: Page) -> None:
    """Check that the form asks only for what its choices need."""
    texts, duration = [desk.locator("#id_reason"), desk.locator("#id_message")], desk.locator("#id_duration")
    for kind, label in [("", "none"), *SanctionKind.choices]:
        desk.get_by_label("Sanction").select_option(label=str(label))
        for field in texts:
            expect(field).to_be_visible(visible=kind != "")
        expect(duration).to_be_visible(visible=kind != "" and kind not in ENDLESS)
    expect(desk.get_by_label("Reason for voiding")).to_be_hidden()
    desk.get_by_label("Void this match").check()
    expect(desk.get_by_label("Reason for voiding")).to_be_visible()
    check_page(desk)
    required = desk.locator(".act-form :is(input, textarea):required:visible:not([type=radio])")
    expect(required).to_have_count(3)  # the two texts of the sanction, and the reason for voiding
    send(desk, "Resolve report")
    for error in desk.locator(".errorlist").all():
        expect(error).to_be_visible()
    expect(desk.locator(".errorlist")).to_have_count(3)
    desk.get_by_label("Sanction").select_option(label="none")
    expect(required).to_have_count(1)
    for field in texts:
        expect(field).to_be_visible()  # beside its error
    desk.get_by_label("Void this match").uncheck()


def ban_from_chat(judge: BrowserUser) -> None:
    """Uphold the open report with a 30-day chat ban, in one form, and hide a message halfway."""
    desk = judge.page
    address = desk.url
    check_mistakes(desk)
    desk.goto(address)
    check_dismissal(desk)
    check_fields_of_decision(desk)
    desk.get_by_label("Sanction").select_option(label="chat ban")
    desk.get_by_label("Duration").select_option(label="30 days")
    reason, message = desk.get_by_label("Reason:", exact=True), desk.get_by_label("Message to the player")
    desk.get_by_label("Start from a preset").select_option(label="Spam or advertising")
    expect(message).to_have_value(re.compile("^You flooded the chat"))
    desk.get_by_label("Start from a preset").select_option(label="Insults")
    expect(reason).to_have_value("Insults")
    expect(message).to_have_value(re.compile("^You insulted others[^\n]*$"))
    message.fill("Own words.")
    desk.get_by_label("Start from a preset").select_option(label="Several accounts")
    expect(message).to_have_value(re.compile("^Own words.\n\nYou played with several accounts"))
    reason.fill("Insults at the table")
    desk.get_by_label("Message to the player").fill("You insulted amina. Please be kind.")
    said = desk.locator(".is-theirs", has_text="like a donkey")
    said.get_by_role("button", name="Hide").click()
    expect(said).to_contain_text("hidden by fatima")
    told = desk.locator(".act__evidence .messagelist")
    expect(told).to_contain_text("Only moderators can read the message now.")
    told.get_by_role("button", name="Show again").click()
    expect(told).to_contain_text("Everyone at the table can read the message again.")
    expect(said).not_to_contain_text("hidden by fatima")
    said.get_by_role("button", name="Hide").click()
    expect(said).to_contain_text("hidden by fatima")
    expect(desk.get_by_label("Message to the player")).to_have_value("You insulted amina. Please be kind.")
    check_open_page(judge)


def resolve(judge: BrowserUser, reporter: BrowserUser) -> None:
    """Send the decision, of which the reporter is told at once."""
    desk = judge.page
    send(desk, "Resolve report")
    check_told(reporter)
    expect(desk.locator(".messagelist")).to_contain_text("You upheld the report about badr.")
    expect(desk.locator(".messagelist").get_by_role("link", name="Lift sanction")).to_be_visible()
    check_open_page(judge)


def check_told(person: BrowserUser) -> None:
    """Check that the reporter is told wherever they are, and that the notice names no game as its subject."""
    notice = person.page.locator(".notice")
    expect(notice.locator(".notice__text")).to_have_text("The moderators have dealt with your report.")
    click_and_navigate(notice.get_by_role("link", name="View"))
    expect(person.page.locator("main section").first).to_contain_text(["new decision Your report of"])
    check_open_page(person)


def appeal(person: BrowserUser) -> None:
    """Follow the link on any page to the moderator's message, read it, and appeal."""
    page = person.page
    page.goto("/rules/")
    click_and_navigate(page.locator("main").get_by_role("link", name="Please read it"))
    expect(page.locator("main")).to_contain_text("You insulted amina. Please be kind.")
    check_open_page(person)
    page.get_by_label("Why should this be reversed?").fill("I was angry. It will not happen again.")
    send(page, "Send appeal")
    expect(page.locator("main")).to_contain_text("The moderators haven’t answered yet.")
    check_open_page(person)


def open_appeal(judge: BrowserUser) -> None:
    """Check that the report has left the queue, and open the sanction with the appeal."""
    desk = judge.page
    desk.goto("/admin/")
    choose(desk, REPORTS)
    expect(desk.locator("#result_list tbody tr", has_text="badr")).to_have_count(0)
    desk.goto("/admin/")
    choose(desk, "1 appeal to answer")
    click_and_navigate(desk.locator("#result_list tbody th a"))
    check_open_page(judge)


def answer_appeal(judge: BrowserUser) -> None:
    """Look at the form that only lifts the sanction; then lift the sanction while answering the appeal."""
    desk = judge.page
    sanction = desk.url
    choose(desk, "Lift…")
    check_open_page(judge)
    desk.goto(sanction)
    choose(desk, "Answer appeal…")
    expect(desk.locator("blockquote")).to_have_text("I was angry. It will not happen again.")
    check_open_page(judge)
    desk.get_by_label("Answer").fill("Then go on.")
    desk.get_by_label("Lift sanction").check()
    send(desk, "Answer appeal")
    expect(desk.locator(".messagelist")).to_contain_text("Done")


def check_lifted(person: BrowserUser) -> None:
    """Check that the player sees the answer, and that there is nothing left to appeal against."""
    page = person.page
    page.goto("/settings/standing/")
    expect(page.locator("main")).to_contain_text("Then go on.")
    expect(page.locator("main")).to_contain_text("lifted")
    expect(page.get_by_role("button", name="Send appeal")).to_have_count(0)
    check_open_page(person)


def test_a_report_leads_to_a_sanction_and_an_appeal(site: Server, sign_in: OpenWindow) -> None:
    case = site.site.call("reported_match", ["amina", "badr"])
    judge, badr = sign_in(site.site.call("group_moderator", "fatima")), sign_in(case["players"][1])
    amina = sign_in(case["players"][0])
    amina.page.goto("/rules/")
    expect(amina.page.locator("html")).to_have_attribute("data-line", "open")
    open_report(judge)
    ban_from_chat(judge)
    resolve(judge, amina)
    appeal(badr)
    open_appeal(judge)
    answer_appeal(judge)
    check_lifted(badr)
