"""How often somebody may download what takes work to put together."""

from accounts.models import User
from games.services.ratelimit import seconds_to_wait

SECONDS_BETWEEN_RECORDS = 30


def wait_for_records(user: User) -> int:
    """Return 0 if somebody may have records of many matches now, which is counted; else the seconds until then."""
    return seconds_to_wait(f"records:{user.pk}", 1, SECONDS_BETWEEN_RECORDS, by_clock=False)


def wait_for_archive(user: User) -> int:
    """Return 0 if somebody may have the archive of their data now, which is counted; else the seconds until then."""
    return seconds_to_wait(f"export:{user.pk}", 1, by_clock=False)
