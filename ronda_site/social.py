"""Social account providers. Each is enabled if the environment contains its credentials."""

from __future__ import annotations

from typing import Any

import environ

# The origins of the providers' sign-in pages: the content security policy must allow forms to redirect there.
PAGES = {
    "discord": "https://discord.com",
    "facebook": "https://www.facebook.com",
    "github": "https://github.com",
    "google": "https://accounts.google.com",
}


def read_providers(env: environ.Env) -> dict[str, dict[str, Any]]:
    """Return the providers that have an ID and a secret, in the form of allauth's SOCIALACCOUNT_PROVIDERS."""
    found = {}
    for name in PAGES:
        client_id = env.str(f"RONDA_SOCIAL_{name.upper()}_ID", default="")
        secret = env.str(f"RONDA_SOCIAL_{name.upper()}_SECRET", default="")
        if client_id and secret:
            found[name] = {"APPS": [{"client_id": client_id, "secret": secret, "key": ""}]}
    return found
