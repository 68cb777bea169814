"""Signing in by an account elsewhere: only where the environment names the site's own keys there."""

from __future__ import annotations

from typing import Any

import environ

# Where each provider's log-in page lies: a form of ours leads there, which the content policy has to allow.
PAGES = {
    "discord": "https://discord.com",
    "facebook": "https://www.facebook.com",
    "github": "https://github.com",
    "google": "https://accounts.google.com",
}


def read_providers(env: environ.Env) -> dict[str, dict[str, Any]]:
    """The providers that have an id and a secret, as allauth's SOCIALACCOUNT_PROVIDERS takes them."""
    found = {}
    for name in PAGES:
        client_id = env.str(f"RONDA_SOCIAL_{name.upper()}_ID", default="")
        secret = env.str(f"RONDA_SOCIAL_{name.upper()}_SECRET", default="")
        if client_id and secret:
            found[name] = {"APPS": [{"client_id": client_id, "secret": secret, "key": ""}]}
    return found
