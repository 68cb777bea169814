"""The games app."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Matches and the rooms around them."""

    name = "games"
    verbose_name = _("Games")
