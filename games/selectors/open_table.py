"""What the page of an open table shows beside its seats."""

from dataclasses import dataclass
from typing import Any

from games.models import Answer, Invitation, Match, Status


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Who is host, whether the match waits for his word, and whom he has asked: name and answer of each."""

    host: int
    host_starts: bool
    invited: list[tuple[str, str]]

    def as_json(self, host_seat: int | None, audience: int | None) -> dict[str, Any]:
        """The ``gathering`` of docs/protocol.md; whom the host has asked is the host's to know."""
        is_host = audience is not None and audience == host_seat
        return {
            "host": host_seat,
            "host_starts": self.host_starts,
            "invited": [{"name": name, "answer": answer} for name, answer in self.invited] if is_host else [],
        }


def read_open_table(match: Match) -> OpenTable | None:
    """What there is to know of an open table; None once it is not open."""
    if match.status != Status.OPEN:
        return None
    asked = Invitation.objects.filter(match=match).exclude(answer=Answer.SENT_AWAY).order_by("created")
    return OpenTable(match.created_by_id, match.host_starts, list(asked.values_list("user__username", "answer")))
