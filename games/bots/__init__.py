"""Players that see what a seat sees and nothing else. A new bot is one file and one line here."""

from games.bots.base import Bot
from games.bots.sota import SotaBot

REGISTRY: dict[str, Bot] = {"sota": SotaBot()}
DEFAULT_BOT = "sota"

__all__ = ["DEFAULT_BOT", "REGISTRY", "Bot"]
