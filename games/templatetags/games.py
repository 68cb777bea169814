"""Words for templates."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.models import User
from accounts.names import is_closed, shown_name
from games.selectors.options import size_label
from games.selectors.waiting import count_waiting
from games.views.rulebook import read_rulebook

register = template.Library()

register.filter("size", size_label)


@register.filter
def player_link(name: str) -> SafeString:
    """Somebody's name, and the way to their page; none leads to a closed account."""
    if is_closed(name):
        return format_html('<span class="muted">{}</span>', shown_name(name))
    return format_html('<a href="{}">{}</a>', reverse("player", args=[name]), shown_name(name))


@register.simple_tag
def players_part(ruleset: str) -> SafeString:
    """How a ruleset is played, as HTML with pictures; its page needs static/css/rules.css."""
    return read_rulebook(ruleset).play


@register.simple_tag
def waiting_for(user: User) -> int:
    """How many matches and invitations wait for who reads the page."""
    return count_waiting(user.pk)
