"""The analysis of a finished match: its state and steps. docs/analysis.md explains the figures."""

from dataclasses import dataclass

import msgspec

from accounts.models import User
from games.bots.analysis import DealtPack, MatchLog, Step
from games.models import Analysis, AnalysisStatus, Match, Status
from games.state.access import may_watch
from games.state.match_log import read_log


def match_log(match: Match) -> MatchLog:
    """Return a finished match's log in the form that the analysis reads."""
    log = read_log(match.pk)
    return MatchLog(
        ruleset=match.ruleset,
        options=match.options,
        deals=[DealtPack(before, deal.dealer, deal.deck, deal.returned) for before, deal in log.deals],
        moves=[list(move) for move in log.moves],
    )


@dataclass(frozen=True, slots=True)
class AnalysisState:
    """The state of a match's analysis.

    ``status`` is empty if there is no analysis. ``steps`` is the number of steps, and ``done`` how many of them
    are finished. ``may_request`` says whether the reader may request an analysis.
    """

    status: str
    done: int
    steps: int
    may_request: bool

    @property
    def is_done(self) -> bool:
        """Return whether the analysis can be read."""
        return self.status == AnalysisStatus.DONE

    @property
    def has_failed(self) -> bool:
        """Return whether the analysis has failed and may be requested again."""
        return self.status == AnalysisStatus.FAILED

    @property
    def is_pending(self) -> bool:
        """Return whether the analysis is waiting or running."""
        return self.status in {AnalysisStatus.QUEUED, AnalysisStatus.RUNNING}

    @property
    def exists(self) -> bool:
        """Return whether there is an analysis, finished or not."""
        return self.is_done or self.is_pending


def analysis_state(match: Match, reader: User | None) -> AnalysisState:
    """Return the state of a match's analysis. The match must have been loaded using ``with_seats``."""
    row = Analysis.objects.filter(match=match).values("status", "done_steps", "all_steps").first()
    may_request = match.status == Status.FINISHED and may_have_analysed(match, reader)
    if row is None:
        return AnalysisState("", 0, 0, may_request)
    return AnalysisState(row["status"], row["done_steps"], row["all_steps"], may_request)


def may_have_analysed(match: Match, reader: User | None) -> bool:
    """Return whether the reader may have a finished match analysed.

    The players of the match may always do so, including guests. Anyone else needs an account and must be allowed to
    watch the match, and the match must be public. Guests and bots who did not play may not do so, because limits apply
    per account, and such accounts are easy to create.
    """
    if reader is None:
        return False
    if any(seat.user_id == reader.pk and not seat.bot for seat in match.seats.all()):
        return True
    is_person = reader.is_active and not (reader.is_guest or reader.is_bot or reader.is_suspended)
    return is_person and not match.is_private and may_watch(match, reader.pk)


def analysed_steps(match: Match) -> list[Step] | None:
    """Return the steps of a match's analysis, or None if the match has no finished analysis."""
    return _stored_steps(match, AnalysisStatus.DONE)


def steps_so_far(match: Match) -> list[Step]:
    """Return the steps that a match's running analysis has finished, or an empty list if no analysis is running."""
    return _stored_steps(match, AnalysisStatus.RUNNING) or []


def _stored_steps(match: Match, status: AnalysisStatus) -> list[Step] | None:
    stored = Analysis.objects.filter(match=match, status=status).values_list("steps", flat=True).first()
    return None if stored is None else msgspec.convert(stored, list[Step])
