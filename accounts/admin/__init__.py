"""Admin pages for accounts, sanctions and the moderation log."""

from accounts.admin import people, sanctions

__all__ = ["people", "sanctions"]
