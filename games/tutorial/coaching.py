"""The coach for beginners at the table: its texts, and the rules by which the browser previews a card.

Everything here depends on a ruleset and its options, never on a match. The browser applies it to the view of the
player's own seat, so the coach cannot know more than the player is allowed to know.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Final

from games.rules.cards import FRENCH_RANKS, SPANISH_40_RANKS, SPANISH_48_RANKS
from games.rules.game import Game
from games.rules.moroccan import Moroccan
from games.rules.one_deck import OneDeck
from games.rules.pile_count import HALF_PACK
from games.rules.porrazo import Porrazo
from games.rules.steere import Steere
from games.rules.strike_play import IN_PLACE_RANKS
from games.rules.texts import gettext_noop
from games.rules.tringa import NOTHING, RONDA, TRINGA, TWO_RONDAS, WORTH

# How a call relates to a hand: it names exactly what the hand holds, less than that, nothing, or more than that.
EXACT, LESS, SILENT, FALSE = "exact", "less", "silent", "false"


@dataclass(frozen=True, slots=True)
class Captures:
    """How a card captures: it takes the table card of its rank, and one of each higher rank up to the first gap.

    ``strike`` and ``clear`` are the kinds of events for capturing the card just laid and for emptying the table.
    ``chain`` contains the kinds of events for overcalling a strike. ``in_place`` is the number of ranks, counting from
    the lowest, whose cards can score in place.
    """

    ranks: tuple[str, ...]  # from low to high
    wraps: bool
    strike: str
    clear: str
    chain: tuple[str, ...] = ()
    in_place: int = 0


@dataclass(frozen=True, slots=True)
class Coaching:
    """The coach for a game. All texts are message IDs, whose fields get their values from ``fields``.

    ``moments`` explains events that happen for the first time: a strike (“_against” if it takes the player's card), a
    cleared table, a call, a call that beats the player's, or a false call. The browser fills in the player's %(name)s
    and the %(shout)s, which some ``labels`` also contain. ``choices`` explains why one card in the hand is better than
    another.

    ``trick_ranks`` contains the ranks from low to high if a trick can be previewed.
    """

    captures: Captures | None = None
    trick_ranks: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)  # for previewed events, by kind; some also “_short”
    reasons: Mapping[str, str] = field(default_factory=dict)  # for lines of the log without a gloss, by kind of event
    phases: Mapping[str, str] = field(default_factory=dict)  # advice on the decision in each phase
    first: Mapping[str, str] = field(default_factory=dict)  # advice in a gentle start, by situation
    choices: Mapping[str, str] = field(default_factory=dict)  # why one card is better than another, by reason
    moments: Mapping[str, str] = field(default_factory=dict)  # what just happened, by kind of event or by call
    alike: Mapping[str, str] = field(default_factory=dict)  # the same for several players with one call
    holdings: Mapping[str, str] = field(default_factory=dict)  # what the hand holds, by its exact call
    hints: Mapping[str, str] = field(default_factory=dict)  # what a call means, by its relation to the hand
    share: int | None = None  # how many cards of a pile score nothing in the count, if each further one scores
    welcome: str = ""  # how to capture, told with the goal before the first deal of a gentle start
    worth: Mapping[str, int] = field(default_factory=dict)  # the points of a call, if ``hints`` mentions them
    fields: Mapping[str, int] = field(default_factory=dict)


@singledispatch
def coaching_of(game: Game) -> Coaching:
    """Return the coaching for a game, based on its options. It is empty if the ruleset has no coach."""
    return Coaching()


# A player cuts the pack in every game. The reason is shown with each cut, whether made by hand or by the browser.
_CUT: Final = {
    "cut": gettext_noop(
        "Before each deal a player cuts the pack, so nobody can stack it. "
        "With “Always cut for me”, your browser cuts at a random place."
    )
}

# Explains what a batch is, where the word first appears.
_BATCH: Final = gettext_noop("These cards are a batch. When all hands are empty, the next batch is dealt.")

# The goal of the game, shown in the first turn of a player's first match.
_GOAL: Final = {"goal": gettext_noop("Capture cards. The first to {target} points wins.")}

# How to capture, beside a picture, before the first deal of a player's first match.
_CAPTURE: Final = gettext_noop("A card takes one of the same rank and the run after it: a 4 takes 4, 5 and 6.")

# Say whether a card in the hand captures: in detail in a gentle start until the first capture, and briefly after that.
_FIRST_CARDS: Final = {
    "capture": gettext_noop("A card with a gold label takes cards from the table."),
    "match": gettext_noop("Your %(card)s takes the %(taken)s, which has the same rank."),
    # Translators: %(taken)s is a list of cards on the table, such as “the 5 of cups and 6 of coins”
    "run": gettext_noop("Your %(card)s takes the card of the same rank and the run that follows it: %(taken)s."),
    "takes": gettext_noop("Your %(card)s takes the %(taken)s."),
    "lay": gettext_noop("None of your cards matches one on the table. The one you play will stay there."),
    "empty": gettext_noop("The table is empty, so the card you play will stay there."),
    "overcall": gettext_noop("Your %(card)s takes over the last capture."),
    "safest": gettext_noop("Safest to lay now: the %(card)s."),
    "alike": gettext_noop("No card takes anything, and all are about equally safe to lay."),
    "pile": gettext_noop("Cards captured so far: you %(own)s, %(rival)s %(other)s."),
    "last": gettext_noop("Your last card of this batch. New cards are dealt when all hands are empty."),
    "last_again": gettext_noop("Your last card of this batch."),
    "sweep": gettext_noop("The last cards of the deal: whoever captures last also takes what is left on the table."),
    # Translators: %(held)s and %(pile)s are pictures of the two
    "counts": gettext_noop(
        "Beside a name, the fan %(held)s counts cards in hand, and the pile %(pile)s captured ones."
    ),
    "captured": gettext_noop("The pile %(pile)s beside a name counts captured cards."),
    # Translators: %(dealer)s and %(leader)s are pictures of the two marks
    "roles": gettext_noop("The gold marks show who deals %(dealer)s and who plays first %(leader)s."),
}
# Said once, when a run first crosses the gap in the ranks of the forty-card pack.
_GAP: Final = {"gap": gettext_noop("There is no 8 or 9: 10 follows 7.")}
# Why one card is better than the %(other)s in the hand. A card that stays on the table can be captured at once.
_CHOICES: Final = {
    "strike": gettext_noop("The %(card)s is the better capture: it takes the card just played (%(shout)s)."),
    "clear": gettext_noop("The %(card)s is the better capture: it leaves the table empty (%(shout)s)."),
    "more": gettext_noop("The %(card)s takes more cards than the %(other)s."),
    "gone": gettext_noop("The %(card)s is safe to lay: nobody else can have a card of that rank."),
    "pair": gettext_noop(
        "You have two of a rank, so lay the %(card)s: fewer cards can capture it, and your other one may take it back."
    ),
    "seen": gettext_noop(
        "The %(card)s is safer to lay than the %(other)s: fewer cards of its rank are left to capture it."
    ),
    "run": gettext_noop(
        "The %(card)s is safer to lay than the %(other)s, which would make a run with the %(next)s on the table."
    ),
}
# Shown when the player first announces something themselves, after the site has announced for them; at a first bluff,
# what the hand does not hold, and what the false call risks.
_FIRST_CALLS: Final = {
    "announce": gettext_noop("Now you announce: the best call scores."),
    # Shown when the player asks for the calls other than the true one.
    "others": gettext_noop("Another call can mislead your opponents, but gives them points once the truth comes out."),
    f"no_{RONDA}": gettext_noop("You don’t hold two cards of one rank."),
    f"no_{TWO_RONDAS}": gettext_noop("You don’t hold two pairs."),
    f"no_{TRINGA}": gettext_noop("You don’t hold three of a kind."),
    "bluff": gettext_noop(
        "It may score %(points)s now, but once your cards or a challenge expose it, your opponents score %(points)s."
    ),
}
# How the count at the end of a deal will score, said once before that.
_SHARE: Final = {
    "share": gettext_noop(
        "At the end of the deal, each captured card above {free} scores a point. "
        "So far: you %(own)s, %(rival)s %(other)s."
    )
}
# What came of a call that the site made for the player. It follows what the hand holds.
_CALLED: Final = {
    "called": gettext_noop("The site announced it for you: +%(points)s."),
    "called_open": gettext_noop("The site announced it for you: the best call scores."),
}

# ---- Moroccan ronda, One Deck, MUFTS ----

_CAIDA_LABELS: Final = {
    # Translators: %(shout)s is the name of the capture, such as “Caida”
    "caida": gettext_noop("%(shout)s +{caida}"),
    "five": gettext_noop("third card +{five}"),
    "ten": gettext_noop("fourth card +{ten}"),
    "missa": gettext_noop("clears the table +1"),
    "missa_short": gettext_noop("%(shout)s +1"),
}
_CAIDA_REASONS: Final = {
    **_CUT,
    "batch": _BATCH,
    "undone": gettext_noop("The next card took over the capture, so its points are gone."),
    "award_back": gettext_noop("A call turned out to be false, so its points are taken back."),
    "duty_empty": gettext_noop("The dealer’s last card has to capture something."),
    "sweep": gettext_noop("Whoever captured last takes the cards that are left."),
    "count": gettext_noop("Each card beyond the first {free} in a pile scores a point."),
}
_CAIDA_MOMENTS: Final = {
    "caida": gettext_noop("%(shout)s: %(name)s captured the card that had just been played. +{caida}"),
    "caida_against": gettext_noop("%(shout)s: %(name)s captured the card you had just played. +{caida} for them."),
    "missa": gettext_noop("%(shout)s: %(name)s left the table empty. +1"),
}
# Shown the first time that an opponent makes a call: ``_MAYBE_HELD`` if the call may be false, ``_HELD`` if it cannot.
_MAYBE_HELD: Final = {
    RONDA: gettext_noop("%(name)s announced a ronda, two of a rank. It may be a bluff: watch what they play."),
    TWO_RONDAS: gettext_noop("%(name)s announced two rondas, two pairs. It may be a bluff: watch what they play."),
    TRINGA: gettext_noop("%(name)s announced a tringa, three of a kind. It may be a bluff: watch what they play."),
}
_MAYBE_HELD_ALIKE: Final = {
    RONDA: gettext_noop("%(names)s announced a ronda, two of a rank. Each may be a bluff."),
    TWO_RONDAS: gettext_noop("%(names)s announced two rondas, two pairs. Each may be a bluff."),
    TRINGA: gettext_noop("%(names)s announced a tringa, three of a kind. Each may be a bluff."),
}
_BEATEN: Final = {
    "award_against": gettext_noop(
        "%(name)s’s call beats yours: any tringa beats a ronda, and otherwise the higher rank wins."
    )
}
_CAUGHT: Final = {
    "false_call": gettext_noop(
        "%(name)s was bluffing: they held less than they announced. Their opponents score the points for the call."
    )
}
_HELD: Final = {
    RONDA: gettext_noop("%(name)s has a ronda: two of a rank."),
    TWO_RONDAS: gettext_noop("%(name)s has two rondas: two pairs."),
    TRINGA: gettext_noop("%(name)s has a tringa: three of a kind."),
}
_HELD_ALIKE: Final = {
    RONDA: gettext_noop("%(names)s each have a ronda: two of a rank."),
    TWO_RONDAS: gettext_noop("%(names)s each have two rondas: two pairs."),
    TRINGA: gettext_noop("%(names)s each have a tringa: three of a kind."),
}
_ASKED: Final = {
    "respond": gettext_noop(
        "Accepting this call ends the match. If it’s false, a challenge saves you; if it’s true, you lose either way."
    ),
    "close": gettext_noop(
        "If an opponent announced nothing but played a pair, press “Claim” next to their name: it scores, and a "
        "mistake costs nothing. If you saw no pair, claim nothing."
    ),
}


@coaching_of.register
def _moroccan(game: Moroccan) -> Coaching:
    caida, five, ten = game.scale
    manual = game.announces and game.manual
    return Coaching(
        captures=Captures(SPANISH_40_RANKS, False, "caida", "missa", ("five", "ten") if game.chain_allowed else ()),
        labels=_CAIDA_LABELS,
        reasons={kind: text for kind, text in _CAIDA_REASONS.items() if not game.event_texts[kind].gloss},
        phases=_ASKED if manual else {},
        first=_GOAL | _FIRST_CARDS | _GAP | _SHARE | _CALLED | (_FIRST_CALLS if manual else {}),
        choices=_CHOICES,
        moments=_CAIDA_MOMENTS | _BEATEN | (_MAYBE_HELD | _CAUGHT if manual else _HELD),
        alike=_MAYBE_HELD_ALIKE if manual else _HELD_ALIKE,
        holdings={
            NOTHING: gettext_noop("Nothing to announce: a ronda is two cards of a rank, a tringa three."),
            RONDA: gettext_noop("You hold a ronda: two of a rank."),
            TWO_RONDAS: gettext_noop("You hold two rondas."),
            TRINGA: gettext_noop("You hold a tringa: three of a kind!"),
        },
        hints={
            EXACT: gettext_noop("true: worth {worth}"),
            LESS: gettext_noop("true, but hides part of it"),
            SILENT: gettext_noop("hidden: can be claimed"),
            FALSE: gettext_noop("bluff: gives them {worth}"),
        },
        share=game.free_cards,
        welcome=_CAPTURE,
        worth=WORTH,
        fields={
            "caida": caida,
            "five": five,
            "ten": ten,
            "free": game.free_cards,
            "target": game.target or 0,
        },
    )


@coaching_of.register
def _one_deck(game: OneDeck) -> Coaching:
    coaching = _moroccan(game)
    reasons = {**coaching.reasons, "count": gettext_noop("Each captured card scores a point.")}
    first = {
        **coaching.first,
        "goal": gettext_noop("Capture cards. The highest score after one deal wins."),
        "share": gettext_noop(
            "At the end of the deal, each captured card scores a point. So far: you %(own)s, %(rival)s %(other)s."
        ),
    }
    return Coaching(
        captures=coaching.captures,
        labels=coaching.labels,
        reasons=reasons,
        first=first,
        choices=coaching.choices,
        moments=_CAIDA_MOMENTS,
        share=coaching.share,
        welcome=_CAPTURE,
        fields=coaching.fields,
    )


# ---- Porrazo ----

_PORRAZO_LABELS: Final = {
    "porrazo": gettext_noop("porrazo"),
    "counter": gettext_noop("counter porrazo"),
    "san_benito": gettext_noop("san benito: wins the match"),
    "limpia": gettext_noop("clears the table"),
    "limpia_short": gettext_noop("limpia"),
    "in_place": gettext_noop("+%(points)s in place"),
    # Translators: comes after “takes 2 ·”: the player may capture, or score points in place
    "or_in_place": gettext_noop("or +%(points)s"),
}
_PORRAZO_REASONS: Final = {
    **_CUT,
    "batch": _BATCH,
    "stands": gettext_noop("The next card didn’t strike back, so the porrazo scores."),
    "sweep": gettext_noop("Whoever captured last takes the cards that are left."),
    "count": gettext_noop("The largest pile scores."),
}
_PORRAZO_PHASES: Final = {
    "tendido": gettext_noop("Four cards from the pack, which may score for you. Later is usually better."),
    "close": gettext_noop(
        "Did an opponent hide the best holding of this batch? Press “Claim” next to their name. "
        "A wrong claim costs nothing."
    ),
}
_PORRAZO_FIRST: Final = {
    **_GOAL,
    **_FIRST_CARDS,
    **_CALLED,
    "announce": gettext_noop("Now announce it, or hide it."),
    "in_place": gettext_noop(
        "Your %(card)s can score +%(points)s in place: it brings the table to as many cards as its number."
    ),
}
_LEAD: Final = {
    "share": gettext_noop(
        "At the end of the deal, the largest pile scores a point for each card by which it exceeds the next one. "
        "So far: you %(own)s, %(rival)s %(other)s."
    )
}
_PORRAZO_MOMENTS: Final = {
    "porrazo": gettext_noop("%(shout)s: %(name)s captured the card that had just been played."),
    "limpia": gettext_noop("%(shout)s: %(name)s left the table empty."),
    "ronda": _HELD[RONDA],
    "rondine": gettext_noop("%(name)s has a rondine: three of a kind."),
    "four": gettext_noop("%(name)s has all four cards of a rank."),
}
_PORRAZO_ALIKE: Final = {
    "ronda": _HELD_ALIKE[RONDA],
    "rondine": gettext_noop("%(names)s each have a rondine: three of a kind."),
    "four": gettext_noop("%(names)s each have all four cards of a rank."),
}


@coaching_of.register
def _porrazo(game: Porrazo) -> Coaching:
    chain = ("counter", "san_benito")
    return Coaching(
        captures=Captures(FRENCH_RANKS, game.wraps, "porrazo", "limpia", chain, in_place=IN_PLACE_RANKS),
        labels=_PORRAZO_LABELS,
        reasons=_PORRAZO_REASONS,
        phases=_PORRAZO_PHASES,
        first=_PORRAZO_FIRST | (_SHARE if game.over_half else _LEAD),
        choices=_CHOICES,
        moments=_PORRAZO_MOMENTS,
        alike=_PORRAZO_ALIKE,
        holdings={
            "nothing": gettext_noop("Two of a rank make a ronda, three a rondine."),  # the prompt says the rest (P9)
            "ronda": gettext_noop("You hold a ronda: two of a rank."),
            "rondine": gettext_noop("You hold a rondine: three of a kind!"),
            "four": gettext_noop("You hold all four of a rank!"),
        },
        hints={EXACT: gettext_noop("scores if it’s best"), SILENT: gettext_noop("hidden: can be claimed")},
        share=HALF_PACK if game.over_half else None,
        welcome=_CAPTURE,
        fields={"target": game.target, "free": HALF_PACK},
    )


# ---- Mark Steere's Ronda ----


@coaching_of.register
def _steere(game: Steere) -> Coaching:
    return Coaching(
        trick_ranks=SPANISH_48_RANKS,
        first={
            "goal": gettext_noop("Each trick you win scores a point. The highest score after {hands} hands wins."),
            "lay": gettext_noop("Each player plays one card to a trick. The ring shows which suit beats which."),
            "ahead": gettext_noop("A card marked in gold beats the card led, unless the last player changes that."),
            "wins": gettext_noop("A card marked in gold wins this trick."),
            "all_wins": gettext_noop("Any of your cards wins this trick."),
            "all_loses": gettext_noop("None of your cards can win this trick."),
        },
        labels={
            "wins": gettext_noop("wins the trick"),
            "loses": gettext_noop("loses the trick"),
            "ahead": gettext_noop("beats the card led"),
            "behind": gettext_noop("beaten by the card led"),
            # What fits on a card that others cover:
            "wins_short": gettext_noop("wins"),
            "loses_short": gettext_noop("loses"),
            "ahead_short": gettext_noop("ahead"),
            "behind_short": gettext_noop("behind"),
        },
        reasons={
            **_CUT,
            "trick": gettext_noop(
                "With three suits, the unbeaten one wins. Otherwise, the highest card of the most common suit wins."
            ),
        },
        fields={"hands": game.hand_count},
    )
