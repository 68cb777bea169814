"""The configuration of the games app."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.apps.registry import Apps
from django.apps.registry import apps as global_apps
from django.contrib.auth.hashers import make_password
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from accounts.names import skeleton
from games.bots import BOTS


class GamesConfig(AppConfig):
    """The app for rulesets, matches, ratings and chat."""

    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Connect the signal handlers."""
        from accounts.signals import account_status_changed, renamed, signed_out

        post_migrate.connect(make_bot_users, sender=self)
        signed_out.connect(_disconnect)
        renamed.connect(_update_shown_name)
        account_status_changed.connect(_update_ladders)
        account_status_changed.connect(_leave_rated_tables)


def make_bot_users(*, using: str, apps: Apps = global_apps, **_kwargs: Any) -> None:
    """Create the missing users for the site's bots after a migration.

    If a player already uses a bot's name, the bot gets a different name that no player can choose.
    """
    people = apps.get_model("accounts", "User").objects.using(using)
    for key, bot in BOTS.items():
        if people.filter(site_bot=key).exists():
            continue
        unnamed = people.filter(username=bot.title, is_bot=True, operator=None)  # created by an older version
        if unnamed.update(site_bot=key):
            continue
        is_taken = people.filter(name_key=skeleton(bot.title)).exists()
        name = f"{bot.title} bot" if is_taken else bot.title
        people.create(username=name, is_bot=True, site_bot=key, password=make_password(None))


def _disconnect(*, user_id: int, session: str, **_kwargs: Any) -> None:
    """Close the user's sockets. The import is deferred until the models are loaded."""
    from games.services.disconnecting import disconnect_user

    disconnect_user(user_id=user_id, session=session)


def _update_shown_name(*, user_id: int, **_kwargs: Any) -> None:
    """Show the user's new name on open pages."""
    from games.services.player_names import update_shown_name

    update_shown_name(user_id=user_id)


def _update_ladders(*, user_id: int, **_kwargs: Any) -> None:
    """Remove a banned user from the ladders, or add them again once the ban is over."""
    from games.ratings.services import rank_again

    rank_again(user_id=user_id)


def _leave_rated_tables(*, user_id: int, **_kwargs: Any) -> None:
    """Remove a user from open rated tables if they may not play rated matches."""
    from games.services.disconnecting import leave_rated_tables

    leave_rated_tables(user_id=user_id)
