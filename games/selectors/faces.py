"""How players are shown beside their names: avatar, country and title."""

import re
from collections.abc import Sequence
from typing import TypedDict

from django.templatetags.static import static

from accounts.countries import NAMES, flag_file
from accounts.models import User
from games.ratings.titles import titles_of

NUMBERED = re.compile(r"(?P<name>.+) \d+")  # the second bot of a name at a table


class Face(TypedDict):
    """A player's picture, flag, country and title; empty where there is none.

    ``picture`` is the address of an image, for bots, or of a pattern of an SVG file in the ``colour`` of the avatar.
    """

    picture: str
    colour: str
    flag: str
    country: str
    title: str


def faces_of(names: Sequence[str]) -> dict[str, Face]:
    """Return the faces of the players with these names, omitting unknown ones.

    The site's bots are found by the names that tell them apart at a table, too.
    """
    plain = {name: found["name"] for name in names if (found := NUMBERED.fullmatch(name))}
    users = {user.username: user for user in User.objects.filter(username__in={*names, *plain.values()})}
    titles = titles_of([user.pk for user in users.values()])
    faces: dict[str, Face] = {}
    for name in names:
        user, bot = users.get(name), users.get(plain.get(name, ""))
        user = user or (bot if bot is not None and bot.is_site_bot else None)
        if user is not None and not user.is_closed:
            faces[name] = _face(user, titles.get(user.pk, ""))
    return faces


def _face(user: User, title: str) -> Face:
    flag = static(flag_file(user.country)) if user.country else ""
    pattern, colour = user.avatar
    picture = static(f"bots/{user.site_bot}.svg") if user.site_bot else f"{static('avatars/patterns.svg')}#{pattern}"
    colour, country = "" if user.site_bot else colour, str(NAMES.get(user.country, ""))
    return Face(picture=picture, colour=colour, flag=flag, country=country, title=title)
