"""The interface of the site's bots."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from games.bots.observation import Observation

Strategy: TypeAlias = Callable[[Observation, random.Random], list[Any]]


class Bot(Protocol):
    """One of the site's bots."""

    @property
    def key(self) -> str:
        """The bot's name in the database."""

    @property
    def title(self) -> str:
        """The name of the bot's user."""

    @property
    def level(self) -> int:
        """The bot's strength, from 1 to 4."""

    @property
    def sentence(self) -> str:
        """The message ID of the bot's description."""

    def choose(self, observation: Observation, rng: random.Random) -> list[Any]:
        """Return one of ``observation.moves``. The same observation and random state give the same move."""


@dataclass(frozen=True, slots=True)
class LevelBot:
    """A bot that plays every ruleset at one level. It uses ``strategy`` in rulesets that are not in ``by_ruleset``."""

    key: str
    title: str
    level: int
    sentence: str
    strategy: Strategy
    by_ruleset: Mapping[str, Strategy] = field(default_factory=dict)

    def choose(self, observation: Observation, rng: random.Random) -> list[Any]:
        """See ``Bot.choose``."""
        return self.by_ruleset.get(observation.ruleset, self.strategy)(observation, rng)
