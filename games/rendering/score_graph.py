"""An SVG graph of the scores during a match. Colours and dashes come from static/css/pages/result.css."""

from collections.abc import Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.wording import listing
from games.selectors.match_story import MatchStory

WIDTH, HEIGHT = 380, 210
LOW = 120  # the height of a graph with little to show
FEW = 4  # with at most this many points on the course, there is little to show
LEFT, RIGHT, TOP, BOTTOM = 30, 8, 10, 20  # the margins around the plot
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)  # between two grid lines
UNITS_PER_LINE = 30  # the minimum spacing of grid lines


def score_graph(story: MatchStory) -> SafeString:
    """Return the graph, with moves on the horizontal axis.

    Return an empty string if nobody scored, or if the match is a single deal in which the scores rarely changed: the
    list of deals then shows as much.
    """
    values = [value for _move, scores in story.course for value in scores]
    has_one_deal, has_few = len(story.deals) == 1, len(story.course) <= FEW  # the course begins before the first move
    if not any(values) or (has_one_deal and has_few):
        return SafeString("")
    has_little = has_one_deal or has_few
    height = LOW if has_little else HEIGHT
    plot = _Plot(story.moves, min(0, *values), _top(values, story.target or 0), height)
    return format_html(
        '<svg class="score-graph" viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}{}</svg>',
        WIDTH,
        height,
        _in_words(story),
        _grid(plot, story),
        _deals(plot, story),
        format_html_join(
            "",
            '<path class="score-graph__line side-{}" d="{}"/>',
            ((side, plot.line([(move, scores[side]) for move, scores in story.course])) for side in _sides(story)),
        ),
    )


def _top(values: Sequence[int], target: int) -> int:
    """Return the highest score on the scale, which includes the target unless the match ended far below it."""
    best = max(values)
    return max(best, target) if 2 * best >= target else best


class _Plot:
    """The scales of a graph. The vertical one ends at a grid line, whose label says how high the scores are."""

    def __init__(self, moves: int, low: int, high: int, height: int) -> None:
        self.moves, self.low, self.height = max(moves, 1), low, height
        most, reach = (height - TOP - BOTTOM) // UNITS_PER_LINE, max(high - low, 1)
        self.step = next((step for step in STEPS if reach / step <= most), STEPS[-1])
        self.high = -(-max(high, low + 1) // self.step) * self.step

    def x(self, move: int) -> float:
        """Return the horizontal position of a move."""
        return round(LEFT + (WIDTH - LEFT - RIGHT) * move / self.moves, 1)

    def y(self, score: int) -> float:
        """Return the vertical position of a score."""
        share = (score - self.low) / (self.high - self.low)
        return round(self.height - BOTTOM - (self.height - TOP - BOTTOM) * share, 1)

    def line(self, points: Sequence[tuple[int, int]]) -> str:
        """Return a stepped path through these points: each score continues until the next change."""
        (_start, score), *rest = points
        parts = [f"M{self.x(0)} {self.y(score)}"]
        for move, after in rest:
            if after != score:
                parts.append(f"H{self.x(move)}V{self.y(after)}")
                score = after
        return "".join([*parts, f"H{self.x(self.moves)}"])


def _sides(story: MatchStory) -> range:
    return range(len(story.sides))


def _grid(plot: _Plot, story: MatchStory) -> SafeString:
    """Return horizontal lines at round scores, and one at the target."""
    scores = range(-(-plot.low // plot.step) * plot.step, plot.high + 1, plot.step)
    lines = format_html_join(
        "",
        '<path class="score-graph__grid" d="M{} {}H{}"/><text x="{}" y="{}" text-anchor="end">{}</text>',
        ((LEFT, plot.y(score), WIDTH - RIGHT, LEFT - 5, plot.y(score) + 4, score) for score in scores),
    )
    if story.target is None or story.target > plot.high:
        return lines
    height = plot.y(story.target)
    return lines + format_html('<path class="score-graph__target" d="M{} {}H{}"/>', LEFT, height, WIDTH - RIGHT)


def _deals(plot: _Plot, story: MatchStory) -> SafeString:
    """Return a vertical line at the end of each deal except the last, and the deal numbers below the graph."""
    starts = [0, *(deal.move for deal in story.deals)]
    middles = [
        (plot.x((begin + deal.move) // 2), deal.number) for begin, deal in zip(starts, story.deals, strict=False)
    ]
    every = -(-len(middles) // 12)  # more numbers would overlap
    ends = format_html_join(
        "",
        '<path class="score-graph__grid" d="M{} {}V{}"/>',
        ((plot.x(deal.move), TOP, plot.height - BOTTOM) for deal in story.deals[:-1]),
    )
    return ends + format_html_join(
        "",
        '<text x="{}" y="{}" text-anchor="middle">{}</text>',
        ((x, plot.height - 5, number) for x, number in middles[::every]),
    )


def _in_words(story: MatchStory) -> str:
    """Return the graph as a sentence: each side's score after each deal."""
    sides = [
        _("%(side)s: %(scores)s.") % {"side": name, "scores": listing(deal.sides[side].score for deal in story.deals)}
        for side, name in enumerate(story.sides)
    ]
    return _("Score after each deal. %(sides)s") % {"sides": " ".join(sides)}
