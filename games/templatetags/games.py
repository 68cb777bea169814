"""Template tags for players, rules and moderators."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.models import User
from accounts.names import is_closed, shown_name
from accounts.selectors import count_waiting_appeals
from accounts.wording import labelled
from games.moderation.selectors import count_hints, count_waiting_reports
from games.puzzles.selectors import has_puzzles
from games.rendering.card_urls import CardUrls, back_address, card_address, urls_of_cards
from games.rendering.modules import imported_modules
from games.rendering.rulebook import read_rulebook
from games.selectors.inbox import count_pending
from games.selectors.options import size_label
from games.selectors.sides import merge_bots, opposing_names, player_summary, standing

register = template.Library()

register.filter("size", size_label)
register.filter(labelled)
register.filter(merge_bots)
register.filter(opposing_names)
register.filter(player_summary)
register.filter(standing)


@register.filter
def card_chips(text: str) -> SafeString:
    """Return a text of a tutorial with chips for its cards, such as "[4S]"; the script draws them later."""
    parts = enumerate(re.split(r"\[(\w+)\]", text))
    chip = '<span class="chip">{}</span>'
    return format_html_join("", "{}", ((format_html(chip, part) if place % 2 else part,) for place, part in parts))


@register.filter
def percent(number: int) -> str:
    """Format a percentage for the active language: "56%" in English, with a space before the sign in French."""
    return pgettext("percentage", "%(number)s%%") % {"number": number}


@register.filter
def player_link(name: str, shown: str = "") -> SafeString:
    """Return a player's name, linked to their page. Closed accounts have no page.

    ``shown`` is the name at a table, if it is different. The name is isolated, because Latin letters would otherwise
    change the order of the Arabic text beside them.
    """
    shown = shown or shown_name(name)
    if is_closed(name):
        return format_html('<bdi class="muted">{}</bdi>', shown)
    return format_html('<a href="{}"><bdi>{}</bdi></a>', reverse("player", args=[name]), shown)


@register.filter
def moderated(name: str, people: Mapping[str, User]) -> SafeString:
    """Return a player's name, linked to the page about them for moderators."""
    address = reverse("admin:accounts_user_change", args=[people[name].pk])
    return format_html('<a href="{}"><bdi>{}</bdi></a>', address, people[name].shown_name)


@register.simple_tag(takes_context=True)
def card_urls(context: template.Context, pack: str) -> CardUrls:
    """Return the URLs of a pack's cards in the reader's chosen set, or in the default set for visitors."""
    user = context.get("user")
    reader = user if isinstance(user, User) else User()
    return urls_of_cards(pack, reader.card_set, reader.card_back)


register.simple_tag(card_address)
register.simple_tag(back_address)
register.simple_tag(has_puzzles)


@register.simple_tag
def page_script(name: str) -> SafeString:
    """Return the elements that load a page's script, together with the modules it imports.

    Without these preloads, the browser would need another round trip for each level of imports.
    """
    preloads = ((static(module),) for module in imported_modules(name))
    links = format_html_join("", '<link rel="modulepreload" href="{}">', preloads)
    return format_html('{}<script src="{}" type="module"></script>', links, static(name))


@register.simple_tag
def rules_introduction(ruleset: str) -> SafeString:
    """Return a ruleset's summary and introduction as HTML with figures. The page needs static/css/pages/rules.css."""
    rulebook = read_rulebook(ruleset)
    return rulebook.minute + rulebook.play


@register.simple_tag
def moderators_queue(user: User) -> list[dict[str, Any]]:
    """Return the open tasks that the user may see, each with a description, a URL and a count.

    Suspicious activity has no count, because every page would have to wait for it. Instead, ``hints`` is a function
    that returns it, which only the first page of the admin calls.
    """
    reports, appeals = reverse("admin:games_report_changelist"), reverse("admin:accounts_sanction_changelist")
    found: list[dict[str, Any]] = []
    if user.has_perm("games.view_report"):
        count = count_waiting_reports()
        words = ngettext("report to review", "reports to review", count)
        found.append({"count": count, "words": words, "url": f"{reports}?status=open"})
    if user.has_perm("accounts.view_sanction"):
        count = count_waiting_appeals()
        words = ngettext("appeal to answer", "appeals to answer", count)
        found.append({"count": count, "words": words, "url": f"{appeals}?appeal=waiting"})
    if user.has_perm("accounts.view_loginfingerprint"):
        found.append(
            {"hints": count_hints, "words": _("Suspicious activity"), "url": reverse("admin:games_report_trouble")}
        )
    return found


@register.filter
def tasks_waiting(queue: Iterable[Mapping[str, Any]]) -> int:
    """Return how many tasks there are in a ``moderators_queue``, in total."""
    return sum(entry.get("count", 0) for entry in queue)


@register.simple_tag
def pending_count(user: User, shown: str = "") -> int:
    """Return how many turns, open invitations and unread decisions about reports await the user, in total.

    ``shown`` is the code of the match that the page shows, which is not counted.
    """
    return count_pending(user.pk, except_code=shown)
