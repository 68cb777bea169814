"""Access to tables: who may watch and who may join.

The live layer caches a policy until the match has a new version, and checks again before it refuses a reader. For this
reason, revoking a right must create a new version.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from accounts.selectors import is_blocked_by
from games.models import Answer, Invitation, Match, Seat, Status


@dataclass(frozen=True, slots=True)
class AccessPolicy:
    """The facts that decide which users have access to a table.

    ``seated`` and ``invited`` contain the user ids of people.
    """

    status: str
    has_spectators: bool
    invited_only: bool
    host: int
    seated: frozenset[int]
    invited: frozenset[int]

    def may_enter(self, user_id: int | None) -> bool:
        """Return whether the table is open to this user at all."""
        return not self.invited_only or user_id == self.host or user_id in self.seated or user_id in self.invited

    def may_watch(self, user_id: int | None) -> bool:
        """Return whether this user may watch.

        Players may always watch. Others may watch if the table admits them and either is open or allows spectators.
        """
        if user_id in self.seated:
            return True
        return self.may_enter(user_id) and (self.has_spectators or self.status == Status.OPEN)


def access_policy(match: Match, seated: Iterable[int] | None = None) -> AccessPolicy:
    """Return a match's access policy. Pass ``seated`` if the people in its seats are already known."""
    return AccessPolicy(
        status=match.status,
        has_spectators=match.has_spectators,
        invited_only=match.invited_only,
        host=match.created_by_id,
        seated=frozenset(_seated(match) if seated is None else seated),
        invited=invited_to(match) if match.invited_only else frozenset(),
    )


def may_watch(match: Match, user_id: int | None) -> bool:
    """Return whether this user may watch the match."""
    return access_policy(match).may_watch(user_id)


def may_sit(match: Match, user_id: int) -> bool:
    """Return whether this user may take a seat.

    The table must admit them, and neither the host nor a player may have blocked them.
    """
    policy = access_policy(match)
    return policy.may_enter(user_id) and not is_blocked_by(user_id, {policy.host, *policy.seated} - {user_id})


def invited_to(match: Match) -> frozenset[int]:
    """Return the ids of the users invited to a table.

    Users who declined may still join, but users removed by the host may not.
    """
    invited = Invitation.objects.filter(match=match).exclude(answer=Answer.SENT_AWAY)
    return frozenset(invited.values_list("user", flat=True))


def _seated(match: Match) -> list[int]:
    people = Seat.objects.filter(match=match, bot="", user__isnull=False)
    return [user for user in people.values_list("user", flat=True) if user is not None]
