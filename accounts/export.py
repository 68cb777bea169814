"""The personal data that a user can download."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession

from accounts.models import LastSeen, User
from accounts.models.sanction import COLUMNS
from accounts.push_kinds import PushKind
from accounts.selectors import blocks_of

# The same fields as on the account status page. The reason is a note for staff, and the moderator stays anonymous.
SHOWN_OF_SANCTIONS = ("measure", "message", "created", "ends", "lifted", "appeal", "appealed", "answer", "answered")


def account_data(user: User) -> dict[str, Any]:
    """Return the account's data, without passwords or device secrets, in types that ``DjangoJSONEncoder`` accepts."""
    return {
        "name": user.username,
        "guest": user.is_guest,
        "joined": user.date_joined,
        "last_login": user.last_login,
        "last_online": LastSeen.objects.filter(user=user).values_list("at", flat=True).first(),
        "settings": _settings(user),
        "emails": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary")),
        "accounts_elsewhere": list(SocialAccount.objects.filter(user=user).values("provider", "uid", "date_joined")),
        "devices": _devices(user),
        "sessions": list(
            UserSession.objects.filter(user=user).values("created_at", "last_seen_at", "ip", "user_agent")
        ),
        "push_notifications": _push_notifications(user),
        "bots": list(user.bots.values("username", "date_joined", "closed_at")),
        "api_tokens": list(user.api_tokens.values("name", "scope", "created", "last_used", "ends")),
        "signed_in_from": list(user.traces.order_by("-last").values("kind", "last")),
        "follows": [
            {"name": follow.whom.username, "since": follow.created}
            for follow in user.follows.select_related("whom").order_by("created")
        ],
        "followed_by": user.followed_by.count(),
        "kept_away": [
            {"name": block.whom.username, "how": block.kind, "since": block.created} for block in blocks_of(user)
        ],
        "kept_from": {name: getattr(user, name) for name in COLUMNS.values()},
        "sanctions": list(user.sanctions.order_by("created").values(*SHOWN_OF_SANCTIONS)),
    }


def _settings(user: User) -> dict[str, Any]:
    return {
        "language": user.language,
        "digits": user.digits,
        "theme": user.theme,
        "auto_call": user.auto_call,
        "country": user.country,
        "avatar": user.avatar._asdict(),
        "card_set": user.card_set,
        "card_back": user.card_back,
        "felt": user.felt,
        "notifications": {kind.value: getattr(user, kind.switch) for kind in PushKind},
    }


def _devices(user: User) -> list[dict[str, Any]]:
    return [
        {
            "kind": device.get_type_display(),
            "name": device.data.get("name", ""),
            "added": device.created_at,
            "last_used": device.last_used_at,
        }
        for device in Authenticator.objects.filter(user=user)
    ]


def _push_notifications(user: User) -> list[dict[str, Any]]:
    return [
        {
            "service": urlsplit(device.endpoint).hostname,
            "user_agent": device.user_agent,
            "language": device.language,
            "created": device.created,
            "last_used": device.last_used,
        }
        for device in user.push_subscriptions.order_by("pk")
    ]
