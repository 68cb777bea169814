"""Rate limits on downloads that are expensive to produce."""

from accounts.models import User
from games.services.ratelimit import seconds_to_wait

SECONDS_BETWEEN_RECORDS = 30


def wait_for_records(user: User) -> int:
    """Count a download of many match records by this user, and return 0 if it is allowed now.

    Otherwise return the number of seconds to wait.
    """
    return seconds_to_wait(f"records:{user.pk}", 1, SECONDS_BETWEEN_RECORDS, by_clock=False)


def wait_for_archive(user: User) -> int:
    """Count a download of this user's personal data, and return 0 if it is allowed now.

    Otherwise return the number of seconds to wait.
    """
    return seconds_to_wait(f"export:{user.pk}", 1, by_clock=False)
