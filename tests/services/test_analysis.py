"""Requesting the analysis of a match, and the processes that carry out one analysis at a time."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.guests import create_guest
from accounts.models import User
from accounts.sanctions import impose_sanction
from games.bots.analysis import Decision, Step
from games.bots.evaluation import MoveValue
from games.models import Analysis, AnalysisStatus, Match
from games.selectors.analysis import analysed_steps, steps_so_far
from games.services import analysis as analyses
from games.services import leaving, results
from games.services.analysis import (
    MOST_ATTEMPTS,
    MOST_REQUESTS,
    Claim,
    analyses_wait,
    claim_analysis,
    fail_analysis,
    finish_analysis,
    release_analysis,
    request_analysis,
    save_progress,
)
from games.state.errors import Busy, Forbidden, NotFound, Unavailable
from tests.services.tables import open_table, play_short_match


@pytest.fixture
def match(anna: User, badr: User) -> Match:
    return play_short_match(anna, badr)


def claimed() -> Claim:
    """Claim the analysis that has been waiting the longest."""
    claim = claim_analysis()
    assert claim is not None
    return claim


def status_of(match: Match) -> tuple[str, int]:
    row = Analysis.objects.get(match=match)
    return row.status, row.attempts


def steps_with(*losses: float, seat: int = 0) -> list[Step]:
    """Return one step for each of ``losses``, in which the seat gives away that many points."""
    return [
        Step(number, [0.0, 0.0], False, Decision(seat, 1, [MoveValue(["play", "1C"], 9.0 + loss), MoveValue([], 9.0)]))
        for number, loss in enumerate(losses)
    ]


# ---- requests ----


def test_a_player_requests_an_analysis(match: Match, anna: User) -> None:
    request_analysis(code=match.code, user=anna)
    row = Analysis.objects.get(match=match)
    assert (row.status, row.requested_by, row.all_steps) == ("queued", anna, match.moves.count() + 1)
    assert analyses_wait()


def test_a_guest_may_request_one_too(anna: User) -> None:
    guest = create_guest()
    match = play_short_match(anna, guest)
    assert request_analysis(code=match.code, user=guest).status == "queued"


def test_requests_by_both_players_are_one_job(match: Match, anna: User, badr: User) -> None:
    for user in (anna, badr, anna):
        request_analysis(code=match.code, user=user)
    claim = claimed()
    request_analysis(code=match.code, user=badr)
    assert claim_analysis() is None
    finish_analysis(claim=claim, steps=steps_with(1.0))
    assert request_analysis(code=match.code, user=badr).status == "done"
    assert not analyses_wait()
    assert Analysis.objects.count() == 1


def test_anyone_with_an_account_may_request_that_of_a_public_match(match: Match, chama: User) -> None:
    assert request_analysis(code=match.code, user=chama).requested_by == chama
    with pytest.raises(NotFound):
        request_analysis(code="nothing", user=chama)


@pytest.mark.parametrize("who", ["guest", "bot", "suspended"])
def test_others_without_an_account_in_good_standing_may_not(match: Match, chama: User, who: str) -> None:
    user = create_guest() if who == "guest" else chama
    if who == "bot":
        User.objects.filter(pk=user.pk).update(is_bot=True, operator=match.created_by)
    elif who == "suspended":
        impose_sanction(
            whom=user, by=User.objects.create_superuser("moderator"), measure="suspend", reason="r", message="m"
        )
    user.refresh_from_db()
    with pytest.raises(Forbidden):
        request_analysis(code=match.code, user=user)
    assert not Analysis.objects.exists()


@pytest.mark.parametrize("closed", [{"is_private": True}, {"has_spectators": False}, {"invited_only": True}])
def test_only_players_may_request_that_of_a_match_that_others_could_not_watch(
    match: Match, badr: User, chama: User, closed: dict[str, bool]
) -> None:
    Match.objects.filter(pk=match.pk).update(**closed)
    with pytest.raises(Forbidden):
        request_analysis(code=match.code, user=chama)
    assert request_analysis(code=match.code, user=badr).status == "queued"


def test_a_running_match_is_not_analysed(anna: User, badr: User) -> None:
    match = open_table(anna, badr)
    with pytest.raises(Unavailable):
        request_analysis(code=match.code, user=anna)
    assert not analyses_wait()


def test_an_aborted_match_is_not_analysed(anna: User, badr: User) -> None:
    match = open_table(anna, badr)
    leaving.abort_match(code=match.code, user_id=anna.pk)
    with pytest.raises(Unavailable):
        request_analysis(code=match.code, user=anna)


def test_a_voided_match_is_not_analysed(match: Match, anna: User) -> None:
    results.void_match(code=match.code, moderator=User.objects.create_superuser("moderator"), reason="A test.")
    with pytest.raises(Unavailable):
        request_analysis(code=match.code, user=anna)


def test_an_account_has_one_unfinished_analysis_at_a_time(match: Match, anna: User, badr: User) -> None:
    other = play_short_match(anna, badr)
    request_analysis(code=match.code, user=anna)
    with pytest.raises(Busy):
        request_analysis(code=other.code, user=anna)
    request_analysis(code=other.code, user=badr)
    claim = claimed()
    finish_analysis(claim=claim, steps=steps_with())
    assert request_analysis(code=other.code, user=anna).status == "queued"


def test_requests_are_limited(match: Match, anna: User, badr: User, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_REQUESTS > 2
    monkeypatch.setattr(analyses, "MOST_REQUESTS", 1)
    request_analysis(code=match.code, user=anna)
    Analysis.objects.update(status=AnalysisStatus.DONE)
    with pytest.raises(Busy):
        request_analysis(code=play_short_match(anna, badr).code, user=anna)
    assert request_analysis(code=match.code, user=anna).status == "done", "reading what exists is not limited"


def test_requests_of_a_reader_are_limited_and_leave_those_of_the_players(
    match: Match, anna: User, badr: User, chama: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "MOST_REQUESTS", 1)
    other = play_short_match(anna, badr)
    request_analysis(code=match.code, user=chama)
    with pytest.raises(Busy):
        request_analysis(code=other.code, user=chama)
    finish_analysis(claim=claimed(), steps=steps_with())
    with pytest.raises(Busy):
        request_analysis(code=other.code, user=chama)
    assert request_analysis(code=other.code, user=anna).status == "queued"


# ---- claims ----


def test_a_claimed_analysis_has_the_log_of_its_match(match: Match, anna: User) -> None:
    request_analysis(code=match.code, user=anna)
    claim = claimed()
    assert len(claim.log.moves) == match.moves.count()
    assert [pack.before_move for pack in claim.log.deals] == [deal.before_move for deal in match.deals.all()]
    assert status_of(match) == ("running", 1)


def test_progress_is_shown_and_renews_the_claim(match: Match, anna: User) -> None:
    request_analysis(code=match.code, user=anna)
    claim = claimed()
    Analysis.objects.update(leased_until=timezone.now() + timedelta(seconds=1))
    steps = steps_with(1.0)
    assert save_progress(claim=claim, steps=steps)
    row = Analysis.objects.get(match=match)
    assert row.done_steps == len(steps)
    assert steps_so_far(match) == steps
    assert analysed_steps(match) is None
    assert row.leased_until is not None
    assert row.leased_until > timezone.now() + timedelta(seconds=20)


def test_another_process_takes_over_after_one_has_died(match: Match, anna: User) -> None:
    request_analysis(code=match.code, user=anna)
    died = claimed()
    assert not analyses_wait()
    lose_claims()
    assert analyses_wait()
    second = claimed()
    assert steps_so_far(match) == []
    assert not save_progress(claim=died, steps=steps_with(1.0)), "a process that was only slow has lost its claim"
    finish_analysis(claim=died, steps=steps_with(1.0))
    assert status_of(match) == ("running", 2)
    finish_analysis(claim=second, steps=steps_with(2.0))
    assert status_of(match) == ("done", 2)


def lose_claims() -> None:
    """Let all claims expire."""
    Analysis.objects.update(leased_until=timezone.now() - timedelta(seconds=1))


def test_after_several_processes_have_died_it_has_failed_and_can_be_requested_again(match: Match, anna: User) -> None:
    request_analysis(code=match.code, user=anna)
    for _attempt in range(MOST_ATTEMPTS):
        assert claim_analysis() is not None
        lose_claims()
    assert claim_analysis() is None
    assert status_of(match)[0] == "failed"
    assert request_analysis(code=match.code, user=anna).status == "queued"
    assert claim_analysis() is not None
    assert status_of(match) == ("running", 1)


def test_a_failed_one_does_not_keep_others_waiting(match: Match, anna: User, badr: User) -> None:
    request_analysis(code=match.code, user=anna)
    Analysis.objects.update(attempts=MOST_ATTEMPTS)
    other = play_short_match(anna, badr)
    request_analysis(code=other.code, user=badr)
    claim = claimed()
    assert claim.match_id == other.pk


def test_a_process_that_shuts_down_gives_its_analysis_back(match: Match, anna: User) -> None:
    request_analysis(code=match.code, user=anna)
    claim = claimed()
    release_analysis(claim=claim)
    assert status_of(match) == ("queued", 0)
    assert claim_analysis() is not None


def test_the_longest_waiting_comes_first(match: Match, anna: User, badr: User) -> None:
    other = play_short_match(anna, badr)
    request_analysis(code=other.code, user=badr)
    request_analysis(code=match.code, user=anna)
    claims = [claim_analysis(), claim_analysis()]
    assert [claim.match_id for claim in claims if claim] == [other.pk, match.pk]


def test_a_failure_is_recorded(match: Match, anna: User) -> None:
    request_analysis(code=match.code, user=anna)
    claim = claimed()
    fail_analysis(claim=claim)
    assert status_of(match) == ("failed", 1)
    assert not analyses_wait()
