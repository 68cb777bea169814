"""A match's options in words."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.ratings.models import MORE
from games.rules.game import Game
from games.rules.options import Option, Value


def value_label(option: Option, value: Value) -> str:
    """Return an option's value in words."""
    if value in option.value_labels:
        return _(option.value_labels[value])
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    return str(value)


def describe_options(
    ruleset: type[Game], chosen: Mapping[str, Value], *, with_players: bool = True
) -> list[tuple[str, str]]:
    """Return a pair for every option of a match: its label, and its value in words.

    Without ``with_players``, leave out the number of players.
    """
    return [
        (_(option.label), value_label(option, chosen[option.name]))
        for option in ruleset.options.options
        if with_players or option.name != "players"
    ]


def unusual_options(ruleset: type[Game], chosen: Mapping[str, Value]) -> list[tuple[str, str]]:
    """Return the options that differ from their defaults, as pairs like those of ``describe_options``.

    The number of players is left out, because the table size already shows it.
    """
    return [
        (_(option.label), value_label(option, chosen[option.name]))
        for option in ruleset.options.options
        if option.name != "players" and chosen[option.name] != option.default_for(chosen)
    ]


def size_label(size_class: str) -> str:
    """Return a table size or size class in words. For example, ``"4p"`` means four players in partnerships."""
    if size_class == MORE:
        return _("more players")
    players = int(size_class.rstrip("p"))
    if size_class.endswith("p"):
        return ngettext("%(n)d player, partners", "%(n)d players, partners", players) % {"n": players}
    return ngettext("%(n)d player", "%(n)d players", players) % {"n": players}
