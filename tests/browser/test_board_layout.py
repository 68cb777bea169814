"""On every screen, the hand, cards, seats and prompt of a table are in view together, and nothing covers a card."""

import math
import random
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise, product

import pytest
from playwright.sync_api import Page, expect

from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.rules.mufts import Mufts
from games.rules.porrazo import Porrazo
from games.rules.steere import Steere
from games.selectors.coaching import coaching_data
from tests.browser.board_harness import HINT, NAMES, BoardHarness, still_clock
from tests.browser.board_pages import Box, boxes, contains, covers, measure, new_page, settings, waiting_stage  # noqa: F401  a fixture
from tests.browser.scenes import GAMES as SCENES
from tests.browser.scenes import announcing, before, is_asked, own_turn, play_until, table

# 844 × 390 is a phone in landscape; 640 × 400 is a desktop screen of 1280 × 800 at 200% zoom.
SCREENS = [(320, 568), (390, 844), (844, 390), (640, 400), (768, 1024), (1280, 800), (1920, 1080)]
NARROWEST = 30  # least width of a card on the table, in pixels

GAMES: dict[str, tuple[type[Game], dict[str, object]]] = {
    "moroccan-2": (Moroccan, {}),
    "moroccan-2-four-cards": (Moroccan, {"dealing": "four-all"}),
    "moroccan-3": (Moroccan, {"players": 3}),
    "moroccan-4": (Moroccan, {"players": 4}),
    "mufts-4": (Mufts, {"players": 4}),
    "steere": (Steere, {}),
    **{f"porrazo-{players}": (Porrazo, {"players": players}) for players in (2, 4, 8)},
}


# The most that a table can show: everyone has a picture, a title and a clock, and hints are allowed.
FACE = {"picture": "/static/avatars/patterns.svg#star", "colour": "green", "flag": "", "country": "", "title": "GM"}


def game_of(name: str) -> Game:
    ruleset, options = GAMES[name]
    return ruleset(options)


# What a player must see, the controls, and what can overlay the page.
NEEDED = {"own": ".board__own", "table": ".board__spot", "prompt": "#prompt", "seats": ".seat"}
CONTROLS = {
    "header": ".to-chat, .to-side, .for-you, .menu-button, .site-sign-in a",
    "tools": ".tools :is(button, label), .side__folds > *",
}
OVER = {
    "remark": ".remark",
    "toast": "#toast",
    "shout": ".board__shouts",
    "note": ".board__note",
    "choice": ".choice:popover-open",
    "dialog": "dialog[open]",
    "peek": "#chat-peek",
}


def assert_in_view(page: Page, found: dict[str, list[Box]]) -> None:
    size = page.viewport_size
    assert size is not None
    for name, group in found.items():
        for box in group:
            assert box["x"] >= 0, (name, box, size)
            assert box["y"] >= 0, (name, box, size)
            assert box["x"] + box["width"] <= size["width"] + 0.5, (name, box, size)
            assert box["y"] + box["height"] <= size["height"] + 0.5, (name, box, size)


CORNER = 0.42  # fraction of a card's width, from the left, that rank and suit take up in the set with large indices
LOW_CORNER = 0.72  # and the height they take up, as a fraction of the card's width


def assert_apart(found: dict[str, list[Box]]) -> None:
    """Check that cards, seats and prompt don't cover each other. Cards in the same hand may overlap, and those on the
    table up to their ranks and suits.
    """
    for (one, first), (other, second) in combinations(found.items(), 2):
        for box in first:
            assert not [(one, box, other, near) for near in second if covers(box, near)]
    assert not [pair for pair in combinations(found["seats"], 2) if covers(*pair)]
    assert_read(found["table"])


def assert_read(cards: list[Box]) -> None:
    """Check that the ranks and suits of these cards on the table are in view."""
    for card, later in combinations(sorted(cards, key=lambda box: (round(box["y"]), box["x"])), 2):
        corner = {**card, "width": CORNER * card["width"], "height": LOW_CORNER * card["width"]}
        assert not covers(corner, later), (card, later)


def lay_cards(stage: BoardHarness, page: Page, count: int) -> None:
    """Show this many cards on the table."""
    stage.game.table = [card for card in stage.game.pack if card not in stage.game.hands[0]][:count]
    stage.change()
    expect(page.locator(".board__spot")).to_have_count(count)


@pytest.fixture
def open_stage(new_page: Callable[..., Page]) -> Callable[[BoardHarness], Page]:
    """Return a function that opens a table with everything that a table can show."""

    def open_stage(stage: BoardHarness) -> Page:
        page = new_page()
        stage.faces, stage.hint, stage.clock = dict.fromkeys(NAMES, FACE), HINT, still_clock(stage.game.players)
        stage.open(page)
        expect(page.locator(".seat__avatar")).to_have_count(stage.game.players)
        return page

    return open_stage


@pytest.fixture
def open_at(open_stage: Callable[[BoardHarness], Page]) -> Callable[[Game], tuple[BoardHarness, Page]]:
    def open_table(game: Game) -> tuple[BoardHarness, Page]:
        stage = BoardHarness(game)
        return stage, open_stage(stage)

    return open_table


def play_ahead(stage: BoardHarness, moves: int) -> None:
    """Make at least this many random moves, and go on until the reader has to play a card.

    Check that the match is not over by then.
    """
    dice = random.Random(11)
    made = 0
    while made < moves or stage.game.phase != "play" or stage.game.to_act != stage.me:
        options = stage.game.turn_moves(stage.game.to_act)
        stage.make(dice.choice([move for move in options if move[1] != "challenge"]))
        made += 1
    assert not stage.game.over


@pytest.mark.parametrize("name", GAMES)
def test_hand_table_seats_and_prompt_are_in_view_together_on_every_screen(open_at, name: str) -> None:
    stage, page = open_at(game_of(name))
    while stage.game.to_act != stage.me:
        stage.make(stage.game.turn_moves(stage.game.to_act)[0])
    check_screens(stage, page)  # usually while the reader is asked to announce
    play_ahead(stage, 2 * stage.game.players + 6)
    expect(page.locator(".board__own.is-playable").first).to_be_visible()
    check_screens(stage, page, SCREENS[::2])
    assert stage.errors == []


def check_screens(stage: BoardHarness, page: Page, screens: Sequence[tuple[int, int]] = SCREENS) -> None:
    """Check the layout on these screens by resizing the page."""
    view = stage.view()
    buttons = {"buttons": "#prompt button"}
    expect(page.locator(".board__spot")).to_have_count(len(view["table"]))
    for width, height in screens:
        page.set_viewport_size({"width": width, "height": height})
        found = measure(page, {**NEEDED, **buttons})
        assert len(found["own"]) == len(view["seats"][0]["hand"] or ())
        assert len(found["seats"]) == stage.game.players
        assert_in_view(page, found)
        found.pop("buttons")
        assert_apart(found)
        assert all(box["width"] >= NARROWEST for box in found["table"]), (width, height, found["table"])
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert_in_turn_order(found["seats"], is_clockwise=stage.game.clockwise)


def assert_in_turn_order(seats: list[Box], *, is_clockwise: bool) -> None:
    """Check that the seats are arranged around the table in turn order.

    ``seats`` is in the order of the page: turn order, with the reader's own seat last.
    """
    *others, own = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in seats]
    middle = (sum(x for x, _ in others) / len(others), (own[1] + min(y for _, y in others)) / 2 + 1)
    turn = -1 if is_clockwise else 1
    angles = [math.atan2(turn * (x - middle[0]), y - middle[1]) % (2 * math.pi) for x, y in others]
    assert all(after > before for before, after in pairwise(angles)), angles


@pytest.mark.parametrize("is_coached", [False, True], ids=["alone", "coached"])
def test_rank_and_suit_of_every_card_of_a_long_hand_are_in_view(new_page, is_coached: bool) -> None:
    stage = table(Steere())
    play_until(stage, lambda game, _events: len(game.view(0)["seats"][0]["hand"]) == 15 and is_asked("play")(game, []))
    for seat in stage.seats[1:]:
        assert seat is not None
        seat.update(by_site=True, bot=True)
    page = new_page()
    stage.open(page, coach={**coaching_data(stage.game), "novice": True} if is_coached else None)
    expect(page.locator(".board__own")).to_have_count(15)
    expect(page.locator(".match.is-coached")).to_have_count(int(is_coached))
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        found = measure(page, {**NEEDED, "facts": ".ring, .board__facts p"})
        for card, later in combinations(found["own"], 2):  # a later card lies over an earlier one
            corner = {**card, "width": CORNER * card["width"], "height": LOW_CORNER * card["width"]}
            assert not covers(corner, later, by=0.5), (width, height, card, later)
        assert all(box["width"] >= NARROWEST for box in found["table"]), (width, height, found["table"])
        assert_in_view(page, found)
        found.pop("prompt")
        for name in ("own", "table", "seats"):
            assert not [box for box in found["facts"] if any(covers(box, near) for near in found[name])], (
                width,
                height,
            )


@pytest.mark.parametrize("screen", [(390, 844), (844, 390), (1280, 800)])
def test_the_ornament_of_the_table_lies_apart_from_the_ring_of_suits(new_page, screen: tuple[int, int]) -> None:
    page = new_page(viewport={"width": screen[0], "height": screen[1]})
    table(Steere()).open(page)
    facts, [field], [board] = boxes(page, ".ring, .board__facts .course", ".board__field", "#board")
    size = "node => parseFloat(getComputedStyle(node, '::before').width)"
    width = page.locator(".board__middle").evaluate(size)
    middle = field["x"] + field["width"] / 2
    assert all(box["x"] + box["width"] <= middle - width / 2 + 1 for box in facts)
    if screen[0] > screen[1]:  # on a wide board, it is in the middle of the table
        assert middle == pytest.approx(board["x"] + board["width"] / 2, abs=6)


# The ranks on the table that another card covers.
COVERED = f"""spots => spots.filter(spot => {{
    const {{ x, y, width }} = spot.getBoundingClientRect();
    const hits = [0.1, {CORNER - 0.04}].flatMap(across => [0.1, {LOW_CORNER - 0.04}].map(down => [across, down]));
    return hits.some(([across, down]) => {{
        const hit = document.elementFromPoint(x + across * width, y + down * width);
        return hit?.closest(".board__spot") !== spot;
    }});
}}).map(spot => spot.dataset.key)"""


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (640, 400), (844, 390)])
def test_every_card_on_a_full_table_of_eight_can_be_read(new_page, size: tuple[int, int]) -> None:
    stage = table(Porrazo({"players": 8}), seed=2)
    play_until(stage, lambda game, _events: is_asked("announce")(game, []) and len(game.table) > 10)
    assert stage.view()["tendido"]["points"] == 6
    page = new_page(viewport={"width": size[0], "height": size[1]})
    stage.open(page)
    expect(page.locator(".board__spot")).to_have_count(11)
    found = measure(page, NEEDED)
    assert min(box["width"] for box in found["table"]) >= NARROWEST
    assert not [box for box in found["table"] if any(covers(box, near) for near in found["seats"] + found["own"])]
    assert page.locator(".board__spot").evaluate_all(COVERED) == []


@pytest.mark.parametrize(("size", "least"), [((640, 400), 54), ((844, 390), 66), ((320, 568), 42)])
@pytest.mark.parametrize("players", [6, 8])
def test_the_cards_of_many_players_are_large_and_keep_their_places_when_a_strike_ends(
    new_page, players: int, size: tuple[int, int], least: int
) -> None:
    stage = own_turn(SCENES[f"porrazo-{players}"], 8)
    stage.game.table = [card for card in stage.game.pack if card not in stage.game.hands[0]][:4]
    page = new_page(viewport={"width": size[0], "height": size[1]})
    stage.open(page, coach={**coaching_data(stage.game), "novice": True})
    view, strike = stage.view(), {"kind": "porrazo", "seat": 1, "points": 1, "limpia": 2}
    stage.send({**stage.state([]), "view": {**view, "pending": strike}})
    expect(page.locator(".pending")).to_be_visible(visible=size[0] > size[1])  # upright, the line of the news tells it
    found = measure(page, {**NEEDED, "pending": ".pending"})
    assert_apart({name: found[name] for name in ("table", "own", "seats", "prompt", "pending")})
    assert min(box["width"] for box in found["table"]) >= least
    assert len({round(box["y"]) for box in found["table"]}) == (1 if size[0] > size[1] else 2)
    stage.send({**stage.state([]), "view": {**view, "pending": None}})
    expect(page.locator(".pending")).to_have_count(0)
    assert measure(page, NEEDED)["table"] == found["table"]


# What Porrazo shows above or beside its cards: a tendido that has just scored, one of an earlier batch, and a strike.
TENDIDO = {"row": ["4S", "QS", "4H", "QH"], "places": [3, 0, 1, 0], "points": 6, "sets": []}
STRIKE = {"kind": "porrazo", "seat": 1, "points": 1, "limpia": 2}


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_that_porrazo_shows_takes_the_room_of_its_cards(new_page, players: int, language: str) -> None:
    stage, page = own_turn(SCENES[f"porrazo-{players}"]), new_page()
    stage.hint = HINT
    stage.open(page, coach={**coaching_data(stage.game), "novice": True}, language=language)
    cards, batch = [card for card in stage.game.pack if card not in stage.game.hands[0]], stage.game.batch
    new, former = {**TENDIDO, "batch": batch}, {**TENDIDO, "batch": batch - 1}
    shown = [(new, None, 8), (new, STRIKE, 10), (former, None, 4), (former, STRIKE, 4), (former, STRIKE, 13)]
    for (width, height), (tendido, strike, count) in product([(360, 640), *SCREENS], shown):
        page.set_viewport_size({"width": width, "height": height})
        stage.game.table = cards[:count]
        stage.send({**stage.state([]), "view": {**stage.view(), "tendido": tendido, "pending": strike}})
        expect(page.locator(".board__spot")).to_have_count(count)
        expect(page.locator(".pending")).to_have_count(1 if strike else 0)
        found = measure(page, {**NEEDED, "facts": ".facts__list > *"})
        assert_apart(found)
        assert all(box["width"] >= NARROWEST for box in found["table"]), (width, height, count, found["table"])


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (1280, 800)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_strike_moves_no_card_on_the_table(new_page, players: int, size: tuple[int, int]) -> None:
    stage = own_turn(SCENES[f"porrazo-{players}"])
    page = new_page(viewport={"width": size[0], "height": size[1]})
    stage.open(page)
    view = {**stage.view(), "tendido": {**TENDIDO, "batch": stage.game.batch - 1}}
    found = []
    for strike in (None, STRIKE):
        stage.send({**stage.state([]), "view": {**view, "pending": strike}})
        expect(page.locator(".pending")).to_have_count(1 if strike else 0)
        found.append(measure(page, {"table": ".board__spot"})["table"])
    assert found[0] == found[1]


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (1280, 800)])
def test_eight_cards_are_large_and_can_be_read_beside_a_coach(new_page, size: tuple[int, int]) -> None:
    stage = own_turn(SCENES["moroccan-2"], 1)
    stage.game.table = [card for card in stage.game.pack if card not in stage.game.hands[0]][:8]
    page = new_page(viewport={"width": size[0], "height": size[1]})
    stage.open(page, coach={**coaching_data(stage.game), "novice": True})
    expect(page.locator(".board__spot")).to_have_count(8)
    found = measure(page, NEEDED)
    assert_apart(found)
    assert found["table"][0]["width"] > 0.7 * found["own"][0]["width"]
    assert page.locator(".board__spot").evaluate_all(COVERED) == []


@pytest.mark.parametrize("size", [(390, 844), (412, 915)])
@pytest.mark.parametrize("is_coached", [False, True], ids=["alone", "coached"])
def test_rows_of_cards_lie_apart_on_an_upright_board_of_two(
    new_page, size: tuple[int, int], *, is_coached: bool
) -> None:
    stage = own_turn(SCENES["moroccan-2"], 1)
    page = new_page(viewport={"width": size[0], "height": size[1]})
    stage.open(page, coach={**coaching_data(stage.game), "novice": True} if is_coached else None)
    widths = set()
    for count in (6, 8, 12):
        stage.game.batch += 1  # or the cards would keep a size that they had before
        lay_cards(stage, page, count)
        [spots] = boxes(page, ".board__spot")
        rows = sorted({round(spot["y"]) for spot in spots})
        assert len(rows) == 2 or (len(rows) == 3 and count == 12)
        assert rows[1] - rows[0] >= spots[0]["height"] - 4, count  # they lie askew
        widths.add(spots[0]["width"])
    assert len(widths) <= 2  # six and eight have one size
    assert min(widths) >= 56


# The boxes of the keys on the cards of a hand, which aren't elements.
BADGES = """cards => cards.map(card => {
    const { x, y } = card.getBoundingClientRect();
    const { left, top, width, height } = getComputedStyle(card, "::after");
    return { x: x + parseFloat(left), y: y + parseFloat(top), width: parseFloat(width), height: parseFloat(height) };
})"""


def test_no_card_of_a_long_hand_covers_the_key_of_another_or_has_it_on_its_rank(new_page) -> None:
    stage, page = table(Steere()), new_page()
    play_until(stage, is_asked("play"))
    stage.open(page)
    expect(page.locator(".board__own")).to_have_count(16)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        [own] = boxes(page, ".board__own")
        badges = page.locator(".board__own").evaluate_all(BADGES)
        for number, (card, badge) in enumerate(zip(own, badges, strict=True)):
            corner = {**card, "width": CORNER * card["width"], "height": LOW_CORNER * card["width"]}
            assert contains(card, badge)
            assert not covers(badge, corner), (width, height, number)
            is_apart = badge["x"] >= card["x"] + card["width"] / 2 or badge["y"] > card["y"] + 0.25 * card["width"]
            assert is_apart, "beside the rank it reads like a part of it"
            assert not [later for later in own[number + 1 :] if covers(badge, later)], (width, height, number)


def test_keys_over_the_pictures_of_a_long_hand_show_only_while_the_player_is_there(new_page) -> None:
    stage, page = table(Steere()), new_page(viewport={"width": 640, "height": 400})
    play_until(stage, is_asked("play"))
    stage.open(page)
    first, opacity = page.locator(".board__own").first, "node => getComputedStyle(node, '::after').opacity"
    expect(first).to_be_visible()
    assert first.evaluate(opacity) == "0"
    first.focus()
    assert first.evaluate(opacity) == "1"
    first.blur()
    first.hover()
    assert first.evaluate(opacity) == "1"
    page.set_viewport_size({"width": 844, "height": 390})  # in one row, they lie in the lower corners
    page.locator(".brand").hover()
    boxes(page, ".board__own")  # wait until nothing moves
    assert first.evaluate(opacity) == "1"


@pytest.mark.parametrize("is_coached", [False, True], ids=["alone", "coached"])
def test_four_cards_of_a_hand_lie_beside_each_other_in_the_middle_of_a_wide_board(new_page, is_coached: bool) -> None:
    stage, page = table(Mufts({"level": "pro"})), new_page()
    play_until(stage, is_asked("play"))
    stage.open(page, coach={**coaching_data(stage.game), "novice": True} if is_coached else None)
    expect(page.locator(".board__own")).to_have_count(4)
    for width, height in [(640, 400), (844, 390), (1024, 600), (1280, 720), (1280, 800), (1920, 1080)]:
        page.set_viewport_size({"width": width, "height": height})
        found = measure(page, {**NEEDED, "tools": ".board__deck > *", "board": "#board"})
        [board], own = found.pop("board"), found["own"]
        assert_apart(found)
        assert not [pair for pair in pairwise(own) if covers(*pair)], (width, height)
        assert own[0]["width"] >= 54, (width, height)
        middle = (own[0]["x"] + own[-1]["x"] + own[-1]["width"]) / 2
        assert middle == pytest.approx(board["x"] + board["width"] / 2, abs=8), (width, height)


@pytest.mark.parametrize("is_coached", [False, True], ids=["alone", "coached"])
@pytest.mark.parametrize(
    ("size", "rows", "least"),
    [
        ((320, 568), 3, 44),
        ((390, 844), 3, 44),
        ((640, 400), 2, 44),
        ((844, 390), 1, 40),
        ((915, 412), 1, 42),
        ((1280, 800), 1, 41),
    ],
)
def test_a_finger_has_enough_of_every_card_of_a_long_hand(new_page, size, rows, least, *, is_coached: bool) -> None:
    stage, page = table(Steere()), new_page(viewport={"width": size[0], "height": size[1]})
    play_until(stage, lambda game, _events: len(game.hands[0]) == 14 and is_asked("play")(game, []))
    stage.open(page, coach={**coaching_data(stage.game), "novice": True} if is_coached else None)
    expect(page.locator(".match.is-coached")).to_have_count(int(is_coached))
    expect(page.locator(".board__own")).to_have_count(14)
    found = measure(page, {**NEEDED, "tools": ".board__tool:not([hidden])", "facts": ".ring, .board__facts p"})
    own = found["own"]
    tops = sorted({box["y"] for box in own})
    assert len(tops) == rows
    steps = [after["x"] - card["x"] for card, after in pairwise(own) if after["y"] == card["y"]]
    assert min(steps) >= least
    assert min((after - before for before, after in pairwise(tops)), default=44) >= 44
    assert_apart(found)


# The boxes of the dots on the cards that beat the card led, which aren't elements, each with the number of its card.
DOTS = """cards => cards.map((card, number) => {
    const { x, y } = card.getBoundingClientRect();
    const { left, top, width, height, content } = getComputedStyle(card, "::before");
    const size = { width: parseFloat(width), height: parseFloat(height) };
    return content === '""' ? [number, { x: x + parseFloat(left), y: y + parseFloat(top), ...size }] : null;
}).filter(Boolean)"""


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (640, 400), (844, 390), (1280, 800)])
def test_what_a_coach_says_of_a_long_hand_lies_on_its_cards(new_page, size: tuple[int, int]) -> None:
    stage, page = table(Steere()), new_page(viewport={"width": size[0], "height": size[1]})
    play_until(stage, lambda game, _events: len(game.hands[0]) == 14 and is_asked("play")(game, []))
    stage.open(page, coach={**coaching_data(stage.game), "novice": True})
    expect(page.locator(".coach__label.is-good").first).to_be_attached()
    [own] = boxes(page, ".board__own")
    keys = page.locator(".board__own").evaluate_all(BADGES)
    corners = [{**card, "width": CORNER * card["width"], "height": LOW_CORNER * card["width"]} for card in own]
    dots = page.locator(".board__own").evaluate_all(DOTS)
    assert dots
    for number, dot in dots:
        assert contains(own[number], dot)
        assert not [card for card in own[number + 1 :] if covers(dot, card)]
    for card in page.locator(".board__own").all():
        card.focus()
        [felt], [label], seats = boxes(page, ".felt", ".board__own:focus .coach__label", ".seat")
        assert contains(felt, label)
        assert not [seat for seat in seats if covers(seat, label)]
        assert not [key for key in keys if covers(key, label)]
        assert not [corner for corner in corners if covers(corner, label, by=5)]  # a label’s edge, not its words
        assert page.locator(".board__own:focus .coach__label").evaluate(
            "node => node.scrollHeight <= node.clientHeight"
        )


# How many places fit into those of an empty hand.
PLACES = """node => {
    const { inlineSize, maskSize } = getComputedStyle(node, "::before");
    return Math.floor(parseFloat(inlineSize) / parseFloat(maskSize));
}"""


@pytest.mark.parametrize("size", SCREENS)
def test_an_empty_hand_shows_as_many_places_as_cards_come(new_page, size: tuple[int, int]) -> None:
    stage, page = table(Moroccan({"players": 3})), new_page(viewport={"width": size[0], "height": size[1]})
    play_until(stage, lambda game, _events: game.phase == "play" and not game.hands[0] and game.to_act != 0)
    stage.open(page, coach={**coaching_data(stage.game), "novice": True})
    expect(page.locator(".board__hand.is-empty")).to_be_visible()
    boxes(page, ".board__hand")
    assert page.locator(".board__hand").evaluate(PLACES) == 3


@pytest.mark.parametrize("size", [(640, 400), (390, 844), (320, 568)])
def test_the_last_trick_says_who_won_it(new_page, size: tuple[int, int]) -> None:
    stage, page = table(Steere()), new_page(viewport={"width": size[0], "height": size[1]})
    play_until(stage, lambda game, _events: is_asked("play")(game, []) and game.view(0)["last_trick"] is not None)
    stage.open(page)
    expect(page.locator(".trick__winner")).to_be_visible()
    page.locator(".trick .chip > :first-child").evaluate_all("all => all.forEach(rank => (rank.textContent = '12'))")
    found = measure(page, {**NEEDED, "trick": ".trick, .ring, .course, .trick .chip", "facts": ".board__middle"})
    for name in ("own", "table", "seats"):
        assert not [box for box in found["trick"] if any(covers(box, near) for near in found[name])], name
    assert all(contains(found["facts"][0], box) for box in found["trick"])


@pytest.mark.parametrize("name", ["moroccan-2", "steere", "porrazo-4"])
def test_own_cards_are_no_smaller_than_those_on_the_table(new_page: Callable[..., Page], name: str) -> None:
    stage, page = own_turn(SCENES[name], 1), new_page()
    larger = 1.3 if name == "steere" else 1  # the few cards of a trick, where the long hand lies in rows
    stage.open(page, coach={**coaching_data(stage.game), "novice": True})
    expect(page.locator(".board__own").first).to_be_visible()
    for width, height in [(640, 400), (844, 390), (1024, 460), (390, 844), (320, 568), (768, 1024), (1280, 800)]:
        page.set_viewport_size({"width": width, "height": height})
        own, laid = boxes(page, ".board__own", ".board__spot")
        assert larger * own[0]["width"] >= laid[0]["width"], (width, height)


@pytest.mark.parametrize("size", [(1280, 720), (1280, 800), (1280, 900), (1440, 900), (1920, 1080)])
def test_the_cards_of_two_players_use_the_room_of_a_large_screen(new_page: Callable[..., Page], size: tuple[int, int]):
    stage, page = own_turn(SCENES["moroccan-2"], 1), new_page(viewport={"width": size[0], "height": size[1]})
    stage.open(page)
    expect(page.locator(".board__own").first).to_be_visible()
    [board], [own, *_], [laid, *_] = boxes(page, "#board", ".board__own", ".board__spot")
    assert own["height"] + laid["height"] > 0.63 * board["height"]


DESKTOPS = [(1280, 720), (1280, 800), (1440, 900), (1920, 1080)]


@pytest.mark.parametrize("is_coached", [False, True], ids=["alone", "coached"])
@pytest.mark.parametrize("name", ["moroccan-2", "moroccan-3", "moroccan-4", "porrazo-2", "porrazo-5"])
def test_up_to_eight_cards_on_a_large_screen_do_not_cover_each_other(new_page, name: str, *, is_coached: bool) -> None:
    stage, page = own_turn(SCENES[name], 1), new_page()
    stage.open(page, coach={**coaching_data(stage.game), "novice": True} if is_coached else None)
    for count in (5, 6, 8):
        lay_cards(stage, page, count)
        for width, height in DESKTOPS:
            page.set_viewport_size({"width": width, "height": height})
            found = measure(page, {"own": ".board__own", "table": ".board__spot"})
            lowest = max(box["y"] + box["height"] for box in found["table"])
            assert min(box["y"] for box in found["own"]) - lowest >= 12, (width, height)
            pairs = combinations(found["table"], 2)
            assert not [pair for pair in pairs if covers(*pair, by=0.5)], (width, height, count)
            assert len({round(box["y"]) for box in found["table"]}) <= 2, (width, height)
            assert found["table"][0]["width"] >= 0.5 * found["own"][0]["width"], (width, height, count)


@pytest.mark.parametrize("is_coached", [False, True], ids=["alone", "coached"])
@pytest.mark.parametrize("name", ["moroccan-2", "moroccan-3", "porrazo-2"])
@pytest.mark.parametrize("size", [(390, 844), (412, 915)])
def test_up_to_eight_cards_on_an_upright_phone_do_not_cover_each_other(
    new_page, name: str, size: tuple[int, int], *, is_coached: bool
) -> None:
    stage, page = own_turn(SCENES[name], 1), new_page(viewport={"width": size[0], "height": size[1]})
    stage.open(page, coach={**coaching_data(stage.game), "novice": True} if is_coached else None)
    for count in (5, 6, 8):
        lay_cards(stage, page, count)
        found = measure(page, NEEDED)
        assert_apart(found)
        assert not [pair for pair in combinations(found["table"], 2) if covers(*pair, by=0.5)], count
        assert found["table"][0]["width"] >= 62, count


# The box of a card's frame, before it is turned with the card.
FRAME = """spot => {
    spot.classList.add("is-last");
    const { x, y } = spot.getBoundingClientRect();
    const { left, top, width, height } = getComputedStyle(spot, "::after");
    spot.classList.remove("is-last");
    return { x: x + parseFloat(left), y: y + parseFloat(top), width: parseFloat(width), height: parseFloat(height) };
}"""


@pytest.mark.parametrize(
    ("name", "size"), [("moroccan-2", (320, 568)), ("moroccan-4", (320, 568)), ("porrazo-8", (640, 400))]
)
def test_the_frame_of_the_last_card_is_seen_whole_where_cards_cover_each_other(new_page, name: str, size) -> None:
    stage, page = own_turn(SCENES[name]), new_page(viewport={"width": size[0], "height": size[1]})
    stage.game.table = [card for card in stage.game.pack if card not in stage.game.hands[0]][:12]
    stage.open(page)
    expect(page.locator(".board__spot")).to_have_count(12)
    [spots] = boxes(page, ".board__spot")
    assert [pair for pair in combinations(spots, 2) if covers(*pair)]
    for number, spot in enumerate(page.locator(".board__spot").all()):
        frame = spot.evaluate(FRAME)
        assert not [later for later in spots[number + 1 :] if covers(frame, later, by=0.5)], number
        assert frame["x"] < spots[number]["x"]
        assert frame["width"] >= CORNER * spots[number]["width"]


def spread_everything(stage: BoardHarness, page: Page) -> None:
    """Show everything that can overlay the page: notices, a refusal, shouts, a new chat line."""
    stage.change_seat(1, online=False, by_site=False, bot=False, grace=0)
    event = {"kind": "caida" if "caida" in stage.game.event_texts else "porrazo", "seat": 1, "points": 1, "from": 0}
    stage.send({**stage.state([]), "events": [event]})
    stage.send({"type": "outage", "part": "messages"})
    line = {"id": 1, "seat": 1, "name": "Sota", "text": "salam " * 20, "at": "2026-11-22T12:00:00Z", "mine": False}
    stage.send({"type": "chat", "room": "players", "whole": False, "lines": [line]})
    stage.refuse("stale", "The match has moved on. Check the table and try again.")
    expect(page.locator("#toast")).to_be_visible()
    expect(page.locator(".remark").first).to_be_visible()
    page.evaluate("document.getAnimations().forEach(animation => animation.cancel())")


@pytest.mark.parametrize("name", ["moroccan-2", "moroccan-4", "steere", "porrazo-4", "porrazo-8"])
def test_no_message_covers_a_card_or_a_control(open_stage, name: str) -> None:
    stage = BoardHarness(game_of(name))
    play_ahead(stage, 6)
    page = open_stage(stage)
    spread_everything(stage, page)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        needed = {
            "own": ".board__own",
            "table": ".board__spot",
            "words": ".prompt__text, .prompt__buttons button",
            **CONTROLS,
        }
        found = measure(page, {**needed, "logo": ".brand", **OVER})
        cards = [box for name in needed for box in found.pop(name)]
        logos = found.pop("logo")
        over = {kind: box for kind, group in found.items() for box in group if any(covers(box, card) for card in cards)}
        assert not [box for box in found["peek"] if any(covers(box, logo) for logo in logos)], (width, height)
        assert over == {}, (width, height)


@pytest.mark.parametrize(
    ("name", "phase"),
    [("moroccan-2", "announce"), ("moroccan-4", "announce"), ("porrazo-8", "tendido"), ("steere", "play")],
)
@pytest.mark.parametrize("language", ["en", "fr", "ar"])
def test_a_new_line_of_the_chat_covers_and_moves_nothing(new_page, name: str, phase: str, language: str) -> None:
    stage, page = announcing(lambda: game_of(name)) if phase == "announce" else table(game_of(name)), new_page()
    if phase != "announce":
        play_until(stage, is_asked(phase))
    stage.open(page, language=language)
    expect(page.locator(".prompt__text")).to_be_visible()
    asked = {"words": ".prompt__text", "buttons": ".prompt__buttons button"}
    needed = {**NEEDED, **asked, **CONTROLS, "logo": ".brand"}
    line = {"seat": 1, "name": "Sota", "text": "salam " * 20, "at": "2026-11-22T12:00:00Z", "mine": False}
    for number, (width, height) in enumerate([*SCREENS, (360, 740)]):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("document.getElementById('chat-peek').hidden = true")
        before_it = measure(page, needed)
        stage.send({"type": "chat", "room": "players", "whole": False, "lines": [{**line, "id": number}]})
        if width < 1024:
            expect(page.locator("#chat-peek")).not_to_have_attribute("hidden", "")
        found = measure(page, {**needed, "peek": "#chat-peek"})
        peeks = found.pop("peek")
        assert found == before_it, (width, height)
        prompts = found.pop("prompt")
        assert not [name for name, group in found.items() for box in group for peek in peeks if covers(box, peek)], (
            width,
            height,
        )
        if width < 640:
            assert all(contains(prompts[0], peek) for peek in peeks if peek["width"]), (width, height)


@pytest.mark.parametrize("size", [(320, 568), (360, 740), (383, 700), (390, 844)])
@pytest.mark.parametrize(
    "message",
    [
        {"type": "outage", "part": "messages"},
        {"type": "closing"},
        {"type": "refused", "code": "stale", "message": "The match has moved on. Check the table and try again."},
    ],
    ids=["outage", "restart", "refusal"],
)
def test_a_message_on_a_phone_is_in_the_prompt_and_covers_nothing(open_stage, size, message: dict[str, str]) -> None:
    stage = BoardHarness(Moroccan())
    play_ahead(stage, 6)
    page = open_stage(stage)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    stage.send({"version": stage.version, **message})
    shown = ":is(#banner, #toast):not([hidden])"
    expect(page.locator(shown)).to_be_visible()
    found = measure(page, {**NEEDED, **CONTROLS, "logo": ".brand", "over": shown})
    [over], [prompt] = found.pop("over"), found.pop("prompt")
    assert contains(prompt, over), "it is in place of the advice"
    assert not [name for name, group in found.items() if any(covers(over, box) for box in group)]


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
def test_the_longest_question_is_whole_beside_the_hint_button_of_the_smallest_phone(new_page, language: str) -> None:
    stage, page = table(game_of("porrazo-4")), new_page(viewport={"width": 320, "height": 568})
    stage.me, stage.hint = stage.game.dealer, HINT
    stage.open(page, language=language)
    expect(page.locator(".prompt__buttons button")).to_have_count(2)
    expect(page.locator(".prompt__hint")).to_be_visible()
    assert page.locator(".prompt__words").evaluate("node => node.scrollHeight - node.clientHeight") <= 1


@pytest.mark.parametrize("phase", ["announce", "play"])
@pytest.mark.parametrize("language", ["en", "fr", "ar"])
def test_a_toast_is_in_the_prompt_beside_the_answers_and_moves_no_card(new_page, phase: str, language: str) -> None:
    stage, page = announcing(lambda: game_of("moroccan-2")) if phase == "announce" else table(Moroccan()), new_page()
    if phase == "play":
        play_until(stage, is_asked("play"))
    stage.open(page, language=language)
    expect(page.locator(".prompt__text")).to_be_visible()
    cards = {"own": ".board__own", "table": ".board__spot", "buttons": ".prompt__buttons button"}
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        before_it = measure(page, cards)
        stage.refuse("stale", "The match has moved on. Check the table and try again.")
        expect(page.locator("#toast")).to_be_visible()
        found = measure(page, {**cards, "prompt": ".prompt", "toast": "#toast"})
        [prompt], [toast] = found.pop("prompt"), found.pop("toast")
        assert found == before_it, (width, height)
        assert contains(prompt, toast), (width, height)
        assert not [box for box in found["buttons"] if covers(toast, box)], (width, height)
        page.evaluate("document.getElementById('toast').hidden = true")


# Every game has the same number of words; the French ones are the longest.
@pytest.mark.parametrize(
    ("name", "language"),
    [
        *product(["moroccan-2", "porrazo-8"], ["en", "ar"]),
        *product(["moroccan-2", "moroccan-3", "moroccan-4", "mufts-4", "steere", "porrazo-2", "porrazo-8"], ["fr"]),
    ],
)
def test_the_button_of_the_count_is_always_in_view(new_page: Callable[..., Page], name: str, language: str) -> None:
    ruleset, options = GAMES[name]
    stage, move = before(lambda: ruleset(options), "count")
    for seat in stage.seats:
        assert seat is not None
        seat["name"] = "Wenceslaus the Long"  # the panel is taller where a name takes two lines
    stage.clock = still_clock(stage.game.players)
    page = new_page()
    stage.open(page, language=language)
    expect(page.locator(".seat").first).to_be_visible()
    page.evaluate(KEEP_COUNT)
    stage.make(move)
    expect(page.locator(".panel--count")).to_be_visible()
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        found = measure(page, {"panel": ".panel--count", "button": ".button--continue", "prompt": "#prompt"})
        assert_in_view(page, found)
        [button], [prompt] = found["button"], found["prompt"]
        assert contains(prompt, button), (width, height)
        assert button["height"] >= 36, (width, height)


@pytest.mark.parametrize("is_coached", [False, True], ids=["alone", "coached"])
def test_the_count_is_seen_whole_on_a_phone(new_page: Callable[..., Page], is_coached: bool) -> None:
    stage, move = before(Moroccan, "count")
    assert stage.seats[0] is not None
    stage.seats[0]["name"] = "Guest 3982"
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    stage.open(page, coach={**coaching_data(stage.game), "novice": True} if is_coached else None)
    expect(page.locator(".match.is-coached")).to_have_count(int(is_coached))
    page.evaluate(KEEP_COUNT)
    stage.make(move)
    count = page.locator(".panel__content")
    expect(count).to_contain_text("Each card above 20 scores a point.")
    boxes(page, ".panel--count", ".panel__content")  # wait until nothing moves
    assert count.evaluate("node => node.scrollHeight - node.clientHeight") <= 1


@pytest.mark.parametrize("name", ["moroccan-2", "moroccan-4", "porrazo-4", "porrazo-8"])
def test_the_count_of_a_deal_lies_beside_the_cards(open_stage, name: str) -> None:
    ruleset, options = GAMES[name]
    # Only the last move is made with the page open: showing hundreds of frames can take longer than the test waits.
    stage, move = before(lambda: ruleset({**options, "target": 121}), "count")
    page = open_stage(stage)
    page.evaluate(KEEP_COUNT)
    stage.make(move)
    expect(page.locator(".panel--count")).to_be_visible()
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        found = measure(page, {**NEEDED, "note": ".board__note", "names": ".panel--count tbody th"})
        assert_in_view(page, found)
        [note] = found["note"]
        for box in found.pop("names"):
            assert contains(note, box), (width, height, note, box)
        assert_apart(found)


def test_the_last_capture_lies_over_the_cards_on_the_table(open_stage) -> None:
    stage, asked = table(Moroccan()), is_asked("play")
    play_until(stage, lambda game, events: stage.version > 12 and asked(game, events))
    page = open_stage(stage)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        boxes(page, ".board__own")  # wait until nothing moves: a move would close the panel
        page.keyboard.press("l")
        found = measure(page, {"own": ".board__own", "prompt": "#prompt", "panel": ".panel--taken"})
        assert_in_view(page, found)
        [panel] = found.pop("panel")
        assert not [box for group in found.values() for box in group if covers(panel, box)], (width, height)


def test_cards_on_the_table_use_the_room_of_the_smallest_low_screen(open_stage) -> None:
    stage, asked = table(Moroccan()), is_asked("play")
    play_until(stage, lambda game, events: stage.version > 12 and asked(game, events) and len(game.table) > 3)
    page = open_stage(stage)
    page.set_viewport_size({"width": 568, "height": 320})
    own, laid = boxes(page, ".board__own", ".board__spot")
    assert laid[0]["width"] > 0.75 * own[0]["width"]


# The least width of a card on the table, and of the part of it that is in view among eight, in pixels.
@pytest.mark.parametrize(
    ("name", "size", "width", "strip"),
    [
        ("moroccan-3", (844, 390), 66, 66),
        ("moroccan-4", (844, 390), 62, 62),
        ("moroccan-4", (915, 412), 70, 70),
        ("moroccan-4", (640, 400), 50, 50),
        ("porrazo-4", (640, 400), 50, 50),
        ("porrazo-5", (844, 390), 60, 60),
    ],
)
def test_seats_and_hand_leave_room_for_the_cards_on_the_table_in_landscape(new_page, name, size, width, strip) -> None:
    stage, asked = table(SCENES[name]()), is_asked("play")
    play_until(stage, lambda game, events: asked(game, events) and len(game.table) == 8, seed=27)
    page = new_page(viewport={"width": size[0], "height": size[1]})
    stage.open(page, coach={**coaching_data(stage.game), "novice": True})
    expect(page.locator(".coach__label").first).to_be_visible()
    own, laid = boxes(page, ".board__own", ".board__spot")
    assert own[0]["width"] >= laid[0]["width"] >= width
    rows = [sorted(box["x"] for box in laid if box["y"] == top) for top in {box["y"] for box in laid}]
    assert min(near - at for row in rows for at, near in pairwise(row)) >= strip


@pytest.mark.parametrize(
    ("name", "size", "few", "width"),
    [
        ("moroccan-3", (1280, 800), 124, 98),
        ("moroccan-4", (1280, 800), 118, 98),
        ("moroccan-3", (640, 400), 63, 63),
        ("moroccan-4", (1920, 1080), 180, 180),
    ],
)
def test_four_and_five_cards_lie_in_one_row_and_are_large_between_seats_at_the_sides(
    new_page, name: str, size: tuple[int, int], few: int, width: int
) -> None:
    stage, page = own_turn(SCENES[name]), new_page(viewport={"width": size[0], "height": size[1]})
    stage.open(page)
    for count, least in ((4, few), (5, width)):
        stage.game.batch += 1  # or the cards would keep a size that they had before
        lay_cards(stage, page, count)
        found = measure(page, NEEDED)
        assert_apart(found)
        assert len({box["y"] for box in found["table"]}) == 1
        assert found["table"][0]["width"] >= least
        assert not [pair for pair in combinations(found["table"], 2) if covers(*pair, by=0.5)]


@pytest.mark.parametrize("is_coached", [False, True], ids=["alone", "coached"])
@pytest.mark.parametrize("size", [(640, 400), (667, 375), (844, 390)])
def test_the_question_takes_one_line_in_landscape(new_page, size: tuple[int, int], *, is_coached: bool) -> None:
    stage, page = own_turn(SCENES["moroccan-2"]), new_page(viewport={"width": size[0], "height": size[1]})
    stage.open(page, coach={**coaching_data(stage.game), "novice": True} if is_coached else None)
    question = page.locator(".prompt__text")
    expect(question).to_have_text("Your turn: play a card.")
    [box] = boxes(page, ".prompt__text")[0]
    assert box["height"] < 2 * question.evaluate("node => parseFloat(getComputedStyle(node).fontSize)")


@pytest.mark.parametrize("size", [(640, 400), (568, 320)])
@pytest.mark.parametrize("name", ["porrazo-5", "porrazo-8"])
def test_what_is_told_of_a_strike_between_many_seats_is_whole(new_page, name: str, size: tuple[int, int]) -> None:
    stage, page = table(SCENES[name]()), new_page(viewport={"width": size[0], "height": size[1]})
    play_until(stage, lambda _game, events: any(event.kind == "porrazo" for event in events))
    stage.open(page)
    expect(page.locator(".board__line")).to_contain_text("takes")
    found = measure(page, {"strike": ".pending", "own": ".seat--bottom"})
    assert page.locator(".board__line").evaluate("node => node.scrollWidth <= node.clientWidth")
    assert not [strike for strike in found["strike"] if covers(strike, found["own"][0])]


def test_a_name_opposite_has_the_room_of_the_dot_on_the_smallest_phone(new_page) -> None:
    stage, page = table(SCENES["porrazo-4"]()), new_page(viewport={"width": 320, "height": 568})
    play_until(stage, lambda _game, events: any(event.kind == "batch" for event in events))
    stage.open(page)
    expect(page.locator(".seat--top .seat__action")).to_be_visible()
    assert page.locator(".seat--top .seat__base").evaluate("node => node.scrollWidth <= node.clientWidth")


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (844, 390)])
@pytest.mark.parametrize("make", [announcing, own_turn])
def test_what_the_prompt_of_a_phone_shows_keeps_apart_from_its_edges(new_page, make, size: tuple[int, int]) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]})
    make(SCENES["moroccan-2"]).open(page)
    expect(page.locator("#prompt.is-asked")).to_be_visible()
    found = measure(page, {"prompt": "#prompt", "inside": "#prompt .prompt__text, #prompt .button"})
    [prompt] = found["prompt"]
    for box in found["inside"]:
        assert box["x"] - prompt["x"] >= 8
        assert box["y"] - prompt["y"] >= 7
        assert prompt["x"] + prompt["width"] - box["x"] - box["width"] >= 8
        assert prompt["y"] + prompt["height"] - box["y"] - box["height"] >= 4


@pytest.mark.parametrize("name", ["moroccan-4", "porrazo-8"])
def test_a_card_covers_a_little_of_its_neighbour_rather_than_the_lower_half_of_a_row(new_page, name: str) -> None:
    stage, page = own_turn(SCENES[name]), new_page(viewport={"width": 640, "height": 400})
    stage.open(page, coach={**coaching_data(stage.game), "novice": True})
    for count in (5, 6):
        lay_cards(stage, page, count)
        [laid] = boxes(page, ".board__spot")
        assert len({round(box["y"]) for box in laid}) == 1, count
        lefts = sorted(box["x"] for box in laid)
        assert min(near - at for at, near in pairwise(lefts)) >= 0.65 * laid[0]["width"], count


def test_a_challenge_is_confirmed_beside_the_cards(open_at) -> None:
    stage, page = open_at(Moroccan({"players": 4}))
    while stage.game.phase == "announce":
        stage.make((stage.game.to_act, "announce", "ronda"))
    page.locator(".seat__action", has_text="Challenge").first.click()
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        found = measure(
            page, {**{group: NEEDED[group] for group in ("own", "table", "seats")}, "dialog": "dialog[open]"}
        )
        assert len(found["dialog"]) == 1
        assert_in_view(page, found)
        assert_apart(found)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("width", [832, 844, 1000, 1023])
def test_the_header_of_a_low_screen_is_narrow_and_complete(new_page, width: int) -> None:
    page = new_page(viewport={"width": width, "height": 390})
    BoardHarness(Moroccan()).open(page)
    expect(page.locator(".seat").first).to_be_visible()
    [header], [felt], links = boxes(page, ".site-header", ".felt", ".site-header :is(.brand, .button)")
    assert header["height"] <= 28
    assert felt["y"] <= 36
    assert len(links) == 3
    assert all(contains(header, box) for box in links)
    assert page.get_by_role("link", name="Ronda").is_visible()


@pytest.mark.parametrize("size", [(390, 844), (320, 568)])
def test_the_rules_of_an_open_table_lie_apart_from_its_terms(new_page, size: tuple[int, int]) -> None:
    stage = table(Moroccan({"players": 4}))
    stage.status = "open"
    stage.seats[2] = stage.seats[3] = None
    page = new_page(viewport={"width": size[0], "height": size[1]}, has_touch=True)
    stage.open(page)
    [rules], badges = boxes(page, ".waiting__head button", ".waiting__terms .badge")
    assert badges
    assert min(badge["y"] for badge in badges) >= rules["y"] + rules["height"] + 8


@pytest.mark.parametrize(("width", "are_beside"), [(1280, True), (390, False)])
def test_on_a_wide_screen_the_invitation_lies_beside_the_seats(new_page, width: int, *, are_beside: bool) -> None:
    page = new_page(viewport={"width": width, "height": 900})
    waiting_stage().open(page)
    expect(page.locator("#places li")).to_have_count(2)
    [room], [seats], [invitation] = boxes(page, "#waiting", "#seats", ".waiting__link")
    assert (invitation["x"] >= seats["x"] + seats["width"]) == are_beside
    assert (invitation["y"] < seats["y"] + seats["height"]) == are_beside
    assert room["width"] > 0.8 * width


SHIFTS = """() => { window.shifts = 0; new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
}).observe({ type: "layout-shift", buffered: true }); }"""


@pytest.mark.parametrize("screen", [(390, 844), (1280, 800)])
def test_the_table_does_not_shift_while_it_loads(new_page, screen: tuple[int, int]) -> None:
    stage = BoardHarness(Moroccan())
    page = new_page(is_new=True, viewport={"width": screen[0], "height": screen[1]})
    page.add_init_script(f"({SHIFTS})()")
    stage.open(page)
    expect(page.locator(".seat").first).to_be_visible()
    measure(page, NEEDED)
    assert page.evaluate("window.shifts") < 0.01


def test_the_scores_in_arabic_begin_at_the_same_edge_as_their_names(new_page: Callable[..., Page]) -> None:
    page = new_page(viewport={"width": 1280, "height": 800})
    own_turn(SCENES["moroccan-3"]).open(page, language="ar")
    expect(page.locator(".score")).to_have_count(3)
    names, points, bars = boxes(page, ".score__name", ".score > [dir]", ".score__bar")
    ends = [{round(box["x"] + box["width"]) for box in part} for part in zip(names, points, bars, strict=True)]
    assert [len(same) for same in ends] == [1, 1, 1]


@pytest.mark.parametrize("name", ["moroccan-2", "porrazo-8"])
def test_the_marks_of_roles_are_large_enough_to_click(new_page: Callable[..., Page], name: str) -> None:
    page = new_page()
    own_turn(SCENES[name]).open(page)
    for width, height in [(390, 844), (768, 1024), (1280, 800)]:
        page.set_viewport_size({"width": width, "height": height})
        [marks] = boxes(page, ".mark--role")
        assert len(marks) == 2
        assert min(box["height"] for box in marks) >= 20, (width, height)


@pytest.mark.parametrize("players", [3, 4])
def test_the_scores_beside_a_table_show_whole_names(new_page: Callable[..., Page], players: int) -> None:
    stage = table(Moroccan({"players": players}))
    for seat in stage.seats:
        assert seat is not None
        seat["name"] = "Wenceslaus the Long"
    page = new_page(viewport={"width": 1280, "height": 800})
    stage.open(page)
    names = page.locator(".side .score__name")
    expect(names).to_have_count(stage.game.side_count)
    boxes(page, ".side .score__name")
    assert names.evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth)")


# Skip the timer that closes the count of a deal.
KEEP_COUNT = """() => {
    const later = window.setTimeout;
    window.setTimeout = (act, time) => (time === 4000 ? 0 : later(act, time));
}"""
# For each small card in a text: whether it and its one-pixel frame lie within the area that clips them.
WHOLE_CHIPS = """nodes => nodes.filter(node => node.checkVisibility()).map(node => {
    let clip = node.parentElement;
    while (getComputedStyle(clip).overflowY === "visible") clip = clip.parentElement;
    const [chip, around] = [node.getBoundingClientRect(), clip.getBoundingClientRect()];
    const { overflowY, overflowClipMargin } = getComputedStyle(clip);
    const frame = 0.9 - (overflowY === "clip" ? parseFloat(overflowClipMargin) : 0);
    if (chip.left > around.right || chip.right < around.left) return true; // in the second column
    const isWithin = (start, end) => chip[start] - frame >= around[start] && chip[end] + frame <= around[end];
    return isWithin("top", "bottom") && isWithin("left", "right");
})"""


# By how many pixels the frames of the small cards on successive lines of the news are apart.
CHIP_GAPS = """() => {
    const shown = [...document.querySelectorAll(".prompt__news .chip")].map((node) => node.getBoundingClientRect());
    const tops = [...new Set(shown.map(({ y }) => y))].sort((one, other) => one - other);
    return tops.slice(1).map((top, at) => top - tops[at] - shown[0].height - 2);
}"""


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844)])
def test_small_cards_on_successive_lines_of_the_news_do_not_touch(
    new_page: Callable[..., Page], width: int, height: int
) -> None:
    stage, page = own_turn(SCENES["porrazo-8"]), new_page(viewport={"width": width, "height": height})
    stage.open(page)
    boxes(page, ".prompt__news")
    gaps = page.evaluate(CHIP_GAPS)
    assert gaps
    assert min(gaps) >= 2


@pytest.mark.parametrize("name", ["moroccan-2", "porrazo-8", "steere"])
def test_no_small_card_in_the_news_is_cut_off(new_page: Callable[..., Page], name: str) -> None:
    stage, page = own_turn(SCENES[name]), new_page()
    stage.open(page)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        boxes(page, ".board__line", ".prompt__news")  # wait until nothing moves
        whole = page.locator(".board__line .chip, .prompt__news .chip").evaluate_all(WHOLE_CHIPS)
        assert whole, (width, height)
        assert all(whole), (width, height)


@pytest.mark.parametrize("name", ["moroccan-4", "porrazo-8"])
def test_news_of_two_lines_are_seen_whole_above_the_cards_of_the_smallest_phone(new_page, name: str) -> None:
    stage = own_turn(SCENES[name])
    page = new_page(viewport={"width": 320, "height": 568})
    stage.open(page)
    run = [f"{rank}D" for rank in (["5", "6", "7", "10", "11"] if name == "moroccan-4" else ["9", "10", "J", "Q", "K"])]
    news = {"kind": "capture", "seat": 1, "card": run[0].replace("D", "C"), "cards": run}
    stage.send({**stage.state([]), "events": [news]})
    expect(page.locator(".board__line .chip")).to_have_count(6)
    line = page.locator(".board__line")
    assert line.evaluate("node => node.scrollHeight <= node.clientHeight + 1 && node.scrollHeight > 20")
    parts = [".board__line", ".facts__list > *", ".board__spot", ".board__line .chip"]
    [news_box], facts, cards, [upper, *_others, lower] = boxes(page, *parts)
    assert not [box for box in facts + cards if covers(box, news_box)]
    assert lower["y"] - upper["y"] - upper["height"] >= 2  # each has a frame of one pixel


@pytest.mark.parametrize("size", [(640, 400), (844, 390)])
def test_the_labels_of_eight_players_cards_lie_between_the_cards_and_the_border_of_the_cloth(new_page, size) -> None:
    stage = own_turn(SCENES["porrazo-8"])
    page = new_page(viewport={"width": size[0], "height": size[1]})
    stage.open(page, coach={**coaching_data(stage.game), "novice": True})
    expect(page.locator(".coach__label")).to_have_count(3)
    labels, cards, [felt] = boxes(page, ".coach__label", ".board__own", ".felt")
    border = felt["y"] + felt["height"] - 12
    assert all(box["y"] + box["height"] <= border for box in labels)
    assert all(label["y"] > card["y"] + card["height"] for label, card in zip(labels, cards, strict=True))


@pytest.mark.parametrize("size", [(640, 400), (844, 390)])
@pytest.mark.parametrize("name", ["moroccan-2", "moroccan-3", "moroccan-4"])
def test_labels_of_cards_in_landscape_are_whole_and_apart_from_the_border_of_the_cloth(new_page, name, size) -> None:
    stage = own_turn(SCENES[name])
    page = new_page(viewport={"width": size[0], "height": size[1]})
    stage.open(page, coach={**coaching_data(stage.game), "novice": True})
    expect(page.locator(".coach__label").first).to_be_visible()
    labels, [felt] = boxes(page, ".coach__label", ".felt")
    border = felt["y"] + felt["height"] - 12
    assert all(border - box["y"] - box["height"] >= 3 for box in labels)
    heights = "node => [parseFloat(getComputedStyle(node).lineHeight), parseFloat(getComputedStyle(node).fontSize)]"
    line, font = page.locator(".coach__label").first.evaluate(heights)
    assert line > 1.15 * font  # the lower part of a "g" is within it


# What a signed-out visitor does not have: the people at the table, and what to write with.
WRITE = """node => {
    document.querySelector(".chat__close").insertAdjacentHTML("beforebegin",
        '<details class="chat__people"><summary>People at the table</summary></details>');
    node.outerHTML = '<div class="chat__write chat__write--own"><div class="chat__quick">'
        + '<div class="chat__phrases"><button class="chat__phrase">Hello!</button></div>'
        + '<button class="button button--quiet button--small chat__all"></button></div>'
        + '<form class="chat__form"><input id="chat-text"><button class="button button--small">Send</button></form>'
        + '</div>';
}"""
SAID = {"seat": 1, "name": "Sota", "at": "2026-11-22T12:00:00Z", "mine": False, "text": "salam " * 12}
LINES = {"type": "chat", "room": "players", "whole": True, "lines": [{**SAID, "id": one} for one in range(9)]}


@pytest.mark.parametrize("language", ["en", "fr", "ar"])
def test_a_chat_beside_the_cards_says_whose_turn_it_is_and_has_a_whole_row_to_write_in(new_page, language: str) -> None:
    stage, page = own_turn(SCENES["moroccan-2"]), new_page(viewport={"width": 844, "height": 390})
    stage.open(page, language=language)
    expect(page.locator(".board__own").first).to_be_visible()
    page.locator(".chat > p").evaluate(WRITE)
    page.locator(".to-chat").click()
    found = measure(
        page, {"chat": "#chat", "turn": ".sheet-news__turn", "close": ".chat__close", "input": "#chat-text"}
    )
    [chat], [text] = found["chat"], found["input"]
    assert found["turn"]
    assert all(contains(chat, box) for group in found.values() for box in group)
    assert not covers(found["turn"][0], found["close"][0])
    assert text["width"] > 0.85 * chat["width"]


@pytest.mark.parametrize("size", [(844, 390), (640, 400), (568, 320)])
def test_a_chat_beside_the_cards_shows_four_lines_of_messages(new_page, size: tuple[int, int]) -> None:
    stage, page = own_turn(SCENES["moroccan-2"]), new_page(viewport={"width": size[0], "height": size[1]})
    stage.open(page)
    expect(page.locator(".board__own").first).to_be_visible()
    page.locator(".chat > p").evaluate(WRITE)
    stage.send(LINES)
    page.locator(".to-chat").click()
    expect(page.locator(".chat__line").last).to_be_in_viewport()
    lines = page.locator(".chat__lines").evaluate(
        "node => node.clientHeight / parseFloat(getComputedStyle(node).lineHeight)"
    )
    assert lines >= 4
    found = measure(page, {"chat": "#chat", "inside": "#chat-text, .chat__all, .chat__form .button"})
    assert all(contains(found["chat"][0], box) for box in found["inside"])


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740), (320, 568)])
@pytest.mark.parametrize("language", ["en", "ar"])
def test_the_chat_over_a_phones_table_grows_with_its_messages_and_leaves_the_cards_in_view(
    new_page, language: str, width: int, height: int
) -> None:
    stage, page = own_turn(SCENES["moroccan-2"]), new_page(viewport={"width": width, "height": height})
    stage.open(page, language=language)
    expect(page.locator(".board__own").first).to_be_visible()
    page.locator(".chat > p").evaluate(WRITE)
    page.locator(".to-chat").click()
    [[empty]] = boxes(page, "#chat")
    stage.send(LINES)
    expect(page.locator(".chat__line").last).to_be_in_viewport()
    for is_turn in (True, False):
        page.locator(".prompt").evaluate("(node, is) => node.classList.toggle('is-asked', is)", is_turn)
        [chat], own, cards, [text] = boxes(page, "#chat", ".board__own", ".board__spot", "#chat-text")
        assert chat["height"] > empty["height"]
        assert contains(chat, text)
        assert own
        assert cards
        assert not [card for card in own + cards if covers(chat, card)]
    page.locator(".chat__all").evaluate("node => (node.ariaExpanded = 'true')")
    [chat], [phrase] = boxes(page, "#chat", ".chat__phrase")
    assert phrase["y"] >= chat["y"] + chat["height"]
    expect(page.locator(".chat__phrase")).to_be_in_viewport(ratio=1)


def test_nothing_scrolls_the_board_away(open_stage) -> None:
    page = open_stage(own_turn(SCENES["steere"]))
    page.set_viewport_size({"width": 390, "height": 844})
    moved = page.locator(".felt").evaluate(
        "node => { node.scrollTo(50, 50); return [node.scrollLeft, node.scrollTop]; }"
    )
    assert moved == [0, 0]
