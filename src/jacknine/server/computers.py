"""What computer players decide at a table: the same for the same log, in every process."""

from __future__ import annotations

from hashlib import blake2b

from jacknine.bots import Bot
from jacknine.game import Decision, view
from jacknine.server.log import Position
from jacknine.server.thinking import Thinker


async def decide(thinker: Thinker, bot: Bot, position: Position, seat: int, key: bytes) -> Decision:
    """The decision of a seat from its own view. ``key`` is the table's: with the place in the log it is all chance.

    A player that searches may be late, and then decides as the simple one would.
    """
    return await thinker.decide(bot, view(position.state, seat), seed_of(position, key))


def seed_of(position: Position, key: bytes) -> int:
    """The chance of the next decision at a table with that key."""
    number = (position.seq + 1).to_bytes(8, "big")
    if position.room.terms.daily:
        # What is said beside the game must not change what a day's computer players answer.
        number = b"%d %d" % (position.state.deal_number, position.decisions)
    return int.from_bytes(blake2b(number, key=key, digest_size=8).digest(), "big")
