"""The analysis page in each of its states, and what other pages show about an analysis."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse

from accounts.guests import create_guest
from accounts.models import User
from games.bots.analysis import Decision, Step
from games.bots.evaluation import MoveValue
from games.bots.luck import FEWEST_DECISIONS
from games.models import Analysis, AnalysisStatus, Match
from games.services.analysis import claim_analysis, finish_analysis, request_analysis, save_progress
from games.services.leaving import resign_match
from games.services.results import void_match
from tests.views.conftest import finished_match, signed_in, start_match
from tests.views.shared_match import amina, badr, match  # noqa: F401  fixtures

BUTTON = "Analyse match"


@pytest.fixture(scope="module")
def played(shared_rows: None) -> tuple[User, User, Match]:
    """Two users, and their match with dozens of moves."""
    amina, badr = (User.objects.create_user(name) for name in ("amina", "badr"))
    return amina, badr, finished_match(amina, badr, options={"target": 21, "declarations": "automatic"})


def page_of(match: Match, user: User | None = None, name: str = "analysis", **query: Any) -> str:
    client = Client() if user is None else signed_in(user)
    return client.get(reverse(name, args=[match.code]), query).text


def finish(match: Match, by: User, steps: list[Step]) -> None:
    request_analysis(code=match.code, user=by)
    claim = claim_analysis()
    assert claim is not None
    finish_analysis(claim=claim, steps=steps)


def decision(number: int, loss: float, seat: int = 0) -> Step:
    values = [MoveValue(["play", "7C"], 1.0), MoveValue(["play", "12B"], 1.0 - loss)]
    return Step(number, [number / 10, -number / 10], False, Decision(seat, 1, values))


def steps_of(match: Match, *decisions: Step) -> list[Step]:
    """Return the steps of an analysis with these decisions."""
    found = {step.number: step for step in decisions}
    rest = (Step(number, [0.0, 0.0], number == 0, None) for number in range(match.moves.count() + 1))
    return [found.get(step.number, step) for step in rest]


# ---- before it exists ----


def test_everyone_with_an_account_gets_a_button_on_every_page_of_the_match(
    match: Match, amina: User, chadia: User
) -> None:
    for name in ("result", "replay", "analysis"):
        assert BUTTON in page_of(match, amina, name)
        assert BUTTON in page_of(match, chadia, name)
        assert BUTTON not in page_of(match, create_guest(), name)
        assert BUTTON not in page_of(match, name=name)


def test_others_are_told_who_can_request_it_and_where_to_sign_in_or_up(match: Match, amina: User) -> None:
    back = f"?next={quote(reverse('analysis', args=[match.code]))}"
    sign_in, sign_up = (reverse(name) + back for name in ("account_login", "account_signup"))
    assert f'href="{reverse("analysis", args=[match.code])}"' in page_of(match, name="replay")
    for name in ("result", "analysis"):
        assert "hasn’t been analysed" not in page_of(match, amina, name)
        for reader, way in ((create_guest(), sign_up), (None, sign_in)):
            page = page_of(match, reader, name)
            assert "Anyone with an account can request an analysis." in page
            assert way in page


def test_readers_of_a_private_match_are_told_that_its_players_can_request_it(match: Match, chadia: User) -> None:
    Match.objects.update(is_private=True)
    for name in ("result", "analysis"):
        assert BUTTON not in page_of(match, chadia, name)
        assert "Any of its players can request an analysis." in page_of(match, chadia, name)


def test_visitors_are_led_to_it_and_back(match: Match, amina: User) -> None:
    finish(match, amina, steps_of(match, decision(1, 0.5)))
    for name in ("result", "replay"):
        assert "hasn’t been analysed" not in page_of(match, name=name)
        assert f'href="{reverse("analysis", args=[match.code])}"' in page_of(match, name=name)
        assert f'href="{reverse(name, args=[match.code])}"' in page_of(match)


def test_a_match_that_runs_has_no_analysis(amina: User, badr: User) -> None:
    match = start_match(amina, badr)
    client = signed_in(amina)
    for name in ("analysis", "analysis_progress"):
        assert client.get(reverse(name, args=[match.code])).status_code == 404
    assert client.post(reverse("request_analysis", args=[match.code])).status_code == 404
    assert not Analysis.objects.exists()


def test_a_voided_match_says_why_it_has_none(match: Match, amina: User) -> None:
    void_match(code=match.code, moderator=User.objects.create_superuser("moderator"), reason="A test.")
    assert BUTTON not in page_of(match, amina, "result")
    assert "hasn’t been analysed" not in page_of(match, name="result")
    assert "nothing to analyse" in page_of(match, amina)
    signed_in(amina).post(reverse("request_analysis", args=[match.code]))
    assert not Analysis.objects.exists()


def test_the_button_requests_it_once_and_leads_to_its_progress(match: Match, amina: User) -> None:
    client = signed_in(amina)
    for _time in range(2):
        answer = client.post(reverse("request_analysis", args=[match.code]), follow=True)
        assert 'role="status"' in answer.text
        assert BUTTON not in answer.text
    assert Analysis.objects.count() == 1


def test_guests_who_did_not_play_and_visitors_cannot_request_it(match: Match) -> None:
    answer = signed_in(create_guest()).post(reverse("request_analysis", args=[match.code]), follow=True)
    assert "You can’t request an analysis of this match." in answer.text
    assert (
        Client()
        .post(reverse("request_analysis", args=[match.code]))
        .url.startswith(  # type: ignore[attr-defined]
            reverse("account_login")
        )
    )
    assert not Analysis.objects.exists()


def test_progress_is_told_to_everyone_who_may_see_the_result(match: Match, amina: User) -> None:
    address = reverse("analysis_progress", args=[match.code])
    assert Client().get(address).json() == {"status": "", "done": 0, "steps": 0}
    request_analysis(code=match.code, user=amina)
    Analysis.objects.update(done_steps=4)
    steps = match.moves.count() + 1
    assert Client().get(address).json() == {"status": "queued", "done": 4, "steps": steps}
    assert re.search(rf'<progress max="{steps}"\s+value="4"', page_of(match))


def test_what_it_has_found_so_far_is_shown_at_once(match: Match, amina: User) -> None:
    request_analysis(code=match.code, user=amina)
    claim = claim_analysis()
    assert claim is not None
    assert "cost most" not in page_of(match, amina)
    seat = match.seats.get(user=amina).number
    save_progress(claim=claim, steps=[decision(1, 0.5, seat), decision(2, 2.0, 1 - seat), decision(3, 3.0, seat)])
    page = page_of(match, amina)
    assert "amina: the costliest decisions so far" in page
    assert page.index("3.0 points given away") < page.index("0.5 points given away")
    assert "2.0 points given away" not in page
    assert "badr: the costliest decisions so far" in page_of(match, amina, seat=1 - seat)


def test_a_failed_analysis_can_be_tried_again(match: Match, amina: User) -> None:
    request_analysis(code=match.code, user=amina)
    Analysis.objects.update(status=AnalysisStatus.FAILED)
    assert "The analysis failed" in page_of(match, amina)
    assert "Try again" in page_of(match, amina)
    assert "Try again" not in page_of(match)
    signed_in(amina).post(reverse("request_analysis", args=[match.code]))
    assert Analysis.objects.get().status == "queued"


# ---- the report ----


def test_the_report_shows_the_reader_their_own_worst_decisions(match: Match, amina: User, badr: User) -> None:
    decisions = [decision(1, 0.5), decision(2, 2.0), decision(3, 0.0), decision(4, 3.0, seat=1)]
    finish(match, amina, steps_of(match, *decisions))
    seat = match.seats.get(user=amina).number
    page = page_of(match, amina, seat=0)
    assert "amina: the costliest decisions" in page
    assert page.index("2.0 points given away") < page.index("0.5 points given away")
    assert f"?move=2&amp;view={seat}" in page
    assert 'aria-label="7 of cups"' in page
    assert 'aria-label="rey (12) of clubs"' in page
    assert "badr: the costliest decisions" in page_of(match, badr)
    assert "amina: the costliest decisions" in page_of(match, badr, seat=0)
    assert "amina: the costliest decisions" in page_of(match, seat="nobody")


def test_costly_decisions_have_a_grade_and_are_counted_for_each_player(match: Match, amina: User) -> None:
    losses = [(3.0, 0), (2.9, 0), (1.0, 0), (0.9, 0), (0.3, 0), (0.2, 0), (5.0, 1)]
    decisions = [decision(number, loss, seat) for number, (loss, seat) in enumerate(losses, start=1)]
    finish(match, amina, [*steps_of(match, *decisions), *best_calls(FEWEST_DECISIONS)])
    page = page_of(match, amina, seat=0)
    assert "1 blunder, 2 mistakes, and 2 inaccuracies" in page
    assert "1 blunder, 0 mistakes, and 0 inaccuracies" in page
    listed = page[page.index("All decisions") :]
    loss = r'</span>\s*<span class="decision__loss">\s*([\d.]+) points given away'
    graded = re.findall(f"(?s)>(Blunder|Mistake|Inaccuracy){loss}", listed)
    assert graded == [
        ("Blunder", "3.0"),
        ("Mistake", "2.9"),
        ("Mistake", "1.0"),
        ("Inaccuracy", "0.9"),
        ("Inaccuracy", "0.3"),
    ]


def figures(page: str) -> list[list[float]]:
    """Return each player's points from luck, from their own decisions and from opponents’ decisions, and the result."""
    rows = re.findall(r"<tr.*?</tr>", page, re.DOTALL)[1:]
    numbers = [re.findall(r">\s*([+−]?\d+\.\d)\s*<", row) for row in rows]
    return [[float(number.replace("−", "-")) for number in row] for row in numbers]


def test_the_figures_of_every_player_add_up_to_the_result(match: Match, amina: User) -> None:
    judged = steps_of(match, decision(1, 0.54), decision(2, 2.27, seat=1), decision(3, 1.35))
    finish(match, amina, [*judged, *best_calls(FEWEST_DECISIONS)])
    rows = figures(page_of(match, amina))
    assert len(rows) == 2
    lead = match.sides[0] - match.sides[1]
    assert [row[3] for row in rows] == [lead, -lead]
    for luck, own, others, result in rows:
        assert luck + own + others == pytest.approx(result)
    assert rows[0][1] == pytest.approx(-1.9)


def test_the_graph_starts_at_zero_before_the_first_deal_and_ends_at_the_result(match: Match, amina: User) -> None:
    judged = steps_of(match, decision(1, 0.5), decision(2, 1.0, seat=1), *(decision(n, 0.5) for n in range(3, 7)))
    finish(match, amina, judged)
    source = re.search(r'<script id="course-data"[^>]*>(.*?)</script>', page_of(match, amina, seat=1), re.DOTALL)
    assert source is not None
    chart = json.loads(source[1])
    assert [chart[line][0] for line in ("lead", "luck", "skill")] == [0, 0, 0]
    assert chart["lead"][-1] == match.sides[1] - match.sides[0]
    assert all(
        lead == pytest.approx(luck + skill, abs=0.02)
        for lead, luck, skill in zip(chart["lead"], chart["luck"], chart["skill"], strict=True)
    )
    assert chart["numbers"] == [0, *range(match.moves.count() + 1)]


def test_a_match_without_decisions_says_so(match: Match, amina: User) -> None:
    finish(match, amina, steps_of(match))
    page = page_of(match, amina)
    assert "There were no decisions to judge." in page
    assert "All decisions" not in page
    assert "<table" not in page
    assert "ended early" not in page


def ended_early(amina: User, badr: User) -> Match:
    """Return a match that a player resigned right after the start."""
    match = start_match(amina, badr)
    resign_match(code=match.code, user_id=badr.pk)
    match.refresh_from_db()
    return match


def test_a_match_that_ended_before_any_decision_shows_no_figures(amina: User, badr: User) -> None:
    match = ended_early(amina, badr)
    finish(match, amina, steps_of(match))
    page = page_of(match, amina)
    assert "The match ended before there was anything to decide." in page
    assert "<table" not in page
    assert "course-data" not in page
    assert "0.0" not in page


def best_calls(number: int, seat: int = 0) -> list[Step]:
    """Return this many decisions that gave nothing away."""
    values = [MoveValue(["announce", "nothing"], 1.0), MoveValue(["announce", "ronda"], 0.0)]
    return [Step(1, [0.0, 0.0], False, Decision(seat, 0, values))] * number


def test_a_match_of_few_decisions_shows_them_but_no_figures(amina: User, badr: User) -> None:
    match = ended_early(amina, badr)
    finish(match, amina, [*steps_of(match), *best_calls(FEWEST_DECISIONS - 1)])
    page = page_of(match, amina, seat=0)
    assert "too few decisions to tell luck from skill" in page
    assert "<table" not in page
    assert "course-data" not in page
    assert "No inaccuracies, mistakes or blunders." in page
    for other in (page_of(match, amina, "result"), Client().get(reverse("player", args=["amina"])).text):
        assert "Accuracy" not in other


def test_a_match_that_ended_early_says_what_its_figures_cover(amina: User, badr: User) -> None:
    match = ended_early(amina, badr)
    finish(match, amina, [*steps_of(match), *best_calls(FEWEST_DECISIONS), *best_calls(1, seat=1)])
    page = page_of(match, amina)
    assert "The match ended early" in page
    assert f"at least {FEWEST_DECISIONS} decisions" in page
    accuracies = re.findall(r"(\d+)%|(–)", page[page.index("<tbody") : page.index("</tbody")])
    assert accuracies == [("100", ""), ("", "–")]


def test_faultless_play_is_praised(match: Match, amina: User) -> None:
    values = [MoveValue(["play", "7C"], 1.0), MoveValue(["announce", "nothing"], 0.0)]
    finish(match, amina, steps_of(match, Step(1, [0.0, 0.0], False, Decision(0, 0, values))))
    page = page_of(match, amina, seat=0)
    assert "No inaccuracies, mistakes or blunders." in page
    assert "Nothing" in page


def test_decisions_without_a_grade_are_not_among_the_costliest(match: Match, amina: User) -> None:
    finish(match, amina, steps_of(match, decision(1, 0.3), decision(2, 0.29), decision(3, 0.1, seat=1)))
    costliest = [page_of(match, amina, seat=seat).split("All decisions")[0] for seat in (0, 1)]
    assert re.findall(r"[\d.]+ points given away", costliest[0]) == ["0.3 points given away"]
    assert "No inaccuracies, mistakes or blunders." not in costliest[0]
    assert "given away" not in costliest[1]
    assert "No inaccuracies, mistakes or blunders." in costliest[1]


# ---- elsewhere ----


def test_accuracy_is_on_the_result_page_and_on_the_profile(match: Match, amina: User, chadia: User) -> None:
    assert "Accuracy" not in page_of(match, name="result")
    seat = match.seats.get(user=amina).number
    decisions = (decision(number, 0.5, seat=seat) for number in range(1, FEWEST_DECISIONS + 1))
    finish(match, amina, steps_of(match, *decisions))
    assert re.search(r"<th[^>]*>Accuracy</th>.*50%", page_of(match, name="result"), re.DOTALL)
    assert "analysis/" in page_of(match, chadia, "result"), "others may read it once it exists"
    profile = Client().get(reverse("player", args=["amina"])).text
    assert re.search(r"Accuracy in 1 analysed match\s.*50%", profile, re.DOTALL)


def test_the_replay_has_the_judged_decisions_and_jumps_to_mistakes(match: Match, amina: User) -> None:
    finish(match, amina, steps_of(match, decision(1, 0.5), decision(2, 1.5)))
    source = re.search(r'<script id="replay-data"[^>]*>(.*?)</script>', page_of(match, name="replay"), re.DOTALL)
    assert source is not None
    replay = json.loads(source[1])
    steps = replay["steps"]
    assert "decision" not in steps[0]
    assert steps[1]["decision"]["loss"] == "0.5"
    assert [choice["points"] for choice in steps[2]["decision"]["choices"]] == ["0.0", "−1.5"]
    assert [step["move"] for step in steps if "mistake" in step["highlights"]] == [2]
    assert replay["highlights"]["mistake"] == "Mistakes"
