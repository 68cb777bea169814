"""The admin site."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

FIRST = ("accounts", "games")


class SiteAdmin(admin.AdminSite):
    """Django's admin site, with the site's own apps at the top of its lists."""

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """Return the apps: first those that moderators need, then the libraries', which only superusers see."""
        apps: list[Any] = super().get_app_list(request, app_label)
        return sorted(apps, key=lambda app: FIRST.index(app["app_label"]) if app["app_label"] in FIRST else len(FIRST))
