"""A table's sounds and vibrations: when they play, how they are muted, and how they sound."""

import math
import re
from itertools import pairwise
from statistics import correlation
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.rules.moroccan import Moroccan
from tests.browser.board_harness import BoardHarness
from tests.browser.board_pages import (  # noqa: F401  fixtures
    boxes,
    contains,
    covers,
    new_page,
    open_stage,
    play_until_asked,
    settings,
    table,
    wait_until_free,
)
from tests.browser.lesson_page import open_lesson
from tests.browser.scenes import GAMES
from tests.browser.user import wait_until

LOUDNESS = 0.75  # at full volume, as in sounds.js
CURVE = 1.5
USUAL = LOUDNESS * 0.7**CURVE
# Whether a script that the page doesn't name is loaded.
LOADED = """() => {
    const named = new Set([...document.querySelectorAll("script, link")].map((tag) => tag.src ?? tag.href));
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    return loaded.some((name) => name.endsWith(".js") && !named.has(name));
}"""


def test_sounds_are_loaded_with_the_first_one_and_muted_with_one_click(table) -> None:
    stage, page = table()
    sound = page.get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "true")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "false")
    play_until_asked(stage, page)
    assert not page.evaluate(LOADED)
    page.keyboard.press("m")
    expect(sound).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("1")
    wait_until(page, lambda: page.evaluate(LOADED))
    page.keyboard.press("m")
    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "false")


GAINS = """() => {
    const prototype = AudioParam.prototype;
    const property = Object.getOwnPropertyDescriptor(prototype, "value");
    window.gains = [];
    Object.defineProperty(prototype, "value", { ...property, set(value) {
        window.gains.push(value);
        property.set.call(this, value);
    }});
}"""


def test_the_volume_is_chosen_with_the_keyboard_heard_and_remembered(table) -> None:
    stage, page = table()
    page.evaluate(GAINS)
    sound, volume = page.get_by_role("button", name="Sound"), page.get_by_role("slider", name="Volume")
    page.keyboard.press("m")
    expect(volume).to_have_count(0)
    sound.press("Enter")
    expect(volume).to_have_value("70")
    page.keyboard.press("Tab")
    expect(volume).to_be_focused()
    page.keyboard.press("Home")
    for _step in range(10):
        page.keyboard.press("ArrowRight")
    expect(volume).to_have_value("50")
    expect(sound).to_have_attribute("aria-pressed", "true")  # the sound is on
    wait_until(page, lambda: any(gain == pytest.approx(LOUDNESS * 0.5**CURVE) for gain in page.evaluate("gains")))
    assert stage.received == []  # keys pressed on the slider don't play cards
    page.reload()
    sound.hover()
    expect(volume).to_have_value("50")
    [button], [slider] = boxes(page, ".board__sound", ".board__volume")
    assert not covers(button, slider)


def test_a_click_on_the_sound_button_mutes_and_hovering_shows_the_volume(table) -> None:
    _stage, page = table()
    sound, volume = page.get_by_role("button", name="Sound"), page.locator(".board__volume")
    sound.hover()
    expect(volume).to_be_visible()
    volume.hover()  # on the way, the mouse crosses the gap between them
    expect(volume).to_be_visible()
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "false")
    expect(volume).to_be_hidden()
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    expect(volume).to_be_visible()
    page.locator(".board__news").hover()
    expect(volume).to_be_hidden()


def test_the_volume_shows_while_the_keyboard_is_at_the_sound_button(table) -> None:
    _stage, page = table()
    sound, volume = page.get_by_role("button", name="Sound"), page.locator(".board__volume")
    page.keyboard.press("Tab")
    sound.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(sound).to_be_focused()
    expect(volume).to_be_visible()
    page.keyboard.press("Tab")
    expect(volume.get_by_role("slider")).to_be_focused()
    page.keyboard.press("Escape")
    expect(volume).to_be_hidden()
    expect(sound).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(volume).to_be_visible()
    page.keyboard.press("Shift+Tab")
    expect(volume).to_be_hidden()
    expect(sound).to_have_attribute("aria-pressed", "true")


def test_the_volume_opens_within_the_board_beside_the_hand(table) -> None:
    _stage, page = table(Moroccan({"dealing": "four-all"}), viewport={"width": 1280, "height": 800})
    page.get_by_role("button", name="Sound").hover()
    expect(page.locator(".board__volume")).to_be_visible()
    [volume], [board], cards = boxes(page, ".board__volume", "#board", ".board__own, .board__spot")
    assert len(cards) >= 4
    assert contains(board, volume)
    assert not [card for card in cards if covers(card, volume)]


def test_a_tap_on_the_sound_button_shows_the_volume_and_another_one_mutes(table) -> None:
    _stage, page = table(has_touch=True)
    sound, volume = page.get_by_role("button", name="Sound"), page.locator(".board__volume")
    for pressed, shown in [("true", True), ("false", False), ("true", True)]:
        sound.tap()
        expect(sound).to_have_attribute("aria-pressed", pressed)
        expect(volume).to_be_visible(visible=shown)
    page.locator(".board__news").tap()
    expect(volume).to_be_hidden()
    sound.tap()
    expect(sound).to_have_attribute("aria-pressed", "true")  # the first tap since it was closed
    volume.get_by_role("button", name="Mute").tap()
    expect(sound).to_have_attribute("aria-pressed", "false")
    expect(volume).to_be_hidden()


@pytest.mark.parametrize(
    ("language", "percentages"), [("en", ["70%", "30%"]), ("fr", ["70\u202f%", "30\u202f%"]), ("ar", ["70%", "30%"])]
)
def test_the_volume_is_a_number_too_and_a_new_one_switches_the_sound_on(
    table, language: str, percentages: list[str]
) -> None:
    _stage, page = table(data={"language": language})
    sound, volume = page.locator(".board__sound"), page.locator(".board__volume")
    page.keyboard.press("m")
    sound.hover()
    for value, percentage in zip(["70", "30"], percentages, strict=True):
        volume.get_by_role("slider").fill(value)
        shown = volume.locator(".board__percentage").text_content()
        assert re.sub("[\u200e\u200f\u061c]", "", shown).replace("\xa0", "\u202f") == percentage
        expect(sound).to_have_attribute("aria-pressed", "true")


TOUCHED = [(320, 568), (390, 844), (568, 320), (640, 400), (844, 390), (1280, 800)]


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("name", ["moroccan-2", "moroccan-4", "steere"])
@pytest.mark.parametrize("size", TOUCHED)
def test_the_volume_on_a_touch_screen_is_beside_the_hand(table, size, name: str, language: str) -> None:
    viewport = {"width": size[0], "height": size[1]}
    _stage, page = table(GAMES[name](), viewport=viewport, has_touch=True, data={"language": language})
    page.locator(".board__sound").tap()
    parts = ".board__sound, .board__own", ".board__volume :is(input, button)"
    [volume], [board], below, controls = boxes(page, ".board__volume", "#board", *parts)
    assert contains(board, volume)
    assert len(below) >= 3
    assert not [node for node in below if covers(node, volume)]
    assert len(controls) == 2
    assert min(control["height"] for control in controls) >= 44
    assert all(contains(volume, control) for control in controls)


@pytest.mark.parametrize("way", ["click", "key"])
def test_sounds_are_heard_when_they_are_switched_on_and_not_when_they_are_switched_off(table, way: str) -> None:
    _stage, page = table()
    page.evaluate(GAINS)
    sound = page.get_by_role("button", name="Sound")

    def switch(on: bool) -> None:
        if way == "click":
            sound.click()
        else:
            page.keyboard.press("m")
        expect(sound).to_have_attribute("aria-pressed", str(on).lower())

    switch(False)
    assert not page.evaluate(LOADED)
    switch(True)
    wait_until(page, lambda: any(gain == pytest.approx(USUAL) for gain in page.evaluate("gains")))


@pytest.mark.parametrize("is_on", [True, False])
def test_a_tutorial_has_the_sounds_of_the_table_unless_they_are_switched_off(new_page, is_on: bool) -> None:
    page = new_page()
    assert open_lesson(page) == []
    sound = page.get_by_role("button", name="Sound")
    if not is_on:
        page.keyboard.press("m")
    expect(sound).to_have_attribute("aria-pressed", str(is_on).lower())
    page.evaluate(GAINS)
    page.get_by_role("button", name="Step 3").click()  # a caida
    page.get_by_role("button", name="Show me").click()
    page.locator(".board__own.is-hinted").first.click()
    expect(page.locator("#answer.is-right")).to_be_visible()
    expect(page.locator(".board__news")).to_contain_text("aida")
    if is_on:
        wait_until(page, lambda: any(gain == pytest.approx(USUAL) for gain in page.evaluate("gains")))
    else:
        assert not page.evaluate(LOADED)


@pytest.mark.parametrize(("off", "heard"), [("card_sounds", 1), ("score_sounds", 2)])
def test_sounds_of_cards_are_switched_off_by_themselves(table, off: str, heard: int) -> None:
    _stage, page = table()
    page.evaluate(GAINS)
    for wanted in ["false", "true"]:
        page.evaluate("([name, wanted]) => { localStorage[`ronda.play.${name}`] = wanted; }", [off, wanted])
        for pressed in ["false", "true"]:  # a card is heard when sounds are switched on again
            page.keyboard.press("m")
            expect(page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", pressed)
    usual = "(usual) => gains.filter((gain) => Math.abs(gain - usual) < 1e-6).length"
    wait_until(page, lambda: page.evaluate(usual, USUAL) >= heard)
    assert page.evaluate(usual, USUAL) == heard


def listen(page: Page) -> str:
    """Play a card's sound, and return the expression for the number of sounds heard, including this one."""
    page.evaluate(GAINS)
    page.keyboard.press("m")
    page.keyboard.press("m")  # turning the sounds on plays a card's sound
    heard = f"gains.filter((gain) => Math.abs(gain - {USUAL}) < 1e-6).length"
    wait_until(page, lambda: page.evaluate(heard) == 1)
    return heard


def test_readers_do_not_hear_that_they_announce_nothing(table) -> None:
    stage, page = table()
    heard = listen(page)
    stage.make((1, "announce", "nothing"))
    wait_until(page, lambda: page.evaluate(heard) == 2)
    stage.make((0, "announce", "nothing"))
    stage.make(next(move for move in stage.game.turn_moves(1) if move.verb == "play"))
    expect(page.locator(".board__line")).to_have_text(re.compile("Sota (lays|plays)"))
    wait_until(page, lambda: page.evaluate(heard) >= 3)
    assert page.evaluate(heard) == 3


def chat_frame(number: int, *, whole: bool = False, mine: bool = False) -> dict[str, Any]:
    """Return a frame with one line of chat."""
    line = {"id": number, "seat": 1, "name": "Sota", "text": "salam", "at": "2026-01-01T12:00:00Z", "mine": mine}
    return {"type": "chat", "room": "players", "whole": whole, "lines": [line]}


def test_messages_of_others_are_heard_but_not_each_of_several_in_a_row(open_stage) -> None:
    stage = BoardHarness(Moroccan({"declarations": "automatic"}))
    page = open_stage(stage, prepare=lambda page: page.clock.install(time=0))
    page.evaluate(GAINS)
    page.keyboard.press("m")
    page.keyboard.press("m")  # turning the sounds on plays a card's sound
    wait_until(page, lambda: page.evaluate("gains.length"))
    page.evaluate("gains.length = 0")
    note = f"gains.filter((gain) => gain === {ASIDE}).length"

    def notes_after(frame: dict[str, Any]) -> int:
        stage.send(frame)
        expect(page.locator(f".chat__line[data-line='{frame['lines'][0]['id']}']")).to_have_count(1)
        return page.evaluate(note)

    assert notes_after(chat_frame(1, whole=True)) == 0  # sent on connecting
    assert notes_after(chat_frame(2, mine=True)) == 0
    notes_after(chat_frame(3))
    wait_until(page, lambda: page.evaluate(note) == 2)
    page.clock.fast_forward(1000)
    assert notes_after(chat_frame(4)) == 2
    page.clock.fast_forward(5000)
    notes_after(chat_frame(5))
    wait_until(page, lambda: page.evaluate(note) == 4)


CALL, ASIDE = 0.29, 0.28  # gains, as in sounds.js
STRINGS = 4  # that call a player to their turn
NOTE_CUES = """() => {
    window.buzzes = 0;
    Object.defineProperty(navigator, "vibrate", { value: () => { window.buzzes += 1; } });
}"""


@pytest.mark.parametrize(
    "elsewhere",
    ["Object.defineProperty(document, 'hidden', { value: true })", "document.hasFocus = () => false"],
    ids=["hidden", "not focused"],
)
def test_a_turn_is_announced_only_to_those_who_may_look_elsewhere(open_stage, elsewhere: str) -> None:
    stage = BoardHarness(Moroccan({"declarations": "automatic"}), me=1)
    page = open_stage(stage, prepare=lambda page: page.clock.install(time=0))
    page.evaluate(GAINS)
    page.evaluate(NOTE_CUES)
    page.keyboard.press("m")
    page.keyboard.press("m")  # turning the sounds on plays a card's sound
    wait_until(page, lambda: page.evaluate("gains.length"))
    assert stage.game.to_act == 1

    def cues_of_next_turn(wait: int = 0) -> list[int]:
        wait_until_free(page)
        page.evaluate("[window.gains, window.buzzes] = [[], 0]")
        stage.make(stage.game.turn_moves(1)[0])
        expect(page.locator("#prompt")).to_contain_text("Amina to play.")
        page.clock.fast_forward(wait)
        stage.make(stage.game.turn_moves(0)[0])
        expect(page.locator("#prompt")).to_contain_text("Your turn")
        return [page.evaluate(f"gains.filter((gain) => gain === {CALL}).length"), page.evaluate("buzzes")]

    assert cues_of_next_turn(1000) == [0, 0]  # the clock also runs while the page works
    assert cues_of_next_turn(8000) == [STRINGS, 1]
    page.evaluate(elsewhere)
    stage.make(stage.game.turn_moves(1)[0])
    stage.make(stage.game.turn_moves(0)[0])
    wait_until(page, lambda: page.evaluate(f"gains.filter((gain) => gain === {CALL}).length") == 2 * STRINGS)
    assert page.evaluate("buzzes") == 2


# A function that loads the sounds with an audio context of their own and returns both. The context
# renders them instead of playing them.
OFFLINE = """async function offline(seconds, channels = 1) {
    let context;
    globalThis.AudioContext = class extends OfflineAudioContext {
        constructor() {
            super(channels, seconds * 44100, 44100);
            context = this;
        }
        get state() { return "running"; }
    };
    const page = document.querySelector("script[src$='/table/page.js']").src;
    window.loads = (window.loads ?? 0) + 1;
    const sounds = await import(new URL(`sounds.js?${window.loads}`, page));
    return [sounds, context];
}"""

RENDER = (
    f"""async (name) => {{ {OFFLINE}"""
    """
    const [sounds, context] = await offline(3);
    await sounds.play(name, 1);
    const length = context.length;
    const samples = (await context.startRendering()).getChannelData(0);

    /** Return the samples after these filters. */
    async function filtered(...filters) {
        const other = new OfflineAudioContext(1, length, 44100);
        const source = other.createBufferSource();
        source.buffer = other.createBuffer(1, length, 44100);
        source.buffer.copyToChannel(samples, 0);
        let last = source;
        for (const settings of filters) last = last.connect(new BiquadFilterNode(other, settings));
        last.connect(other.destination);
        source.start();
        return (await other.startRendering()).getChannelData(0);
    }

    const energy = (part) => part.reduce((sum, sample) => sum + sample ** 2, 0);
    const heard = await filtered(
        { type: "highshelf", frequency: 1500, gain: 4 },
        { type: "highpass", frequency: 38, Q: -6 },
    );
    const fifths = Array.from({ length: 70 }, (_, place) => heard.subarray(1764 * place, 1764 * place + 8820));
    const tenths = Array.from({ length: 280 }, (_, place) => heard.subarray(441 * place, 441 * place + 4410));
    const highest = { type: "highpass", frequency: 4000, Q: -3 };
    const phone = { type: "highpass", frequency: 200, Q: -3 }; // what a small speaker plays
    return {
        peak: samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
        loudness: 10 * Math.log10(Math.max(...fifths.map(energy)) / 8820) - 0.7,
        brief: 10 * Math.log10(Math.max(...tenths.map(energy)) / 4410) - 0.7,
        length: (samples.findLastIndex((sample) => Math.abs(sample) > 0.001) + 1) / 44100 - 0.01,
        harsh: energy(await filtered(highest, highest)) / energy(samples),
        small: energy(await filtered(phone, phone)) / energy(samples),
        first: samples[Math.floor(0.01 * 44100)],
        last: Math.max(...samples.slice(-4410).map(Math.abs)),
    };
}"""
)
SOUND_OF = """async (events) => {
    const cues = await import(new URL("cues.js", document.querySelector("script[src$='/table/page.js']").src));
    return cues.soundOf(events) ?? null;
}"""
SOFT = ("message", "refused")
CARD_SOUNDS = ("deal", "play", "capture")
SOUNDS = (
    "deal play capture caida missa five ten count nothing ronda tringa challenge false_call turn message low end"
    " lost draw premove lift refused"
).split()


def test_all_sounds_are_about_equally_loud_short_and_clean(table) -> None:
    """docs/sounds.md defines the measures."""
    _stage, page = table()
    found = {name: page.evaluate(RENDER, name) for name in SOUNDS}
    for name, one in found.items():
        assert 0.1 < one["peak"] < 1, name
        assert one["length"] < (2 if name == "end" else 1.5), name
        assert one["harsh"] < 1 / 6, name
        assert one["small"] > (1 / 2 if name in CARD_SOUNDS else 1 / 3), f"a phone plays enough of {name}"
        assert one["first"] == one["last"] == 0, f"{name} begins and ends in silence, without a click"
    assert found["end"]["length"] > found["lost"]["length"] > found["caida"]["length"]
    slap = found["play"]["brief"]
    assert abs(found["turn"]["brief"] - slap) < 1.5, "a turn is heard as well as a card"
    for name in SOFT:
        assert slap - 4 < found.pop(name)["brief"] < slap - 2, f"{name} is heard, but softer than a card"
    early = max(found.pop(name)["loudness"] for name in ("premove", "lift"))
    usual = found.pop("nothing")["loudness"]
    loudness = [one["loudness"] for one in found.values()]
    assert max(loudness) - min(loudness) < 6
    assert early < min(loudness) - 1, "a card that is chosen is softer than any that lands"
    assert min(loudness) - 6 < usual < min(loudness), "the call heard most often is softer than any card"


# The energy of a sound in each third of an octave from 60 Hz to 12 kHz, for each tenth of a second.
SPECTRUM = (
    f"""async (name) => {{ const floor = {LOUDNESS**2 / 302.5}; {OFFLINE}"""
    """
    const [sounds, context] = await offline(1.2);
    const bands = Array.from({ length: 24 }, (_, number) => 60 * 2 ** (number / 3));
    await sounds.play(name, 1);
    const samples = await context.startRendering();
    const found = await Promise.all(bands.map(async (frequency) => {
        const other = new OfflineAudioContext(1, samples.length, 44100);
        const source = new AudioBufferSourceNode(other, { buffer: samples });
        source.connect(new BiquadFilterNode(other, { type: "bandpass", frequency, Q: 4 })).connect(other.destination);
        source.start();
        return (await other.startRendering()).getChannelData(0);
    }));
    const parts = Array.from({ length: 12 }, (_, part) => part * 4410);
    const energy = (part) => part.reduce((sum, sample) => sum + sample ** 2, 0);
    return found.flatMap((band) => parts.map((part) => Math.log10(energy(band.subarray(part, part + 4410)) + floor)));
}"""
)


MOMENTS = [("caida", "challenge"), ("missa", "false_call"), ("caida", "missa"), ("end", "lost"), ("end", "caida")]
MOMENTS += [("ronda", "tringa"), ("turn", "message"), ("count", "end"), ("count", "deal")]
MOMENTS += [("capture", "play"), ("capture", "deal"), ("draw", "lost"), ("draw", "end"), ("premove", "refused")]


@pytest.mark.parametrize(("one", "other"), MOMENTS)
def test_moments_do_not_sound_like_each_other(table, one: str, other: str) -> None:
    _stage, page = table()
    assert correlation(page.evaluate(SPECTRUM, one), page.evaluate(SPECTRUM, other)) < 0.92


# The share of the energy of a sound's first 80 milliseconds that is above 3.5 kHz.
BRIGHTNESS = (
    f"""async ([name, details]) => {{ {OFFLINE}"""
    """
    const [sounds, context] = await offline(0.1);
    await sounds.play(name, 1, details);
    const heard = await context.startRendering();
    const other = new OfflineAudioContext(1, heard.length, 44100);
    const source = new AudioBufferSourceNode(other, { buffer: heard });
    const [one, two] = [1, 2].map(() => new BiquadFilterNode(other, { type: "highpass", frequency: 3500, Q: -3 }));
    source.connect(one).connect(two).connect(other.destination);
    source.start();
    const bright = (await other.startRendering()).getChannelData(0);
    const energy = (samples) => samples.reduce((sum, sample) => sum + sample ** 2, 0);
    return energy(bright) / energy(heard.getChannelData(0));
}"""
)


def test_a_note_that_is_plucked_harder_is_brighter(table) -> None:
    _stage, page = table()
    loud = page.evaluate(BRIGHTNESS, ["lost", {"isAgainst": True}])  # begins with the same pitch: a fifth below its E
    soft = page.evaluate(BRIGHTNESS, ["message", {}])
    assert loud > 2 * soft


# When the sources of a sound start, in seconds after the first one.
STARTS = (
    f"""async (name) => {{ {OFFLINE}"""
    """
    const [sounds] = await offline(2);
    const starts = [];
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function(at) {
        starts.push(at);
        start.call(this, at);
    };
    await sounds.play(name, 1);
    AudioBufferSourceNode.prototype.start = start;
    return starts.map((at) => Math.round(1000 * (at - starts[0])) / 1000);
}"""
)


# The same, if time passes whenever a stroke is computed.
STARTS_WHEN_SLOW = STARTS.replace(
    "const [sounds] = await offline(2);",
    """const [sounds, context] = await offline(3);
    const { createBuffer } = context;
    let now = 0;
    Object.defineProperty(context, "currentTime", { get: () => now });
    context.createBuffer = (...how) => { now += 0.1; return createBuffer.apply(context, how); };""",
)


def test_a_sound_keeps_its_rhythm_while_its_strokes_are_computed(table) -> None:
    _stage, page = table()
    for name in ("false_call", "caida", "end"):
        late, usual = page.evaluate(STARTS_WHEN_SLOW, name), page.evaluate(STARTS, name)
        assert late == pytest.approx(usual, abs=0.001)


# The seconds at which the sources of a card start that makes a caida, clears the table and wins the match.
STARTS_AT_END = (
    STARTS.replace(
        "await sounds.play(name, 1);",
        """await sounds.play("caida", 1, { isCleared: true });
    const made = [starts.length];
    for (const next of ["count", "end"]) made.push((await sounds.play(next, 1), starts.length));""",
    )
    .replace("return starts", "return made.map((count, place) => starts.slice(made[place - 1] ?? 0, count))")
    .replace(".map((at) => Math", ".map((group) => group.map((at) => Math")
    .replace("/ 1000);", "/ 1000));")
)


def test_great_moments_are_heard_one_after_another(table) -> None:
    _stage, page = table()
    _card, count, end = page.evaluate(STARTS_AT_END, "")
    assert count[0] > 0.42 + 0.35, "after the caida and after the table was wiped clear"
    assert end[0] > count[0] + 0.35


@pytest.mark.parametrize(("first", "least"), [('"caida", 1', 0.42), ('"capture", 1, { taken: 3 }', 0.22 + 3 * 0.07)])
@pytest.mark.parametrize("alert", ["turn", "message", "low"])
def test_an_alert_waits_until_what_the_cards_say_is_mostly_over(table, first: str, least: float, alert: str) -> None:
    _stage, page = table()
    starts = STARTS_AT_END.replace('"caida", 1, { isCleared: true }', first).replace('["count", "end"]', f'["{alert}"]')
    _cards, heard = page.evaluate(starts, "")
    assert least < heard[0] < least + 0.3


def test_a_bluff_that_loses_the_match_is_heard_before_the_end(table) -> None:
    _stage, page = table()
    starts = STARTS_AT_END.replace('"caida", 1, { isCleared: true }', '"false_call", 1').replace(
        '["count", "end"]', '["lost"]'
    )
    bluff, lost = page.evaluate(starts, "")
    assert lost[0] > bluff[-1] + 0.3, "after the last stroke of the drum"


def test_a_melody_is_played_as_by_a_hand_and_always_alike(table) -> None:
    _stage, page = table()
    starts = page.evaluate(STARTS, "draw")
    steps = [later - earlier for earlier, later in pairwise(starts[:4])]
    assert len({round(step, 3) for step in steps}) == 3, "its notes aren't evenly spaced,"
    assert all(step == pytest.approx(0.16, abs=0.012) for step in steps), "but almost"
    assert page.evaluate(STARTS, "draw") == starts


# For each note of a capture of so many cards, the number of the pitch that is strongest while it sounds.
PITCHES = (
    f"""async (taken) => {{ {OFFLINE}"""
    """
    const [sounds, context] = await offline(1.2);
    await sounds.play("capture", 1, { taken });
    const samples = (await context.startRendering()).getChannelData(0);
    const strength = (part, hertz) => {
        const turn = (2 * Math.PI * hertz) / 44100;
        const along = (wave) => part.reduce((sum, sample, at) => sum + sample * wave(turn * at), 0);
        return Math.hypot(along(Math.cos), along(Math.sin));
    };
    const scale = [440, 493.88, 587.33, 659.25, 739.99, 880];
    return Array.from({ length: taken }, (_, note) => {
        const first = Math.round(44100 * (0.01 + 0.22 + 0.07 * note));
        const part = samples.subarray(first + 441, first + 441 + 2400);
        return scale.indexOf(scale.reduce((one, other) => (strength(part, other) > strength(part, one) ? other : one)));
    });
}"""
)


@pytest.mark.parametrize("taken", [1, 4])
def test_each_captured_card_is_heard_as_a_note_that_is_higher_than_the_one_before(table, taken: int) -> None:
    _stage, page = table()
    assert page.evaluate(PITCHES, taken) == list(range(taken))


# Which of three notes are plucked: one of a caida’s, one of those a fifth lower, and one of a missa’s.
NOTES = """() => {
    window.notes = [];
    const copy = AudioBuffer.prototype.copyToChannel;
    AudioBuffer.prototype.copyToChannel = function(samples, channel) {
        const likeness = (hertz) => {
            const lag = Math.round(this.sampleRate / hertz);
            const part = samples.subarray(0, 8 * lag);
            const energy = part.reduce((sum, sample) => sum + sample ** 2, 0);
            return part.reduce((sum, sample, place) => sum + sample * samples[place + lag], 0) / energy;
        };
        for (const hertz of [586.67, 659.25, 739.99]) if (likeness(hertz) > 0.8) window.notes.push(hertz);
        copy.call(this, samples, channel);
    };
}"""


@pytest.mark.parametrize(("seat", "heard"), [(0, 659.25), (1, 586.67)])
def test_a_caida_sounds_darker_if_an_opponent_makes_it(table, seat: int, heard: float) -> None:
    stage, page = table()
    page.keyboard.press("m")
    page.evaluate(NOTES)
    page.keyboard.press("m")
    stage.send({**stage.state([]), "events": [{"kind": "caida", "seat": seat, "points": 1, "from": 1 - seat}]})
    wait_until(page, lambda: page.evaluate("notes.length"))
    assert set(page.evaluate("notes")) == {heard}


def test_a_card_that_also_clears_the_table_is_heard_to_do_both(table) -> None:
    stage, page = table()
    page.keyboard.press("m")
    page.evaluate(NOTES)
    page.keyboard.press("m")
    caida = {"kind": "caida", "seat": 0, "points": 1, "from": 1}
    missa = {"kind": "missa", "seat": 0, "points": 1, "from": None}
    stage.send({**stage.state([]), "events": [caida, missa]})
    wait_until(page, lambda: set(page.evaluate("notes")) == {659.25, 739.99})


def test_a_key_without_a_card_and_a_card_chosen_early_are_heard(table) -> None:
    _stage, page = table(me=1)
    expect(page.locator("#prompt")).to_contain_text("Amina")
    heard = listen(page)
    page.keyboard.press("5")
    expect(page.get_by_role("alert")).to_have_text("You have no card 5.")
    wait_until(page, lambda: page.evaluate(heard) == 2)
    page.keyboard.press("1")
    expect(page.locator(".board__own.is-next")).to_have_count(1)
    wait_until(page, lambda: page.evaluate(heard) == 3)


def test_a_card_is_heard_as_it_leaves_the_hand_and_as_it_lands(table) -> None:
    stage, page = table()
    play_until_asked(stage, page)
    heard = listen(page)
    page.keyboard.press("1")
    wait_until(page, lambda: page.evaluate(heard) == 3)


# The rates, levels and takes (by one of their samples) of eight cards played in a row from a place at the table,
# and the energy in each ear.
TOUCHES = (
    f"""async (place) => {{ {OFFLINE}"""
    """
    const [sounds, context] = await offline(1, 2);
    const [rates, gains, takes] = [[], [], []];
    const create = context.createBufferSource;
    context.createBufferSource = () => {
        const source = create.call(context);
        const [start, connect] = [source.start, source.connect];
        source.start = function(...when) {
            rates.push(this.playbackRate.value);
            takes.push(this.buffer.getChannelData(0)[1000]);
            start.apply(this, when);
        };
        source.connect = function(gain) {
            gains.push(gain);
            return connect.call(this, gain);
        };
        return source;
    };
    for (let card = 0; card < 8; card += 1) await sounds.play("play", 0.2, { place });
    const levels = gains.map(({ gain }) => gain.value);
    const heard = await context.startRendering();
    const [left, right] = [0, 1].map((ear) => heard.getChannelData(ear).reduce((sum, sample) => sum + sample ** 2, 0));
    return { rates, levels, takes, left, right };
}"""
)


def test_no_card_sounds_like_the_one_before_and_each_is_heard_from_its_side(table) -> None:
    _stage, page = table()
    found = {place: page.evaluate(TOUCHES, place) for place in ("bottom", "left", "right", "top")}
    one = found["bottom"]
    assert all(abs(rate - 1) <= 0.0401 for rate in one["rates"])
    assert all(abs(20 * math.log10(level)) <= 1.01 for level in one["levels"])
    assert len(set(one["takes"])) == 4
    assert not [take for take, other in pairwise(one["takes"]) if take == other]
    for values in (one["rates"], one["levels"]):
        assert len(values) == 8
        assert min(abs(value - other) for value, other in pairwise(values)) > 0.005
    assert found["left"]["rates"] == one["rates"]  # the same in every match
    assert one["left"] == pytest.approx(one["right"], rel=0.1)  # the room has a different echo in each ear
    assert found["left"]["left"] > 2 * found["left"]["right"]
    assert found["right"]["right"] > 2 * found["right"]["left"]
    assert found["top"]["left"] == pytest.approx(found["top"]["right"], rel=0.1)


@pytest.mark.parametrize(
    ("events", "name"),
    [
        ([{"kind": "announce", "call": "nothing"}, {"kind": "announce", "call": "ronda"}], "ronda"),
        ([{"kind": "announce", "call": "tringa"}], "tringa"),
        ([{"kind": "announce", "call": "nothing"}], "nothing"),
        ([{"kind": "challenge"}, {"kind": "false_call"}], "false_call"),
        ([{"kind": "claim"}], "challenge"),
        ([{"kind": "play", "seat": 1}, {"kind": "batch"}], "play"),
    ],
)
def test_calls_and_disputes_have_sounds_of_their_own(table, events: list[dict[str, Any]], name: str | None) -> None:
    _stage, page = table()
    assert page.evaluate(SOUND_OF, events) == name


@pytest.mark.parametrize("me", [0, None])
def test_the_settings_have_the_volume_too(table, me: int | None) -> None:
    _stage, page = table(me=me, viewport={"width": 390, "height": 844}, has_touch=True)
    volume = settings(page).get_by_role("slider", name="Volume")
    expect(volume).to_have_value("70")
    volume.fill("30")
    assert page.evaluate("localStorage['ronda.play.volume']") == "30"
    page.locator("#side-sheet").get_by_role("button", name="Close").click()
    sound = page.get_by_role("button", name="Sound")
    sound.tap()
    expect(page.locator(".board__volume").get_by_role("slider", name="Volume")).to_have_value("30")


def test_spectators_have_a_volume_too(table) -> None:
    _stage, page = table(me=None)
    page.get_by_role("button", name="Sound").hover()
    expect(page.get_by_role("slider", name="Volume")).to_be_visible()


@pytest.mark.parametrize("has_touch", [False, True])
def test_vibration_is_offered_on_touch_screens_only(table, has_touch: bool) -> None:
    _stage, page = table(has_touch=has_touch)
    expect(settings(page).get_by_label("Vibration")).to_be_visible(visible=has_touch)


# The shares of the energy of an instrument's stroke from 200 to 400 Hz and above 4 kHz, or its first ten partials in
# decibels below the first.
MAKE_UP = r"""async ([name, form]) => {
    const page = document.querySelector("script[src$='/table/page.js']").src;
    const instruments = await import(new URL("instruments.js", page));
    const samples = [instruments[name](44100, form)].flat()[0];
    const energyAt = (pitch) => {
        let [real, imaginary] = [0, 0];
        samples.forEach((sample, place) => {
            const angle = (2 * Math.PI * pitch * place) / 44100;
            real += sample * Math.cos(angle);
            imaginary += sample * Math.sin(angle);
        });
        return real ** 2 + imaginary ** 2;
    };
    const between = (from, to, step = 10) => {
        let sum = 0;
        for (let pitch = from; pitch < to; pitch += step) sum += energyAt(pitch);
        return sum;
    };
    const near = (pitch) => Array.from({ length: 41 }, (_, at) => energyAt(pitch * (0.98 + 0.001 * at)));
    const strongest = (pitch) => Math.max(...near(pitch));
    if (form < 10) {
        const all = between(0, 22050);
        return [between(200, 400) / all, between(4000, 22050) / all];
    }
    const levels = Array.from({ length: 10 }, (_, at) => 10 * Math.log10(strongest((at + 1) * form)));
    return levels.map((level) => level - levels[0]);
}"""


@pytest.mark.parametrize("take", range(4))
def test_a_card_that_slides_is_heard_to_land_and_does_not_hiss(table, take: int) -> None:
    _stage, page = table()
    thump, hiss = page.evaluate(MAKE_UP, ["rustle", take])
    assert thump > 0.025
    assert hiss < 1 / 6


@pytest.mark.parametrize("name", ["pluck", "zither"])
def test_a_string_has_ten_partials(table, name: str) -> None:
    _stage, page = table()
    assert min(page.evaluate(MAKE_UP, [name, 440])) > -50
