"""What signing up asks beyond what allauth asks by itself."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter

from accounts.names import check_not_reserved


class AccountAdapter(DefaultAccountAdapter):
    """The house's rules for accounts."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Refuse names that are malformed, the site's own, or taken."""
        check_not_reserved(username)
        return str(super().clean_username(username, shallow))
