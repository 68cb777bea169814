"""The coach at the table, by default for beginners only: card previews, and explanations of calls and scores."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, count, pairwise
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import Locator, Page, expect

from games.rules.cards import SPANISH_48
from games.rules.events import Event
from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.rules.moves import Move
from games.rules.mufts import Mufts
from games.rules.one_deck import OneDeck
from games.rules.porrazo import Porrazo
from games.rules.steere import Steere
from games.rules.suit_ring import order_trick
from games.selectors.coaching import coaching_data
from tests.browser.accessible import check_accessible
from tests.browser.board_harness import HINT, NAMES, BoardHarness, deal_next
from tests.browser.board_pages import boxes, covers, new_page, open_stage, settings  # noqa: F401  two are fixtures
from tests.browser.scenes import own_turn, play_until

POSITIONS = 300
FLIGHT = 300  # milliseconds, as in motion.js
BORDER = 12  # pixels of the felt taken up by its zellige border
GAMES = {
    "two players": lambda: Moroccan({"declarations": "automatic", "target": 121}),
    "a chain of three": lambda: Moroccan({"players": 3, "declarations": "automatic", "target": 121}),
    "one deck": OneDeck,
    "porrazo": lambda: Porrazo({"declarations": "automatic", "target": 121}),
    "porrazo without aces after kings": lambda: Porrazo(
        {"players": 4, "ace_follows_king": False, "declarations": "automatic", "target": 121}
    ),
    "steere": Steere,
}

# For each position, what preview.js says about every card in the hand.
PREVIEW = """async ([positions, { captures, trick_ranks: ranks }]) => {
    const { Course, previewCapture, trickEffect } = await import("/static/js/table/preview.js");
    return positions.map(({ view, events, hand }) => {
        if (ranks.length) return hand.map((card) => trickEffect(card, view, ranks));
        const course = new Course(captures);
        course.follow(events);
        return hand.map((card) => {
            const { takes, kinds, inPlace } = previewCapture(card, view, captures, course);
            return { takes: takes.toSorted(), kinds: kinds.toSorted(), inPlace };
        });
    });
}"""

# When a card leaves the hand for the table, count the coach's labels and the highlighted cards that are still there.
SEE_LEFTOVERS = """() => {
    window.leftovers = [];
    const count = (name) => document.getElementsByClassName(name).length;
    new MutationObserver(([{ target }]) => {
        if (target.classList.contains("is-gone")) leftovers.push([count("coach__label"), count("is-previewed")]);
    }).observe(document.querySelector(".board__hand"), { subtree: true, attributeFilter: ["class"] });
}"""


# ---- previews match the rules ----


def positions(game: Game, dice: random.Random) -> Iterator[tuple[Game, list[Event]]]:
    """Play random matches. Yield each position where a card has to be played, and the events of its batch so far."""
    recent: list[Event] = []
    while True:
        events = deal_next(game, dice) if game.phase == "deal" else list(game.apply(likely(game, dice)))
        for event in events:
            recent = [event] if event.kind in {"deal", "batch"} else [*recent, event]
        if game.over:
            game, recent = type(game)(game.chosen), []
        if game.phase == "play":
            yield game, recent


def likely(game: Game, dice: random.Random) -> Move:
    """Return a random move, preferably one that strikes the card just laid."""
    moves = game.turn_moves(game.to_act)
    laid = game.table[-1][:-1] if game.table else ""
    strike = getattr(game, "chain_rank", -1)
    struck = getattr(game, "strike", None)
    ranks = {
        laid,
        *([game.pack[strike][:-1]] if strike >= 0 else []),
        *([game.pack[struck.rank][:-1]] if struck else []),
    }
    return next((move for move in moves if move.verb == "play" and move.card[:-1] in ranks), dice.choice(moves))


def outcome(game: Game, card: str) -> Any:
    """Return what a card does according to the rules, in preview.js's format."""
    seat, after = game.to_act, game.copy()
    moves = [move for move in game.turn_moves(seat) if move.card == card]
    events = [event for event in after.apply(moves[0]) if event.seat == seat]
    kinds = {event.kind for event in events}
    if isinstance(game, Steere):
        if len(game.table) == 2:
            return "wins" if "trick" in kinds else "loses"
        return place_after_two(game.table[0], card) if game.table else None
    takes = [card for event in events if event.kind == "capture" for card in event.data["cards"]]
    if any(event.kind in {"porrazo", "counter"} and event.data["limpia"] for event in events):
        kinds.add("limpia")
    scores = kinds & {"caida", "five", "ten", "missa", "porrazo", "counter", "san_benito", "limpia"}
    return {"takes": sorted(takes), "kinds": sorted(scores), "inPlace": len(moves) > 1 or "in_place" in kinds}


def place_after_two(led: str, card: str) -> str | None:
    """Return whether a card is ahead of the card led in every trick whose last card is of another suit (S5-S7)."""
    last = [other for other in SPANISH_48 if other[-1] not in {led[-1], card[-1]}]
    ahead = {order.index(1) < order.index(0) for order in (order_trick([led, card, other]) for other in last)}
    return None if len(ahead) > 1 else "ahead" if ahead.pop() else "behind"


@pytest.mark.parametrize("name", GAMES)
def test_previews_are_what_the_rules_make_of_each_card(new_page: Callable[..., Page], name: str) -> None:
    game, dice = GAMES[name](), random.Random(7)
    found: list[dict[str, Any]] = []
    expected: list[list[Any]] = []
    course = positions(game, dice)
    while len(found) < POSITIONS:
        game, events = next(course)
        outcomes = [outcome(game, card) for card in game.hands[game.to_act]]
        view = game.view(game.to_act)
        found.append(
            {"view": view, "events": [event.as_json() for event in events], "hand": list(game.hands[game.to_act])}
        )
        expected.append(outcomes)
    harness = BoardHarness(GAMES[name]())
    page = new_page()
    harness.open(page)
    assert page.evaluate(PREVIEW, [found, coaching_data(game)]) == expected
    if not isinstance(game, Steere):
        seen = {kind for outcomes in expected for one in outcomes for kind in one["kinds"]}
        assert len(seen) > 1, "the positions have no strikes"


# ---- which card is better ----

# For each position, which card the coach would choose, and why.
CHOICES = """async ([positions, { captures }]) => {
    const { Course, previewCapture } = await import("/static/js/table/preview.js");
    const { bestCapture, safestLay } = await import("/static/js/table/card_choice.js");
    const { SeenCards } = await import("/static/js/table/seen_cards.js");
    let seen, course;
    return positions.map(({ view, events, isNew, me }) => {
        if (isNew) sessionStorage.clear();
        if (isNew) [seen, course] = [new SeenCards(), new Course(captures)];
        seen.follow(events, view, me);
        course.follow(events);
        if (view.to_act !== me || view.phase !== "play") return null;
        const { hand } = view.seats[me];
        const options = hand.map((card) => ({ card, ...previewCapture(card, view, captures, course) }));
        if (options.some(({ takes, kinds }) => takes.length || kinds.length)) return bestCapture(options, captures);
        const counts = seen.counts(view, me, captures.ranks);
        return counts && safestLay(hand, view.table, captures, { seen: counts, shown: [] });
    });
}"""


def followed(game: Game, dice: random.Random, number: int) -> list[tuple[Game, list[Event], bool]]:
    """Play random matches. For each step, return a copy of the game, the events, and whether it begins a match."""
    found: list[tuple[Game, list[Event], bool]] = []
    is_new = True
    while len(found) < number:
        events = deal_next(game, dice) if game.phase == "deal" else list(game.apply(likely(game, dice)))
        found.append((game.copy(), events, is_new))
        is_new = game.over
        if game.over:
            game = type(game)(game.chosen)
    return found


def frames(course: list[tuple[Game, list[Event], bool]]) -> list[dict[str, Any]]:
    """Return the data that seat 0's page receives after each of these steps."""
    return [
        {"view": game.view(0), "events": [event.as_json() for event in events], "isNew": is_new, "me": 0}
        for game, events, is_new in course
    ]


def redealt(game: Game, dice: random.Random) -> Game:
    """Return a copy of a game in which all cards that seat 0 cannot see have been dealt again."""
    other = game.copy()
    cards = [*other.stock, *(card for hand in other.hands[1:] for card in hand)]
    dice.shuffle(cards)
    for hand in other.hands[1:]:
        hand[:] = [cards.pop() for _ in hand]
    other.stock[:] = cards
    return other


def check_lay(game: Game, choice: list[str], data: dict[str, Any]) -> None:
    """Check that the coach gives a true reason for laying this card rather than another."""
    reason, card, worse, *near = choice
    left, left_of_worse = (sum(one[:-1] == rank for one in hidden(game)) for rank in (card[:-1], worse[:-1]))
    match reason:
        case "gone":
            assert left == 0 < left_of_worse
        case "seen":
            assert left < left_of_worse
        case "pair":
            assert left < left_of_worse
            assert sum(held[:-1] == card[:-1] for held in game.hands[0]) > 1
        case "run":
            assert left == left_of_worse
            assert near[0] in game.table
            assert are_neighbours(near[0], worse, data)


def are_neighbours(card: str, other: str, data: dict[str, Any]) -> bool:
    """Return whether the ranks of two cards are adjacent in a run."""
    wraps, ranks = data["captures"]["wraps"], list(data["captures"]["ranks"])
    steps = abs(ranks.index(card[:-1]) - ranks.index(other[:-1]))
    return steps == 1 or (wraps and steps == len(ranks) - 1)


def check_capture(game: Game, choice: list[str], data: dict[str, Any]) -> None:
    """Check that the coach gives a true reason for preferring this capture to another."""
    reason, card, worse, *_near = choice
    one, other = outcome(game, card), outcome(game, worse)
    match reason:
        case "more":
            assert len(one["takes"]) > len(other["takes"])
        case "strike" | "clear":
            kind = data["captures"][reason]
            assert kind in one["kinds"]
            assert kind not in other["kinds"]


CHOOSING = ["two players", "a chain of three", "one deck", "porrazo"]


@pytest.mark.parametrize("name", CHOOSING)
def test_choices_hold_and_depend_on_what_the_seat_has_seen(new_page: Callable[..., Page], name: str) -> None:
    course = followed(GAMES[name](), random.Random(5), 4 * POSITIONS)
    stage = BoardHarness(GAMES[name]())
    page = new_page()
    stage.open(page)
    data = coaching_data(stage.game)
    choices = page.evaluate(CHOICES, [frames(course), data])
    others = [(redealt(game, random.Random(at)), events, new) for at, (game, events, new) in enumerate(course)]
    assert frames(others) == frames(course), "the view gives away hidden cards"
    assert {"gone", "seen", "pair", "run", "more", "strike"} <= {choice[0] for choice in choices if choice}
    played: set[str] = set()
    for (game, events, _new), choice in zip(course, choices, strict=True):
        if any(event.kind == "deal" for event in events):
            played = set()
        played |= {event.data["card"] for event in events if "card" in event.data}
        if choice is None:
            continue
        seen = {*game.hands[0], *game.table} | {one for one in game.pack if one not in hidden(game)}
        assert played <= seen
        check_lay(game, choice, data)
        check_capture(game, choice, data)


def test_no_card_is_called_safer_when_the_page_has_missed_some(new_page: Callable[..., Page]) -> None:
    course = followed(GAMES["two players"](), random.Random(5), POSITIONS)
    stage = BoardHarness(GAMES["two players"]())
    page = new_page()
    stage.open(page)
    second = next(at for at, (game, _events, _new) in enumerate(course) if game.batch == 1)
    third = next(at for at, (game, _events, _new) in enumerate(course) if game.batch == 2)
    late = [{**frame, "isNew": at == 0} for at, frame in enumerate(frames(course[second:third]))]
    whole = [{**frame, "isNew": at == 0} for at, frame in enumerate(frames(course[:third]))]
    data = coaching_data(stage.game)

    def lays(found: list[dict[str, Any]]) -> set[str]:
        return {one[0] for one in page.evaluate(CHOICES, [found, data]) if one} & {"gone", "pair", "seen", "run"}

    assert lays(whole)
    assert not lays(late)


def hidden(game: Game) -> list[str]:
    """Return the cards that seat 0 cannot have seen."""
    return [*game.stock, *(card for hand in game.hands[1:] for card in hand)]


# ---- at the table ----


@pytest.fixture
def table(open_stage: Callable[..., Page]) -> Callable[..., tuple[BoardHarness, Page]]:
    """Return a function that opens a table."""

    def open_table(
        harness: BoardHarness,
        *,
        novice: bool = True,
        coach: bool = True,
        gentle: bool = False,
        language: str = "en",
        is_still: bool = False,
        **context: Any,
    ) -> tuple[BoardHarness, Page]:
        with translation.override(language):
            coaching = {**coaching_data(harness.game), "novice": novice, "gentle": gentle} if coach else None
        if is_still:  # the page's clock is stopped
            context["prepare"] = lambda page: page.clock.install(time=0)
        page = open_stage(harness, data={"coach": coaching, "language": language}, **context)
        if is_still:
            page.clock.pause_at(15)
        expect(page.locator(".board__own").first).to_be_visible()
        return harness, page

    return open_table


def asked_tables() -> Iterator[BoardHarness]:
    """Yield tables with different deals at which it is the reader's turn to play."""
    for seed in count(1):
        harness = BoardHarness(Moroccan({"declarations": "automatic"}), seed=seed)
        harness.recent += [event.as_json() for event in harness.game.apply(harness.game.turn_moves(1)[0])]
        yield harness


def captures(harness: BoardHarness) -> dict[str, list[str]]:
    """Return the cards that each card in the reader's hand would capture."""
    return {card: outcome(harness.game, card)["takes"] for card in harness.game.hands[0]}


def capturing_table() -> tuple[BoardHarness, str, list[str]]:
    """Return a table where it is the reader's turn, a card in hand that captures several others, and those cards."""
    for harness in asked_tables():
        for card, takes in captures(harness).items():
            if len(takes) > 1:
                return harness, card, takes
    raise AssertionError


def previewed(page: Page) -> list[str]:
    return sorted(page.locator(".is-previewed").evaluate_all("spots => spots.map(spot => spot.dataset.key)"))


def own(page: Page, card: str) -> Locator:
    return page.locator(f".board__own[data-key='{card}']")


def named(cards: list[str]) -> str:
    """Return how a label names captured cards."""
    ranks = [card[:-1] for card in cards]
    return f"the {ranks[0]}" if len(ranks) == 1 else "-".join(ranks) if len(ranks) < 4 else str(len(ranks))


def before_a_better_call() -> tuple[BoardHarness, Move]:
    """Return a table and the move with which the opponent's call scores for both, and the reader has made one."""
    for seed in count(1):
        harness = BoardHarness(Moroccan({"declarations": "automatic"}), seed=seed)
        for _move in range(8):  # of the first batch
            move = harness.game.turn_moves(harness.game.to_act)[0]
            after = copy.deepcopy(harness.game)
            awards = [event.data["side"] for event in after.apply(move) if event.kind == "award"]
            if awards == [1] and after.call[0] not in {None, "nothing"}:
                return harness, move
            harness.make(move)
    raise AssertionError


def test_the_coach_says_why_another_call_beats_that_of_the_player(table) -> None:
    harness, move = before_a_better_call()
    harness, page = table(harness)
    harness.make(move)
    expect(page.locator(".coach__advice")).to_contain_text("Sota’s call beats yours: any tringa beats a ronda")


def test_hovering_a_card_shows_what_it_takes(table) -> None:
    harness, card, takes = capturing_table()
    _, page = table(harness)
    expect(page.get_by_label("Coach me")).to_be_checked()
    own(page, card).hover()
    expect(own(page, card).locator(".coach__label")).to_contain_text(f"takes {named(takes)}")
    assert previewed(page) == takes
    page.mouse.move(1, 1)
    expect(page.locator(".is-previewed")).to_have_count(0)


def test_focusing_a_card_shows_and_says_what_it_takes(table) -> None:
    harness, card, takes = capturing_table()
    _, page = table(harness)
    own(page, card).focus()
    assert previewed(page) == takes
    expect(own(page, card)).to_have_attribute("aria-description", re.compile(f"^takes {named(takes)}.*: .* of "))


PHONE = {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 844}}


LOW = {"viewport": {"width": 640, "height": 400}}


@pytest.mark.parametrize("context", [PHONE, LOW, {}], ids=["phone", "low", "mouse"])
def test_without_hovering_the_labels_always_show(table, context: dict[str, Any]) -> None:
    harness, card, _takes = capturing_table()
    _, page = table(harness, **context)
    expect(own(page, card).locator(".coach__label")).to_be_visible()
    for label in page.locator(".coach__label").all():
        expect(label).to_be_visible()
        expect(label).to_have_css("opacity", "1")


def test_the_coach_says_a_few_times_that_no_card_captures(table) -> None:
    _, page = table(next(harness for harness in asked_tables() if not any(captures(harness).values())))
    advice = page.locator(".coach__advice")
    goal = "Capture cards. The first to 41 points wins."
    expect(advice).to_have_text(
        f"{goal} None of your cards matches one on the table. The one you play will stay there."
    )
    page.evaluate("""localStorage.setItem("told", JSON.stringify(
        Object.fromEntries(["goal", "lay", "gone", "pair", "seen", "run"].map((name) => [name, ["a", "b", "c"]]))))""")
    page.reload()
    expect(advice).to_contain_text("Safest to lay now: the")


ADVICE = {
    "lay": "None of your cards matches",
    "strike": "it takes the card just played",
    "clear": "it leaves the table empty",
    "more": "takes more cards than",
    "gone": "nobody else can have a card of that rank",
    "pair": "You have two of a rank",
    "seen": "fewer cards of its rank are left",
    "run": "would make a run with",
}


def close_counts(page: Page, events: list[Any]) -> None:
    """Close one count for each ``count`` event. For coached players, counts do not close on their own."""
    for _count in [event for event in events if event.kind == "count"]:
        page.get_by_role("button", name="Continue").click()


def test_the_coach_teaches_through_a_match_without_repeating_itself(table) -> None:
    harness, page = table(BoardHarness(Moroccan({"declarations": "automatic", "target": 121})))
    advice = page.locator(".coach__advice")
    said: list[str] = []
    before = ""
    events: list[Any] = []
    for turn in range(60):
        while harness.game.to_act != 0:
            events += harness.make(tuple(harness.game.turn_moves(1)[0]))
        close_counts(page, events)
        expect(page.locator(".coach__label")).to_have_count(len(harness.game.hands[0]))
        found = advice.text_content() or ""
        said += [kind for kind, words in ADVICE.items() if words in found]
        assert found, "no turn is without a word"
        assert found != before, "nor has the same as the turn before"
        before = found
        if turn == 20:
            page.reload()
            expect(advice).to_have_text(found) if found else expect(advice).to_be_hidden()
        events = harness.make(tuple(harness.game.turn_moves(0)[0]))
    times = {kind: said.count(kind) for kind in ADVICE}
    assert all(number <= 3 for number in times.values()), times
    assert len([kind for kind, number in times.items() if number == 3]) >= 4, times
    assert harness.errors == []


def test_the_marks_at_the_seats_are_explained_once_each_after_the_first_capture(table) -> None:
    harness, page = table(BoardHarness(Moroccan({"declarations": "automatic", "target": 121})), gentle=True, **PHONE)
    advice = page.locator(".coach__advice")
    turns: list[str] = []
    marks: list[list[str]] = []
    for _turn in range(24):  # into the second deal
        while harness.game.to_act != 0 or harness.game.phase != "play":
            harness.make(tuple(harness.game.turn_moves(harness.game.to_act)[0]))
        if harness.game.view(0)["deal"] == 1 and page.get_by_role("button", name="Continue").count():
            page.get_by_role("button", name="Continue").click()
        expect(page.locator(".coach__label")).to_have_count(len(harness.game.hands[0]))
        turns.append(advice.inner_text())
        marks.append(advice.locator(".legend__icon").evaluate_all("nodes => nodes.map((node) => node.classList[1])"))
        assert marks[-1] != ["legend__icon--pile"] or harness.game.captured[0]
        harness.make(tuple(harness.game.turn_moves(0)[0]))
    assert [found for found in marks if found] == [
        ["legend__icon--pile"],
        ["legend__icon--dealer", "legend__icon--leader"],
    ]
    assert all(turns), "no turn is without a word"
    assert all(one != other for one, other in pairwise(turns)), turns
    assert harness.errors == []


def test_the_count_is_explained_once_before_the_end_of_the_first_deal(table) -> None:
    """A pile that scores, or else the last batch, is the last chance to say what the count will bring."""
    harness, page = table(BoardHarness(Moroccan({"declarations": "automatic", "target": 121})), gentle=True, **PHONE)
    advice, game = page.locator(".coach__advice"), harness.game
    told: list[tuple[int, int]] = []
    while game.view(0)["deal"] == 0 and game.phase == "play":
        if game.to_act == 0:
            expect(page.locator(".coach__label")).to_have_count(len(game.hands[0]))
            if "each captured card above 20 scores a point" in advice.inner_text():
                told.append((len(game.stock), max(game.captured)))
        harness.make(tuple(game.turn_moves(game.to_act)[0]))
    [(stock, most)] = told
    assert not stock or most > 20
    assert harness.errors == []


def test_the_first_run_is_explained_whenever_it_comes(table) -> None:
    harness, card, _takes = capturing_table()
    _, page = table(harness)
    run = "takes the card of the same rank and the run that follows it"
    expect(page.locator(".coach__advice")).to_contain_text(run)
    page.evaluate("""localStorage.setItem("told", JSON.stringify({ "run of cards": ["/t/other/ 1 1 3"] }))""")
    page.reload()
    expect(own(page, card)).to_be_visible()
    expect(page.locator(".coach__advice")).to_contain_text("takes")
    expect(page.locator(".coach__advice")).not_to_contain_text(run)


def test_a_hint_replaces_the_advice(table) -> None:
    harness, card, _takes = capturing_table()
    _, page = table(harness)
    advice, hint = page.locator(".coach__advice"), page.locator(".hint__text")
    expect(advice).to_be_visible()
    harness.change(hint={**HINT, "asked": True, "move": ["play", card]})
    expect(hint).to_be_visible()
    expect(advice).to_be_hidden()


@pytest.mark.parametrize("is_coached", [True, False])
def test_a_hint_marks_what_its_card_takes_until_the_card_is_played(table, is_coached: bool) -> None:
    harness, card, takes = capturing_table()
    _, page = table(harness, novice=is_coached)
    harness.change(hint={**HINT, "asked": True, "move": ["play", card], "reason": ["capture", *takes]})
    expect(page.locator(".hint__text .chip")).to_have_count(len(takes))
    assert previewed(page) == sorted(takes)
    own(page, next(one for one in captures(harness) if one != card)).hover()
    page.mouse.move(1, 1)
    assert previewed(page) == sorted(takes)
    harness.hint = HINT
    own(page, card).click()
    expect(page.locator(".hint__text")).to_be_empty()
    expect(page.locator(".is-previewed")).to_have_count(0)


REASONS = {
    "Nobody else can take 5 and 6, so 7 can wait.": ["waits", "7C", "5O", "6C"],
    "After 7, only 5 and 6 would be left, and your opponent could clear the table.": ["clearable", "7C", "5O", "6C"],
    "7 can take 5 and 6 later. Unseen cards that could do so first: 2.": ["keeps", 2, "7C", "5O", "6C"],
    "It makes a caida. It takes 5 and 6. It scores +1.": ["caida", 1, "5O", "6C"],
    "It takes 5 and 6, and none of your other cards takes anything.": ["only", "5C", "5O", "6C"],
    "It takes 5 and 6, more than any of your other cards.": ["most", "5C", "5O", "6C"],
    "You keep 7, which is harder to take, for later.": ["spares", "7O"],
    "takes anything, and all are equally easy to take (unseen cards that could: 3).": ["alike", 3],
    "takes anything, but nobody could take them now either.": ["alike", 0],
}


@pytest.mark.parametrize("words", REASONS)
def test_a_hint_names_the_cards_and_points_of_its_reason(table, words: str) -> None:
    stage, page = table(next(asked_tables()))
    values = {"points": 1.3, "next_points": 0.3, "next_move": ["play", "7O"]}
    stage.change(hint={**HINT, "asked": True, "move": ["play", "5C"], "reason": REASONS[words], **values})
    expect(page.locator(".hint__text")).to_contain_text(words)


def test_a_hint_names_the_opponent_only_if_there_is_one(table) -> None:
    stage, page = table(own_turn(lambda: Moroccan({"players": 3})))
    found = {**HINT, "asked": True, "move": ["play", "5C"], "points": 1.3, "next_points": 0.3}
    stage.change(hint={**found, "reason": ["long", "7C", "5O", "6C"]})
    expect(page.locator(".hint__text")).to_contain_text("After 7, another player could take a run: 5 and 6.")


@pytest.mark.parametrize(
    ("move", "reason", "words"),
    [
        (
            ["announce", "nothing"],
            ["silent", 17],
            "Choose “Nothing”. You hold no pair; your opponent does in 17% of cases.",
        ),
        (
            ["announce", "ronda"],
            ["true", 17],
            "Choose “Ronda”. It’s true; your opponent holds a pair in 17% of cases.",
        ),
        (["announce", "nothing"], ["silent", 0], "You hold no pair, and probably nobody else does."),
        (["announce", "ronda"], ["true", 0], "It’s true, and probably nobody else holds a pair."),
        (["announce", "ronda"], ["true"], "Choose “Ronda”. It’s true, and the best call scores. On average, "),
        (["challenge", 1], ["halted", 97], "The call is true in 97% of cases, but would end the match anyway."),
    ],
)
def test_a_hint_on_calls_says_the_chances(table, move: list[Any], reason: list[Any], words: str) -> None:
    stage, page = table(next(asked_tables()))
    values = {"points": 1.3, "next_points": 0.3, "next_move": ["announce", "tringa"]} if move[0] == "announce" else {}
    stage.change(hint={**HINT, "asked": True, "move": move, "reason": reason, **values})
    text = page.locator(".hint__text")
    expect(text).to_contain_text(words)
    if len(reason) > 1:
        expect(text).not_to_contain_text("On average")


def test_a_hint_on_equal_cards_says_why_they_are_equal(table) -> None:
    stage, page = table(next(asked_tables()))
    same = {"points": 1.3, "next_points": None}
    stage.change(hint={**HINT, "asked": True, "move": ["play", stage.game.hands[0][0]], "reason": ["alike", 3], **same})
    words = "all are equally easy to take (unseen cards that could: 3). All choices are worth the same."
    expect(page.locator(".hint__text")).to_contain_text(words)


def test_a_hint_on_a_better_card_without_a_reason_says_only_what_the_card_does(table) -> None:
    stage, page = table(next(asked_tables()))
    values = {"points": 1.3, "next_points": 1.0, "next_move": ["play", "7O"]}
    stage.change(hint={**HINT, "asked": True, "move": ["play", stage.game.hands[0][0]], "reason": ["best"], **values})
    text = page.locator(".hint__text")
    expect(text).to_contain_text("On average, it’s 0.3 points better")
    expect(text).not_to_contain_text("No other choice")


def card_that(stage: BoardHarness, kinds: set[str]) -> str:
    """Return the reader's card that causes all these events now."""
    return next(card for card in stage.game.hands[0] if kinds <= set(outcome(stage.game, card)["kinds"]))


def one_that(kinds: set[str], size: int = 2, seed: int = 5) -> BoardHarness:
    """Return a table where one of the reader's cards causes all these events, and the hand has this many cards."""
    stage = BoardHarness(Moroccan({"declarations": "automatic", "target": 121}))

    def is_found(game: Game, _events: list[Event]) -> bool:
        asked = game.phase == "play" and game.to_act == 0 and len(game.hands[0]) == size
        return asked and any(kinds <= set(outcome(game, card)["kinds"]) for card in game.hands[0])

    play_until(stage, is_found, seed)
    return stage


def test_a_hint_says_that_its_card_makes_a_caida_also_if_all_choices_are_worth_the_same(table) -> None:
    stage, page = table(one_that({"caida"}), novice=False)
    card = card_that(stage, {"caida"})
    same = {"points": 1.3, "next_points": None}
    stage.change(hint={**HINT, "asked": True, "move": ["play", card], "reason": ["caida", 1, "5O"], **same})
    text = page.locator(".hint__text")
    expect(text).to_contain_text("It makes a caida. It takes ")
    expect(text).to_contain_text("All choices are worth the same.")


def test_a_hint_says_that_a_caida_also_clears_the_table(table) -> None:
    stage, page = table(one_that({"caida", "missa"}, seed=17), novice=False)
    card = card_that(stage, {"caida", "missa"})
    values = {"points": 1.3, "next_points": 0.3}
    stage.change(hint={**HINT, "asked": True, "move": ["play", card], "reason": ["caida", 2, "5O"], **values})
    expect(page.locator(".hint__text")).to_contain_text("It makes a caida. It clears the table. It takes 5")


def test_a_hint_says_that_a_challenge_is_not_worth_its_risk(table) -> None:
    stage, page = table(own_turn(Moroccan), novice=False)
    card = stage.game.hands[0][0]
    found = {**HINT, "asked": True, "move": ["play", card], "reason": ["safe"], "points": 1.3, "next_points": 1.0}
    stage.change(hint={**found, "call_chance": 87})
    words = "The call is true in 87% of cases, so a challenge isn’t worth it."
    expect(page.locator(".hint__text")).to_contain_text(words)
    stage.change(hint=found)
    expect(page.locator(".hint__text")).not_to_contain_text("challenge")


def test_the_longest_hint_is_seen_whole_and_gives_way_to_a_refusal_until_it_is_asked_for(table) -> None:
    stage, page = table(own_turn(Moroccan), novice=False, viewport={"width": 1280, "height": 800})
    card = stage.game.hands[0][0]
    reason = {"reason": ["keeps", 2, "7C", "5O", "6C"], "points": 1.3, "next_points": 1.0}
    stage.change(hint={**HINT, "asked": True, "move": ["play", card], "call_chance": 87, **reason})
    words, hint = page.locator(".prompt__words"), page.locator(".hint__text")
    expect(hint).to_be_visible()
    assert words.evaluate("node => node.scrollHeight - node.clientHeight") <= 1
    page.keyboard.press("9")  # no card
    expect(page.locator("#toast")).to_be_visible()
    expect(hint).to_be_hidden()
    page.keyboard.press("h")
    expect(page.locator("#toast")).to_be_hidden()
    expect(hint).to_be_visible()


def test_the_only_move_is_named_with_what_it_does(table) -> None:
    stage = one_that({"caida"}, size=1)
    stage.hint = HINT
    _, page = table(stage, novice=False)
    expect(page.locator(".prompt__hint")).to_be_hidden()
    page.keyboard.press("h")
    text = page.locator(".hint__text")
    expect(text).to_contain_text(re.compile("^You have only one move: play the .+\\. It makes a caida\\. It takes "))


@pytest.mark.parametrize(
    ("move", "other", "words"),
    [
        (["play", "5C"], ["play", "7O"], "The 7 of coins is about as good."),
        (["announce", "ronda"], ["announce", "nothing"], "“Nothing” is about as good."),
    ],
)
def test_a_hint_names_another_move_that_is_about_as_good(table, move: list[str], other: list[str], words: str) -> None:
    stage, page = table(next(asked_tables()))
    values = {"points": 1.31, "next_points": 1.29, "next_move": other}
    stage.change(hint={**HINT, "asked": True, "move": move, **values})
    expect(page.locator(".hint__text")).to_contain_text(words)


def twin_table() -> tuple[BoardHarness, list[str], str]:
    """Return a table where it is the reader's turn, two cards of a rank in their hand, and another card."""
    for harness in asked_tables():
        hand = harness.game.hands[0]
        twins = [card for card in hand if sum(one[:-1] == card[:-1] for one in hand) == 2]
        if len(hand) == 3 and twins:
            return harness, twins, next(card for card in hand if card not in twins)
    raise AssertionError


def test_a_hint_marks_both_cards_of_a_rank_and_makes_no_difference_between_them(table) -> None:
    harness, [card, twin], other = twin_table()
    _, page = table(harness)
    text, marked = page.locator(".hint__text"), page.locator(".board__own.is-hint")
    found = {**HINT, "asked": True, "move": ["play", card], "points": 1.4, "next_points": 1.0}
    harness.change(hint={**found, "next_move": ["play", twin]})
    expect(text).to_contain_text("Just as good: ")
    expect(text).not_to_contain_text("On average")
    assert sorted(marked.evaluate_all("nodes => nodes.map((node) => node.dataset.key)")) == sorted([card, twin])
    expect(own(page, card)).to_have_css("outline-style", "double")  # the one that the sentence suggests stands out
    expect(own(page, twin)).to_have_css("outline-style", "dotted")
    harness.change(hint={**found, "next_move": ["play", other]})
    expect(text).to_contain_text("On average, it’s 0.4 points better than the next best choice.")
    expect(marked).to_have_count(2)
    harness.change(hint={**found, "next_points": 1.38, "next_move": ["play", other]})
    expect(text).to_contain_text("is about as good.")
    expect(marked).to_have_count(3)
    harness.change(hint={**found, "next_points": None})
    expect(text).to_contain_text("All choices are worth the same.")
    expect(marked).to_have_count(3)


def test_a_hint_for_two_cards_of_one_rank_says_once_that_they_are_equal(table) -> None:
    harness, [card, _twin], other = twin_table()
    harness.game.hands[0].remove(other)
    _, page = table(harness)
    harness.change(hint={**HINT, "asked": True, "move": ["play", card], "points": 1.4, "next_points": None})
    text = page.locator(".hint__text")
    expect(text).to_contain_text("Just as good: ")
    expect(text).not_to_contain_text("All choices")
    expect(page.locator(".board__own.is-hint")).to_have_count(2)


def test_what_was_said_about_a_card_goes_when_the_card_is_played(table) -> None:
    harness, card, _takes = capturing_table()
    _, page = table(harness, reduced_motion="no-preference")
    own(page, card).hover()
    expect(own(page, card).locator(".coach__label")).to_have_css("opacity", "1")
    page.evaluate(SEE_LEFTOVERS)
    own(page, card).click()
    expect(own(page, card)).to_have_count(0)
    assert page.evaluate("window.leftovers") == [[0, 0]]


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_label_lies_below_the_middle_of_its_card(table, language: str) -> None:
    harness, card, _takes = capturing_table()
    phone = {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 844}}
    _, page = table(harness, language=language, **phone)
    [cards, labels] = boxes(page, f".board__own[data-key='{card}']", f".board__own[data-key='{card}'] .coach__label")
    assert labels[0]["x"] + labels[0]["width"] / 2 == pytest.approx(cards[0]["x"] + cards[0]["width"] / 2, abs=2)


@pytest.mark.parametrize(("width", "height"), [(640, 400), (844, 390), (320, 568), (390, 844)])
def test_a_label_leaves_its_card_in_view(table, width: int, height: int) -> None:
    harness, card, _takes = capturing_table()
    _, page = table(harness, has_touch=True, is_mobile=True, viewport={"width": width, "height": height})
    expect(own(page, card).locator(".coach__label")).to_have_css("opacity", "1")
    found = boxes(page, f"[data-key='{card}']", f"[data-key='{card}'] .coach__label", ".felt", ".board__own")
    [shown], [label], [felt], cards = found
    assert label["y"] >= shown["y"] + shown["height"]
    assert label["y"] + label["height"] <= felt["y"] + felt["height"]
    assert not [box for box in cards if box != shown and covers(label, box, by=8)]
    middle = (min(box["x"] for box in cards) + max(box["x"] + box["width"] for box in cards)) / 2
    assert middle == pytest.approx(felt["x"] + felt["width"] / 2, abs=4)


@pytest.mark.parametrize(("width", "height"), [(360, 740), (390, 844)])
@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
def test_the_labels_of_three_cards_of_a_phone_lie_below_them(table, language: str, width: int, height: int) -> None:
    _, page = table(own_turn(Moroccan), language=language, viewport={"width": width, "height": height})
    expect(page.locator(".coach__label.is-good")).to_be_visible()
    labels, cards = boxes(page, ".coach__label", ".board__own")
    assert not [label for label in labels for card in cards if covers(label, card)]


def test_no_free_room_is_left_below_the_labels_of_a_phone(table) -> None:
    harness, card, _takes = capturing_table()
    _, page = table(harness, has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844})
    [label], [felt] = boxes(page, f"[data-key='{card}'] .coach__label", ".felt")
    assert felt["y"] + felt["height"] - BORDER - label["y"] - label["height"] < 8


@pytest.mark.parametrize(("width", "height"), [(320, 568), (568, 320), (640, 400)])
def test_low_boards_say_what_a_capture_scores_above_the_border(table, width: int, height: int) -> None:
    _, page = table(own_turn(Moroccan), viewport={"width": width, "height": height})
    good, [felt] = boxes(page, ".coach__label.is-good", ".felt")
    expect(page.locator(".coach__label.is-good")).to_have_attribute("data-short", "Caida +1")
    [label] = good
    assert label["y"] + label["height"] <= felt["y"] + felt["height"] - BORDER


def clearing_table() -> BoardHarness:
    """Return a table of four at which one card of the reader clears the table."""
    harness = BoardHarness(Moroccan({"players": 4, "declarations": "automatic"}))
    game = harness.game
    while game.to_act != 0 or game.phase != "play":
        game.apply(game.turn_moves(game.to_act)[0])
    game.table[:], game.slots[:] = ["3C"], ["3C"]
    game.hands[0][:] = ["5S", "3O", "12B"]
    harness.recent = []
    return harness


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
@pytest.mark.parametrize(("width", "height"), [(640, 400), (844, 390), (320, 568)])
def test_the_labels_of_low_boards_are_whole_and_in_one_line(table, width: int, height: int, language: str) -> None:
    _, page = table(clearing_table(), language=language, viewport={"width": width, "height": height})
    expect(own(page, "3O").locator(".coach__label")).to_have_attribute("data-short", re.compile("1"))
    labels, [felt] = boxes(page, ".coach__label", ".felt")
    assert len({box["height"] for box in labels}) == 1
    assert labels[0]["height"] < 20
    assert labels[0]["y"] + labels[0]["height"] <= felt["y"] + felt["height"] - BORDER


@pytest.mark.parametrize(("width", "height"), [(640, 400), (844, 390), (320, 568), (390, 844)])
def test_a_label_of_a_full_table_is_whole_and_hides_little_of_its_card(table, width: int, height: int) -> None:
    harness = BoardHarness(Porrazo({"players": 8, "declarations": "automatic"}))
    while harness.game.phase != "play" or harness.game.to_act != 0:
        harness.recent += [
            event.as_json() for event in harness.game.apply(harness.game.turn_moves(harness.game.to_act)[0])
        ]
    _, page = table(harness, has_touch=True, is_mobile=True, viewport={"width": width, "height": height})
    page.evaluate("""() => document.querySelectorAll(".coach__label").forEach(label => {
        label.textContent = "takes 1\u00a0· porrazo";
        delete label.dataset.short;
        label.classList.add("is-good");
    })""")
    cards, labels, [felt] = boxes(page, ".board__own", ".coach__label", ".felt")
    for card, label in zip(cards, labels, strict=True):
        assert label["y"] >= card["y"] + 0.75 * card["height"]
        assert label["y"] + label["height"] <= felt["y"] + felt["height"]
    assert page.locator(".coach__label").evaluate_all(
        "all => all.every(one => one.scrollHeight <= one.clientHeight + 1)"
    )


@cache
def striking_game() -> tuple[Game, list[Event]]:
    """Return a game of eight in which a card of the reader takes the only one on the table, and the batch so far."""

    def can_strike(game: Game, recent: list[Event]) -> bool:
        if game.to_act != 0 or len(game.table) != 1 or recent[-1].kind != "play":
            return False
        return game.table[0][:-1] in [card[:-1] for card in game.hands[0]]

    found = positions(Porrazo({"players": 8, "declarations": "automatic"}), random.Random(1))
    return next((game, list(recent)) for game, recent in found if can_strike(game, recent))


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
@pytest.mark.parametrize(("width", "height"), [(640, 400), (844, 390)])
def test_a_low_full_table_tells_the_first_score_of_a_card(table, width: int, height: int, language: str) -> None:
    game, recent = striking_game()
    harness = BoardHarness(type(game)(game.chosen))
    harness.game, harness.recent = game, [event.as_json() for event in recent]
    _, page = table(harness, language=language, viewport={"width": width, "height": height})
    good = page.locator(".coach__label.is-good").first
    expect(good).to_contain_text("\u00a0· ")
    assert "·" not in (good.get_attribute("data-short") or "·")
    assert page.locator(".coach__label").evaluate_all(
        "all => all.every(one => one.scrollHeight <= one.clientHeight + 1)"
    )


def winning_trick() -> BoardHarness:
    """Return a table of Steere's game at which the reader plays the last card of a trick and can win it."""
    for seed in count(1):
        harness = BoardHarness(Steere(), seed=seed)
        game = harness.game
        while game.to_act != 0 or not game.table:
            harness.recent += [event.as_json() for event in game.apply(game.turn_moves(game.to_act)[0])]
        effects = {outcome(game, card) for card in game.hands[0]}
        if effects == {"wins", "loses"}:
            return harness
    raise AssertionError


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844), (844, 390), (1280, 800)])
@pytest.mark.parametrize("level", ["beginner", "advanced"])
def test_the_labels_of_mufts_have_a_row_of_their_own(table, level: str, width: int, height: int) -> None:
    harness = BoardHarness(Mufts({"level": level}))  # advanced players hold four cards
    while harness.game.to_act != 0:
        harness.recent += [event.as_json() for event in harness.game.apply(harness.game.turn_moves(1)[0])]
    _, page = table(harness, viewport={"width": width, "height": height})
    labels, cards, [felt] = boxes(page, ".coach__label", ".board__own", ".felt")
    assert len(labels) == len(cards)
    assert not [pair for pair in combinations(labels, 2) if covers(*pair, by=0)]
    assert not [label for label in labels if any(covers(label, card, by=0) for card in cards)]
    assert all(label["y"] + label["height"] <= felt["y"] + felt["height"] for label in labels)


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844), (844, 390)])
def test_long_labels_do_not_overlap(table, width: int, height: int) -> None:
    harness, card, _takes = capturing_table()
    _, page = table(harness, has_touch=True, is_mobile=True, viewport={"width": width, "height": height})
    expect(own(page, card).locator(".coach__label")).to_be_attached()
    page.evaluate("""() => document.querySelectorAll(".coach__label").forEach(label => {
        label.textContent = "takes 3\u00a0· third card +5\u00a0· clears the table +1";
    })""")
    [labels] = boxes(page, ".coach__label")
    assert len(labels) == 3
    assert not [pair for pair in combinations(labels, 2) if covers(*pair, by=0)]


def test_the_labels_of_overlapping_cards_are_dots(table) -> None:
    _, page = table(winning_trick(), has_touch=True, is_mobile=True, viewport={"width": 844, "height": 390})
    page.get_by_label("Coach me").evaluate("box => box.checked || box.click()")  # the box is in the closed sheet
    good = page.locator(".board__own:has(.coach__label.is-good)").first
    good.wait_for()
    label, dot = good.locator(".coach__label"), "node => getComputedStyle(node, '::before').backgroundColor"
    expect(label).to_have_css("opacity", "0")
    assert good.evaluate(dot) == "rgb(240, 194, 90)"
    good.focus()
    page.keyboard.press("Shift")  # so that the browser shows the focus
    expect(label).to_have_css("opacity", "1")
    assert good.evaluate(dot) == "rgba(0, 0, 0, 0)"  # only the ring of the focus is left
    expect(page.locator(".coach__advice")).to_contain_text("A card marked in gold wins this trick.")


PORTRAITS = [{"width": 390, "height": 844}, {"width": 320, "height": 568}]


@pytest.mark.parametrize("viewport", PORTRAITS)
def test_in_two_rows_a_label_lies_above_its_card_and_before_everything_else(table, viewport: dict[str, int]) -> None:
    _, page = table(winning_trick(), has_touch=True, is_mobile=True, viewport=viewport)
    for card in page.locator(".board__own").all():
        card.focus()
        page.keyboard.press("Shift")  # so that the browser shows the focus
        label = card.locator(".coach__label")
        expect(label).to_have_css("opacity", "1")
        is_seen = """label => {
            label.style.pointerEvents = "auto";
            const { left, right, top, bottom } = label.getBoundingClientRect();
            return [left + 9, (left + right) / 2, right - 9].every((x) =>
                [top + 4, bottom - 4].every((y) => label.contains(document.elementFromPoint(x, y))));
        }"""
        assert label.evaluate(is_seen), card.get_attribute("data-key")


@pytest.mark.parametrize("viewport", PORTRAITS)
@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
def test_the_last_trick_is_seen_whole_above_the_readers_seat(table, language: str, viewport: dict[str, int]) -> None:
    harness = winning_trick()
    harness.game.last_trick = {"leader": 0, "cards": ["10C", "11O", "12B"], "winner": 2}
    _, page = table(harness, language=language, viewport=viewport)
    [trick], chips, [seat] = boxes(page, ".trick", ".trick .chip", ".board__mine .seat")
    assert trick["y"] + trick["height"] <= seat["y"]
    assert len({chip["y"] for chip in chips}) == 1


@pytest.mark.parametrize(
    ("trick", "hand", "advice", "marked"),
    [
        (["5C"], ["3C", "7C", "1B"], "A card marked in gold beats the card led", ["7C", "1B"]),
        (["5C", "1C"], ["3C", "7C", "1B"], "A card marked in gold wins this trick.", ["7C"]),
        (["5C", "1C"], ["6C", "7C"], "Any of your cards wins this trick.", []),
        (["5C", "1C"], ["3C", "1B"], "None of your cards can win this trick.", []),
    ],
)
def test_the_coach_judges_the_cards_of_a_trick(table, trick, hand, advice, marked) -> None:
    harness = BoardHarness(Steere())
    harness.game.leader, harness.game.to_act = 3 - len(trick), 0
    harness.game.table, harness.game.hands[0] = trick, hand
    _, page = table(harness)
    expect(page.locator(".coach__advice")).to_contain_text(advice)
    good = page.locator(".board__own:has(.coach__label.is-good)")
    assert sorted(card.get_attribute("data-key") for card in good.all()) == sorted(marked)


def test_the_goal_of_a_game_of_tricks_is_told_to_everyone_who_is_coached(table) -> None:
    harness = BoardHarness(Steere({"hands": 5}))
    harness.game.leader = harness.game.to_act = 0
    _, page = table(harness, novice=False)
    page.evaluate("localStorage.setItem('told', JSON.stringify({ goal: ['/t/other/ 1 1 3'] }))")  # that of another game
    page.reload()
    settings(page).get_by_label("Coach me").check()
    advice = page.locator(".coach__advice")
    expect(advice).to_contain_text("Each trick you win scores a point. The highest score after 5 hands wins.")
    expect(advice).to_contain_text("The ring shows which suit beats which.")


def test_previews_end_with_the_turn(table) -> None:
    harness, card, _takes = capturing_table()
    _, page = table(harness)
    own(page, card).click()
    expect(own(page, card)).to_have_count(0)
    expect(page.locator(".coach__label")).to_have_count(0)
    expect(page.locator(".is-previewed")).to_have_count(0)


@pytest.fixture
def in_flight(table) -> tuple[BoardHarness, Page]:
    """Return a table where it is the reader's turn, and the opponent's card will land in one millisecond."""
    harness = next(asked_later())
    _, page = table(harness, reduced_motion="no-preference", is_still=True)
    harness.make(harness.game.turn_moves(1)[0])
    expect(page.locator(".board__spot")).to_have_count(len(harness.game.table))
    page.clock.run_for(FLIGHT - 1)
    return harness, page


def asked_later() -> Iterator[BoardHarness]:
    """Yield tables at which the opponent moves first, and the first card in their hand captures nothing."""
    for seed in count(1):
        harness = BoardHarness(Moroccan({"declarations": "automatic"}), seed=seed)
        ranks = {card[:-1] for card in harness.game.table}
        if harness.game.to_act == 1 and harness.game.hands[1][0][:-1] not in ranks:
            yield harness


def test_labels_come_when_the_card_before_has_landed(in_flight) -> None:
    _, page = in_flight
    expect(page.locator(".coach__label")).to_have_count(0)
    page.clock.run_for(1)
    expect(page.locator(".coach__label").first).to_be_attached()


def test_the_turn_begins_when_the_card_before_has_landed(in_flight) -> None:
    """The prompt and the marked seat agree on whose turn it is."""
    _, page = in_flight
    expect(page.locator(".seat--top.is-turn")).to_be_visible()
    expect(page.locator("#prompt.is-asked")).to_have_count(0)
    expect(page.locator(".prompt__text")).to_have_text(re.compile(r"^\w+ to play\.$"))
    page.clock.run_for(1)
    expect(page.locator(".board__mine .seat.is-turn")).to_be_visible()
    expect(page.locator(".prompt__text")).to_have_text("Your turn: play a card.")


# Record whether the coach has spoken whenever the question changes.
WATCH_QUESTION = """() => {
    window.asked = [];
    const text = document.querySelector(".prompt__text"), advice = document.querySelector(".coach__advice");
    const note = () => asked.push([text.textContent, !advice.hidden]);
    new MutationObserver(note).observe(text, { childList: true, characterData: true, subtree: true });
}"""


def test_the_question_and_the_coachs_words_come_together(in_flight) -> None:
    _, page = in_flight
    page.evaluate(WATCH_QUESTION)
    page.clock.run_for(1)
    expect(page.locator(".prompt__text")).to_have_text("Your turn: play a card.")
    assert page.evaluate("asked") == [["Your turn: play a card.", True]]


def test_a_card_chosen_before_another_has_landed_is_played_then(in_flight) -> None:
    harness, page = in_flight
    card = harness.game.hands[0][0]
    own(page, card).click()
    assert harness.received == []
    page.clock.run_for(1)
    assert [frame["move"] for frame in harness.hear(page)] == [["play", card]]


def test_the_coach_asks_the_server_nothing(table) -> None:
    harness, card, _takes = capturing_table()
    _, page = table(harness)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    received = list(harness.received)
    own(page, card).hover()
    settings(page).get_by_label("Coach me").uncheck()
    settings(page).get_by_label("Coach me").check()
    expect(page.locator(".coach__label").first).to_be_attached()
    assert sent == []
    assert harness.received == received


def announcing_table(hand: list[str]) -> BoardHarness:
    """Return a table at which the reader announces this hand."""
    harness = BoardHarness(Moroccan())
    game = harness.game
    game.apply(game.moves_of[1].announce["nothing"])
    game.hands[0] = hand
    return harness


@pytest.mark.parametrize(
    ("hand", "held", "exact", "hints"),
    [
        (
            ["4C", "5O", "7S"],
            "nothing to announce",
            "Nothing",
            {"Ronda": "bluff: gives them 1", "Tringa": "bluff: gives them 5"},
        ),
        (
            ["4C", "4O", "7S"],
            "hold a ronda",
            "Ronda",
            {"Nothing": "hidden: can be claimed", "Ronda": "true: worth 1", "Tringa": "bluff: gives them 5"},
        ),
        (
            ["4C", "4O", "4S"],
            "hold a tringa",
            "Tringa",
            {"Nothing": "hidden: can be claimed", "Ronda": "true, but hides part of it", "Tringa": "true: worth 5"},
        ),
    ],
)
def test_the_prompt_explains_the_hand_and_every_call(
    table, hand: list[str], held: str, exact: str, hints: dict[str, str]
) -> None:
    _, page = table(announcing_table(hand))
    expect(page.get_by_role("status").filter(has_text=held)).to_be_visible()
    for call, hint in hints.items():
        button = page.locator("#prompt").get_by_role("button", name=call, exact=True)
        expect(button).to_have_attribute("aria-description", hint)
        expect(button).to_contain_text(hint)
    expect(page.locator(".call-hint")).to_have_count(len(hints))
    check_accessible(page)
    page.keyboard.press("p")
    expect(page.locator("#prompt").get_by_role("button", name=exact, exact=True)).to_be_focused()


def test_without_the_coach_a_tap_shows_what_the_calls_mean(table) -> None:
    _, page = table(announcing_table(["4C", "5O", "7S"]), **PHONE)
    ask = page.get_by_role("button", name="What do the calls mean?")
    expect(ask).to_be_hidden()  # the coach says it
    settings(page).get_by_label("Coach me").uncheck()
    page.keyboard.press("Escape")
    [[before]] = boxes(page, ".prompt__buttons")
    ask.click()
    expect(page.locator(".prompt__meanings")).to_have_text(
        "Ronda: two of a rank, +1\u00a0· Tringa: three of a kind, +5"
    )
    expect(page.locator(".prompt__text")).to_be_hidden()
    [button], [after] = boxes(page, ".prompt__explain", ".prompt__buttons")
    assert min(button["width"], button["height"]) >= 44
    assert after == before
    check_accessible(page)
    ask.click()
    expect(page.locator(".prompt__text")).to_have_text("Announce your hand:")


def test_a_hand_that_can_only_announce_nothing_is_told_so_once(table) -> None:
    harness = BoardHarness(Porrazo({"target": 121}))
    play_until(harness, lambda game, _events: game.phase == "announce" and len(game.view(0)["moves"]) == 1)
    _, page = table(harness, gentle=True)
    expect(page.locator(".coach__advice")).to_have_text("Two of a rank make a ronda, three a rondine.")
    assert page.locator("#prompt").inner_text().count("nothing to announce") == 1


@pytest.mark.parametrize(
    ("hand", "true", "bluffs"),
    [
        (["4C", "5O", "7S"], "Nothing", ["Ronda", "Tringa"]),
        (["4C", "4O", "7S"], "Ronda", ["Tringa"]),
        (["4C", "4O", "4S"], "Tringa", []),
    ],
)
def test_the_true_call_is_the_main_button_and_bluffs_are_marked(table, hand: list[str], true: str, bluffs: list[str]):
    _, page = table(announcing_table(hand))
    prompt = page.locator("#prompt .prompt__buttons")
    main = prompt.locator(".button:not(.is-untrue)")
    expect(main).to_have_count(1)
    expect(main).to_contain_text(true)
    expect(prompt.locator(".is-bluff")).to_contain_text(bluffs)
    settings(page).get_by_label("Coach me").uncheck()
    expect(prompt.locator(".is-bluff")).to_contain_text([f"{bluff}bluff" for bluff in bluffs])
    expect(prompt).not_to_contain_text("costs")


def press(page: Page, name: str) -> None:
    page.locator("#prompt").get_by_role("button", name=name, exact=True).click()


def moves_sent(harness: BoardHarness, page: Page) -> list[Any]:
    page.evaluate("0")
    return [frame["move"] for frame in harness.received if frame["type"] == "move"]


def test_a_coached_player_confirms_their_first_bluff_and_no_other(table) -> None:
    harness, page = table(announcing_table(["4C", "4O", "7S"]), **PHONE)
    buttons = page.locator("#prompt .prompt__buttons")
    before = boxes(page, "#prompt .prompt__buttons button", ".board__own", ".seat")
    tringa = page.locator("#prompt .is-bluff")
    tringa.focus()
    page.keyboard.press("Enter")
    risk = page.get_by_role("status").filter(has_text="don’t hold three of a kind")
    expect(risk).to_have_text(
        "You don’t hold three of a kind. It may score 5 now, but once your cards or a challenge expose it, "
        "your opponents score 5."
    )
    expect(buttons.get_by_role("button", name="Bluff anyway", exact=True)).to_be_focused()
    assert boxes(page, "#prompt .prompt__buttons button", ".board__own", ".seat") == before, "nothing moves"
    check_accessible(page)
    assert moves_sent(harness, page) == []
    page.keyboard.press("Escape")
    expect(buttons).not_to_contain_text("Bluff anyway")
    expect(page.locator(".prompt__risk")).to_be_empty()
    tringa.click()
    page.locator(".board__own").first.click()  # any other control takes it back, too
    expect(tringa).to_have_text("Tringabluff: gives them 5")
    tringa.click()
    press(page, "Bluff anyway")
    expect(buttons.locator("button")).to_have_count(0)
    assert moves_sent(harness, page) == [["announce", "tringa"]]

    again = announcing_table(["4C", "4O", "7S"])
    again.open(page, coach={**coaching_data(again.game), "novice": True, "gentle": False})
    page.locator("#prompt .is-bluff").click()
    expect(page.locator(".prompt__risk")).to_be_empty()
    assert moves_sent(again, page) == [["announce", "tringa"]]
    assert harness.errors == again.errors == []


def test_a_beginner_is_offered_that_the_site_announces_from_their_second_announcement_on(table) -> None:
    harness, page = table(BoardHarness(Moroccan({"target": 121})), **PHONE)
    offer = page.locator("#prompt").get_by_role("button", name="Announce for me, truthfully")
    offered: list[int] = []
    for _announcement in range(5):
        while (harness.game.phase, harness.game.to_act) != ("announce", 0):
            nothing = [
                move for move in harness.game.turn_moves(harness.game.to_act) if move[1:] == ("announce", "nothing")
            ]
            events = harness.make(tuple(nothing[0] if nothing else harness.game.turn_moves(harness.game.to_act)[0]))
            close_counts(page, events)
        expect(page.locator("#prompt .prompt__buttons button")).to_have_count(3)
        offered.append(offer.count())
        if offered[-1]:
            expect(offer).to_be_in_viewport(ratio=1)
            hit = offer.evaluate("""node => {
                const { x, y, width, height } = node.getBoundingClientRect();
                return [-21, 21].every((by) =>
                    node.contains(document.elementFromPoint(x + width / 2, y + height / 2 + by)));
            }""")
            assert hit, "large enough for a finger"
        if len(offered) < 5:
            harness.make((0, "announce", "nothing"))
    assert offered == [0, 1, 1, 1, 0]
    assert harness.errors == []


def test_enter_leads_from_the_last_claims_over_the_count_to_the_next_deal(open_stage: Callable[..., Page]) -> None:
    harness = BoardHarness(Moroccan({"target": 121}))
    play_until(harness, lambda game, _events: game.phase == "close" and game.to_act == 0)
    page = open_stage(harness, data={"coach": {**coaching_data(harness.game), "novice": True, "gentle": False}})
    prompt = page.locator("#prompt")
    prompt.get_by_role("button", name="Nothing to claim").focus()
    page.keyboard.press("Enter")
    if harness.game.phase == "close":
        expect(prompt.locator(".prompt__text")).to_have_text("Deal over")  # the bot answers before more could be read
        harness.make((1, "done"))
    expect(prompt.get_by_role("button", name="Continue")).to_be_focused()
    page.keyboard.press("Enter")
    expect(prompt.get_by_role("button", name="Continue")).to_have_count(0)
    assert harness.errors == []


def test_the_offer_sets_the_preference(table) -> None:
    harness, page = table(announcing_table(["4C", "5O", "7S"]))
    page.locator("#prompt").get_by_role("button", name="Nothing", exact=True).click()
    while (harness.game.phase, harness.game.to_act) != ("announce", 0):
        harness.make(tuple(harness.game.turn_moves(harness.game.to_act)[0]))
    page.locator("#prompt").get_by_role("button", name="Announce for me, truthfully").click()
    page.evaluate("0")
    assert {"type": "auto_call", "on": True} in harness.received
    harness.change_seat(0, auto_call=True)
    expect(page.locator("#prompt")).to_contain_text("Announcing for you…")
    expect(page.locator(".coach__offer")).to_have_count(0)  # another press would switch it off


@pytest.mark.parametrize("call", ["Nothing", "Ronda"])
def test_another_call_than_the_bluff_is_made_at_once(table, call: str) -> None:
    harness, page = table(announcing_table(["4C", "4O", "7S"]))
    page.locator("#prompt .is-bluff").click()
    press(page, call)
    expect(page.locator("#prompt .prompt__buttons button")).to_have_count(0)
    assert moves_sent(harness, page) == [["announce", call.lower()]]


def test_without_the_coach_a_bluff_takes_one_press(table) -> None:
    harness, page = table(announcing_table(["4C", "4O", "7S"]), novice=False)
    page.locator("#prompt .is-bluff").click()
    expect(page.locator("#prompt .prompt__buttons button")).to_have_count(0)
    assert moves_sent(harness, page) == [["announce", "tringa"]]


@pytest.mark.parametrize("is_coached", [True, False])
def test_calls_are_marked_without_the_coach_and_only_where_they_can_be_false(table, is_coached: bool) -> None:
    """Whether a call is true follows from the player's own hand; what it would mean is the coach's to say."""
    _, page = table(announcing_table(["5C", "3O", "5S"]), coach=is_coached, novice=False)
    expect(page.locator(".prompt__buttons .button")).to_have_text(["Nothing", "Rondatrue", "Tringabluff"])
    expect(page.locator(".is-bluff")).to_contain_text(["Tringa"])
    check_accessible(page)
    page.keyboard.press("p")
    expect(page.get_by_role("button", name="Ronda", exact=True)).to_be_focused()
    harness = BoardHarness(Porrazo({"target": 121}))
    play_until(harness, lambda game, _events: game.phase == "announce" and len(game.view(0)["moves"]) > 1)
    _, page = table(harness, coach=False)
    expect(page.locator(".prompt__buttons .button").first).to_be_visible()
    expect(page.locator(".call-hint")).to_have_count(0)


@pytest.mark.parametrize("is_coached", [True, False])
def test_the_log_explains_each_score_once(table, is_coached: bool) -> None:
    harness, page = table(BoardHarness(Moroccan()), coach=is_coached)
    caida, award_back = Event("caida", 1, {"points": 1, "from": 0}), Event("award_back", -1, {"side": 1, "points": 1})
    harness.send(harness.state([caida, award_back]))
    harness.send(harness.state([caida, award_back]))
    expect(page.locator(".log__line--caida")).to_have_text(
        [
            "Sota scores 1 for a caida. A capture of the card that was just played (also called darba or taper).",
            "Sota scores 1 for a caida.",
        ]
    )
    reason = "A call turned out to be false, so its points are taken back." if is_coached else ""
    expect(page.locator(".log__line--award-back")).to_have_text(
        [
            f"Sota −1: call points taken back.{reason}",
            "Sota −1: call points taken back.",
        ]
    )
    if is_coached:
        settings(page).get_by_label("Coach me").uncheck()
        expect(page.locator(".coach__reason").first).to_be_hidden()


# ---- who is coached ----


def test_only_beginners_are_coached_unasked_and_the_choice_is_remembered(table) -> None:
    harness, card, _takes = capturing_table()
    _, page = table(harness, novice=False)
    toggle = page.get_by_label("Coach me")
    expect(toggle).not_to_be_checked()
    expect(page.locator(".coach__label")).to_have_count(0)
    settings(page)
    toggle.check()
    expect(own(page, card).locator(".coach__label")).to_be_attached()
    page.reload()
    expect(toggle).to_be_checked()
    settings(page)
    toggle.uncheck()
    page.reload()
    expect(page.locator(".board__own").first).to_be_visible()
    expect(toggle).not_to_be_checked()


def test_a_match_without_coaching_has_no_trace_of_it(table) -> None:
    """In a rated match, the page has no coaching data, even if the player switched the coach on elsewhere."""
    harness, card, _takes = capturing_table()
    _, page = table(harness, coach=False)
    page.evaluate("localStorage.setItem('coach', 'true')")
    page.reload()
    expect(page.locator(".board__own").first).to_be_visible()
    own(page, card).hover()
    expect(page.get_by_label("Coach me")).to_have_count(0)
    expect(page.locator(".coach__label, .coach__advice, .coach__reason, .is-previewed")).to_have_count(0)


def test_the_first_caida_is_explained_where_the_player_looks(table) -> None:
    harness, page = table(BoardHarness(Moroccan({"declarations": "automatic"})))
    advice = page.locator(".coach__advice")

    def make_until(kind: str) -> None:
        """Make moves for all seats until an event of this kind has happened and it is the reader's turn to play."""
        made: list[Any] = []
        while kind not in [event.kind for event in made] or harness.game.to_act != 0 or harness.game.phase != "play":
            made += harness.make(tuple(harness.game.turn_moves(harness.game.to_act)[0]))
        close_counts(page, made)

    make_until("caida")
    caida = re.compile(r"Caida: \w+ captured the card (that had just been|you had just) played\. \+1")
    expect(advice).to_contain_text(caida)
    page.reload()
    expect(advice).to_contain_text(caida)
    make_until("caida")
    expect(page.locator("#prompt")).to_contain_text("Your turn: play a card.")
    expect(advice).not_to_contain_text(caida)


def test_the_readers_own_caida_is_explained_while_the_opponent_thinks(table) -> None:
    harness, page = table(BoardHarness(Moroccan({"declarations": "automatic"})))
    while harness.game.to_act != 1 or harness.game.phase != "play":
        harness.make(tuple(harness.game.turn_moves(harness.game.to_act)[0]))
    harness.send(harness.state([Event("caida", 0, {"points": 1, "from": 1})]))
    advice = page.locator(".coach__advice")
    expect(page.locator("#prompt")).to_contain_text("Sota to play.")
    expect(advice).to_contain_text("Caida: Amina captured the card that had just been played.")
    while harness.game.to_act != 0:
        harness.make(tuple(harness.game.turn_moves(harness.game.to_act)[0]))
    expect(page.locator("#prompt")).to_contain_text("Your turn: play a card.")
    expect(advice).not_to_contain_text("Caida")  # another card has been played since
    harness.send(harness.state([Event("caida", 1, {"points": 1, "from": 0})]))
    expect(advice).to_contain_text("Caida: Sota captured the card you had just played. +1 for them.")


def test_in_the_readers_turn_the_choice_comes_first_and_only_the_last_move_is_explained(table) -> None:
    harness, card, takes = capturing_table()
    _, page = table(harness)
    advice, caida = page.locator(".coach__advice"), Event("caida", 1, {"points": 1, "from": 0})
    laid = Event("play", 1, {"card": takes[0]})
    harness.send(harness.state([laid, caida]))
    expect(advice).to_have_text(re.compile(r".+ Caida: Sota captured the card you had just played\. \+1 for them\.$"))
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(own(page, card)).to_be_visible()
    harness.send(harness.state([caida, laid]))
    expect(own(page, card).locator(".coach__label")).to_be_attached()
    expect(advice).not_to_contain_text("Caida")


def test_a_cleared_table_is_explained_only_while_it_is_empty(table) -> None:
    harness = BoardHarness(OneDeck())
    game = harness.game
    if game.to_act == 0:
        harness.make(tuple(game.turn_moves(0)[0]))
    _, page = table(harness)
    cards, advice = list(game.table), page.locator(".coach__advice")
    for _ in range(2):  # the first time, it is gone before the reader's turn, in which they could have read it
        game.table.clear()
        harness.send(harness.state([Event("missa", 0, {"points": 1})]))
        expect(advice).to_contain_text("Amina left the table empty.")
        game.table[:] = cards
        harness.change()
        expect(advice).to_be_hidden()


def empty_table(seed: int) -> BoardHarness:
    """Return a Porrazo table at which the reader has to play the first card."""
    game = Porrazo({"declarations": "automatic"})
    harness = BoardHarness(game, seed=seed)
    while game.phase == "tendido":
        later = next(move for move in game.turn_moves(game.to_act) if "later" in move)
        harness.recent += [event.as_json() for event in game.apply(later)]
    harness.me = game.to_act
    return harness


def has_ace(harness: BoardHarness) -> bool:
    return any(card.startswith("A") for card in harness.game.hands[harness.game.to_act])


def test_the_coach_knows_that_the_table_is_empty(table) -> None:
    """Porrazo starts with an empty table, on which an ace would score in place."""
    _, page = table(next(harness for harness in map(empty_table, range(1, 50)) if not has_ace(harness)))
    advice = page.locator(".coach__advice")
    expect(advice).to_contain_text("The table is empty, so the card you play will stay there.")
    _, page = table(next(harness for harness in map(empty_table, range(1, 50)) if has_ace(harness)))
    expect(page.locator(".coach__label.is-good").first).to_have_text("+1 in place")


SWITCH = "Tired of pressing “Nothing”? Switch on “Announce for me, truthfully” in the settings."
SWITCH_ON_PHONE = SWITCH.replace("in the settings", "under “•••”")


@pytest.mark.parametrize("context", [PHONE, {}], ids=["phone", "mouse"])
def test_a_reader_who_keeps_announcing_nothing_is_told_once_that_the_site_can(table, context: dict[str, Any]) -> None:
    harness, page = table(BoardHarness(Moroccan({"target": 121})), coach=False, **context)
    tips = page.locator(".prompt__tip")

    def play_a_batch() -> None:
        game = harness.game
        first = (game.deal_number, game.batch)
        while (game.deal_number, game.batch) == first:
            if game.phase == "play" and game.to_act == 0:
                expect(page.locator("#prompt")).to_contain_text("Your turn: play a card.")
                texts.append(tips.inner_text() if tips.is_visible() else "")
            moves = game.turn_moves(game.to_act)
            nothing = next((move for move in moves if move[1:] == ("announce", "nothing")), moves[0])
            harness.make(tuple(nothing))

    texts: list[str] = []
    play_a_batch()
    play_a_batch()
    assert set(texts) == {""}
    play_a_batch()
    switch = SWITCH_ON_PHONE if context else SWITCH
    assert [text for text in texts if text] == [switch]
    page.evaluate("0")
    play_a_batch()
    assert texts.count(switch) == 1


def test_the_tip_about_announcing_fits_into_the_prompt_of_a_phone(table) -> None:
    harness, page = table(BoardHarness(Moroccan({"target": 121})), coach=False, **PHONE)
    tips = page.locator(".prompt__tip")
    nothing = Event("announce", 0, {"call": "nothing"})
    harness.make((1, "announce", "nothing"))
    harness.make((0, "announce", "nothing"))
    harness.send(harness.state([nothing, nothing]))
    while harness.game.to_act != 0:
        harness.make(tuple(harness.game.turn_moves(1)[0]))
    expect(tips).to_have_text(SWITCH_ON_PHONE)
    [tip], [prompt], [words] = boxes(page, ".prompt__tip", "#prompt", ".prompt__words")
    assert tip["y"] + tip["height"] <= prompt["y"] + prompt["height"]
    assert page.locator(".prompt__words").evaluate("node => node.scrollHeight <= node.clientHeight + 1")
    assert words["height"] <= prompt["height"]


def test_of_several_calls_all_are_named_and_the_best_one_is_explained(table) -> None:
    harness, page = table(BoardHarness(Moroccan({"players": 4, "target": 121})))
    game, calls = harness.game, {1: "tringa", 2: "nothing", 3: "ronda"}
    while game.phase == "announce":
        harness.make((game.to_act, "announce", calls.get(game.to_act, "nothing")))
    while game.to_act != 0:
        harness.make(tuple(game.turn_moves(game.to_act)[0]))
    advice = page.locator(".coach__advice")
    expect(advice).to_contain_text("Several players made calls:")
    for seat, call in ((1, "Tringa"), (3, "Ronda")):
        expect(advice).to_contain_text(f"{NAMES[seat]}: {call}")
    expect(advice).to_contain_text(f"{NAMES[1]} announced a tringa, three of a kind.")


def test_equal_calls_are_explained_once(table) -> None:
    harness, page = table(BoardHarness(Moroccan({"players": 4, "target": 121})))
    game, calls = harness.game, {1: "ronda", 3: "ronda"}
    while game.phase == "announce":
        harness.make((game.to_act, "announce", calls.get(game.to_act, "nothing")))
    while game.to_act != 0:
        harness.make(tuple(game.turn_moves(game.to_act)[0]))
    advice = page.locator(".coach__advice")
    told = f"{NAMES[1]} and {NAMES[3]} announced a ronda, two of a rank. Each may be a bluff."
    expect(advice).to_contain_text(told)
    expect(advice).not_to_contain_text("Several players made calls:")


@pytest.mark.parametrize("is_coached", [True, False])
def test_with_the_coach_on_what_the_buttons_at_a_seat_are_for_is_explained_once(table, is_coached: bool) -> None:
    harness, page = table(BoardHarness(Moroccan()), coach=is_coached)
    harness.make((1, "announce", "ronda"))
    harness.make((0, "announce", "nothing"))
    while harness.game.to_act != 0:
        harness.make(tuple(harness.game.turn_moves(1)[0]))
    rights = page.locator(".prompt__tip")
    challenge = (
        "Press “Challenge” only if you’re sure the call is false: "
        "you score its points, but lose the match if it’s true."
    )
    if is_coached:  # the call is explained first
        expect(page.locator(".coach__advice")).to_contain_text("Sota announced a ronda, two of a rank.")
    expect(rights).to_be_hidden()
    button = page.get_by_role("button", name="Challenge against Sota")
    expect(button).to_have_attribute("title", challenge)
    expect(button).to_have_attribute("aria-description", challenge)
    harness.make(tuple(harness.game.turn_moves(0)[0]))
    harness.make(tuple(harness.game.turn_moves(1)[0]))
    expect(page.locator("#prompt")).to_contain_text("Your turn: play a card.")
    expect(rights).to_have_text(challenge if is_coached else "")
    if is_coached:  # the advice comes first, and the words that could frighten a beginner are quiet
        expect(page.locator(".coach__advice + .prompt__tip.muted")).to_be_visible()
        red = page.evaluate("getComputedStyle(document.body).getPropertyValue('--red')")
        assert rights.evaluate("node => getComputedStyle(node).color") != red
        check_accessible(page)
        page.reload()
        expect(rights).to_have_text(challenge)


def test_without_the_coach_a_claim_is_explained_only_at_its_button(table) -> None:
    harness, page = table(silent_table(["7C", "7O", "6S"]), coach=False)
    play_second_card(harness)
    expect(page.locator("#prompt")).to_contain_text("Your turn: play a card.")
    expect(page.locator(".prompt__tip")).to_be_hidden()
    button = page.get_by_role("button", name="Claim against Sota")
    expect(button).to_have_attribute("title", re.compile("^Press “Claim” if they announced nothing"))
    expect(button).to_have_attribute("aria-description", re.compile("A wrong claim costs nothing"))


def silent_table(hand: list[str]) -> BoardHarness:
    """Return a table at which the opponent, who holds this hand, has announced nothing."""
    harness = BoardHarness(Moroccan({"target": 121}))
    harness.game.table, harness.game.slots = [], [None] * len(harness.game.slots)
    harness.game.hands[1] = list(hand)
    harness.game.hands[0] = ["4C", "2O", "5S"]
    harness.make((1, "announce", "nothing"))
    harness.make((0, "announce", "nothing"))
    return harness


def play_second_card(harness: BoardHarness) -> None:
    """Have the opponent play their first two cards, and the reader one in between."""
    while len(harness.game.hands[1]) > 1:
        seat = harness.game.to_act
        harness.make((seat, "play", harness.game.hands[seat][0]))


def test_a_label_says_the_same_where_there_is_little_room(table) -> None:
    harness, page = table(silent_table(["7C", "12O", "6S"]), **PHONE)
    harness.make((1, "play", "7C"))
    label = own(page, "4C").locator(".coach__label")
    expect(label).to_have_text("takes nothing")
    expect(label).to_have_attribute("data-short", "nothing")  # “takes 0” would name a card


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
@pytest.mark.parametrize(("width", "height"), [(640, 400), (844, 390), (320, 568)])
def test_the_label_of_a_capture_takes_one_line_on_a_low_board(table, width: int, height: int, language: str) -> None:
    harness = silent_table(["7C", "12O", "6S"])
    harness.game.hands[0] = ["12C", "5S", "4C"]
    harness.game.table, harness.game.slots = ["12B", "2S"], ["12B", "2S", *[None] * 8]
    viewport = {"width": width, "height": height}
    harness, page = table(harness, language=language, has_touch=True, is_mobile=True, viewport=viewport)
    harness.make((1, "play", "7C"))
    expect(own(page, "12C").locator(".coach__label.is-good")).to_be_visible()
    labels, [felt] = boxes(page, ".coach__label", ".felt")
    assert len(labels) == 3
    assert {box["height"] for box in labels} == {min(box["height"] for box in labels)}
    assert max(box["y"] + box["height"] for box in labels) <= felt["y"] + felt["height"] - BORDER


def test_the_gap_in_the_ranks_is_explained_when_a_run_first_crosses_it(table) -> None:
    harness, page = table(silent_table(["7C", "10O", "6S"]), **PHONE)
    harness.game.hands[0] = ["7O", "2O", "5S"]
    harness.make((1, "play", "7C"))
    advice, gap = page.locator(".coach__advice"), "There is no 8 or 9: 10 follows 7."
    expect(advice).to_contain_text("takes the")
    expect(advice).not_to_contain_text(gap)
    harness.make((0, "play", "5S"))
    harness.make((1, "play", "10O"))
    expect(advice).to_contain_text(f"7 of cups and sota (10) of coins. {gap}")
    page.reload()
    expect(advice).to_contain_text(gap)


def test_while_the_site_announces_there_is_no_tip_about_a_pair_that_has_not_been_played(table) -> None:
    harness = silent_table(["7C", "12O", "6S"])
    harness.seats[0] = {**harness.sitter(0), "gentle_start": True}
    _, page = table(harness, gentle=True, **PHONE)
    play_second_card(harness)
    expect(page.locator(".coach__advice")).not_to_be_empty()
    expect(page.locator(".prompt__tip")).to_be_hidden()
    expect(page.get_by_role("button", name="Claim")).to_have_count(0)


def test_a_newcomer_sees_the_claim_once_it_is_explained(table) -> None:
    harness = silent_table(["7C", "12O", "6S"])
    harness.game.captured[0] = 2  # a newcomer learns to capture first
    _, page = table(harness, gentle=True, **PHONE)
    claim = page.get_by_role("button", name="Claim")
    harness.make((1, "play", "7C"))
    expect(page.locator("#prompt")).to_contain_text("Your turn: play a card.")
    expect(claim).to_have_count(0)
    play_second_card(harness)
    expect(page.locator(".prompt__tip")).to_contain_text(
        "If they play one, “Claim” scores it, and a wrong claim costs nothing."
    )
    expect(claim).to_be_visible()
    page.reload()
    expect(claim).to_be_visible()


@pytest.mark.parametrize(
    ("cards", "words", "gentle"),
    [
        (["7C", "12O", "6S"], "Sota announced nothing and has played", False),
        (["7C", "12O", "6S"], "Sota announced nothing and has played", True),
        (["7C", "7O", "6S"], "Sota announced nothing, but played a pair:", False),
        (["7C", "7O", "6S"], "Sota announced nothing, but played a pair:", True),
    ],
)
def test_the_coach_shows_the_cards_that_a_claim_is_about(table, cards: list[str], words: str, gentle: bool) -> None:
    harness, page = table(silent_table(cards), gentle=gentle, **PHONE)
    harness.game.captured[0] = 2  # a newcomer learns to capture first
    tips = page.locator(".prompt__tip")
    play_second_card(harness)
    expect(tips).to_contain_text(words)
    expect(tips.locator(".chip")).to_have_text([card[:-1] for card in cards[:2]])  # not the one that is still hidden
    [note], [prompt] = boxes(page, ".prompt__tip", "#prompt")
    assert note["y"] + note["height"] <= prompt["y"] + prompt["height"]
    check_accessible(page)
    page.reload()
    expect(tips).to_contain_text(words)


def test_beside_the_coachs_words_two_lines_of_news_are_set_off_by_a_line(open_stage: Callable[..., Page]) -> None:
    stage = own_turn(Moroccan)
    page = open_stage(stage, data={"coach": {**coaching_data(stage.game), "novice": True}}, **PHONE)
    expect(page.locator(".coach__advice")).to_be_visible()
    lines = page.locator(".prompt__news > li:visible")
    expect(lines).to_have_count(2)
    expect(lines.last).to_have_css("border-top-style", "solid")  # the newest one is the first node, and shown last


def test_the_coach_stands_by_while_nobody_may_look_at_a_hand(open_stage: Callable[..., Page]) -> None:
    """P3: until the dealer has decided when to lay the tendido, the view has no hands."""
    harness = BoardHarness(Porrazo({"target": 121, "players": 4}))
    play_until(harness, lambda game, _events: game.phase == "tendido" and game.deal_number > 0 and game.to_act != 0)
    page = open_stage(harness, data={"coach": {**coaching_data(harness.game), "novice": True, "gentle": False}})
    expect(page.locator("#prompt")).to_contain_text("tendido now or later?")
    page.evaluate("localStorage.setItem('told', JSON.stringify({ limpia: ['a'] }))")
    page.reload()
    harness.send(harness.state([Event("limpia", 1, {"points": 1})]))
    expect(page.locator(".board__news")).to_contain_text("Limpia")
    expect(page.locator("#prompt")).to_contain_text("tendido now or later?")
    assert harness.errors == []
