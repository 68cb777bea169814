"""The language and the digits that a reader has chosen: in the account, else in a cookie, else as the browser asks."""

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

DIGITS_COOKIE: Final = "digits"


class Language(models.TextChoices):
    """The languages of the site, by their own names. The empty value follows cookie and browser."""

    BROWSER = "", _("As in the browser")
    EN = "en", "English"
    FR = "fr", "Français"
    ES = "es", "Español"
    AR = "ar", "العربية"


class Digits(models.TextChoices):
    """The digits of Arabic pages."""

    LATIN = "", _("Latin digits (0123456789)")
    ARABIC = "arab", _("Arabic-Indic digits (٠١٢٣٤٥٦٧٨٩)")
