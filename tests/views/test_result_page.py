"""The result page: the deals, how the score developed, what the players did, and sharing."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Match, SeatStats, Status
from games.rendering.score_graph import score_graph
from games.rules.fair import join_pack
from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.rules.moves import Announce, Challenge
from games.selectors.match_story import story_of
from games.selectors.replay import load_ended
from games.selectors.ruleset_texts import board_texts
from games.selectors.sides import seat_names
from games.selectors.summary import headline_of, summarise
from games.services import dealing, leaving
from games.services.seating import start_quick_match
from tests.rating_factories import ended_match
from tests.rules.tables import stack
from tests.services.tables import cut_if_due, game_of, move_once
from tests.views.conftest import finished_match, signed_in, start_match

pytestmark = pytest.mark.django_db

HONEST = {"target": 5, "declarations": "automatic"}  # otherwise a wrong challenge may end the match, whatever the score


def result(match: Match) -> str:
    return Client().get(reverse("result", args=[match.code])).text


COUNTED = {
    "Caidas": "caidas_given",
    "Missas": "missas",
    "True calls": "true_calls",
    "Hidden rondas": "silent_calls",
    "Bluffs": "false_calls",
    "Bluffs caught": "caught",
}


def test_the_deals_add_up_to_the_final_score(amina: User, badr: User) -> None:
    match = finished_match(amina, badr, options={"target": 41})
    story = story_of(load_ended(match.code))
    assert len(story.deals) == match.deals.count()
    assert [side.score for side in story.deals[-1].sides] == match.sides
    assert [sum(deal.sides[side].points for deal in story.deals) for side in (0, 1)] == match.sides
    assert all(deal.is_complete for deal in story.deals)
    assert {deal.dealer for deal in story.deals[:2]} == {"amina", "badr"}  # by lot, then in turn
    counted = [deal for deal in story.deals if deal.sides[0].captured is not None]
    assert counted
    assert all(sum(side.captured or 0 for side in deal.sides) == 40 for deal in counted)
    assert (story.course[0], story.course[-1][1]) == ((0, (0, 0)), tuple(match.sides))
    assert story.moves == match.moves.count()


def test_players_find_themselves_first_in_the_tables_of_the_result(amina: User, badr: User) -> None:
    match = finished_match(amina, badr)
    path = reverse("result", args=[match.code])
    usual, own = Client().get(path).context["story"], signed_in(badr).get(path).context["story"]
    assert (usual.players, own.players) == (("amina", "badr"), ("badr", "amina"))
    assert signed_in(amina).get(path).context["story"] == usual
    assert own.sides == usual.sides[::-1]
    assert own.total.numbers == usual.total.numbers[::-1]
    assert [tally.numbers for tally in own.tallies] == [tally.numbers[::-1] for tally in usual.tallies]
    assert [deal.sides for deal in own.deals] == [deal.sides[::-1] for deal in usual.deals]
    assert own.course == tuple((move, scores[::-1]) for move, scores in usual.course)


@pytest.mark.parametrize("scoring", ["chips", "transfer"])
def test_the_sources_of_the_points_add_up_to_the_final_score(scoring: str, amina: User, badr: User) -> None:
    match = finished_match(amina, badr, options={"scoring": scoring})
    story = story_of(load_ended(match.code))
    assert [sum(points) for points in zip(*(source.numbers for source in story.sources), strict=True)] == match.sides
    page = result(match)
    assert "Where the points come from" in page
    assert ("were paid in cards, so only cards score." in page) == (scoring == "transfer")


def test_sources_are_explained_unless_their_events_have_several_explanations(amina: User, badr: User) -> None:
    story = story_of(load_ended(finished_match(amina, badr, options={"declarations": "automatic"}).code))
    glosses = {source.label: source.gloss for source in story.sources}
    assert glosses["Missas"] == "A capture that leaves the table empty."
    assert glosses["Caidas"] == glosses["Cards"] == ""


def test_what_the_players_did_is_what_their_statistics_count(amina: User, badr: User) -> None:
    match = finished_match(amina, badr)
    story = story_of(load_ended(match.code))
    assert story.players == ("amina", "badr")
    stats = SeatStats.objects.filter(seat__match=match).order_by("seat__number")
    stored = [(label, tuple(stats.values_list(name, flat=True))) for label, name in COUNTED.items()]
    assert [(tally.label, tally.numbers) for tally in story.tallies] == [line for line in stored if any(line[1])]
    assert len(story.tallies) < len(stored), "this match has a line of zeros, which is left out"


def test_a_number_is_not_shown_both_as_points_and_as_what_the_players_did(amina: User, badr: User) -> None:
    match = finished_match(amina, badr, options={"declarations": "automatic", "chain": False})
    story = story_of(load_ended(match.code))
    caidas = tuple(stats.caidas_given for stats in story.stats)  # each scores a point
    assert ("Caidas", caidas) in [(source.label, source.numbers) for source in story.sources]
    assert "Caidas" not in [tally.label for tally in story.tallies]


@pytest.mark.parametrize(
    "ruleset", sorted(set(Game.registry) - {"one-deck"})
)  # which has one deal, and usually few scores
def test_graphs_can_be_read_by_a_screen_reader(
    ruleset: str, amina: User, badr: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dealing, "_random", random.Random(1))  # some packs end a match at its first points
    has_target = "target" in [option.name for option in Game.registry[ruleset].options.options]
    options = {"target": 15} if has_target else {}
    match = finished_match(amina, *_guests(ruleset, badr), ruleset=ruleset, options=options, rated=False)
    story = story_of(load_ended(match.code))
    svg = ElementTree.fromstring(score_graph(story))  # noqa: S314  our own drawing
    assert svg.get("role") == "img"
    assert all(name in svg.get("aria-label", "") for name in story.sides)
    lines = [path for path in svg if "score-graph__line" in path.get("class", "")]
    assert len(lines) == len(story.sides)
    assert "Deal by deal" in result(match)


@pytest.mark.parametrize(("deals", "changes", "is_low"), [(1, 9, True), (2, 3, True), (2, 4, False)])
def test_a_graph_of_a_single_deal_or_of_few_scores_is_low(
    deals: int, changes: int, is_low: bool, amina: User, badr: User
) -> None:
    played = story_of(load_ended(finished_match(amina, badr, options=HONEST).code))
    course = tuple((move, (move, 0)) for move in range(changes + 1))
    story = replace(played, deals=played.deals[:1] * deals, course=course, target=None)
    box = ElementTree.fromstring(score_graph(story)).get("viewBox", "")  # noqa: S314  our own drawing
    assert (int(box.split()[-1]) < 150) == is_low


@pytest.mark.parametrize(("best", "top"), [(7, "10"), (10, "10"), (41, "60")])
def test_the_scale_of_a_graph_ends_at_a_label(best: int, top: str, amina: User, badr: User) -> None:
    played = story_of(load_ended(finished_match(amina, badr, options=HONEST).code))
    course = tuple((move, (move, 0)) for move in range(best + 1))
    story = replace(played, deals=played.deals[:1], course=course)  # the graph of several deals is higher
    svg = ElementTree.fromstring(score_graph(story))  # noqa: S314  our own drawing
    labels = [node.text for node in svg if node.get("text-anchor") == "end"]
    lines = [float(height) for path in svg for height in re.findall(r"V([\d.]+)", path.get("d", ""))]
    highest = min(float(node.get("y", "")) - 4 for node in svg if node.get("text-anchor") == "end")
    assert labels[-1] == top
    assert min(lines) >= highest


def test_a_single_deal_in_which_little_happened_has_no_graph(amina: User, badr: User) -> None:
    played = story_of(load_ended(finished_match(amina, badr, options=HONEST).code))
    story = replace(played, deals=played.deals[:1], course=((0, (0, 0)), (played.moves, (2, 0))), target=41)
    assert score_graph(story) == ""


def _guests(ruleset: str, first: User) -> list[User]:
    others = Game.registry[ruleset]().players - 2
    return [first, *(User.objects.create_user(f"guest{number}") for number in range(others))]


def test_a_match_that_was_resigned_has_an_unfinished_deal(amina: User, badr: User) -> None:
    match = start_match(amina, badr)
    cut_if_due(match)
    move_once(match)
    leaving.resign_match(code=match.code, user_id=amina.pk)
    assert "(not finished)" in result(match)


def test_a_match_without_a_deal_has_neither_deals_nor_graph(amina: User, badr: User) -> None:
    match = start_match(amina, badr)
    leaving.resign_match(code=match.code, user_id=amina.pk)
    page = result(match)
    assert "Deal by deal" not in page
    assert "score-graph" not in page.split("</head>")[1]


@pytest.mark.parametrize(
    ("seconds", "words"), [(10, "1 min"), (754, "13 min"), (3_900, "1 h 5 min"), (3 * 86_400, "3 days")]
)
def test_the_page_says_how_long_the_match_took(amina: User, badr: User, seconds: int, words: str) -> None:
    match = finished_match(amina, badr)
    assert match.started is not None
    match.finished = match.started + timedelta(seconds=seconds)
    assert summarise(match).duration == words


def test_a_result_can_be_shared_as_a_link_and_as_a_picture(amina: User, badr: User) -> None:
    match = finished_match(amina, badr)
    page = result(match)
    assert f'data-url="http://testserver{reverse("result", args=[match.code])}"' in page
    assert f'href="http://testserver{reverse("match_picture", args=[match.code])}' in page
    assert f'download="ronda-{match.code}.png"' in page


def test_bots_of_one_level_have_the_names_that_they_had_at_the_table(amina: User) -> None:
    match = start_quick_match(user=amina, ruleset="porrazo", options={"players": 3}, level="caballo")
    leaving.resign_match(code=match.code, user_id=amina.pk)
    at_table = ["amina", "Caballo Omar", "Caballo Salma"]
    assert board_texts(load_ended(match.code))["players"] == at_table
    summary = summarise(load_ended(match.code))
    assert [side.names for side in summary.sides] == at_table
    assert summary.winners == at_table[1:]
    bot = User.objects.get(site_bot="caballo")
    history, profile = reverse("player_matches", args=["amina"]), reverse("player", args=["amina"])
    pages = [reverse(page, args=[match.code]) for page in ("result", "analysis")]
    for page in (*pages, history, profile):
        text = signed_in(amina).get(page).text
        assert all(f"<bdi>{name}</bdi>" in text for name in at_table[1:]), page
    link = f'<a href="{reverse("player", args=[bot.username])}"><bdi>Caballo Omar</bdi></a>'
    assert link in result(match)


def test_one_click_plays_again_against_the_same_bots(amina: User, badr: User) -> None:
    match = start_quick_match(user=amina, ruleset="porrazo", options={"players": 3}, level="caballo")
    leaving.resign_match(code=match.code, user_id=amina.pk)
    address = reverse("play_again", args=[match.code])
    assert f'action="{address}"' in signed_in(amina).get(reverse("result", args=[match.code])).text
    answers = [signed_in(amina).post(address) for _click in range(2)]
    new = Match.objects.exclude(pk=match.pk).get()  # a double click opens only one table
    assert {answer.url for answer in answers} == {reverse("table", args=[new.code])}
    assert (new.ruleset, new.options, new.status) == ("porrazo", match.options, Status.RUNNING)
    assert signed_in(badr).post(address).url == reverse("result", args=[match.code])  # that page says why
    assert Client().post(address).url == f"{reverse('account_login')}?next={reverse('result', args=[match.code])}"


def test_people_play_again_at_their_table_and_later_at_a_new_one(amina: User, badr: User) -> None:
    match = finished_match(amina, badr)
    page = reverse("result", args=[match.code])
    assert f'href="{reverse("table", args=[match.code])}">Play again' in signed_in(amina).get(page).text
    Match.objects.filter(pk=match.pk).update(finished=timezone.now() - timedelta(hours=1))
    new_table = reverse("new_table", query={"ruleset": "moroccan"})
    assert f'href="{new_table}">Play again' in signed_in(amina).get(page).text
    assert "Play again" not in result(match)


def test_the_heading_is_for_the_reader(amina: User, badr: User, chadia: User, client: Client) -> None:
    match = finished_match(amina, badr, options=HONEST)
    winner, loser = (amina, badr) if match.winners == [0] else (badr, amina)
    address = reverse("result", args=[match.code])
    won, lost = sorted(match.sides, reverse=True)
    headings = [
        (winner, f"You won {won}–{lost}"),
        (loser, f"You lost {lost}–{won}"),
        (chadia, f"{winner.username} won {won}–{lost}"),
    ]
    for reader, heading in headings:
        page = signed_in(reader).get(address).text
        assert re.findall(r"<h1>\s*(.*?)\s*</h1>", page) == [heading]
        laurels = page.count('class="laurel"')
        assert laurels == (1 if reader is loser else 2), "one in the winner's row, one beside their name in the heading"
        change = re.search(r'is-(gain|loss)"><bdi dir="ltr">(.*?)</bdi>', page)
        assert (change and change[2]) == {winner: "+20", loser: "−20"}.get(reader)
    assert f"{winner.username} won {won}–{lost}" in client.get(address).text


def test_the_heading_gives_no_score_that_did_not_decide_the_match(amina: User, badr: User, chadia: User) -> None:
    match = start_match(amina, badr)
    leaving.resign_match(code=match.code, user_id=badr.pk)
    summary = summarise(load_ended(match.code))
    assert [headline_of(summary, name) for name in ("amina", "badr", "")] == ["You won", "You lost", "amina won"]
    three = finished_match(amina, badr, chadia, options={**HONEST, "players": 3}, rated=False)
    summary = summarise(load_ended(three.code))
    (winner,) = summary.winners
    assert headline_of(summary) == f"{winner} won"
    assert headline_of(summary, winner) == "You won"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("ronda", "{caller}’s call was true, so {other}’s challenge lost the match."),
        ("tringa", "{caller}’s call was false, and the points for it decided the match."),
    ],
)
def test_the_page_says_how_a_challenge_decided_the_match(
    amina: User, badr: User, monkeypatch: pytest.MonkeyPatch, call: str, words: str
) -> None:
    dealt = stack(Moroccan.pack, "1C 1S 6S", "2O 4O 6O", "3O 5O 7O 11O")
    monkeypatch.setattr(dealing, "shuffle_pack", lambda _pack: join_pack(dealt, 20))
    match = cut_if_due(start_match(amina, badr))
    caller = game_of(match).to_act
    move_once(match, Announce(caller, "announce", call))
    move_once(match, Challenge(1 - caller, "challenge", caller))
    names = seat_names(match)
    assert words.format(caller=names[caller], other=names[1 - caller]) in result(match)


def test_a_draw_is_named_with_its_score(amina: User, badr: User) -> None:
    match = finished_match(amina, badr)
    drawn = replace(summarise(load_ended(match.code)), draw=True)
    drawn = replace(drawn, sides=tuple(replace(side, score=20, won=False) for side in drawn.sides))
    assert headline_of(drawn, "amina") == headline_of(drawn) == "Draw, 20–20"


def test_the_scores_have_the_order_of_the_other_tables(amina: User, badr: User, chadia: User) -> None:
    match = ended_match([amina, badr, chadia], [17, 48, 49], [1], ruleset="porrazo", options={"players": 3})
    own = signed_in(badr).get(reverse("result", args=[match.code])).text
    for page, expected in ((result(match), ["17", "48", "49"]), (own, ["48", "49", "17"])):
        assert re.findall(r'<td class="number scoreboard__score">(\d+)</td>', page) == expected
