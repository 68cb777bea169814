"""The languages of the site, and the digits that its Arabic pages can show."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Language(models.TextChoices):
    """The languages of the site, by their own names. The empty value follows the browser."""

    BROWSER = "", _("As in the browser")
    EN = "en", "English"
    FR = "fr", "Français"
    ES = "es", "Español"
    AR = "ar", "العربية"


class Digits(models.TextChoices):
    """The digits of Arabic pages."""

    LATIN = "latin", _("Latin digits (0123456789)")
    ARABIC = "arab", _("Arabic-Indic digits (٠١٢٣٤٥٦٧٨٩)")
