"""Admin pages for accounts, sanctions and the moderation log."""

from accounts.admin import log, people, sanctions

__all__ = ["log", "people", "sanctions"]
