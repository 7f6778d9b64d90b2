"""Computer players. They see what a seat may know, a :class:`~jacknine.game.View`, and nothing else."""

from jacknine.bots.bot import Bot, random_player
from jacknine.bots.player import made, player
from jacknine.bots.spec import LEVELS, Spec, SpecError, read_spec

__all__ = ["LEVELS", "Bot", "Spec", "SpecError", "made", "player", "random_player", "read_spec"]
