"""Card pictures in the rules."""

from __future__ import annotations

import re

import pytest
from django.conf import settings

from games.rendering.rule_figures import Card, Picture, Row, draw_picture, read_picture
from games.rules.game import Game

RULESETS = sorted(Game.registry)
BLOCK = re.compile(r"^```cards\n(.*?)^```$", re.DOTALL | re.MULTILINE)
MOROCCAN = Game.registry["moroccan"]


def pictures_of(ruleset: type[Game]) -> list[Picture]:
    text = (settings.BASE_DIR / "docs" / "rules" / f"{ruleset.name}.md").read_text(encoding="utf-8")
    return [read_picture(block, ruleset.pack) for block in BLOCK.findall(text)]


def run_of(card: str, table: list[Card], pack: tuple[str, ...]) -> set[str]:
    """Return the ranks on the table that ``card`` captures: its own rank and all ranks that follow without a gap."""
    ranks = list(dict.fromkeys(one[:-1] for one in pack))
    lying = {one.code[:-1] for one in table}
    first = ranks.index(card[:-1])
    run = set()
    for rank in ranks[first:] + ranks[:first]:
        if rank not in lying:
            break
        run.add(rank)
    return run


def test_a_row_has_a_label_cards_with_marks_and_a_note() -> None:
    source = "On the table: [6O] 12O\nYou play: *6C 4B=4 > 7C | two\n= It is\n= captured."
    assert read_picture(source, MOROCCAN.pack) == Picture(
        (
            Row("On the table", (Card("6O", "taken"), Card("12O")), ""),
            Row("You play", (Card("6C", "best"), Card("4B", "", "4"), Card(">"), Card("7C")), "two"),
        ),
        "It is captured.",
    )


@pytest.mark.parametrize("line", ["You play: 8C", "You play: seven", "7C 7O", "You play: 7C!"])
def test_a_row_with_cards_outside_the_pack_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="not a"):
        read_picture(line, MOROCCAN.pack)


def test_a_card_is_drawn_with_its_name_for_screen_readers() -> None:
    html = draw_picture("You play: [7C] 12B\n= Two cards.", MOROCCAN)
    assert 'aria-label="7 of cups, captured"' in html
    assert 'aria-label="rey (12) of clubs"' in html
    assert "spanish-classic-C.svg#7C" in html
    assert "<figcaption>Two cards.</figcaption>" in html
    assert "style=" not in html
    french = draw_picture("The trick: *QS 10H", Game.registry["porrazo"])
    assert 'aria-label="queen of spades, the best"' in french
    assert "french-classic-H.svg#10H" in french


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_card_in_the_pictures_is_drawn(ruleset: str) -> None:
    html = "".join(
        draw_picture(block, Game.registry[ruleset])
        for block in BLOCK.findall((settings.BASE_DIR / "docs" / "rules" / f"{ruleset}.md").read_text("utf-8"))
    )
    for sprite, symbol in set(re.findall(r'href="[^"]*/(cards/[-\w]+\.svg)#(\w+)"', html)):
        drawings = (settings.BASE_DIR / "static" / sprite).read_text(encoding="utf-8")
        assert f'<symbol id="{symbol}"' in drawings


@pytest.mark.parametrize("ruleset", [name for name in RULESETS if "capture" in Game.registry[name].event_texts])
def test_pictures_of_captures_show_what_the_rules_capture(ruleset: str) -> None:
    shown = 0
    pack = Game.registry[ruleset].pack
    for picture in pictures_of(Game.registry[ruleset]):
        *before, last = picture.rows
        if last.label != "You play":
            continue
        table = [card for row in before for card in row.cards]
        assert {card.code[:-1] for card in table if card.mark} == run_of(last.cards[0].code, table, pack)
        shown += 1
    assert shown
