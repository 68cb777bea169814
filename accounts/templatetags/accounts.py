"""Template tags for people and their devices."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

from accounts import countries
from accounts.flags import flag_file
from accounts.names import shown_name
from accounts.wording import ago, sort_key

register = template.Library()
register.filter("shown_name", shown_name)
register.filter("ago", ago)

# The first name found in a user agent wins; browsers that also claim to be another come first.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS X": "Mac",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


@register.filter
def device(user_agent: str) -> str:
    """Describe the browser and the operating system named in a user agent string."""
    browser = next((name for mark, name in BROWSERS.items() if mark in user_agent), _("Unknown browser"))
    system = next((name for mark, name in SYSTEMS.items() if mark in user_agent), "")
    return _("%(browser)s on %(system)s") % {"browser": browser, "system": system} if system else browser


@register.filter
def country_name(code: str) -> str:
    """Return the name of a country, or an empty string if the code is unknown."""
    return str(countries.NAMES.get(code, ""))


register.filter("flag_file", flag_file)


@register.simple_tag
def all_countries() -> list[tuple[str, str]]:
    """Return the code and name of every country, ordered by name."""
    return sorted(((code, str(name)) for code, name in countries.NAMES.items()), key=lambda row: sort_key(row[1]))
