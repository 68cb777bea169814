"""The admin site."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

OWN = ("accounts", "games")
MODERATED = ("Report", "ChatLine", "Comment")  # models of games that moderators work with


class SiteAdmin(admin.AdminSite):
    """Django's admin site, with what moderators need at the top of its lists."""

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """Return the groups of models: moderation, the games, and last what the libraries store.

        Only superusers see the last group, of which nothing is edited by hand. ``app_label`` asks for one app.
        """
        apps: list[Any] = super().get_app_list(request, app_label)
        if app_label:
            return apps
        own = {app["app_label"]: app for app in apps if app["app_label"] in OWN}
        if len(own) == len(OWN):
            _move_moderated(own["games"], own["accounts"])
        technical = [model for app in apps if app["app_label"] not in OWN for model in app["models"]]
        return [*(own[label] for label in OWN if label in own), *([_technical(technical)] if technical else [])]

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """Leave what the libraries store out of the sidebar of the pages: the index has it."""
        context = super().each_context(request)
        context["available_apps"] = [app for app in context["available_apps"] if app["app_label"] in OWN]
        return context


def _move_moderated(games: dict[str, Any], moderation: dict[str, Any]) -> None:
    """Move the models that moderators work with from one group to the top of the other."""
    moved = [model for model in games["models"] if model["object_name"] in MODERATED]
    games["models"] = [model for model in games["models"] if model not in moved]
    moved.sort(key=lambda model: MODERATED.index(model["object_name"]))
    moderation["models"] = [*moved, *moderation["models"]]


def _technical(models: list[Any]) -> dict[str, Any]:
    """Return a group of models in the format of Django's admin. It has no page of its own."""
    return {
        "name": _("Technical"),
        "app_label": "technical",
        "app_url": reverse("admin:index"),
        "has_module_perms": True,
        "models": models,
    }
