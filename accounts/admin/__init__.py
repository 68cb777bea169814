"""Accounts in the admin: people, what moderators decide about them, and what they did."""

from accounts.admin import people, sanctions

__all__ = ["people", "sanctions"]
