"""The languages that users can choose, and the digits that Arabic pages can show."""

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

# The empty value stands for the browser's language.
LANGUAGES: Final = (("", _("Same as browser")), *settings.LANGUAGES)


class Digits(models.TextChoices):
    """The digits shown on Arabic pages."""

    LATIN = "latin", _("Latin digits (0123456789)")
    ARABIC = "arab", _("Arabic-Indic digits (٠١٢٣٤٥٦٧٨٩)")
