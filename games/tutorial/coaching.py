"""What a coach tells a beginner at the table: texts, and the rules by which the browser previews a card.

Everything here is about a ruleset and its options, never about a match: the browser applies it to the view of the
player's own seat, so a coach cannot know more than the player may.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Final

from games.rules.calls import NOTHING, RONDA, TRINGA, TWO_RONDAS, WORTH
from games.rules.cards import FRENCH_RANKS, SPANISH_40_RANKS, SPANISH_48_RANKS
from games.rules.game import Game, noop
from games.rules.moroccan import Moroccan
from games.rules.one_deck import OneDeck
from games.rules.porrazo import IN_PLACE_RANKS, Porrazo
from games.rules.steere import Steere

# How a call relates to a hand: exactly what it holds, less than that, silence about a holding, more than it holds.
EXACT, LESS, SILENT, FALSE = "exact", "less", "silent", "false"


@dataclass(frozen=True, slots=True)
class Captures:
    """What a card captures: the card of its rank on the table, and one of each rank above without a gap.

    ``strike`` and ``clear`` are the kinds of the events for capturing the card just laid and for emptying the table.
    ``chain`` are those for overcalling a strike. The ``in_place`` lowest ranks can score in place.
    """

    ranks: tuple[str, ...]  # from low to high
    wraps: bool
    strike: str
    clear: str
    chain: tuple[str, ...] = ()
    in_place: int = 0


@dataclass(frozen=True, slots=True)
class Coaching:
    """The coach of a game. All texts are message ids with the fields in ``fields``.

    ``calls`` has the true calls of a hand by the sizes of its sets, largest first ("22": two pairs); the first call is
    exactly what the hand holds. ``trick_ranks`` are the ranks from low to high where a trick can be previewed.
    """

    captures: Captures | None = None
    trick_ranks: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)  # for previewed events, by kind
    reasons: Mapping[str, str] = field(default_factory=dict)  # for scores in the log, by kind of event
    phases: Mapping[str, str] = field(default_factory=dict)  # advice when the player is asked in this phase
    holdings: Mapping[str, str] = field(default_factory=dict)  # what the hand holds, by its exact call
    calls: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    hints: Mapping[str, str] = field(default_factory=dict)  # what a call means, by its relation to the hand
    worth: Mapping[str, int] = field(default_factory=dict)  # the points of a call, where ``hints`` names them
    fields: Mapping[str, int] = field(default_factory=dict)


@singledispatch
def coaching_of(game: Game) -> Coaching:
    """Return the coaching for a game with its options. A ruleset without a coach has none."""
    return Coaching()


# ---- Moroccan ronda, One Deck, MUFTS ----

_CAIDA_LABELS: Final = {
    "caida": noop("caida: +{caida}"),
    "five": noop("third card: +{five}"),
    "ten": noop("fourth card: +{ten}"),
    "missa": noop("clears the table: +1"),
}
_CAIDA_REASONS: Final = {
    "caida": noop("Captured the very card that was laid just before."),
    "five": noop("The third card of the rank in a row takes the caida’s cards."),
    "ten": noop("The fourth card of the rank in a row takes all the cards."),
    "missa": noop("The capture left the table empty."),
    "undone": noop("The next card took over the capture, so its points are gone."),
    "award": noop("The best call takes the points of all: 1 for a ronda, 5 for a tringa."),
    "award_back": noop("A call turned out to be false, so these points are gone."),
    "false_call": noop("The cards show that the hand never held it."),
    "claim": noop("It was kept silent, and the cards played gave it away."),
    "duty_king": noop("The dealer captured with the very last card, a king."),
    "duty_ace": noop("The dealer’s very last card must not be an ace."),
    "duty_empty": noop("The dealer must capture with the very last card."),
    "sweep": noop("The last to capture takes what is left."),
    "count": noop("Each card above {free} in a pile is a point."),
}
_ASKED: Final = {
    "respond": noop("If the call is true and you challenge it, you lose the match. Accept if you believe it."),
    "close": noop(
        "Did an opponent play two of a rank in this batch but announce nothing? Then press “Claim” at their seat."
    ),
}


@coaching_of.register
def _moroccan(game: Moroccan) -> Coaching:
    caida, five, ten = game.scale
    manual = game.announces and game.manual
    return Coaching(
        captures=Captures(SPANISH_40_RANKS, False, "caida", "missa", ("five", "ten") if game.chain_allowed else ()),
        labels=_CAIDA_LABELS,
        reasons=_CAIDA_REASONS,
        phases=_ASKED if manual else {},
        holdings={
            NOTHING: noop("All your cards have different ranks: you hold nothing to announce."),
            RONDA: noop("You hold a ronda: two of a rank."),
            TWO_RONDAS: noop("You hold two rondas."),
            TRINGA: noop("You hold a tringa: three of a rank!"),
        },
        calls={
            "": (NOTHING,),
            "2": (RONDA,),
            "22": (TWO_RONDAS, RONDA),
            "4": (TWO_RONDAS, RONDA),
            "3": (TRINGA, RONDA),
        },
        hints={
            EXACT: noop("true: worth {worth}"),
            LESS: noop("true, but hides a part"),
            SILENT: noop("hides it: may be claimed"),
            FALSE: noop("bluff: costs {worth} if caught"),
        },
        worth=WORTH,
        fields={"caida": caida, "five": five, "ten": ten, "free": 20 if game.side_count == 2 else 13},
    )


@coaching_of.register
def _one_deck(game: OneDeck) -> Coaching:
    coaching = _moroccan(game)
    reasons = {**coaching.reasons, "count": noop("Each captured card is a point.")}
    return Coaching(captures=coaching.captures, labels=coaching.labels, reasons=reasons, fields=coaching.fields)


# ---- Porrazo ----


@coaching_of.register
def _porrazo(game: Porrazo) -> Coaching:
    return Coaching(
        captures=Captures(
            FRENCH_RANKS, game.wraps, "porrazo", "limpia", ("counter", "san_benito"), in_place=IN_PLACE_RANKS
        ),
        labels={
            "porrazo": noop("porrazo"),
            "counter": noop("counter porrazo"),
            "san_benito": noop("san benito: wins the match"),
            "limpia": noop("clears the table"),
            "in_place": noop("can score in place"),
        },
        reasons={
            "in_place": noop("An ace to four scores its number when it makes that many cards on the table."),
            "porrazo": noop("Captured the very card that was laid just before."),
            "counter": noop("The third card of the rank takes the porrazo’s cards."),
            "san_benito": noop("The fourth card of the rank wins at once."),
            "stands": noop("The next card did not strike back, so the porrazo scores."),
            "limpia": noop("The capture left the table empty."),
            "tendido": noop("A card in the place of its number scores it, and so do equal cards."),
            "ronda": noop("The best announced holding of the batch scores."),
            "claim": noop("It was kept silent, and would have been the best of the batch."),
            "sweep": noop("The last to capture takes what is left."),
            "count": noop("The largest pile scores."),
        },
        phases={
            "tendido": noop(
                "The tendido is four cards from the pack. Each scores for you if it lies in the place of its number."
            ),
            "close": noop("Did an opponent hide the best holding of this batch? Then press “Claim” at their seat."),
        },
        holdings={
            "nothing": noop("All your cards have different ranks: you hold nothing to announce."),
            "ronda": noop("You hold a ronda: two of a rank."),
            "rondine": noop("You hold a rondine: three of a rank!"),
            "four": noop("You hold all four of a rank!"),
        },
        calls={"": ("nothing",), "2": ("ronda",), "22": ("ronda",), "3": ("rondine",), "4": ("four",)},
        hints={EXACT: noop("scores if it is the best"), SILENT: noop("hides it: may be claimed")},
    )


# ---- Mark Steere's Ronda ----


@coaching_of.register
def _steere(game: Steere) -> Coaching:
    return Coaching(
        trick_ranks=SPANISH_48_RANKS,
        labels={"wins": noop("wins the trick"), "loses": noop("loses the trick")},
        reasons={
            "trick": noop(
                "Of three suits, the one that beats another wins; otherwise the higher card of the more frequent suit."
            ),
        },
    )
