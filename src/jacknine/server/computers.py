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
    if position.room.terms.daily or position.room.terms.first:
        # What is said beside the game must not change what the computer players answer, where it is to be the same.
        return seed_at(position.state.deal_number, position.decisions, key)
    return _seed(number, key)


def seed_at(deal: int, decisions: int, key: bytes) -> int:
    """The chance of a decision after so many others of a deal, where it is the same for everybody."""
    return _seed(b"%d %d" % (deal, decisions), key)


def _seed(number: bytes, key: bytes) -> int:
    return int.from_bytes(blake2b(number, key=key, digest_size=8).digest(), "big")
