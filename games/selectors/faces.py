"""The avatar, country and title that are shown beside a player's name."""

import re
from collections.abc import Sequence
from typing import TypedDict

from django.templatetags.static import static

from accounts.countries import NAMES
from accounts.flags import flag_file
from accounts.models import User
from accounts.reserved_names import GIVEN_NAMES
from games.ratings.titles import titles_of
from games.selectors.site_bots import face_file

# The name of one of several bots of the same level at a table.
NAMED = re.compile(rf"(?P<level>.+) (?P<given>{'|'.join(GIVEN_NAMES)})")


class Face(TypedDict):
    """A player's picture, flag, country and title. Each is empty if the player has none.

    For site bots, ``picture`` is the URL of an image. For other players, it is the URL of a pattern in an SVG file, and
    ``colour`` gives the colour of the avatar.
    """

    picture: str
    colour: str
    flag: str
    country: str
    title: str


def faces_of(names: Sequence[str]) -> dict[str, Face]:
    """Return the faces of the players with these names, keyed by name.

    Unknown names and closed accounts are left out. The name of a site bot may include a given name, as shown at tables
    with several bots of one level. Each given name has its own face.
    """
    named = {name: found for name in names if (found := NAMED.fullmatch(name))}
    plain = {name: found["level"] for name, found in named.items()}
    users = {user.username: user for user in User.objects.filter(username__in={*names, *plain.values()})}
    titles = titles_of([user.pk for user in users.values()])
    faces: dict[str, Face] = {}
    for name in names:
        user, bot, number = users.get(name), users.get(plain.get(name, "")), 0
        if user is None and bot is not None and bot.is_site_bot:
            user, number = bot, 1 + GIVEN_NAMES.index(named[name]["given"])
        if user is not None and not user.is_closed:
            faces[name] = _face(user, titles.get(user.pk, ""), number)
    return faces


def _face(user: User, title: str, number: int) -> Face:
    flag = static(flag_file(user.country)) if user.country else ""
    pattern, colour = user.avatar
    avatar = f"{static('avatars/patterns.svg')}#{pattern}"
    picture = static(face_file(user.site_bot, number)) if user.site_bot else avatar
    colour, country = "" if user.site_bot else colour, str(NAMES.get(user.country, ""))
    return Face(picture=picture, colour=colour, flag=flag, country=country, title=title)
