"""The games. Importing this package imports all of its modules, including every ruleset.

To add a ruleset, add a module; there is no list of rulesets.
"""

from importlib import import_module
from pkgutil import iter_modules

from games.rules.game import Game

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")


def find_ruleset(name: str) -> type[Game]:
    """Return the ruleset with this name. Raises KeyError."""
    return Game.registry[name]
