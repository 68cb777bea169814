"""URLs of the account pages that allauth does not provide."""

from __future__ import annotations

from django.urls import path

from accounts import account_status, block_pages, bot_pages, languages, push_pages, token_pages, views

urlpatterns = [
    path("language/", languages.choose_language, name="set_language"),
    path("settings/", views.preferences, name="settings"),
    path("settings/avatar/", views.avatar, name="choose_avatar"),
    path("settings/cards/", views.save_cards, name="choose_cards"),
    path("settings/people/", block_pages.mute_or_block, name="keep_away"),
    path("settings/push/", push_pages.push, name="push"),
    path("settings/push/remove/", push_pages.remove_device, name="remove_push_device"),
    path("settings/push/kinds/", push_pages.choose_pushes, name="choose_pushes"),
    path("settings/tokens/", token_pages.tokens, name="tokens"),
    path("settings/tokens/new/", token_pages.new_token, name="new_token"),
    path("settings/tokens/<int:pk>/revoke/", token_pages.revoke, name="revoke_token"),
    path("settings/bots/new/", bot_pages.new_bot, name="new_bot"),
    path("settings/bots/<int:pk>/token/", bot_pages.bot_token, name="bot_token"),
    path("settings/standing/", account_status.account_status, name="standing"),
    path("settings/standing/<int:pk>/appeal/", account_status.appeal, name="appeal"),
]
