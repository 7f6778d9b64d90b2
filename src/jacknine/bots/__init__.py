"""Computer players. They see what a seat may know, a :class:`~jacknine.game.View`, and nothing else."""

from jacknine.bots.bot import Bot, random_player
from jacknine.bots.player import LEVELS, player

__all__ = ["LEVELS", "Bot", "player", "random_player"]
