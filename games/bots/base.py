"""The interface of the site's bots."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol


class Bot(Protocol):
    """A type of bot. ``title`` is the name of its user."""

    title: ClassVar[str]

    def choose(
        self,
        view: Mapping[str, Any],
        moves: Sequence[list[Any]],
        seen: Sequence[Mapping[str, Any]],
        rng: random.Random,
    ) -> list[Any]:
        """Return one of ``moves``, which are all moves that the rules allow the bot's seat now (at least one).

        ``view`` is ``Game.view`` for the seat, and ``seen`` the public events of the current deal. ``rng`` has the same
        seed for every move of a hand.
        """
        ...
