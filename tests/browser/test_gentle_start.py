"""In a newcomer's first match, the coach explains capturing first, while the site announces for them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import count

import pytest
from django.utils import translation
from playwright.sync_api import Page, expect

from accounts.wording import listing
from games.rules.events import Event
from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.rules.mufts import Mufts
from games.rules.one_deck import OneDeck
from games.rules.porrazo import Porrazo
from games.selectors.card_names import card_name, pack_name
from games.selectors.coaching import coaching_data
from tests.browser.accessible import check_accessible
from tests.browser.board_harness import FOUND, HINT, BoardHarness
from tests.browser.board_pages import boxes, covers, new_page  # noqa: F401  new_page is a fixture
from tests.browser.scenes import GAMES, announcing, own_turn, play_until

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 800}}


def first_table(call: str = "nothing") -> tuple[BoardHarness, str]:
    """Return a table at which the bot has made this call and the site will announce for the reader, and a card in the
    reader's hand that captures.
    """
    for seed in count(1):
        stage = BoardHarness(Moroccan(), seed=seed)
        game = stage.game
        ranks = {card[:-1] for card in game.table}
        card = next((card for card in game.hands[0] if card[:-1] in ranks), None)
        if card and game.true_call(0).call == "nothing":
            stage.tell(list(game.apply(game.moves_of[1].announce[call])))
            stage.seats[0] = {**stage.sitter(0), "gentle_start": True}
            return stage, card
    raise AssertionError


def other_rank(stage: BoardHarness, card: str) -> str:
    """Return a card in the bot's hand that, when played, leaves the rank of ``card`` on the table."""
    game = stage.game
    for move in game.turn_moves(1):
        after = game.copy()
        after.apply(move)
        if move.verb == "play" and card[:-1] in {one[:-1] for one in after.table}:
            return move.card
    raise AssertionError


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_newcomer_captures_before_they_announce(new_page: Callable[..., Page], size: dict[str, object]) -> None:
    stage, card = first_table()
    page = new_page(**size)
    stage.open(page, coach={**coaching_data(stage.game), "novice": True, "gentle": True})
    prompt = page.locator("#prompt")
    expect(prompt).to_contain_text("Announcing for you at first…")
    expect(prompt).to_contain_text("Capture cards. The first to 41 points wins.")
    expect(prompt.get_by_role("button")).to_have_count(0)
    expect(page.get_by_label("Announce for me")).not_to_be_checked()  # the player has not chosen this setting

    stage.make((0, "announce", "nothing"))
    stage.make((1, "play", other_rank(stage, card)))
    expect(prompt).to_contain_text("Your turn: play a card.")
    expect(prompt).to_contain_text("points wins. A card with a gold label takes cards from the table.")
    expect(prompt).not_to_contain_text("You hold")
    own = page.locator(f".board__own[data-key='{card}']")
    expect(own.locator(".coach__label")).to_have_css("opacity", "1")
    check_accessible(page)
    page.evaluate("localStorage.setItem('told', JSON.stringify({ goal: ['a'], capture: ['a', 'b'] }))")
    page.reload()
    expect(prompt).to_contain_text("takes the")  # the advice is about this turn's cards, and the lines are not repeated
    expect(prompt).not_to_contain_text("points wins")
    expect(prompt).not_to_contain_text("gold label")

    stage.make((0, "play", card))
    while stage.game.phase == "play":
        stage.make(tuple(stage.game.turn_moves(stage.game.to_act)[0]))
    if stage.game.to_act == 1:
        stage.make((1, "announce", "nothing"))
    expect(prompt).to_contain_text("Announcing for you at first…")
    expect(prompt.get_by_role("button")).to_have_count(0)
    stage.change_seat(0, gentle_start=False)  # as after the first batches
    expect(prompt).to_contain_text("Now you announce: the best call scores.")
    expect(page.get_by_label("Announce for me")).not_to_be_checked()
    buttons = prompt.locator(".prompt__buttons button")
    true_call = stage.game.true_call(0).call.capitalize()
    expect(buttons).to_contain_text([true_call, "Other calls…"])
    expect(buttons.first).not_to_have_class(re.compile("button--quiet"))
    buttons.last.focus()
    page.keyboard.press("Enter")
    expect(buttons).to_have_count(3)
    expect(buttons.first).to_contain_text(true_call)
    expect(buttons.nth(1)).to_be_focused()
    expect(prompt).to_contain_text("Another call can mislead your opponents")
    check_accessible(page)
    prompt.get_by_role("button", name="Nothing", exact=True).click()
    expect(prompt).not_to_contain_text("Now you announce")
    assert stage.errors == []


@pytest.fixture
def first_turn(new_page: Callable[..., Page]) -> Callable[..., tuple[BoardHarness, Page]]:
    """Return a function that opens a newcomer's table in their first turn, after the bot has made this call."""

    def open_table(call: str = "nothing") -> tuple[BoardHarness, Page]:
        stage, card = first_table(call)
        page = new_page(**PHONE)
        stage.open(page, coach=gentle_coach(stage.game))
        stage.make((0, "announce", "nothing"))
        stage.make((1, "play", other_rank(stage, card)))
        return stage, page

    return open_table


def test_claims_and_challenges_wait_for_the_coach_in_the_first_deal(new_page: Callable[..., Page]) -> None:
    stage = BoardHarness(Moroccan({"target": 121}))
    stage.seats[0] = {**stage.sitter(0), "gentle_start": True}
    game = stage.game
    game.table, game.slots = [], [None] * len(game.slots)
    game.hands[0], game.hands[1] = ["4C", "4O", "5S"], ["7C", "7O", "6S"]
    stage.make((1, "announce", "nothing"))
    stage.make((0, "announce", "ronda"))
    page = new_page(**PHONE)
    stage.open(page, coach=gentle_coach(game))
    game.captured[0] = 2  # before that, there is only capturing to learn
    claim, tip = page.locator(".seat__action[data-key='claim']"), page.locator(".prompt__tip")
    while game.to_act != 0 or len(game.hands[1]) > 2:
        stage.make((game.to_act, "play", game.hands[game.to_act][0]))
    expect(page.locator("#prompt")).to_contain_text("Your turn: play a card.")
    for node in page.locator(".seat__action").all():
        expect(node).to_be_hidden()
    while game.to_act != 0 or len(game.hands[1]) > 1:
        stage.make((game.to_act, "play", game.hands[game.to_act][0]))
    expect(tip).to_contain_text("Sota announced nothing, but played a pair:")
    expect(claim).to_be_visible()
    stage.make((0, "play", game.hands[0][0]))
    expect(tip).to_be_hidden()
    expect(claim).to_be_hidden()
    page.get_by_label("Coach me").evaluate("node => node.click()")
    expect(claim).to_be_visible()  # without a coach, nothing would explain it
    assert stage.errors == []


def play_on(stage: BoardHarness) -> None:
    """Play a card for the reader and one for the bot."""
    for seat in 0, 1:
        stage.make((seat, "play", stage.game.hands[seat][-1]))


def test_an_opponents_call_is_explained_in_the_turn_after_the_first_one(first_turn) -> None:
    stage, page = first_turn("ronda")
    advice = page.locator(".coach__advice")
    for _ in range(2):  # live, and after a reload
        expect(advice).to_contain_text("A card with a gold label takes cards from the table.")
        expect(advice).not_to_contain_text("Sota")
        page.reload()
    play_on(stage)
    assert stage.game.view(0)["calls"][1]["open"]
    for _ in range(2):
        expect(advice).to_have_text("Sota announced a ronda, two of a rank. It may be a bluff: watch what they play.")
        page.reload()
    play_on(stage)
    expect(advice).to_contain_text("Sota was bluffing")
    expect(advice).not_to_contain_text("announced a ronda")
    assert stage.errors == []


def test_a_call_that_cannot_be_challenged_any_more_is_not_explained(first_turn) -> None:
    stage, page = first_turn("ronda")
    stage.game.open_calls.clear()
    play_on(stage)
    expect(page.locator("#prompt")).to_contain_text("Your turn: play a card.")
    expect(page.locator(".coach__label")).to_have_count(2)
    expect(page.locator(".coach__advice")).not_to_contain_text("Sota")


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ({"kind": "caida", "points": 1, "from": 0}, "Caida: Sota captured the card you had just played. +1 for them."),
        (
            {"kind": "false_call", "call": "ronda", "points": 1},
            "Sota was bluffing: they held less than they announced. Their opponents score the points for the call.",
        ),
    ],
)
def test_what_an_opponent_does_is_explained_once_and_on_its_own(
    first_turn, event: dict[str, object], words: str
) -> None:
    stage, page = first_turn()
    advice = page.locator(".coach__advice")
    expect(advice).to_contain_text("A card with a gold label takes cards from the table.")
    play_on(stage)
    stage.send({**stage.state([]), "events": [{"seat": 1, **event}]})
    expect(advice).to_have_text(words)
    play_on(stage)
    stage.send({**stage.state([]), "events": [{"seat": 1, **event}]})
    expect(page.locator("#prompt")).to_contain_text("Your turn: play a card.")
    expect(advice).not_to_contain_text(words)
    assert stage.errors == []


CAIDA = Event("caida", 1, {"points": 1, "from": 0})
CAPTURED = "Caida: Sota captured the card you had just played. +1 for them."


def test_a_caida_is_explained_before_a_call_which_can_wait(first_turn) -> None:
    stage, page = first_turn("ronda")
    play_on(stage)
    stage.send(stage.state([CAIDA]))
    expect(page.locator(".coach__advice")).to_have_text(CAPTURED)
    assert stage.errors == []


def test_a_caida_is_explained_before_the_count_which_can_wait(first_turn) -> None:
    stage, page = first_turn()
    advice = page.locator(".coach__advice")
    play_on(stage)
    stage.game.captured[1] = 21  # from here on, the pile scores
    stage.send(stage.state([CAIDA]))
    expect(advice).to_have_text(CAPTURED)
    play_on(stage)
    expect(advice).to_contain_text("At the end of the deal, each captured card above 20 scores a point.")
    assert stage.errors == []


@pytest.mark.parametrize("is_contested", [False, True])
def test_a_newcomer_is_told_what_the_site_announced_why_and_what_it_brought(
    new_page: Callable[..., Page], is_contested: bool
) -> None:
    stage = BoardHarness(Moroccan(), me=1)
    stage.seats[1] = {**stage.sitter(1), "gentle_start": True}
    stage.game.hands[1][:] = ["5C", "5O", "7S"]
    page = new_page(**PHONE)
    stage.open(page, coach=gentle_coach(stage.game))
    stage.make((1, "announce", "ronda"))
    stage.make((0, "announce", "ronda" if is_contested else "nothing"))
    brought = "the best call scores." if is_contested else "+1."
    advice = page.locator(".coach__advice")
    expect(advice).to_have_text(f"You hold a ronda: two of a rank. The site announced it for you: {brought}")
    assert max(page.evaluate(CUT_OFF)) <= 1
    page.reload()
    expect(advice).to_contain_text(brought)
    assert stage.errors == []


SIZES = [(390, 844), (360, 740), (320, 568), (640, 400), (844, 390), (1280, 800)]
# By how many pixels the words exceed their space, and the contents of the prompt exceed the prompt.
CUT_OFF = """() => ["#prompt .prompt__words", "#prompt"].map((selector) => {
    const { clientHeight, scrollHeight } = document.querySelector(selector);
    return scrollHeight - clientHeight;
})"""

# By how many pixels the letters of the advice reach below the words' space, which cuts them off.
INK_BELOW = """() => {
    const advice = document.querySelector(".coach__advice"), mark = document.createElement("span");
    mark.style.display = "inline-block";
    advice.append(mark);
    const baseline = mark.getBoundingClientRect().bottom;
    mark.remove();
    const pen = new OffscreenCanvas(1, 1).getContext("2d");
    const { fontSize, fontFamily } = getComputedStyle(advice);
    pen.font = `${fontSize} ${fontFamily}`;
    const ink = baseline + pen.measureText(advice.textContent).actualBoundingBoxDescent;
    return ink - document.querySelector(".prompt__words").getBoundingClientRect().bottom;
}"""


def check_prompt(page: Page, moment: str) -> None:
    """Check at every size that all words of the prompt are visible, with room left for the cards and the log."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        where = (moment, width, height)
        [prompt], own, [log] = boxes(page, "#prompt", ".board__own", "#log")
        assert max(page.evaluate(CUT_OFF)) <= 1, where
        if page.locator(".coach__advice").is_visible():
            assert page.evaluate(INK_BELOW) <= 0, where
        assert prompt["y"] + prompt["height"] <= height, where
        assert all(card["y"] + card["height"] <= height and not covers(card, prompt) for card in own), where
        assert width < 1024 or log["y"] + 80 <= height, where  # on a phone, the log is in a sheet
        assert page.locator("#prompt .prompt__text").is_visible(), where


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
def test_the_words_of_the_prompt_are_seen_whole(new_page: Callable[..., Page], language: str) -> None:
    stage, card = first_table()
    stage.hint = HINT
    page = new_page()
    with translation.override(language):
        coach = {**coaching_data(stage.game), "novice": True, "gentle": True}
    stage.open(page, coach=coach, language=language)
    advice, buttons = page.locator(".coach__advice"), page.locator("#prompt .prompt__buttons button")
    expect(advice).not_to_be_empty()
    check_prompt(page, "the site announces")
    stage.make((0, "announce", "nothing"))
    stage.make((1, "play", other_rank(stage, card)))
    expect(page.locator(".coach__label.is-good")).not_to_have_count(0)
    check_prompt(page, "the first card")
    for node in (advice, page.locator(".prompt__text")):
        expect(node).to_have_css("text-align", "start")
    assert advice.evaluate("node => parseFloat(getComputedStyle(node).fontSize)") >= 14.4
    first, cards = coach["first"], ["12C", "1S", "11O", "10B"]
    with translation.override(language):
        one, *taken = (card_name(name, pack_name(Moroccan)) for name in cards)
        longest = f"{first['goal']} {first['capture']} {first['run'] % {'card': one, 'taken': listing(taken)}}"
    advice.evaluate("(node, text) => { node.textContent = text; }", longest)
    check_prompt(page, "the longest advice")

    stage.make((0, "play", card))
    stage.change_seat(0, gentle_start=False)
    while stage.game.phase == "play":
        stage.make(tuple(stage.game.turn_moves(stage.game.to_act)[0]))
    if stage.game.to_act == 1:
        stage.make((1, "announce", "ronda"))
    expect(buttons).to_have_count(2)
    check_prompt(page, "the first announcement")
    buttons.last.click()
    expect(buttons).to_have_count(3)
    check_prompt(page, "all calls of the first announcement")
    page.locator("#prompt .is-bluff").last.click()
    expect(page.locator(".prompt__risk")).not_to_be_empty()
    check_prompt(page, "the first bluff")
    page.keyboard.press("Escape")
    page.locator(".board__own").first.evaluate("node => node.click()")
    expect(page.locator(".prompt__next")).to_be_visible()
    expect(advice).to_be_visible()  # it says what the calls beside it mean
    check_prompt(page, "a card chosen meanwhile")
    stage.change()
    expect(page.locator(".prompt__next")).to_be_hidden()  # it is no news any more, and the question needs the room
    expect(page.locator(".board__own.is-next")).to_have_count(1)
    texts = coach["holdings"].values()
    advice.evaluate("(node, text) => { node.lastChild.textContent = text; }", max(texts, key=len))
    check_prompt(page, "the longest holding")
    stage.change(hint=FOUND)
    expect(page.locator("#prompt .is-hint")).to_be_visible()
    check_prompt(page, "a hint")
    stage.change(hint=HINT)
    page.locator("#prompt .prompt__buttons button").first.click()  # the next announcement comes with an offer
    while (stage.game.phase, stage.game.to_act) != ("announce", stage.me):
        events = stage.make(tuple(stage.game.turn_moves(stage.game.to_act)[0]))
        if any(event.kind == "count" for event in events):
            page.locator("#prompt .button--continue").click()
    expect(page.locator(".coach__offer")).to_be_visible()
    expect(buttons).to_have_count(2)  # as the first time
    check_prompt(page, "the offer to announce")
    assert stage.errors == []


# Which of these texts of the coach do not fit beside the question.
TOO_LONG = """texts => {
    const advice = document.querySelector(".coach__advice"), words = document.querySelector(".prompt__words");
    return texts.filter((text) => {
        advice.textContent = text;
        return words.scrollHeight > words.clientHeight + 1;
    });
}"""


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
@pytest.mark.parametrize("ruleset", [Moroccan, Porrazo])
def test_every_text_of_the_coach_is_seen_whole_on_a_phone(
    new_page: Callable[..., Page], ruleset: type[Game], language: str
) -> None:
    stage, page = own_turn(ruleset), new_page()
    stage.hint = HINT
    with translation.override(language):
        coach = gentle_coach(stage.game)
        card = card_name(ruleset.pack[-1], pack_name(ruleset))
    stage.open(page, coach=coach, language=language)
    expect(page.locator(".coach__advice")).not_to_be_empty()
    names = {"name": "Hamza", "names": "Hamza, Nadia", "shout": "Caida", "rival": "Hamza", "own": "12", "other": "14"}
    texts = [text for kind in ("first", "choices", "moments", "alike") for text in coach[kind].values()]
    filled = [re.sub(r"%\((\w+)\)s", lambda field: names.get(field[1], card), text) for text in texts]
    for width, height in (390, 844), (320, 568):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(TOO_LONG, filled) == [], width


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
def test_a_tip_of_the_first_matches_fits_beside_eight_seats_on_the_smallest_phone(
    new_page: Callable[..., Page], language: str
) -> None:
    stage, page = own_turn(GAMES["porrazo-8"], 1), new_page(viewport={"width": 320, "height": 568})
    with translation.override(language):
        coach = {**coaching_data(stage.game), "novice": True, "gentle": False}
    stage.open(page, coach=coach, language=language)
    stage.send(stage.state([Event("porrazo", 1, {"points": 1, "from": 0})]))
    expect(page.locator(".coach__moment")).to_be_hidden()  # there is one, which gives way to the tip
    expect(page.locator(".coach__moment")).not_to_be_empty()
    assert max(page.evaluate(CUT_OFF)) <= 1


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
def test_four_calls_and_the_hint_button_fit_beside_the_advice_on_a_low_screen(
    new_page: Callable[..., Page], language: str
) -> None:
    stage = announcing(lambda: Moroccan({"dealing": "four-all"}))
    stage.hint = HINT
    page = new_page(viewport={"width": 640, "height": 360})
    with translation.override(language):
        coach = {**coaching_data(stage.game), "novice": True, "gentle": True}
    stage.open(page, coach=coach, language=language)
    page.locator(".prompt__buttons button").last.click()
    expect(page.locator(".prompt__buttons button")).to_have_count(4)
    expect(page.locator(".prompt__hint")).to_be_visible()
    assert max(page.evaluate(CUT_OFF)) <= 1


@pytest.mark.parametrize("ruleset", [Mufts, OneDeck])
def test_a_newcomer_is_coached_where_the_game_announces_for_everybody(
    new_page: Callable[..., Page], ruleset: type[Game]
) -> None:
    stage = BoardHarness(ruleset())
    stage.seats[0] = {**stage.sitter(0), "gentle_start": True}
    page = new_page()
    stage.open(page, coach={**coaching_data(stage.game), "novice": True, "gentle": True})
    while stage.game.phase != "play" or stage.game.to_act != stage.me:
        stage.make(tuple(stage.game.turn_moves(stage.game.to_act)[0]))
    prompt = page.locator("#prompt")
    expect(prompt).to_contain_text("Your turn: play a card.")
    expect(prompt).to_contain_text(re.compile("A card with a gold label|None of your cards"))
    expect(prompt).not_to_contain_text("undefined")
    assert stage.errors == []


def waiting_for_the_first_cut(ruleset: type[Game] = Moroccan) -> BoardHarness:
    """Return a newcomer's table before the first deal. With two players, the one who plays first cuts (M2)."""
    stage = BoardHarness(ruleset(), me=1, cuts=True)
    stage.seats[1] = {**stage.sitter(1), "gentle_start": True}
    return stage


def gentle_coach(game: Game) -> dict[str, object]:
    return {**coaching_data(game), "novice": True, "gentle": True}


def test_the_game_is_told_in_short_before_a_newcomer_starts_the_first_deal(new_page: Callable[..., Page]) -> None:
    stage, page = waiting_for_the_first_cut(), new_page(**PHONE)
    stage.open(page, coach=gentle_coach(stage.game))
    prompt, welcome = page.locator("#prompt"), page.locator(".welcome")
    for text in ["Capture cards. The first to 41 points wins.", coaching_data(stage.game)["welcome"]]:
        expect(welcome).to_contain_text(text)
        expect(page.locator("#spoken")).to_contain_text(text)
    expect(prompt).to_contain_text("The coach explains the rest as you play.")
    expect(page.locator(".cut")).to_be_hidden()
    check_accessible(page)
    [box], [words], [button] = boxes(page, "#prompt", ".prompt__text", ".prompt__buttons")
    above, below = words["y"] - box["y"], box["y"] + box["height"] - button["y"] - button["height"]
    assert above == pytest.approx(below, abs=8)  # in the middle, rather than far apart
    assert stage.received == []
    page.get_by_role("button", name="Deal the cards").tap()
    expect(welcome).to_have_count(0)
    expect(page.locator(".board__own")).to_have_count(3)
    expect(prompt).to_contain_text("Announcing for you at first…")
    expect(prompt).not_to_contain_text("points wins")  # the welcome has said so
    assert [frame["move"][0] for frame in stage.hear(page) if frame["type"] == "move"] == ["cut"]
    assert stage.errors == []


def test_there_is_no_hint_on_a_call_that_the_site_makes(new_page: Callable[..., Page]) -> None:
    stage, _card = first_table()
    stage.hint = HINT
    page = new_page()
    stage.open(page, coach=gentle_coach(stage.game))
    button, prompt = page.locator(".prompt__hint"), page.locator("#prompt")
    expect(prompt).to_contain_text("Announcing for you at first…")
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)
    expect(page.locator(".hint__text")).to_have_text("You can ask for a hint on your turn.")
    page.evaluate("0")
    assert [frame for frame in stage.received if frame["type"] == "hint"] == []
    stage.change_seat(0, gentle_start=False)
    expect(button).not_to_have_attribute("aria-disabled", "true")


def test_the_first_deal_starts_with_enter_and_its_welcome_is_announced_also_before_any_move(
    new_page: Callable[..., Page],
) -> None:
    stage, page = waiting_for_the_first_cut(), new_page()
    stage.moved = 0  # as in a new match
    stage.open(page, coach=gentle_coach(stage.game))
    expect(page.locator("#spoken")).to_contain_text("Capture cards.")
    expect(page.get_by_role("button", name="Deal the cards")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".welcome")).to_have_count(0)
    expect(page.locator(".board__own")).to_have_count(3)
    assert stage.errors == []


def test_a_player_who_has_switched_the_coach_off_is_not_welcomed(new_page: Callable[..., Page]) -> None:
    stage, page = waiting_for_the_first_cut(), new_page(**PHONE)
    page.add_init_script("localStorage.setItem('coach', 'false')")
    stage.open(page, coach=gentle_coach(stage.game))
    expect(page.locator(".board__own")).to_have_count(3)
    expect(page.locator(".welcome")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
@pytest.mark.parametrize("ruleset", [Moroccan, Porrazo])
def test_the_welcome_is_seen_whole_at_every_size(
    new_page: Callable[..., Page], ruleset: type[Game], language: str
) -> None:
    stage, page = waiting_for_the_first_cut(ruleset), new_page()
    with translation.override(language):
        coach = gentle_coach(stage.game)
    stage.open(page, coach=coach, language=language)
    for width, height in [*SIZES, (568, 320)]:
        page.set_viewport_size({"width": width, "height": height})
        [board], [panel], [start] = boxes(page, "#board", ".panel--welcome", "#prompt .prompt__buttons button")
        assert panel["y"] >= board["y"], (width, height)
        assert panel["y"] + panel["height"] <= board["y"] + board["height"], (width, height)
        hidden = page.locator(".panel--welcome").evaluate(
            "({ scrollHeight, clientHeight }) => scrollHeight - clientHeight"
        )
        assert hidden <= 1, (width, height)
        assert start["y"] + start["height"] <= height, (width, height)
    assert stage.errors == []


def test_a_newcomer_is_not_asked_for_claims_at_the_end_of_the_first_deal(new_page: Callable[..., Page]) -> None:
    stage = BoardHarness(Moroccan({"target": 121}))
    play_until(stage, lambda game, _events: game.phase == "close" and game.to_act == 0)
    stage.seats[0] = {**stage.sitter(0), "gentle_start": True}
    page = new_page(**PHONE)
    stage.open(page, coach={**coaching_data(stage.game), "novice": True, "gentle": True})
    prompt = page.locator("#prompt")
    expect(prompt.locator(".prompt__text")).to_have_text("Deal over")
    expect(prompt.locator(".prompt__buttons button")).to_have_count(0)
    expect(prompt).not_to_contain_text("Claim")

    stage.change_seat(0, gentle_start=False)  # as after the first batches
    expect(prompt).to_contain_text("press “Claim” next to their name: it scores, and a mistake costs nothing.")
    expect(prompt).to_contain_text("If you saw no pair, claim nothing.")
    expect(prompt.get_by_role("button", name="Nothing to claim")).to_be_visible()
    assert stage.errors == []


@pytest.mark.parametrize("language", ["en", "fr", "es", "ar"])
@pytest.mark.parametrize(("phase", "target"), [("close", 121), ("respond", 5)])
def test_a_question_about_calls_is_explained_whole_at_every_size(
    new_page: Callable[..., Page], language: str, phase: str, target: int
) -> None:
    stage, page = BoardHarness(Moroccan({"target": target})), new_page()
    stage.hint = HINT  # its button has no place beside an only answer
    play_until(stage, lambda game, _events: game.phase == phase and game.to_act == 0)
    with translation.override(language):
        coach = gentle_coach(stage.game)
    stage.open(page, coach=coach, language=language)
    expect(page.locator(".coach__advice")).not_to_be_empty()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert max(page.evaluate(CUT_OFF)) <= 1, (width, height)


@pytest.mark.parametrize(
    ("told", "shown"), [([], []), (["claim"], ["claim"]), (["pair"], ["claim"]), (["challenge"], ["challenge"])]
)
def test_after_the_first_batches_each_right_waits_for_its_own_explanation(
    new_page: Callable[..., Page], told: list[str], shown: list[str]
) -> None:
    stage = BoardHarness(Moroccan({"players": 3}))
    while stage.game.phase == "announce":
        seat = stage.game.to_act
        stage.make((seat, "announce", "ronda" if seat == 1 else "nothing"))
    page = new_page(**DESK)
    turns = json.dumps({name: ["an earlier turn"] for name in told})
    page.add_init_script(f"localStorage.setItem('told', JSON.stringify({turns}))")
    stage.open(page, coach=gentle_coach(stage.game))
    expect(page.locator(".board__own")).to_have_count(3)
    for right in ("claim", "challenge"):
        hides = re.compile(rf"\bhides-{right}\b")
        root = expect(page.locator("#match"))
        (root.not_to_have_class if right in shown else root.to_have_class)(hides)
    assert stage.errors == []
