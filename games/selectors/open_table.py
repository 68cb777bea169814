"""An open table's host, start mode and invitations."""

from dataclasses import dataclass
from typing import Any

from games.models import Answer, Invitation, Match, Status


@dataclass(frozen=True, slots=True)
class OpenTable:
    """An open table's host, start mode and invitations. ``invited`` contains the players' names and answers."""

    host: int
    host_starts: bool
    invited: list[tuple[str, str]]

    def as_json(self, host_seat: int | None, audience: int | None) -> dict[str, Any]:
        """Return the ``gathering`` object defined in docs/protocol.md. Only the host sees the invited players."""
        is_host = audience is not None and audience == host_seat
        return {
            "host": host_seat,
            "host_starts": self.host_starts,
            "invited": [{"name": name, "answer": answer} for name, answer in self.invited] if is_host else [],
        }


def read_open_table(match: Match) -> OpenTable | None:
    """Return an open table's host, start mode and invitations, or None if the match is not open."""
    if match.status != Status.OPEN:
        return None
    asked = Invitation.objects.filter(match=match).exclude(answer=Answer.SENT_AWAY).order_by("created")
    return OpenTable(match.created_by_id, match.host_starts, list(asked.values_list("user__username", "answer")))
