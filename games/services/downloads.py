"""How often somebody may download records of many matches."""

from django.core.cache import cache

from accounts.models import User

SECONDS_BETWEEN = 30


async def is_due(user: User) -> bool:
    """Whether somebody may have many records now; if so, this is noted."""
    return await cache.aadd(f"records:{user.pk}", "", SECONDS_BETWEEN)
