"""Admin pages for matches, ratings, chat, comments and reports, mostly read-only."""

from games.admin import matches
from games.chat import admin as chat
from games.comments import admin as comments
from games.moderation import admin as moderation
from games.ratings import admin as ratings

__all__ = ["chat", "comments", "matches", "moderation", "ratings"]
