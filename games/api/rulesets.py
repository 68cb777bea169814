"""The API for rulesets and their options."""

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Router, Schema

from games.ratings.selectors import size_classes
from games.rules import find_ruleset
from games.rules.game import Game
from games.rules.options import Option, Value
from games.selectors.options import value_label
from games.state.errors import NotFound

router = Router(tags=["Rulesets"])


class ValueOut(Schema):
    """A value that an option can have."""

    value: bool | int | str
    label: str


class OptionOut(Schema):
    """An option with its values, or with ``least`` and ``most`` if it takes any whole number in that range.

    ``default`` is null if the default depends on the other options.
    """

    name: str
    label: str
    help: str
    default: bool | int | str | None
    values: list[ValueOut]
    least: int | None
    most: int | None


class RulesetOut(Schema):
    """A ruleset. ``size_classes`` contains its ladders; ``4p`` means four players as partners."""

    name: str
    title: str
    summary: str
    size_classes: list[str]
    options: list[OptionOut]


@router.get("", response=list[RulesetOut])
def list_rulesets(request: HttpRequest) -> list[RulesetOut]:
    """List all rulesets, with their options."""
    return [_ruleset(ruleset) for ruleset in Game.registry.values()]


@router.get("/{ruleset}", response=RulesetOut)
def get_ruleset(request: HttpRequest, ruleset: str) -> RulesetOut:
    """Get a ruleset, with its options."""
    return _ruleset(ruleset_named(ruleset))


def ruleset_named(name: str) -> type[Game]:
    """Return the ruleset with this name. Raises NotFound."""
    try:
        return find_ruleset(name)
    except KeyError:
        raise NotFound.for_ruleset() from None


def _ruleset(ruleset: type[Game]) -> RulesetOut:
    return RulesetOut(
        name=ruleset.name,
        title=_(ruleset.title),
        summary=_(ruleset.summary),
        size_classes=list(size_classes(ruleset.name)),
        options=[_option(option) for option in ruleset.options.options],
    )


def _option(option: Option) -> OptionOut:
    values = option.values
    numbers = values if isinstance(values, range) else None
    return OptionOut(
        name=option.name,
        label=_(option.label),
        help=_(option.help) if option.help else "",
        default=None if callable(option.default) else option.default,
        values=[] if isinstance(values, range) else [_value(option, value) for value in values],
        least=numbers[0] if numbers else None,
        most=numbers[-1] if numbers else None,
    )


def _value(option: Option, value: Value) -> ValueOut:
    return ValueOut(value=value, label=value_label(option, value))
