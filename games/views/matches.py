"""Finished matches: the list, and each match's result, story, replay and record."""

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from games.comments.selectors import comments_of, may_comment
from games.moderation.reportable import reportable_players
from games.rendering.score_graph import score_graph
from games.rules import find_ruleset
from games.selectors.accuracy import accuracies_of
from games.selectors.analysis import analysis_state
from games.selectors.decisions import with_judgements
from games.selectors.end_of_match import story_json, way_to_play_again
from games.selectors.endings import ending_of
from games.selectors.hints import hints_used
from games.selectors.history import site_history
from games.selectors.keyset import BadCursorError
from games.selectors.match_story import reader_first, starting_at, story_of
from games.selectors.options import describe_options
from games.selectors.replay import record_of, replay_of
from games.selectors.ruleset_texts import board_texts
from games.selectors.summary import headline_of, result_of, seat_of, summarise
from games.services import rematch
from games.state.errors import ServiceError
from games.views.common import cursors, ended_or_404, reader, sign_in_first, table_or_404
from games.views.filter_forms import SiteFilter
from games.views.idempotency import open_match_once
from games.views.link_previews import match_card


@require_safe
def matches(request: HttpRequest) -> HttpResponse:
    """List the site's public matches that pass the filter, latest first.

    Filtering by player redirects to the player's page.
    """
    form = SiteFilter(request.GET)
    wanted = form.wanted
    if player := form.cleaned_data.get("player"):
        query = {name: request.GET[name] for name in ("ruleset", "rated", "since", "until") if request.GET.get(name)}
        return redirect(reverse("player_matches", args=[player.username], query=query))
    try:
        page = site_history(wanted, with_aborted=False, **cursors(request))
    except BadCursorError:
        return redirect("matches")
    return render(request, "games/matches/matches.html", {"page": page, "form": form})


@require_safe
def result(request: HttpRequest, code: str) -> HttpResponse:
    """Show how a match ended. Redirect to the table if the match is not over."""
    try:
        match = ended_or_404(code)
    except Http404:
        table_or_404(code, reader(request))
        return redirect("table", code=code)
    user, story, summary = reader(request), story_of(match), summarise(match)
    own_seat = seat_of(summary, user.username) if user else None
    own_side = 0
    if own_seat:
        own_side = next(number for number, side in enumerate(summary.sides) if own_seat in side.sitters)
        story = reader_first(story, own_side, own_seat.seat)
    context = {
        "match": summary,
        "headline": headline_of(summary, user.username if user else ""),
        # The scores say how a match ended by the rules, unless the story has a sentence.
        "ending": (
            story.ending
            if summary.counts and not summary.early_ending
            else ending_of(match, list(match.seats.all()), user.pk if user else None)
        ),
        "won": result_of(summary, user.username) if user else None,
        "own_seat": own_seat,
        "analysis": analysis_state(match, user),
        "accuracies": accuracies_of(match),
        "sides": starting_at(own_side, summary.sides),  # in the order of the story
        "story": story,
        "graph": score_graph(story),
        "options": describe_options(find_ruleset(match.ruleset), match.options),
        "hints": hints_used(match),
        "again": way_to_play_again(match, user),
        "comments": comments_of(match, user),
        "may_comment": may_comment(match, user),
        "card": match_card(request, match),
        "reportable": reportable_players(match, user),
    }
    return render(request, "games/matches/result.html", context)


@require_POST
def play_again(request: HttpRequest, code: str) -> HttpResponse:
    """Start another match against the same bots."""
    user = reader(request)
    if user is None:
        return sign_in_first(reverse("result", args=[code]))
    try:
        return open_match_once(request, user, partial(rematch.play_again, code=code, user=user))
    except ServiceError as error:
        messages.error(request, str(error))
        return redirect("result", code=code)


@require_safe
@gzip_page  # consecutive steps are similar, so this shrinks the page to a twentieth of its size
def replay(request: HttpRequest, code: str) -> HttpResponse:
    """Show a match step by step, from any seat or with all hands open. Players find their own seat at the bottom."""
    match, user = ended_or_404(code), reader(request)
    own_seat = next((seat.number for seat in match.seats.all() if user and seat.user_id == user.pk), None)
    context = {
        "match": summarise(match),
        "analysis": analysis_state(match, user),
        "data": {**board_texts(match), **with_judgements(match, replay_of(match)), "own_seat": own_seat},
        "card": match_card(request, match),
    }
    return render(request, "games/matches/replay.html", context)


@require_safe
def story(request: HttpRequest, code: str) -> HttpResponse:
    """Return a match's story as JSON: the scores after each deal, and statistics for each player."""
    return JsonResponse(story_json(ended_or_404(code)))


@require_safe
@gzip_page
def record(request: HttpRequest, code: str) -> HttpResponse:
    """Download the record of a match."""
    match = ended_or_404(code)
    response = JsonResponse(record_of(match).as_json(), json_dumps_params={"ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="ronda-{match.code}.json"'
    return response
