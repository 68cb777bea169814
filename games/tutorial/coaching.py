"""The coach for beginners at the table: its texts, and the rules by which the browser previews a card.

Everything here depends on a ruleset and its options, never on a match. The browser applies it to the view of the
player's own seat, so a coach cannot know more than the player may.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Final

from games.rules.cards import FRENCH_RANKS, SPANISH_40_RANKS, SPANISH_48_RANKS
from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.rules.one_deck import OneDeck
from games.rules.porrazo import Porrazo
from games.rules.steere import Steere
from games.rules.strike_play import IN_PLACE_RANKS
from games.rules.texts import gettext_noop
from games.rules.tringa import NOTHING, RONDA, TRINGA, TWO_RONDAS, WORTH

# The relation of a call to a hand: exactly what it holds, less than that, silence about a holding, more than it holds.
EXACT, LESS, SILENT, FALSE = "exact", "less", "silent", "false"


@dataclass(frozen=True, slots=True)
class Captures:
    """The cards that a card captures: the one of its rank on the table, and one of each rank above without a gap.

    ``strike`` and ``clear`` are the kinds of events for capturing the card just laid and for emptying the table.
    ``chain`` contains the kinds of events for overcalling a strike. The ``in_place`` lowest ranks can score in place.
    """

    ranks: tuple[str, ...]  # from low to high
    wraps: bool
    strike: str
    clear: str
    chain: tuple[str, ...] = ()
    in_place: int = 0


@dataclass(frozen=True, slots=True)
class Coaching:
    """The coach for a game. All texts are message IDs with the fields in ``fields``.

    ``calls`` maps the sizes of a hand's sets, largest first ("22": two pairs), to the true calls; the first call is
    exactly what the hand holds. ``trick_ranks`` contains the ranks from low to high if a trick can be previewed.
    """

    captures: Captures | None = None
    trick_ranks: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)  # for previewed events, by kind
    reasons: Mapping[str, str] = field(default_factory=dict)  # for scores in the log, by kind of event
    phases: Mapping[str, str] = field(default_factory=dict)  # advice when the player is asked in this phase
    first: Mapping[str, str] = field(default_factory=dict)  # advice in a gentle start, by situation
    holdings: Mapping[str, str] = field(default_factory=dict)  # what the hand holds, by its exact call
    calls: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    hints: Mapping[str, str] = field(default_factory=dict)  # what a call means, by its relation to the hand
    worth: Mapping[str, int] = field(default_factory=dict)  # the points of a call, if ``hints`` mentions them
    fields: Mapping[str, int] = field(default_factory=dict)


@singledispatch
def coaching_of(game: Game) -> Coaching:
    """Return the coaching for a game with its options. It is empty for a ruleset without a coach."""
    return Coaching()


# A player cuts the pack in every game. The reason is shown with each cut, by hand or by the browser.
_CUT: Final = {
    "cut": gettext_noop(
        "A player cuts the pack before each deal, so that nobody can stack it. “Always cut for me” lets your browser "
        "choose the place at random."
    )
}

# Explains a batch where the word first appears.
_BATCH: Final = gettext_noop("A batch is played until all hands are empty, then new cards are dealt.")

# In a gentle start, before the first capture: if a card in the hand captures, or if none does.
_FIRST_CARDS: Final = {
    "capture": gettext_noop(
        "Play a marked card: it captures the card of its rank on the table, and the cards that follow in rising order "
        "without a gap."
    ),
    "lay": gettext_noop("None of your cards matches the rank of one on the table. Play any card: it will stay there."),
}
# While the site announces for the player, and when they announce for the first time.
_FIRST_CALLS: Final = {
    "announcing": gettext_noop(
        "First, all players announce: a ronda is two of a rank, a tringa three. Until you have captured a card, the "
        "site announces for you."
    ),
    "announce": gettext_noop("Now it’s up to you to announce: the truth, or a bluff."),
}

# ---- Moroccan ronda, One Deck, MUFTS ----

_CAIDA_LABELS: Final = {
    "caida": gettext_noop("caida: +{caida}"),
    "five": gettext_noop("third card: +{five}"),
    "ten": gettext_noop("fourth card: +{ten}"),
    "missa": gettext_noop("clears the table: +1"),
}
_CAIDA_REASONS: Final = {
    **_CUT,
    "batch": _BATCH,
    "caida": gettext_noop("Captured the very card that had just been laid."),
    "five": gettext_noop("The third card in a row of the same rank takes the caida’s cards."),
    "ten": gettext_noop("The fourth card in a row of the same rank takes all the cards."),
    "missa": gettext_noop("The capture left the table empty."),
    "undone": gettext_noop("The next card took over the capture, so its points are gone."),
    "award": gettext_noop("The best call takes the points of all calls: 1 for a ronda, 5 for a tringa."),
    "award_back": gettext_noop("A call turned out to be false, so these points are gone."),
    "false_call": gettext_noop("The cards show that the hand never held it."),
    "claim": gettext_noop("It wasn’t announced, and the cards played gave it away."),
    "duty_king": gettext_noop("The dealer captured with the very last card, a king."),
    "duty_ace": gettext_noop("The dealer’s very last card must not be an ace."),
    "duty_empty": gettext_noop("The dealer must capture with the very last card."),
    "sweep": gettext_noop("The last to capture takes what is left."),
    "count": gettext_noop("Each card above {free} in a pile is a point."),
}
# For rulesets in which a caida has all these names. MUFTS has another name for it.
_CAIDA_NAMES: Final = {
    "caida": gettext_noop("Captured the very card that had just been laid (also called darba or taper)."),
}
_ASKED: Final = {
    "challenge": gettext_noop("If you think a call is false, press “Challenge” next to the player’s seat."),
    "respond": gettext_noop("If the call is true and you challenge it, you lose the match. Accept if you believe it."),
    "close": gettext_noop(
        "If an opponent played two cards of a rank in this batch but announced nothing, press “Claim” next to their"
        " seat."
    ),
}


@coaching_of.register
def _moroccan(game: Moroccan) -> Coaching:
    caida, five, ten = game.scale
    manual = game.announces and game.manual
    return Coaching(
        captures=Captures(SPANISH_40_RANKS, False, "caida", "missa", ("five", "ten") if game.chain_allowed else ()),
        labels=_CAIDA_LABELS,
        reasons=_CAIDA_REASONS if game.name == "mufts" else _CAIDA_REASONS | _CAIDA_NAMES,
        phases=_ASKED if manual else {},
        first=_FIRST_CARDS | _FIRST_CALLS if manual else _FIRST_CARDS,
        holdings={
            NOTHING: gettext_noop("You have nothing to announce: a ronda is two of a rank, a tringa three."),
            RONDA: gettext_noop("You hold a ronda: two of a rank."),
            TWO_RONDAS: gettext_noop("You hold two rondas."),
            TRINGA: gettext_noop("You hold a tringa: three of a rank!"),
        },
        calls={
            "": (NOTHING,),
            "2": (RONDA,),
            "22": (TWO_RONDAS, RONDA),
            "4": (TWO_RONDAS, RONDA),
            "3": (TRINGA, RONDA),
        },
        hints={
            EXACT: gettext_noop("true: worth {worth}"),
            LESS: gettext_noop("true, but hides part of it"),
            SILENT: gettext_noop("hidden: can be claimed"),
            FALSE: gettext_noop("bluff: costs {worth} if caught"),
        },
        worth=WORTH,
        fields={"caida": caida, "five": five, "ten": ten, "free": 20 if game.side_count == 2 else 13},
    )


@coaching_of.register
def _one_deck(game: OneDeck) -> Coaching:
    coaching = _moroccan(game)
    reasons = {**coaching.reasons, "count": gettext_noop("Each captured card is a point.")}
    return Coaching(
        captures=coaching.captures,
        labels=coaching.labels,
        reasons=reasons,
        first=coaching.first,
        fields=coaching.fields,
    )


# ---- Porrazo ----


_PORRAZO_REASONS = {
    **_CUT,
    "batch": _BATCH,
    "in_place": gettext_noop("A card from ace to four scores its number if it brings the table to that many cards."),
    "porrazo": gettext_noop("Captured the very card that had just been laid."),
    "counter": gettext_noop("The third card of the rank takes the porrazo’s cards."),
    "san_benito": gettext_noop("The fourth card of the rank wins at once."),
    "stands": gettext_noop("The next card did not strike back, so the porrazo scores."),
    "limpia": gettext_noop("The capture left the table empty."),
    "tendido": gettext_noop(
        "A card in the place that matches its number scores that number, and cards of equal rank score too."
    ),
    "ronda": gettext_noop("The best announced holding of the batch scores."),
    "claim": gettext_noop("It wasn’t announced, and would have been the best of the batch."),
    "sweep": gettext_noop("The last to capture takes what is left."),
    "count": gettext_noop("The largest pile scores."),
}


@coaching_of.register
def _porrazo(game: Porrazo) -> Coaching:
    return Coaching(
        captures=Captures(
            FRENCH_RANKS, game.wraps, "porrazo", "limpia", ("counter", "san_benito"), in_place=IN_PLACE_RANKS
        ),
        labels={
            "porrazo": gettext_noop("porrazo"),
            "counter": gettext_noop("counter porrazo"),
            "san_benito": gettext_noop("san benito: wins the match"),
            "limpia": gettext_noop("clears the table"),
            "in_place": gettext_noop("can score in place"),
        },
        reasons=_PORRAZO_REASONS,
        phases={
            "tendido": gettext_noop(
                "The tendido is four cards from the pack. Each scores for you if its place matches its number."
            ),
            "close": gettext_noop(
                "If an opponent hid the best holding of this batch, press “Claim” next to their seat."
            ),
        },
        first={
            **_FIRST_CARDS,
            **_FIRST_CALLS,
            "announce": gettext_noop("Now announce what you hold, or keep it to yourself."),
        },
        holdings={
            "nothing": gettext_noop("You have nothing to announce: a ronda is two of a rank, a rondine three."),
            "ronda": gettext_noop("You hold a ronda: two of a rank."),
            "rondine": gettext_noop("You hold a rondine: three of a rank!"),
            "four": gettext_noop("You hold all four of a rank!"),
        },
        calls={"": ("nothing",), "2": ("ronda",), "22": ("ronda",), "3": ("rondine",), "4": ("four",)},
        hints={EXACT: gettext_noop("scores if it is the best"), SILENT: gettext_noop("hidden: can be claimed")},
    )


# ---- Mark Steere's Ronda ----


@coaching_of.register
def _steere(game: Steere) -> Coaching:
    return Coaching(
        trick_ranks=SPANISH_48_RANKS,
        first={
            "capture": gettext_noop(
                "With a marked card, you win this trick. Whoever wins the most tricks wins the game."
            ),
            "lay": gettext_noop("Everyone plays one card: that is a trick. Of three suits, one always beats another."),
        },
        labels={"wins": gettext_noop("wins the trick"), "loses": gettext_noop("loses the trick")},
        reasons={
            **_CUT,
            "trick": gettext_noop(
                "With three suits, the one that beats another wins; otherwise, the higher card of the more frequent "
                "suit wins."
            ),
        },
    )
