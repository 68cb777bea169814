"""``manage.py train``: compute the tables that the site's bots use."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.bots.calling import solve_calls
from games.bots.leaf import fit_leaf
from games.bots.porrazo_fit import fit_porrazo
from games.bots.race_fit import fit_race

TABLES = {"leaf": fit_leaf, "calls": solve_calls, "porrazo": fit_porrazo, "race": fit_race}


class Command(BaseCommand):
    """Recompute the tables that level-4 bots use. The same seed gives the same tables."""

    help = "Make the tables of the site's bots again, in games/bots/data."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments for the table and the seed."""
        parser.add_argument("table", nargs="?", choices=TABLES, help="default: all")
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Compute the tables."""
        for name in [options["table"]] if options["table"] else TABLES:
            TABLES[name](options["seed"], self.stdout.write)
