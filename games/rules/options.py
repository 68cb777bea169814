"""The options of a ruleset as data: names, values, defaults and forbidden combinations."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from games.rules.texts import gettext_noop

Value: TypeAlias = bool | int | str
Values: TypeAlias = Mapping[str, Value]


NOT_POSSIBLE: Final = gettext_noop("This value isn’t allowed here.")


class OptionError(ValueError):
    """An unknown option, an invalid value or a forbidden combination.

    ``option`` is the option's name, and ``str(error)`` a sentence for developers that contains the name. ``message``
    is the message ID of a sentence for players.
    """

    def __init__(self, option: str, reason: str, message: str = NOT_POSSIBLE) -> None:
        super().__init__(f"option {option}: {reason}")
        self.option = option
        self.message = message


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a ruleset.

    ``values`` contains the allowed values, or is a range of integers. ``default`` is a value, or a function of the
    preceding options if the default depends on them. ``label``, ``help`` and ``value_labels`` contain message IDs.
    ``short`` is the value for a short match, such as a person's first match, or None if that is the default.
    """

    name: str
    values: tuple[Value, ...] | range
    default: Value | Callable[[Values], Value]
    label: str
    help: str = ""
    value_labels: Mapping[Value, str] = field(default_factory=dict)
    short: Value | None = None

    def default_for(self, chosen: Values) -> Value:
        """Return the default, given the preceding options."""
        return self.default(chosen) if callable(self.default) else self.default

    def accepts(self, value: object) -> bool:
        """Return whether ``value`` is allowed. Types must match: ``True`` is not ``1``, ``4.0`` is not ``4``."""
        if isinstance(self.values, range):
            return type(value) is int and value in self.values
        return any(type(value) is type(known) and value == known for known in self.values)

    def describe_values(self) -> str:
        """Return a description of the values for error messages."""
        if isinstance(self.values, range):
            return f"{self.values[0]} to {self.values[-1]}"
        return ", ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in self.values)


@dataclass(frozen=True, slots=True)
class Rule:
    """A forbidden combination. ``broken`` returns whether the options break the rule. Errors refer to ``option``.

    ``reason`` is for developers and uses the names of options and values; ``message`` is the message ID of a sentence
    for players.
    """

    option: str
    broken: Callable[[Values], bool]
    reason: str
    message: str


@dataclass(frozen=True, slots=True)
class OptionSet:
    """All options of a ruleset, in the order in which forms show them."""

    options: tuple[Option, ...] = ()
    rules: tuple[Rule, ...] = ()

    @property
    def short(self) -> dict[str, Value]:
        """Return the options of a short match that differ from the defaults."""
        return {option.name: option.short for option in self.options if option.short is not None}

    def complete(self, given: Mapping[str, object]) -> dict[str, Value]:
        """Return the given options, completed with defaults.

        Raises OptionError for an unknown name, an invalid value or a forbidden combination.
        """
        names = [option.name for option in self.options]
        for name in given:
            if name not in names:
                raise OptionError(name, f"the ruleset has no such option, only {', '.join(names)}")
        chosen: dict[str, Value] = {}
        for option in self.options:
            if option.name not in given:
                chosen[option.name] = option.default_for(chosen)
                continue
            value = given[option.name]
            if not option.accepts(value):
                raise OptionError(option.name, f"takes {option.describe_values()}")
            chosen[option.name] = value  # type: ignore[assignment]  # accepts() has checked the type
        for rule in self.rules:
            if rule.broken(chosen):
                raise OptionError(rule.option, rule.reason, rule.message)
        return chosen
