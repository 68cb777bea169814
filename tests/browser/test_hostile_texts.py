"""All text that users write tries to run a script. Every page, including the admin's, must show it as plain text."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.user import OpenWindow
from tests.servers import Server

PLAYER = """/ /for-you/ /matches/ /matches/{finished}/ /matches/{finished}/replay/ /matches/{voided}/ /players/badr/
/players/Zerda-x.y_z/ /settings/ /settings/tokens/ /settings/standing/ /accounts/2fa/ /accounts/2fa/webauthn/
/accounts/sessions/ /t/{running}/ /t/{finished}/""".split()
OTHER = "/ /matches/{finished}/ /t/{running}/ /players/amina/ /matches/".split()
ADMIN = """/admin/ /admin/accounts/user/
/admin/accounts/user/{ids[player]}/change/ /admin/accounts/user/{ids[other]}/change/
/admin/accounts/user/{ids[player]}/history/ /admin/accounts/user/{ids[other]}/sanction/ /admin/accounts/sanction/
/admin/accounts/sanction/{ids[warned]}/change/ /admin/accounts/sanction/{ids[answered]}/change/
/admin/accounts/moderationlog/ /admin/games/match/ /admin/games/match/{ids[finished]}/change/
/admin/games/match/{ids[voided]}/change/ /admin/games/match/{ids[voided]}/history/
/admin/games/match/{ids[finished]}/void/ /admin/games/chatline/ /admin/games/chatline/{ids[line]}/change/
/admin/games/comment/ /admin/games/comment/{ids[comment]}/change/ /admin/games/report/
/admin/games/report/{ids[report]}/change/ /admin/games/report/{ids[handled]}/change/
/admin/games/report/trouble/""".split()
PATHS = {"player": PLAYER, "other": OTHER, "moderator": ADMIN}

# A function that an injected script would call, and everything that a reader can read.
TRAP = "window.hack = () => console.error('a script ran')"
READ = "document.body.textContent + [...document.querySelectorAll('input, textarea')].map(field => field.value).join()"


def read(page: Page) -> str:
    expect(page.locator("main, #content").first).to_be_visible()
    return str(page.evaluate(READ))


def test_hostile_texts_appear_as_text_on_every_page(site: Server, sign_in: OpenWindow) -> None:
    made: dict[str, Any] = site.site.call("hostile_site")
    shown = ""
    for role, paths in PATHS.items():
        person = sign_in(made["people"][role])
        person.page.add_init_script(TRAP)
        for path in paths:
            answer = person.page.goto(path.format(**made))
            assert answer
            assert answer.status == 200, path
            if path.startswith("/t/"):
                expect(person.page.locator(".chat__line").first).to_contain_text(made["texts"]["talk"])
            shown += read(person.page)
            # The policy would block such a script, but this checks that there is none.
            planted = "document.querySelectorAll('[onerror], [onload], img[src=x]').length"
            assert person.page.evaluate(planted) == 0, path
            assert person.problems == [], path
    missing = [name for name, text in made["texts"].items() if text not in shown]
    assert missing == [], "no page shows these: this check would see nothing"


def test_a_hostile_chat_message_appears_as_text(site: Server, open_match: OpenWindow) -> None:
    match = site.site.call("matches", 1, {"players": 2}, "hostile")[0]
    amina, badr = (open_match(who, match["code"]).page for who in match["players"])
    text = "<img src=x onerror=alert(1)><script>alert(1)</script>"
    amina.get_by_label("Write a message").fill(text)
    amina.get_by_role("button", name="Send", exact=True).click()
    expect(badr.locator(".chat__line")).to_contain_text([text])
    assert json.loads(badr.evaluate("JSON.stringify(document.querySelectorAll('img[src=x]').length)")) == 0
