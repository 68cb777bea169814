"""The home page: open tables, matches to watch, and who is online."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import LastSeen, User
from accounts.online import ONLINE_FOR, mark_online
from accounts.services import block_user, mute_user
from games.models import Clock, Match, Rating, Seat, Status
from games.models.lobby import PRESENT
from games.rendering.lobby import render_lobby
from games.selectors import small_board
from games.selectors.lobby import hosts_apart, lobby_mark, read_lobby
from games.services import seating
from games.services.pairing import cancel_seek, extend_seeks, seek_match
from games.services.results import void_match
from games.state.match_log import replay_match
from tests.services.tables import cut, cut_if_due
from tests.views.conftest import finished_match, open_table, signed_in, start_match

HOME = reverse("home")


def test_a_visitor_reads_what_the_site_is_and_how_to_sign_up(client: Client, db: None) -> None:
    page = client.get(HOME).content.decode()
    assert reverse("account_signup") in page
    assert "No open tables right now" in page
    assert reverse("quick") in page
    assert f'href="{reverse("learn")}">Learn in 3 minutes' in page


def test_without_tables_the_home_page_has_one_empty_panel(client: Client, db: None) -> None:
    page = client.get(HOME).text
    assert page.count('class="empty-state" >') == 1
    assert re.search(r'id="live-matches" class="card-panel"\s+hidden', page)


def test_the_lobby_lists_open_tables_with_a_free_seat(amina: User, badr: User) -> None:
    match = open_table(amina)
    page = signed_in(badr).get(HOME).content.decode()
    assert reverse("sit", args=[match.code]) in page
    assert "amina" in page


def test_tables_of_players_who_blocked_each_other_are_not_listed(amina: User, badr: User, chadia: User) -> None:
    codes = {host: open_table(host, rated=False).code for host in (amina, badr)}
    block_user(by=amina, whom=chadia)
    mute_user(by=chadia, whom=badr)
    page = signed_in(chadia).get(HOME).text
    assert codes[amina] not in page
    assert codes[badr] in page  # muting does not prevent playing together
    assert codes[badr] in signed_in(amina).get(HOME).text
    block_user(by=chadia, whom=badr)
    assert codes[badr] not in signed_in(chadia).get(HOME).text
    assert codes[badr] in signed_in(amina).get(HOME).text
    apart = hosts_apart({"amina", "badr"}, {amina.pk, badr.pk, chadia.pk})
    assert apart == {chadia.pk: frozenset({"amina", "badr"})}


def test_a_private_table_is_listed_only_for_its_players(amina: User, badr: User, client: Client) -> None:
    match = open_table(amina, private=True)
    assert match.code not in client.get(HOME).content.decode()
    assert match.code not in signed_in(badr).get(HOME).content.decode()
    assert match.code in signed_in(amina).get(HOME).content.decode()
    seating.take_seat(code=match.code, user=badr)
    assert match.code not in client.get(HOME).content.decode()


def test_running_public_matches_can_be_watched_and_own_ones_resumed(amina: User, badr: User, client: Client) -> None:
    match = start_match(amina, badr)
    table = reverse("table", args=[match.code])
    watch = re.compile(r'class="button[^>]*>\s*Watch\s*<')
    assert watch.search(visitor := client.get(HOME).content.decode())
    assert table in visitor
    own = signed_in(amina).get(HOME).content.decode()
    assert "Your tables" in own
    assert not watch.search(own)


def test_the_lobby_takes_the_same_number_of_queries_however_many_tables_there_are(
    amina: User, badr: User, chadia: User, django_assert_num_queries: object
) -> None:
    client = signed_in(chadia)
    for count in (1, 4):
        for _ in range(count):
            open_table(amina)
            start_match(amina, badr)
            start_match(chadia, badr)
        with django_assert_num_queries(31):  # type: ignore[operator]  # seven of them find and load the featured match
            client.get(HOME)


def test_an_open_table_shows_host_seats_clock_ratings_and_whether_it_is_rated(
    amina: User, badr: User, client: Client
) -> None:
    match = seating.open_match(
        user=amina,
        ruleset="moroccan",
        options={"players": 4},
        private=False,
        rated=True,
        clock=Clock.parse("600+10"),
        table_settings=seating.TableSettings(rating_min=1400, rating_max=1600),
    )
    seating.take_seat(code=match.code, user=badr)
    row = re.search(r"<tr data-code.*?</tr>", client.get(HOME).content.decode(), re.S)
    assert row
    words = " ".join(re.sub(r"<[^>]+>", " ", row[0]).split())
    words_of_table = "amina host badr 2 free seats Moroccan Ronda · 4 players, partners&nbsp;· 10 min + 10 s per turn"
    assert words.startswith(words_of_table)
    assert "rated rated 1400 to 1600" in words


def test_the_pushed_lobby_is_the_same_for_all_and_contains_no_csrf_token(amina: User, badr: User) -> None:
    open_table(amina)
    assert "csrfmiddlewaretoken" not in render_lobby(read_lobby())
    assert "csrfmiddlewaretoken" in signed_in(badr).get(HOME).content.decode()


def test_full_tables_and_matches_without_spectators_are_not_listed(amina: User, badr: User, client: Client) -> None:
    full = open_table(amina, table_settings=seating.TableSettings(host_starts=True))
    seating.take_seat(code=full.code, user=badr)
    closed = start_match(amina, badr, table_settings=seating.TableSettings(has_spectators=False))
    page = client.get(HOME).content.decode()
    assert full.code not in page
    assert closed.code not in page


def test_own_tables_say_how_long_ago_the_last_move_was(amina: User, badr: User) -> None:
    match = start_match(amina, badr)
    Match.objects.filter(pk=match.pk).update(turn_began=timezone.now() - timedelta(days=3))
    words = "Last move: 3 days ago"
    assert words in signed_in(amina).get(HOME).text
    assert "Last move" not in render_lobby(read_lobby())


def test_a_visitor_who_plays_as_a_guest_seeks_an_opponent(client: Client, db: None) -> None:
    page = client.get(HOME).text
    assert page.count("Play as a guest") == 1
    response = client.post(reverse("be_guest"), {"ruleset": "mufts", "clock": "600+10", "rated": "on"})
    assert response.url == f"{HOME}?seek=mufts%2C600%2B10%2Ccasual"  # type: ignore[attr-defined]
    assert client.post(reverse("be_guest"), {"ruleset": "poker"}).url == HOME  # type: ignore[attr-defined]
    assert User.objects.filter(is_guest=True).count() == 1


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def seek_rows(client: Client) -> list[str]:
    rows = re.findall(r'<tr data-ruleset="[^"]*" data-people.*?</tr>', client.get(HOME).text, re.S)
    return [text_of(row) for row in rows]


def test_seeks_are_listed_for_other_people_while_their_page_renews_them(amina: User, badr: User, chadia: User) -> None:
    seek = seek_match(user_id=amina.pk, ruleset="moroccan", clock="300+10", rated=True)
    seek_match(user_id=badr.pk, ruleset="mufts", clock="600+10", rated=False)
    rows = [
        "amina Moroccan Ronda · 5 min + 10 s per turn rated Play amina",
        "badr MUFTS · 10 min + 10 s per turn casual Play badr",
    ]
    assert seek_rows(Client()) == rows
    assert len(seek_rows(signed_in(amina))) == 1, "their own seek is shown elsewhere"
    block_user(by=badr, whom=chadia)
    assert seek_rows(signed_in(chadia)) == rows[:1]
    seek.alive_until -= PRESENT
    seek.save()
    assert seek_rows(Client()) == rows[1:]
    extend_seeks(user_ids=[amina.pk])
    assert seek_rows(Client()) == rows


def test_ratings_are_shown_for_seeks_and_tables(amina: User, badr: User) -> None:
    Rating.objects.create(user=amina, ruleset="moroccan", size_class="2", value=1612, ranked=True)
    Rating.objects.create(user=badr, ruleset="moroccan", size_class="2", value=1498)
    seek_match(user_id=amina.pk, ruleset="moroccan", clock="300+10", rated=True)
    assert seek_rows(Client())[0].startswith("amina 1612 Moroccan")
    open_table(badr)
    assert "badr 1498 ? 1 free seat" in text_of(Client().get(HOME).text)
    cancel_seek(user_id=amina.pk)
    cut(start_match(amina, badr, rated=False, clock=Clock.parse("3d")))
    start_match(amina, badr)
    assert "amina 1612 against badr 1498 ?" in text_of(Client().get(HOME).text)


def test_the_seeks_of_bots_are_not_listed(amina: User) -> None:
    seek_match(user_id=amina.pk, ruleset="moroccan", clock="300+10", rated=False)
    User.objects.filter(pk=amina.pk).update(is_bot=True)
    assert not seek_rows(Client())


def test_every_change_of_a_seek_changes_the_mark_of_the_lobby(amina: User) -> None:
    marks = [lobby_mark()]
    for clock, rated in (("300+10", True), ("300+10", False), ("600+10", False)):
        seek_match(user_id=amina.pk, ruleset="moroccan", clock=clock, rated=rated)
        marks.append(lobby_mark())
    cancel_seek(user_id=amina.pk)
    assert lobby_mark() == marks[0]
    assert len({str(mark) for mark in marks}) == 4


def test_answering_a_seek_starts_the_same_seek_or_asks_for_an_account(amina: User) -> None:
    terms = {"ruleset": "moroccan", "clock": "300+10"}
    wanted = f"{HOME}?seek=moroccan%2C300%2B10%2C"

    def answer(client: Client, **fields: str) -> str:
        return str(client.post(reverse("answer_seek"), {**terms, **fields}).url)  # type: ignore[attr-defined]

    member, guest = signed_in(amina), Client()
    assert answer(member, rated="on") == f"{wanted}rated"
    assert answer(member) == f"{wanted}casual"
    assert answer(Client(), rated="on").startswith(reverse("account_login"))
    assert not User.objects.filter(is_guest=True).exists()
    assert answer(guest) == f"{wanted}casual"
    assert answer(guest, rated="on").startswith(reverse("account_signup"))
    assert "You need an account for rated matches" in guest.get(reverse("account_signup")).text
    assert answer(member, ruleset="poker") == HOME


def test_the_page_shows_how_many_people_are_online_and_play(amina: User, badr: User, client: Client) -> None:
    assert "online" not in client.get(HOME).text
    mark_online(user_ids=[amina.pk, badr.pk])
    start_match(amina, badr)
    start_match(amina, badr, private=True)  # neither counted nor shown
    page = " ".join(re.sub(r"<[^>]+>", "", client.get(HOME).text).split())
    assert "2 players online" in page
    assert "1 match being played" in page


def test_a_live_match_is_shown_as_a_small_board_without_anyones_hand(amina: User, badr: User, client: Client) -> None:
    start_match(amina, badr, private=True)
    start_match(amina, badr, table_settings=seating.TableSettings(has_spectators=False))
    assert "featured" not in client.get(HOME).text.split("<main")[1]
    match = start_match(amina, badr)
    assert "small-table" not in client.get(HOME).text, "before the cut, there is nothing to show"
    cut(match)
    board = client.get(HOME).text.split('class="small-table"')[1].split("</ul>")[0]
    game = replay_match(match)[0]
    shown = re.findall(r'#(\w+)"', board)
    assert shown == list(game.table)
    assert not set(shown) & {card for hand in game.hands for card in hand}


def test_a_live_match_with_an_empty_table_is_not_shown(
    amina: User, badr: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = start_match(amina, badr)
    cut(match)
    assert "small-table" in client.get(HOME).text
    monkeypatch.setattr(small_board, "public_view", lambda _code: {"table": [], "scores": [0, 0]})
    assert "small-table" not in client.get(HOME).text


def test_only_a_match_that_people_are_playing_is_shown_as_live(amina: User, badr: User, client: Client) -> None:
    ended = finished_match(amina, badr)
    quick = seating.start_quick_match(user=badr, ruleset="moroccan", options={})
    mark_online(user_ids=[badr.pk])
    assert cut_if_due(quick).turn is not None
    assert "Live now" in client.get(HOME).text
    Seat.objects.filter(match=quick, bot="").update(stand_in="sota")
    assert "Live now" not in client.get(HOME).text, "only bots play"
    Seat.objects.filter(match=quick).update(stand_in="")
    Match.objects.filter(pk=quick.pk).update(turn_began=timezone.now() - timedelta(minutes=3))
    page = client.get(HOME).text
    assert "Live now" not in page
    assert reverse("replay", args=[ended.code]) in page.split("Just played")[1].split("</section>")[0]
    assert [match.code for match in read_lobby().running] == [quick.code], "it can still be watched"


def test_the_match_on_the_small_board_is_not_listed_again(amina: User, badr: User, client: Client) -> None:
    on_board = start_match(amina, badr)
    cut(on_board)
    page = client.get(HOME).text
    assert page.count(reverse("table", args=[on_board.code])) == 1
    assert re.search(r'id="live-matches" class="card-panel"\s+hidden', page), "it is the only one"
    other = start_match(amina, badr, rated=False, clock=Clock.parse("3d"))
    page = client.get(HOME).text
    assert page.count(reverse("table", args=[on_board.code])) == 1
    assert re.findall(r'<tr data-code="(\w+)"', page) == [other.code]
    assert not re.search(r'id="live-matches" class="card-panel"\s+hidden', page)


def test_rated_matches_and_those_with_a_clock_come_before_newer_matches_against_bots(
    amina: User, badr: User, chadia: User
) -> None:
    timed = start_match(amina, badr, rated=False, clock=Clock.parse("3d"))
    rated = start_match(amina, badr)
    bots = seating.start_quick_match(user=chadia, ruleset="moroccan", options={})
    mark_online(user_ids=[chadia.pk])
    assert [match.code for match in read_lobby().running] == [rated.code, timed.code, bots.code]


def test_without_a_live_match_the_last_rated_one_is_shown_and_the_others_are_listed(
    amina: User, badr: User, client: Client
) -> None:
    rated = finished_match(amina, badr)
    casual = finished_match(amina, badr, rated=False)
    featured, latest = client.get(HOME).text.split("Just played")[1].split("Latest matches", 1)
    assert reverse("replay", args=[rated.code]) in featured.split("</section>")[0]
    assert re.findall(r"/matches/(\w+)/replay/", latest) == [casual.code]
    void_match(code=rated.code, moderator=User.objects.create_superuser("judge"), reason="a test")
    assert (
        reverse("replay", args=[rated.code]) not in client.get(HOME).text.split("Just played")[1].split("</section>")[0]
    )


def test_the_best_of_the_month_are_shown_or_else_the_best_of_all_time(amina: User, badr: User, client: Client) -> None:
    assert "Best players" not in client.get(HOME).text, "nobody is ranked yet"
    ranked = {"ruleset": "moroccan", "size_class": "2", "ranked": True, "matches": 12}
    Rating.objects.create(user=amina, value=1600, month=200001, **ranked)
    page = client.get(HOME).text
    assert "Best players" in page
    assert "1600" in page
    today = timezone.now()
    Rating.objects.create(user=badr, value=1550, month=today.year * 100 + today.month, **ranked)
    best = client.get(HOME).text.split("Best of the month")[1].split("</section>")[0]
    assert "badr" in best
    assert "amina" not in best


def test_many_bots_are_named_together_with_the_best_of_their_scores(client: Client, amina: User) -> None:
    options = {"players": 8}
    running = seating.start_quick_match(user=amina, ruleset="porrazo", options=options)
    mark_online(user_ids=[amina.pk])
    pages = signed_in(amina).get(HOME), client.get(reverse("watch"))
    own, others = (" ".join(re.sub(r"<[^>]*>", "", page.text).split()) for page in pages)
    assert "You and 7 bots" in own
    assert "amina against 7 bots (Sota)" in others
    ended = {"status": Status.FINISHED, "finished": timezone.now(), "wake_at": None, "deadline": None, "turn": None}
    Match.objects.filter(pk=running.pk).update(**ended, sides=[0, 1, 2, 3, 0, 1, 2, 0], winners=[3])
    running.seats.update(finished=timezone.now())
    page = client.get(reverse("matches"), {"opponents": "all"}).text
    assert "0&nbsp;:&nbsp;<strong>3</strong>" in page


def pulse(client: Client) -> str:
    return " ".join(client.get(HOME).text.split('class="pulse"')[-1].split("</p>")[0].split())


def test_matches_without_a_clock_in_which_nobody_moves_are_not_counted_as_being_played(
    client: Client, amina: User
) -> None:
    match = seating.start_quick_match(user=amina, ruleset="moroccan", options={})
    mark_online(user_ids=[amina.pk])
    assert "<b>1</b> match being played" in pulse(client)
    assert read_lobby().running
    Match.objects.filter(pk=match.pk).update(turn_began=timezone.now() - timedelta(days=2))
    assert "match being played" not in client.get(HOME).text
    assert not read_lobby().running


def test_a_match_that_everybody_has_left_is_neither_counted_nor_listed(client: Client, amina: User, badr: User) -> None:
    match = start_match(amina, badr, rated=False, clock=Clock.parse("300+10"))
    assert not read_lobby().running, "no player has a page open yet"
    mark_online(user_ids=[amina.pk, badr.pk])
    match.seats.filter(user=amina).update(grace_ends=timezone.now())
    assert [table.code for table in read_lobby().running] == [match.code], "badr is there"
    LastSeen.objects.filter(user=badr).update(at=timezone.now() - ONLINE_FOR)
    assert not read_lobby().running
    assert "match being played" not in client.get(HOME).text


def test_a_correspondence_match_is_being_played_for_a_day_after_a_move(amina: User, badr: User) -> None:
    match = start_match(amina, badr, clock=Clock.parse("3d"))
    assert read_lobby().running
    Match.objects.filter(pk=match.pk).update(turn_began=timezone.now() - timedelta(hours=25))
    assert not read_lobby().running


def test_the_number_of_matches_leads_to_those_that_can_be_watched(client: Client, amina: User, badr: User) -> None:
    start_match(amina, badr, private=True)
    assert "match being played" not in client.get(HOME).text
    on_board = start_match(amina, badr)
    cut(on_board)
    assert '<a href="#featured-title"><b>1</b> match being played</a>' in pulse(client)
    start_match(amina, badr)
    assert '<a href="#live-matches"><b>2</b> matches being played</a>' in pulse(client)


def test_live_matches_are_listed_by_game_on_a_page_of_their_own(amina: User, badr: User, client: Client) -> None:
    empty = client.get(reverse("watch")).text
    assert "No matches are being played right now." in empty
    match, private = start_match(amina, badr), start_match(amina, badr, private=True)
    page = client.get(reverse("watch")).text
    assert f'href="{reverse("table", args=[match.code])}"' in page
    assert private.code not in page
    assert match.code in client.get(reverse("watch"), {"ruleset": "moroccan"}).text
    other = client.get(reverse("watch"), {"ruleset": "porrazo"}).text
    assert match.code not in other
    assert "No matches in this game are being played right now." in other
    assert client.get(reverse("watch"), {"ruleset": "nonsense"}).status_code == 200
    assert reverse("watch") in client.get(reverse("matches")).text
    cut(match)
    assert "All matches being played" in client.get(reverse("home")).text
