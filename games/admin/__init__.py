"""The games in the admin: matches, ratings, and what is said and reported at tables. To look at, for the most part."""

from games.admin import matches, talk

__all__ = ["matches", "talk"]
