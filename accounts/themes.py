"""The themes that users can choose."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Theme(models.TextChoices):
    """The colour scheme of the pages. The empty value follows the reader's device."""

    DEVICE = "", _("Same as device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")
