"""The site's bots, which know only what their seat may see. To add a bot, add a module and an entry to REGISTRY."""

from games.bots.base import Bot
from games.bots.sota import SotaBot

REGISTRY: dict[str, Bot] = {"sota": SotaBot()}
DEFAULT_BOT = "sota"

__all__ = ["DEFAULT_BOT", "REGISTRY", "Bot"]
