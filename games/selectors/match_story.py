"""The story of a finished match: its deals, the course of the score, and statistics for each player.

Calls are judged using all hands, so matches must have been loaded by ``load_ended``.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from operator import add
from typing import TypeVar

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from accounts.wording import isolated, listing
from games.models import Match
from games.rules import find_ruleset
from games.rules.events import Event
from games.rules.game import Game
from games.rules.highlights import CAIDA, CALL, MISSA, TRICK, label_of
from games.rules.seat_stats import SeatStats, SeatStatsCounter
from games.selectors.sides import seat_names
from games.selectors.tallies import Tally, nonzero
from games.state.match_log import Step, walk_match
from games.tutorial.ideas import ShownIdea, ideas_of, shown_ideas

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class DealOfSide:
    """One side's result in a deal: the points gained, and the score after the deal.

    ``captured`` is the number of cards in the side's pile, or None if they were not counted.
    """

    points: int
    score: int
    captured: int | None

    @property
    def signed_points(self) -> str:
        """Return the points with their sign, using a true minus sign."""
        return f"{self.points:+d}".replace("-", "−")


@dataclass(frozen=True, slots=True)
class DealSummary:
    """A deal: its number, its dealer, and what each side gained.

    ``move`` is the number of the deal's last move. ``is_complete`` is false if the match ended during the deal.
    """

    number: int
    dealer: str
    sides: tuple[DealOfSide, ...]
    move: int
    is_complete: bool


@dataclass(frozen=True, slots=True)
class MatchStory:
    """The story of a match.

    ``course`` contains the scores at the start and after each move that changed them, each with the number of the move.
    ``sides`` and ``players`` contain names. ``tallies`` contains a row for each statistic, with a number for each
    player; rows with only zeros, and those that ``sources`` already shows, are left out. ``stats`` contains the full
    statistics for each seat. ``sources`` says where each side's points come from. The sources add up to ``total``.
    ``score_note`` explains the scores where necessary. ``ending`` is a sentence that says how the match ended if the
    scores don't, as after a wrong challenge. ``ideas`` says which steps of the tutorial the match has shown.
    """

    sides: tuple[str, ...]
    deals: tuple[DealSummary, ...]
    course: tuple[tuple[int, tuple[int, ...]], ...]
    moves: int
    target: int | None
    players: tuple[str, ...]
    tallies: tuple[Tally, ...]
    stats: tuple[SeatStats, ...]
    sources: tuple[Tally, ...]
    total: Tally
    score_note: str
    ending: str
    ideas: tuple[ShownIdea, ...]


def reader_first(story: MatchStory, side: int, seat: int) -> MatchStory:
    """Return the story with sides and seats in turn order, the reader's first, as at the end of a live match."""
    return replace(
        story,
        sides=starting_at(side, story.sides),
        deals=tuple(replace(deal, sides=starting_at(side, deal.sides)) for deal in story.deals),
        course=tuple((move, starting_at(side, scores)) for move, scores in story.course),
        players=starting_at(seat, story.players),
        tallies=tuple(replace(tally, numbers=starting_at(seat, tally.numbers)) for tally in story.tallies),
        stats=starting_at(seat, story.stats),
        sources=tuple(replace(tally, numbers=starting_at(side, tally.numbers)) for tally in story.sources),
        total=replace(story.total, numbers=starting_at(side, story.total.numbers)),
    )


def starting_at(place: int, items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return what belongs to the sides or seats in turn order, beginning with this place."""
    return items[place:] + items[:place]


@dataclass(slots=True)
class _Telling:
    """The story up to the current point in the log."""

    names: Sequence[str]
    deals: list[DealSummary] = field(default_factory=list)
    course: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    tricks: Counter[int] = field(default_factory=Counter)
    sources: dict[str, tuple[int, ...]] = field(default_factory=dict)
    dealer: int = -1
    before: tuple[int, ...] = ()
    captured: tuple[int, ...] | None = None
    ending: str = ""
    ideas: set[str] = field(default_factory=set)

    def note(self, game: Game, step: Step, move: int) -> None:
        """Record a step that the game has just taken."""
        scores = tuple(game.scores)
        if not self.course or self.course[-1][1] != scores:
            self.course.append((move, scores))
        self.ideas |= ideas_of(step.made)
        for event in step.made:
            self._note_event(event)
            self._note_gains(game, event)
        if game.over:
            self.ending = _ending(game, step.events[-2], self.names)  # the last event is ``won``
        if step.deals:
            if self.dealer >= 0:
                self._end_deal(scores, move, is_complete=True)
            self.dealer = game.dealer

    def _note_event(self, event: Event) -> None:
        if event.kind == "count":
            found = event.data.get("captured")
            self.captured = None if found is None else tuple(found)
        elif event.kind == "trick":
            self.tricks[event.seat] += 1

    def _note_gains(self, game: Game, event: Event) -> None:
        if source := game.event_texts[event.kind].source:
            before = self.sources.get(source, (0,) * game.side_count)
            self.sources[source] = tuple(map(add, before, game.gains(event)))

    def _end_deal(self, scores: tuple[int, ...], move: int, *, is_complete: bool) -> None:
        before = self.before or (0,) * len(scores)
        captured = self.captured or (None,) * len(scores)
        sides = tuple(
            DealOfSide(after - earlier, after, cards)
            for after, earlier, cards in zip(scores, before, captured, strict=True)
        )
        number, dealer = len(self.deals) + 1, self.names[self.dealer]
        self.deals.append(DealSummary(number, dealer, sides, move, is_complete))
        self.before, self.captured = scores, None

    def finish(self, game: Game, move: int) -> None:
        """End the deal that was being played when the match ended."""
        if self.dealer >= 0:
            self._end_deal(tuple(game.scores), move, is_complete=game.over)


def story_of(match: Match) -> MatchStory:
    """Return the story of a match loaded by ``load_ended``."""
    names = seat_names(match)
    telling = _Telling(names)
    game = find_ruleset(match.ruleset)(match.options)
    counter = SeatStatsCounter(game)
    move = 0
    for move, (game, step) in enumerate(walk_match(match)):
        if move == 0:
            counter = SeatStatsCounter(game)
        counter.note(step.move, step.made)
        telling.note(game, step, move)
    telling.finish(game, move)
    return MatchStory(
        sides=_side_names(game, names),
        deals=tuple(telling.deals),
        course=tuple(telling.course),
        moves=move,
        target=game.view(None).get("target"),
        players=tuple(names),
        tallies=nonzero(_tallies(game, counter, telling)),
        stats=tuple(counter.seats),
        sources=nonzero(
            Tally(_(source), telling.sources[source], _gloss(game, source))
            for source in dict.fromkeys(text.source for text in game.event_texts.values())
            if source in telling.sources
        ),
        total=Tally(_("Score"), tuple(game.scores)),
        score_note=_(game.score_note) if game.score_note else "",
        ending=telling.ending,
        ideas=tuple(shown_ideas(game, telling.ideas)),
    )


def _tallies(game: Game, counter: SeatStatsCounter, telling: _Telling) -> Iterator[Tally]:
    """Yield what each player did, without what the points that it scored already tell: a point for each caida."""
    scored = {
        (kind, telling.sources.get(game.event_texts[event].source or "")) for event, kind in game.highlights.items()
    }
    for kind, label in _counted(type(game)).items():
        numbers = tuple(_number(kind, seat, counter, telling) for seat in range(game.players))
        if (kind, numbers) not in scored:
            yield Tally(capfirst(label), numbers)


def _gloss(game: Game, source: str) -> str:
    """Return what explains a source of points, or an empty string if its events have several explanations, or none."""
    glosses = {text.gloss for text in game.event_texts.values() if text.source == source}
    gloss = glosses.pop()
    return _(gloss) if gloss and not glosses else ""


def _ending(game: Game, event: Event, names: Sequence[str]) -> str:
    """Return the sentence about the event that ended the match, if it has one."""
    text = game.event_texts[event.kind].ending
    if not text:
        return ""
    against = event.data.get("against")
    people = {"seat": event.seat} if against is None else {"seat": event.seat, "against": against}
    return _(text).format_map({role: isolated(names[seat]) for role, seat in people.items()})


def _side_names(game: Game, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        listing((name for seat, name in enumerate(names) if game.sides[seat] == side), "standard-short")
        for side in range(game.side_count)
    )


def _counted(ruleset: type[Game]) -> dict[str, str]:
    """Return the labels of the statistics for this ruleset, keyed by kind."""
    kinds = set(ruleset.highlights.values())
    found = {kind: _(label_of(ruleset, kind)) for kind in (CAIDA, MISSA, TRICK) if kind in kinds}
    if CALL in kinds:
        found |= {
            "true_calls": _("True calls"),
            "silent_calls": _("Hidden rondas"),
            "false_calls": _("Bluffs"),
            "caught": _("Bluffs caught"),
        }
    return found


def _number(kind: str, seat: int, counter: SeatStatsCounter, telling: _Telling) -> int:
    stats = counter.seats[seat]
    found = {CAIDA: stats.caidas_given, MISSA: stats.missas, TRICK: telling.tricks[seat]}
    return found[kind] if kind in found else int(getattr(stats, kind))
