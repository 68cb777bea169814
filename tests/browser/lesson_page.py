"""A tutorial page without a server, like the board pages in ``board_harness``."""

from django.template.loader import render_to_string
from django.test import RequestFactory
from playwright.sync_api import Page

from games.rules import find_ruleset
from games.selectors.lessons import lesson_data, rulesets_with_lessons
from games.selectors.ruleset_texts import ruleset_texts
from games.selectors.site_bots import site_bots
from tests.browser.disk_site import disk_site


def open_lesson(page: Page, ruleset: str = "moroccan") -> list[str]:
    """Show a ruleset's tutorial. Return the list that records the browser's errors."""
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    data = lesson_data(ruleset)
    context = {
        "ruleset": ruleset_texts(find_ruleset(ruleset)),
        "others": [other for other in rulesets_with_lessons() if other.name != ruleset],
        "data": data,
        "bot": site_bots()[0],
        "quick_game": f"{ruleset}:{len(data['players'])}",
    }
    page.goto(disk_site().put(render_to_string("games/learn/learn.html", context, RequestFactory().get("/"))))
    return errors
