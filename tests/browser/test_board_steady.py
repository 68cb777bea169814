"""Parts of a table that stay the same: the positions of cards when prompts change, and the sizes of seats."""

import json
import re
from collections.abc import Callable
from functools import partial
from itertools import pairwise

import pytest
from django.utils import translation
from playwright.sync_api import Browser, Page, expect

from games.rules.events import Event
from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.rules.moves import Move
from games.rules.porrazo import Porrazo
from games.rules.steere import Steere
from games.selectors.coaching import coaching_data
from tests.browser.accessible import check_accessible
from tests.browser.board_harness import FOUND, HINT, BoardHarness
from tests.browser.board_pages import Box, boxes, contains, covers, new_page  # noqa: F401  a fixture
from tests.browser.scenes import GAMES, is_asked, own_turn, play_until, table

SHOW_BADGE = """() => {
  document.body.offsetWidth;  // whatever was still to be styled
  performance.mark("change");
  document.querySelector("#watching").hidden = false;
  document.body.offsetWidth;
  performance.mark("changed");
}"""
SCREENS = [(390, 844), (320, 568), (844, 390), (1280, 900)]
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def open_page(new_page: Callable[..., Page]) -> Callable[..., Page]:
    def open_page(stage: BoardHarness, width: int = 390, height: int = 844, **data: object) -> Page:
        page = new_page(viewport={"width": width, "height": height})
        stage.open(page, **data)
        expect(page.locator(".seat__avatar")).to_have_count(stage.game.players if stage.faces else 0)
        return page

    return open_page


# ---- the reader's cards ----


def hand(page: Page) -> list[Box]:
    [own] = boxes(page, ".board__own")
    return own


@pytest.mark.parametrize("is_coached", [False, True], ids=["alone", "coached"])
@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_the_readers_cards_stay_while_prompts_come_and_go(open_page, width: int, height: int, is_coached: bool) -> None:
    stage = table(Moroccan())
    for seat in stage.seats[1:]:
        assert seat is not None
        seat.update(by_site=True, bot=True)
    stage.hint = HINT
    coach = {**coaching_data(stage.game), "novice": True} if is_coached else None
    page = open_page(stage, width, height, coach=coach)
    prompt = page.locator("#prompt")
    expect(prompt).to_contain_text("Sota to announce.")
    before = hand(page)
    stage.make((1, "announce", "tringa"))
    expect(prompt.get_by_role("button", name="Ronda")).to_be_visible()
    assert hand(page) == before
    stage.change(hint=FOUND)
    expect(prompt).to_contain_text(
        "Choose “Nothing”. It hides your hand from your opponent. On average, it’s 1.7 points better"
    )
    assert hand(page) == before
    stage.hint = HINT
    stage.make((0, "announce", "nothing"))
    expect(prompt).to_contain_text("to play")
    assert hand(page) == before
    page.locator(".seat__action", has_text="Challenge").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert hand(page) == before
    page.get_by_role("button", name="Cancel").click()
    expect(prompt).to_be_visible()
    assert hand(page) == before
    assert stage.errors == []


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_the_words_of_a_prompt_and_the_button_for_a_hint_keep_their_places(
    open_page, width: int, height: int, language: str
) -> None:
    stage = table(Moroccan())
    stage.hint = HINT
    page = open_page(stage, width, height, language=language)
    seen = set()

    def look() -> None:
        [prompt], [text], [hint] = boxes(page, "#prompt", ".prompt__text", ".prompt__hint")
        start = text["x"] if language == "en" else text["x"] + text["width"]
        seen.add(tuple(map(round, (*prompt.values(), *hint.values(), start))))
        assert width >= 640 or abs(text["y"] - prompt["y"]) < 12  # at the top of a narrow prompt
        assert abs(start - (prompt["x"] if language == "en" else prompt["x"] + prompt["width"])) < 24
        end = hint["x"] + hint["width"] if language == "en" else hint["x"]
        assert abs(end - (prompt["x"] + prompt["width"] if language == "en" else prompt["x"])) < 24

    expect(page.locator(".prompt__hint")).to_be_visible()
    look()
    stage.make((1, "announce", "tringa"))
    expect(page.locator("#prompt .prompt__buttons button")).to_have_count(3)
    look()
    stage.change(hint=FOUND)
    expect(page.locator(".hint__text")).not_to_be_empty()
    look()
    stage.hint = HINT
    stage.make((0, "announce", "nothing"))
    expect(page.locator("#prompt .prompt__buttons button")).to_have_count(0)
    look()
    while stage.game.to_act != 0:
        stage.make(stage.game.turn_moves(1)[0])
    expect(page.locator("#prompt.is-asked")).to_be_visible()
    look()
    assert len(seen) == 1, list(seen)
    assert stage.errors == []


@pytest.mark.parametrize("is_coached", [False, True], ids=["alone", "coached"])
@pytest.mark.parametrize(("width", "height"), [(640, 400), (844, 390), (320, 568), (390, 844)])
def test_all_buttons_of_a_prompt_are_in_view(open_page, width: int, height: int, is_coached: bool) -> None:
    stage = table(Moroccan({"dealing": "four-all"}))  # hands of four cards allow four calls
    play_until(stage, is_asked("announce"))
    stage.hint = HINT
    coach = {**coaching_data(stage.game), "novice": True} if is_coached else None
    page = open_page(stage, width, height, coach=coach)
    if is_coached:
        page.get_by_label("Coach me").evaluate("box => box.checked || box.click()")
    expect(page.locator("#prompt button:visible")).to_have_count(5 if is_coached else 6)
    [prompt], buttons, answers = boxes(
        page, "#prompt", "#prompt button", "#prompt :is(.prompt__buttons button, .prompt__hint)"
    )
    for box in filter(lambda box: box["width"], buttons):
        assert box["y"] >= prompt["y"]
        assert box["y"] + box["height"] <= prompt["y"] + prompt["height"]
        assert prompt["x"] <= box["x"]
        assert box["x"] + box["width"] <= prompt["x"] + prompt["width"]
    assert prompt["y"] + prompt["height"] <= height
    if width >= 640:  # the buttons are one below the other, where a slip of the finger would be a bluff
        column = sorted((box for box in answers if box["width"]), key=lambda box: box["y"])
        assert min(box["height"] for box in column) >= 40
        assert min(low["y"] - high["y"] - high["height"] for high, low in pairwise(column)) >= 7.5


# The most buttons in a prompt, and the lowest prompt.
COACHED: dict[str, Callable[[], Game]] = {
    "four calls": partial(Moroccan, {"dealing": "four-all"}),
    "eight seats": GAMES["porrazo-8"],
}


@pytest.mark.parametrize("is_first", [True, False], ids=["first match", "later"])
@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
@pytest.mark.parametrize("name", COACHED)
def test_all_that_the_coach_says_of_a_call_is_in_view(open_page, name: str, language: str, is_first: bool) -> None:
    stage = table(COACHED[name]())
    play_until(stage, is_asked("announce"))
    stage.hint = HINT if is_first else None
    with translation.override(language):
        coach = {**coaching_data(stage.game), "novice": True, "gentle": is_first}
    page = open_page(stage, coach=coach, language=language)
    expect(page.locator(".coach__advice")).not_to_be_empty()
    expect(page.locator(".prompt__hint:visible")).to_have_count(int(is_first))
    for width, height in [(320, 568), (390, 844), (640, 400), (844, 390)]:
        page.set_viewport_size({"width": width, "height": height})
        where = (width, height)
        [words], [prompt], [advice] = boxes(page, ".prompt__words", "#prompt", ".coach__advice")
        assert advice["y"] + advice["height"] <= words["y"] + words["height"] + 1, where
        assert words["y"] + words["height"] <= prompt["y"] + prompt["height"], where
        expect(page.locator(".prompt__words[tabindex]")).to_have_count(0)


@pytest.mark.parametrize("height", [800, 900])
def test_a_long_hand_lies_beside_the_own_seat(open_page, height: int) -> None:
    stage = table(Steere())
    for seat in stage.seats:
        assert seat is not None
        seat["name"] = "Wenceslaus the Long"
    stage.faces = {}
    page = open_page(stage, 1280, height)
    expect(page.locator(".board__own")).to_have_count(16)
    own, [seat] = boxes(page, ".board__own", ".seat--bottom")
    assert not [card for card in own if covers(card, seat, by=0.5)]


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (640, 400)])
def test_a_long_hand_keeps_its_rows_for_as_long_as_half_of_it_is_left(open_page, size: tuple[int, int]) -> None:
    stage = table(Steere())
    page = open_page(stage, *size)
    seen: list[tuple[float, float]] = []
    before: list[tuple[float, float]] = []
    for count in (16, 15, 13, 12, 9, 8, 7):
        while len(stage.game.hands[0]) > count:
            stage.make(stage.game.turn_moves(stage.game.to_act)[0])
        if count == 12:
            page.reload()  # which changes nothing
        expect(page.locator(".board__own")).to_have_count(count)
        [mine], cards = boxes(page, ".board__mine", ".board__own")
        places = [(card["x"], card["y"]) for card in cards]
        if count == 12 and size[0] < size[1]:  # two of three rows are left, and cover each other no longer
            assert places[:6] == before[:6]
            assert places[6][1] >= places[0][1] + cards[0]["height"]
        elif count not in {16, 8}:
            assert places == before[:count]
        seen.append((mine["y"], cards[0]["width"]))
        before = places
    assert len(set(seen[:5])) == len(set(seen[5:])) == 1
    assert size[0] > size[1] or seen[5][1] > seen[0][1], "larger, where there is room"


PLACES = "node => getComputedStyle(node, '::before').content !== 'none'"  # those of cards to come


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (640, 400), (844, 390), (1280, 800)])
@pytest.mark.parametrize("name", ["moroccan-2", "steere"])
def test_an_empty_hand_shows_places_as_high_as_the_next_cards(open_page, name: str, size: tuple[int, int]) -> None:
    stage = table(GAMES[name](), cuts=True)
    assert stage.pack is not None
    stage.pack["cutter"] = 1
    page = open_page(stage, *size)
    hand = page.locator(".board__hand")
    expect(hand).to_have_class(re.compile("is-empty"))
    assert hand.evaluate(PLACES)
    expect(hand).to_match_aria_snapshot('- group "Your hand"')
    [[before]] = boxes(page, ".board__hand")
    stage.cut(7)
    expect(page.locator(".board__own").first).to_be_visible()
    assert not hand.evaluate(PLACES)
    [[after]] = boxes(page, ".board__hand")
    assert after == pytest.approx({**after, "y": before["y"], "height": before["height"]}, abs=1)


def test_no_hand_follows_the_end_of_a_match(open_page) -> None:
    stage = table(GAMES["moroccan-2"]())
    play_until(stage, lambda game, _events: game.phase == "play" and not game.hands[0])
    page = open_page(stage)
    hand = page.locator(".board__hand")
    assert hand.evaluate(PLACES)
    stage.finish("resigned", 0)
    stage.change()
    expect(hand).not_to_have_class(re.compile("is-empty"))
    assert not hand.evaluate(PLACES)


# ---- the cards on the table ----

FULLEST = 8  # cards that cover each other only if they would be too small otherwise
LAST_OF_SIZE = {4, 5, 6, 7}  # the numbers of cards after which another one may make all of them smaller
SIZES = [
    ("moroccan-2", 390, 844),
    ("moroccan-2", 320, 568),
    ("moroccan-2", 640, 400),
    ("moroccan-2", 768, 1024),
    ("moroccan-2", 1280, 800),
    ("moroccan-3", 390, 844),
    ("moroccan-4", 390, 844),
    ("mufts-2", 390, 844),
]


@pytest.mark.parametrize(
    ("name", "width", "height"),
    [("moroccan-2", 390, 844), ("moroccan-2", 844, 390), ("one-deck", 1280, 800), ("mufts-2", 390, 844)],
)
def test_cards_on_the_table_move_only_with_their_row_when_others_come_and_keep_their_order_when_they_go(
    open_page, name: str, width: int, height: int
) -> None:
    stage = table(GAMES[name]())
    play_until(stage, lambda game, _events: game.phase == "play")
    page = open_page(stage, width, height)
    most, kept = 0, 0
    places = laid(page)
    for _move in range(16):
        stage.make(laying(stage.game) or stage.game.turn_moves(stage.game.to_act)[0])
        expect(page.locator(".board__spot")).to_have_count(len(stage.game.table))
        now = laid(page)
        most = max(most, len(now))
        left = [card for card in places if card in now]
        if len(left) < len(places):  # the others move together
            assert in_order(now, left) == in_order(places, left)
        elif {now[card][2:] for card in left} != {places[card][2:] for card in left}:  # so that none is covered
            assert len(places) in LAST_OF_SIZE
            assert in_order(now, left) == in_order(places, left)
        elif len(now) <= FULLEST:
            kept += len(left)
            # The rows are centred, so all cards move up when another row begins, and each row moves sideways.
            risen = {places[card][1] - now[card][1] for card in left}
            assert len(risen) == 1
            assert (risen == {0}) == (rows(now) == rows(places))
            assert in_order(now, left) == in_order(places, left)
            across = [abs(now[card][0] - places[card][0]) for card in left]
            assert max(across) < now[left[0]][2], "by less than a card, as its row is centred or moves together"
        places = now
    assert most > 4, "a fifth card comes"
    assert kept > 20
    assert stage.errors == []


@pytest.mark.parametrize("is_coached", [False, True], ids=["alone", "coached"])
@pytest.mark.parametrize(("name", "width", "height"), SIZES)
def test_cards_on_the_table_keep_their_size_up_to_the_fourth_and_then_become_smaller_in_steps(
    open_page, name: str, width: int, height: int, is_coached: bool
) -> None:
    stage = table(GAMES[name]())
    play_until(stage, is_asked("play"))
    cards = [card for card in stage.game.pack if card not in stage.game.hands[0]][:FULLEST]
    coach = {**coaching_data(stage.game), "novice": True} if is_coached else None
    page = open_page(stage, width, height, coach=coach)
    expect(page.locator(".match.is-coached")).to_have_count(int(is_coached))
    sizes = []
    for count in range(1, FULLEST + 1):
        stage.game.table = cards[:count]
        stage.change()
        expect(page.locator(".board__spot")).to_have_count(count)
        [size] = {place[2:] for place in laid(page).values()}
        sizes.append(size)
    assert len(set(sizes[:4])) == 1
    assert sizes == sorted(sizes, reverse=True)
    assert len(set(sizes)) <= 4
    if name == "moroccan-2" and not is_coached:
        assert all(after[0] > 0.8 * size[0] for size, after in pairwise(sizes)), "no step is large"
    if (name, width) in {("moroccan-2", 390), ("moroccan-3", 390), ("mufts-2", 390)} and not is_coached:
        assert len(set(sizes)) == 1, "eight of this size lie beside each other"
    assert stage.errors == []


@pytest.mark.parametrize("name", ["moroccan-4", "mufts-4", "porrazo-4"])
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1280, 800), (1280, 900), (1440, 900)])
def test_cards_between_four_seats_of_a_large_board_are_large(open_page, name: str, width: int, height: int) -> None:
    stage = table(GAMES[name]())
    play_until(stage, is_asked("play"))
    page = open_page(stage, width, height, coach={**coaching_data(stage.game), "novice": True})
    expect(page.locator(".match.is-coached")).to_be_visible()
    own, spots = boxes(page, ".board__own", ".board__spot")
    assert spots[0]["width"] >= min(96, own[0]["width"] - 1)
    assert own[0]["y"] - max(box["y"] + box["height"] for box in spots) >= 12


def laying(game: Game) -> Move | None:
    """Return a move that captures nothing, or None if there is no such move or the table is full."""
    ranks = {card[:-1] for card in game.table}
    moves = [move for move in game.turn_moves(game.to_act) if move.verb == "play"] if len(game.table) < FULLEST else []
    return next((move for move in moves if move.card[:-1] not in ranks), None)


def laid(page: Page) -> dict[str, tuple[int, ...]]:
    """Return the x, y, width and height of each card on the table, in whole pixels."""
    [spots] = boxes(page, ".board__spot")
    cards = page.locator(".board__spot").evaluate_all("spots => spots.map(spot => spot.dataset.key)")
    return {card: tuple(map(round, spot.values())) for card, spot in zip(cards, spots, strict=True)}


def rows(places: dict[str, tuple[int, ...]]) -> int:
    return len({top for _left, top, *_size in places.values()})


def in_order(places: dict[str, tuple[int, ...]], cards: list[str]) -> list[str]:
    """Return the cards row by row, from left to right."""
    return sorted(cards, key=lambda card: (places[card][1], places[card][0]))


# ---- the seats ----


@pytest.mark.parametrize("name", ["moroccan-2", "moroccan-3", "moroccan-4", "porrazo-8"])
def test_the_seats_of_a_kind_are_equally_high_on_a_phone(open_page, name: str) -> None:
    stage = table(GAMES[name]())
    page = open_page(stage)
    heights = seat_heights(page)
    play_until(stage, is_asked("play"))  # with calls, and buttons to claim and to challenge
    stage.change()
    expect(page.locator("#prompt")).to_contain_text("Your turn")
    for kind, now in (heights | seat_heights(page)).items():
        assert max(now) - min(now) < 1, (kind, now)


def seat_heights(page: Page) -> dict[str, list[float]]:
    tops, sides = boxes(page, ".seat--top", ".seat:is(.seat--left, .seat--right)")
    return {kind: [box["height"] for box in kinds] for kind, kinds in (("top", tops), ("sides", sides)) if kinds}


@pytest.mark.parametrize("call", ["nothing", "ronda"])
def test_the_seat_opposite_keeps_its_height_when_a_call_is_made(open_page, call: str) -> None:
    stage = table(Moroccan())
    page = open_page(stage)
    before = seat_heights(page)
    stage.make((1, "announce", call))
    expect(page.locator(".seat--top .seat__call")).to_be_visible()
    assert seat_heights(page) == before


@pytest.mark.parametrize("name", ["moroccan-3", "moroccan-4", "porrazo-4", "steere"])
@pytest.mark.parametrize("height", [720, 800])
def test_the_seats_at_the_sides_of_a_large_board_are_level(open_page, name: str, height: int) -> None:
    stage = table(GAMES[name]())
    page = open_page(stage, 1280, height)
    for dealer in range(stage.game.players):
        stage.send({**stage.state([]), "view": {**stage.view(), "dealer": dealer, "leader": (dealer + 1) % 4}})
        expect(page.locator(f"[data-seat='{dealer}'] .mark--dealer")).to_be_visible()
        [[left, right]] = boxes(page, ".seat:is(.seat--left, .seat--right)")
        assert abs(left["y"] - right["y"]) < 1, dealer


def test_the_seat_opposite_on_a_large_board_keeps_its_place_while_its_labels_come_and_go(open_page) -> None:
    stage = table(Moroccan())
    page = open_page(stage, 1280, 800)
    [before] = boxes(page, ".seat--top")
    for facts in {"online": False}, {"stand_in": True}, {"rating": {"value": 1602, "ranked": False}}:
        stage.change_seat(1, **facts)
        assert boxes(page, ".seat--top") == [before]
    play_until(stage, is_asked("play"))
    stage.change()
    expect(page.locator(".seat--top .seat__call")).to_be_visible()
    assert boxes(page, ".seat--top") == [before]


@pytest.mark.parametrize("name", ["moroccan-2", "moroccan-3", "moroccan-4", "steere"])
def test_names_keep_their_width_while_marks_come_and_go(open_page, name: str) -> None:
    stage = table(GAMES[name]())
    for number, seat in enumerate(stage.seats):
        assert seat is not None
        stage.faces[f"Guest 482{number}"] = {**stage.faces.pop(seat["name"]), "flag": "", "country": ""}
        seat.update(name=f"Guest 482{number}", bot=False, by_site=False)
    page = open_page(stage)
    before = name_widths(page)
    dealer = stage.game.view(0)["dealer"]
    later = table(GAMES[name]())  # played without the page, which would show each move
    play_until(later, lambda game, _events: game.view(0)["dealer"] != dealer and is_asked("play")(game, []))
    stage.version = later.version
    stage.change(game=later.game)
    expect(page.locator(f"[data-seat='{stage.game.view(0)['dealer']}'] .mark--dealer")).to_be_visible()
    assert name_widths(page) == before
    for facts, text in ({"online": False}, "away"), ({"stand_in": True}, "stand-in bot"), ({"left": True}, "resigned"):
        stage.change_seat(1, **facts)
        expect(page.locator("[data-seat='1'] .mark--away")).to_contain_text(text)
        assert name_widths(page) == before


def name_widths(page: Page) -> list[float]:
    """Return the width of the name at each seat. Check that no name is shortened or leaves its seat."""
    names, bases, seats = boxes(page, ".seat__name", ".seat__base", ".seat")
    for box, seat in zip(names, seats, strict=True):
        assert box["x"] >= seat["x"]
        assert box["x"] + box["width"] <= seat["x"] + seat["width"]
    assert page.locator(".seat__base").evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth)")
    return [box["width"] for box in bases]


def has_scored_tendido(game: Game, _events: list[Event]) -> bool:
    """Return whether the tendido of this batch has scored in two ways and it is the reader's turn to play."""
    view = game.view(0)
    tendido = view["tendido"]
    is_new = tendido is not None and tendido["batch"] == view["batch"] and view["table"]
    return bool(is_new and tendido["sets"] and any(tendido["places"])) and is_asked("play")(game, [])


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_the_tendido_covers_no_seat(open_page, width: int, height: int) -> None:
    stage = table(Porrazo({"players": 8, "target": 121}), seed=1)
    play_until(stage, has_scored_tendido)
    page = open_page(stage, width, height)
    expect(page.locator(".tendido")).to_be_visible()
    [panel], *others = boxes(page, ".tendido", ".seat", ".board__own", "#prompt", ".board__spot")
    assert not [box for group in others for box in group if covers(panel, box, by=0.5)]


@pytest.mark.parametrize(("width", "height", "least"), [(390, 844, 46), (844, 390, 58)])
def test_what_porrazo_shows_between_four_seats_leaves_the_cards_their_room(
    open_page, width: int, height: int, least: int
) -> None:
    stage = table(Porrazo({"players": 4, "target": 121}))
    play_until(stage, has_scored_tendido)
    page = open_page(stage, width, height, language="fr")
    view = stage.view()
    former = {**view, "tendido": {**view["tendido"], "batch": view["batch"] - 1}}
    strike = {"kind": "porrazo", "seat": 2, "card": view["table"][0], "points": 1, "limpia": 4}
    for changed, shown in (view, ".tendido"), (former, ".course"), ({**view, "pending": strike}, ".pending"):
        stage.send({**stage.state([]), "view": changed})
        expect(page.locator(f".facts__list > {shown}")).to_be_visible()
        facts, cards, *others = boxes(page, ".facts__list > *", ".board__spot", ".seat", ".board__line", ".board__own")
        assert cards[0]["width"] >= least
        assert not [box for group in (cards, *others) for box in group for fact in facts if covers(fact, box, by=0.5)]


@pytest.mark.parametrize("is_coached", [False, True], ids=["alone", "coached"])
@pytest.mark.parametrize("language", ["en", "fr", "ar"])
def test_the_last_trick_covers_nothing_in_landscape(open_page, language: str, *, is_coached: bool) -> None:
    stage = table(Steere())
    play_until(stage, lambda game, _events: bool(game.view(0)["last_trick"]) and is_asked("play")(game, []))
    coach = {**coaching_data(stage.game), "novice": True} if is_coached else None
    page = open_page(stage, 640, 400, language=language, coach=coach)
    view = stage.view()
    tens = {**view["last_trick"], "cards": ["10O", "10C", "10S"]}  # the widest
    stage.send({**stage.state([]), "view": {**view, "last_trick": tens}})
    expect(page.locator(".trick .chip")).to_have_text(["10", "10", "10"])
    for width, height in [(640, 400), (568, 320), (667, 375), (844, 390)]:
        page.set_viewport_size({"width": width, "height": height})
        [trick], chips, *others = boxes(page, ".trick", ".trick .chip", ".board__own", ".board__spot", ".seat")
        assert not [box for group in others for box in group if covers(trick, box, by=0.5)], (width, height)
        assert all(contains(trick, chip) for chip in chips), (width, height)
        [own] = boxes(page, ".seat--bottom")[0]
        apart = trick["x"] >= own["x"] + own["width"] + 9 or trick["y"] + trick["height"] <= own["y"] - 9
        assert width < 740 or apart, (width, height)


# ---- the marks ----


@pytest.mark.parametrize(("name", "note"), [("dealer", "Amina is the dealer."), ("plays first", "Sota plays first.")])
@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_tap_on_a_mark_tells_what_it_means(open_page, language: str, name: str, note: str) -> None:
    stage = table(Moroccan())
    page = open_page(stage, language=language)
    role = {"dealer": "dealer", "plays first": "leader"}[name]
    mark = page.locator(f".mark--{role}")
    shown = page.locator(".seat-note")
    if language == "en":
        assert mark.inner_text() == name
    mark.click()
    expect(shown).to_be_visible()
    if language == "en":
        expect(shown).to_have_text(note)
    [box] = boxes(page, ".seat-note")[0]
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    check_accessible(page)
    page.keyboard.press("Escape")
    expect(shown).to_be_hidden()
    mark.focus()
    page.keyboard.press("Enter")
    expect(shown).to_be_visible()


def test_the_note_of_a_mark_goes_with_the_next_card_and_at_the_end(open_page) -> None:
    stage = own_turn(partial(Moroccan, {"players": 2}))
    page = open_page(stage)
    note, mark = page.locator(".seat-note"), page.locator(".mark--dealer")
    mark.click()
    expect(note).to_be_visible()
    stage.make(stage.game.turn_moves(0)[0])
    expect(note).to_be_hidden()
    mark.click()
    expect(note).to_be_visible()
    stage.finish("resigned", 1)
    stage.change()
    expect(page.locator(".panel--end")).to_be_visible()
    expect(note).to_be_hidden()


def test_the_help_names_the_signs(open_page) -> None:
    page = open_page(own_turn(partial(Moroccan, {"players": 4})))
    page.locator(".to-side").click()
    page.locator(".legend summary").click()
    roles = ["deals the cards", "plays first", "the last card played"]
    counts = ["score, and the points needed to win", "captured cards", "cards in hand"]
    expect(page.locator(".legend dd")).to_have_text([*roles, *counts, "connected", "partner", "bot"])
    check_accessible(page)


# ---- motion ----

ANIMATED = """() => document.getAnimations().flatMap(({effect}) => effect.getKeyframes().flatMap(Object.keys))"""
FREE = {"transform", "opacity", "scale", "translate", "rotate", "offset", "computedOffset", "easing", "composite"}


def test_a_seat_that_scores_and_a_strike_animate_only_what_needs_no_painting(new_page: Callable[..., Page]) -> None:
    stage = table(GAMES["porrazo-4"]())
    play_until(stage, lambda game, _events: game.view(0)["pending"] is not None)
    page = new_page(reduced_motion="no-preference")
    stage.open(page)
    expect(page.locator(".pending")).to_be_visible()
    page.locator(".seat").first.evaluate("seat => seat.classList.add('is-scoring')")
    names = page.evaluate("document.getAnimations().map(one => one.animationName)")
    assert {"scoring", "pending"} <= set(names)
    assert set(page.evaluate(ANIMATED)) <= FREE


# ---- styles ----


def test_a_change_beside_the_board_does_not_restyle_the_page(open_page, browser: Browser) -> None:
    """All :has() rules share one set of invalidations, so a single rule can cause every change to restyle the page."""
    page = open_page(table(Moroccan()), 1280, 900)
    browser.start_tracing(page=page, categories=["devtools.timeline", "blink.user_timing"])
    page.evaluate(SHOW_BADGE)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    start, end = ([event["ts"] for event in events if event["name"] == name] for name in ("change", "changed"))
    updates = [event for event in events if event["name"] == "UpdateLayoutTree" and start[0] < event["ts"] < end[0]]
    restyled = [event["args"]["elementCount"] for event in updates]
    assert 0 < sum(restyled) < 50  # of about 900 elements


CHANGES = ["seat__score", "board__line", "board__cloth", "prompt__text"]


@pytest.mark.parametrize("name", ["porrazo-8", "moroccan-4", "steere"])
def test_a_change_on_the_board_restyles_only_what_is_near_it(open_page, browser: Browser, name: str) -> None:
    """No rule may make the style of the board, and so of all that is on it, depend on its contents with :has()."""
    page = open_page(table(GAMES[name]()), 1280, 900)
    browser.start_tracing(page=page, categories=["disabled-by-default-devtools.timeline.invalidationTracking"])
    for part in CHANGES:
        page.locator(f".{part}").first.evaluate("node => { node.replaceChildren('7'); node.offsetWidth; }")
    events = json.loads(browser.stop_tracing())["traceEvents"]
    restyled = [event for event in events if event["name"] == "StyleResolver::ResolveStyle"]
    assert 0 < len(restyled) < 120  # of about 450 elements on the board for each change
