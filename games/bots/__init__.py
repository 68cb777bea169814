"""The site's bots. Each bot knows only what its seat may see.

Every ruleset has the same four levels, named after the four highest cards of the Spanish pack. To give a level its own
strategy in one ruleset, add the strategy to ``by_ruleset``.
"""

import random
from typing import Any

from games.bots import porrazo, steere
from games.bots.base import Bot, LevelBot, Strategy
from games.bots.observation import Observation, moves_of, observe
from games.bots.searching import choose_searching
from games.bots.simple import choose_any, choose_counting, choose_most
from games.rules.texts import gettext_noop

BOTS: dict[str, Bot] = {
    bot.key: bot
    for bot in (
        LevelBot(
            "siete",
            "Siete",
            1,
            gettext_noop("Plays any card, and captures when it notices it can."),
            choose_any,
            {"steere": steere.choose_any},
        ),
        LevelBot(
            "sota",
            "Sota",
            2,
            gettext_noop("Takes as much as it can right now."),
            choose_most,
            {"porrazo": porrazo.choose_most, "steere": steere.choose_most},
        ),
        LevelBot(
            "caballo",
            "Caballo",
            3,
            gettext_noop("Counts the cards that have been played."),
            choose_counting,
            {"porrazo": porrazo.choose_counting, "steere": steere.choose_counting},
        ),
        LevelBot(
            "rey",
            "Rey",
            4,
            gettext_noop("Weighs every card against every hand you might hold."),
            choose_counting,
            {
                **dict.fromkeys(("moroccan", "one-deck", "mufts"), choose_searching),
                "porrazo": porrazo.choose_thinking,
                "steere": steere.choose_thinking,
            },
        ),
    )
}
DEFAULT_BOT = "sota"


def choose_move(key: str, observation: Observation, seed: int | str) -> list[Any]:
    """Return the move that a bot chooses, one of ``observation.moves``.

    The same arguments always give the same move. All arguments are picklable, so another process can choose the move.
    Raises KeyError for an unknown bot.
    """
    rng = random.Random(f"{seed}:{len(observation.events)}")
    return BOTS[key].choose(observation, rng)


__all__ = ["BOTS", "DEFAULT_BOT", "Bot", "LevelBot", "Observation", "Strategy", "choose_move", "moves_of", "observe"]
