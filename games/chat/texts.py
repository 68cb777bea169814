"""Cleaning up user-written text before it is stored."""

from django.utils.translation import gettext_lazy as _

from accounts.text import clean_line
from games.state.errors import Malformed


def checked_line(text: str, *, most: int) -> str:
    """Return the cleaned text of a line. Raises Malformed if it is empty or longer than ``most``."""
    words = clean_line(text)
    if not words:
        raise Malformed(message=_("Write something first."))
    if len(words) > most:
        raise Malformed(message=_("That’s too long."))
    return words
