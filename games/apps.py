"""The games app."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.apps.registry import Apps
from django.apps.registry import apps as global_apps
from django.contrib.auth.hashers import make_password
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from games.bots import REGISTRY


class GamesConfig(AppConfig):
    """Matches and the rooms around them."""

    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Have the bots' users made wherever the tables are."""
        from accounts.signals import renamed, signed_out, standing_changed

        post_migrate.connect(make_bot_users, sender=self)
        signed_out.connect(_disconnect)
        renamed.connect(_show_new_name)
        standing_changed.connect(_rank_again)
        standing_changed.connect(_leave_rated_tables)


def make_bot_users(*, using: str, apps: Apps = global_apps, **_kwargs: Any) -> None:
    """Make the user of every bot that has none; so their names are taken before any person comes."""
    people = apps.get_model("accounts", "User").objects.using(using)
    for bot in REGISTRY.values():
        people.get_or_create(username=bot.title, defaults={"is_bot": True, "password": make_password(None)})


def _disconnect(*, user_id: int, session: str, **_kwargs: Any) -> None:
    """Close somebody's sockets; the services are there once all models are."""
    from games.services.disconnecting import disconnect_user

    disconnect_user(user_id=user_id, session=session)


def _show_new_name(*, user_id: int, **_kwargs: Any) -> None:
    """Show a new name at the tables where it is looked at."""
    from games.services.player_names import update_shown_name

    update_shown_name(user_id=user_id)


def _rank_again(*, user_id: int, **_kwargs: Any) -> None:
    """Take whom the moderators keep out for good off the ladders, and who may come back onto them."""
    from games.ratings.services import rank_again

    rank_again(user_id=user_id)


def _leave_rated_tables(*, user_id: int, **_kwargs: Any) -> None:
    """Let no rated match begin with whom the moderators keep from them."""
    from games.services.disconnecting import leave_rated_tables

    leave_rated_tables(user_id=user_id)
