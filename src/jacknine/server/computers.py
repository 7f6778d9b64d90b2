"""What computer players decide at a table: the same for the same log, in every process."""

from __future__ import annotations

from hashlib import blake2b

from jacknine.bots import Bot
from jacknine.game import Decision, view
from jacknine.server.log import Position


def decide(bot: Bot, position: Position, seat: int, key: bytes) -> Decision:
    """The decision of a seat from its own view. ``key`` is the table's: with the place in the log it is all chance."""
    number = (position.seq + 1).to_bytes(8, "big")
    seed = int.from_bytes(blake2b(number, key=key, digest_size=8).digest(), "big")
    return bot.decide(view(position.state, seat), seed)
