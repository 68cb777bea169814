"""Words for templates."""

from django import template
from django.utils.safestring import SafeString

from games.selectors.options import size_label
from games.views.rulebook import read_rulebook

register = template.Library()

register.filter("size", size_label)


@register.simple_tag
def players_part(ruleset: str) -> SafeString:
    """How a ruleset is played, as HTML with pictures; its page needs static/css/rules.css."""
    return read_rulebook(ruleset).play
