"""Run the site, and allow push notifications to an unencrypted service on loopback. See push_service.py."""

from __future__ import annotations

from accounts import push_services

push_services.is_push_service = lambda endpoint: endpoint.startswith("http://127.0.0.1:")

from ronda_site.asgi import application  # noqa: E402

__all__ = ["application"]
