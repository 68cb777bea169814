"""What a bot is: a player that sees what its seat sees and nothing else."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol


class Bot(Protocol):
    """One kind of bot. ``title`` is the name of its user."""

    title: ClassVar[str]

    def choose(
        self,
        view: Mapping[str, Any],
        moves: Sequence[list[Any]],
        seen: Sequence[Mapping[str, Any]],
        rng: random.Random,
    ) -> list[Any]:
        """One of ``moves``: every move that the rules allow the bot's seat now, of which there is at least one.

        ``view`` is ``Game.view`` of that seat, ``seen`` the public events of the running deal. ``rng`` starts alike
        for every move of one hand.
        """
        ...
