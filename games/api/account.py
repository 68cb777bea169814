"""The API for the caller's own account."""

from datetime import datetime

from django.http import HttpRequest
from ninja import Router, Schema

from games.api.auth import reader, token_of

router = Router(tags=["Account"], auth=reader)


class AccountOut(Schema):
    """A token: the account that it belongs to, its scope (read or play), and when it expires."""

    name: str
    bot: bool
    scope: str
    ends: datetime | None


@router.get("", response=AccountOut)
def get_account(request: HttpRequest) -> AccountOut:
    """The account that the token belongs to."""
    token = token_of(request)
    return AccountOut(name=token.user.username, bot=token.user.is_bot, scope=token.scope, ends=token.ends)
