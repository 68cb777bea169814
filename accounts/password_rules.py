"""Django's password rules, with messages in the site's own words.

Django's translations change between versions, and the Spanish ones address the reader formally. The site's catalogs use
a consistent tone (docs/translations).
"""

from django.contrib.auth import password_validation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


class LongEnough(password_validation.MinimumLengthValidator):
    """Refuse short passwords."""

    def get_error_message(self) -> str:
        """Return the reason for rejecting a password."""
        text = ngettext(
            "This password is too short. Use at least %(count)s character.",
            "This password is too short. Use at least %(count)s characters.",
            self.min_length,
        )
        return text % {"count": self.min_length}

    def get_help_text(self) -> str:
        """Return the rule as help text."""
        text = ngettext("Use at least %(count)s character.", "Use at least %(count)s characters.", self.min_length)
        return text % {"count": self.min_length}


class UnlikeTheAccount(password_validation.UserAttributeSimilarityValidator):
    """Refuse passwords that resemble the account's name or email address."""

    def get_error_message(self) -> str:
        """Return the reason for rejecting a password."""
        return _("This password is too similar to your name or email address.")

    def get_help_text(self) -> str:
        """Return the rule as help text."""
        return _("Don’t use your name or email address as your password.")


class Uncommon(password_validation.CommonPasswordValidator):
    """Refuse common passwords."""

    def get_error_message(self) -> str:
        """Return the reason for rejecting a password."""
        return _("This password is too common. Choose another one.")

    def get_help_text(self) -> str:
        """Return the rule as help text."""
        return _("Don’t use a common password.")
