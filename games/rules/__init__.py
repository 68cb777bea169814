"""The games. Every module here may hold a ruleset; importing the package finds them all.

A new ruleset is one new file: nothing lists them by name.
"""

from importlib import import_module
from pkgutil import iter_modules

from games.rules.game import Game

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")


def find_ruleset(name: str) -> type[Game]:
    """The ruleset of that name. Raises KeyError."""
    return Game.registry[name]
