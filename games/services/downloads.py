"""Rate limits on downloads that are expensive to produce."""

from accounts.models import User
from games.services.ratelimit import seconds_to_wait

SECONDS_BETWEEN_RECORDS = 30


def wait_for_records(user: User) -> int:
    """Return 0 and count the download if the user may fetch records of many matches now, else the seconds to wait."""
    return seconds_to_wait(f"records:{user.pk}", 1, SECONDS_BETWEEN_RECORDS, by_clock=False)


def wait_for_archive(user: User) -> int:
    """Return 0 and count the download if the user may fetch their personal data now, else the seconds to wait."""
    return seconds_to_wait(f"export:{user.pk}", 1, by_clock=False)
