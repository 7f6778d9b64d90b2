"""The first deal of each game, which a newcomer plays with explanations: the same cards for everybody.

A deal is known by its number: the key of its table, and so the cards and what computer players decide, follow from it.
The numbers below were found with ``jacknine tutorial``: who follows the advice there meets what a first deal has to
show.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from secrets import SystemRandom
from typing import Final

from jacknine.rules.variant import Rules
from jacknine.server.making import NAMES, new_row
from jacknine.server.prefs import Pace
from jacknine.server.room import Terms
from jacknine.server.service import Service
from jacknine.server.store import SeatRow
from jacknine.server.tables import Table
from jacknine.server.writer import Job
from jacknine.variants import parse_line

SEAT: Final = 0
"""Where the newcomer sits; he is the first to speak and to lead."""
LEVEL: Final = "normal"


@dataclass(frozen=True, slots=True)
class First:
    """A first deal: the rules it is played by, and its number among all that could be."""

    line: str
    number: int

    @property
    def rules(self) -> Rules:
        return parse_line(self.line)

    @property
    def key(self) -> bytes:
        """What all chance of its table comes from."""
        return blake2b(b"first deal %d" % self.number, key=self.line.encode(), digest_size=16).digest()

    @property
    def dealer(self) -> int:
        """The seat before the newcomer's."""
        return self.rules.players - 1


FIRST: Final[Mapping[str, First]] = {
    "belote": First("belote", 1287),
    "coinche": First("coinche", 1248),
    "klaverjas": First("klaverjas", 65),
    "bela": First("bela", 728),
    "bela-3": First("bela(players=3)", 98),
    "bela-2": First("bela(players=2)", 22),
    "baloot": First("baloot", 179),
    "jass": First("jass", 2023),
}
"""The first deals by name: that of the game, with the number of players where it is not the usual one."""


async def begin(service: Service, first: First, player: tuple[int, str], pace: Pace) -> Table:
    """A table at which a player (id and name) plays a first deal. It is nobody else's.

    Raises:
        StoreUnavailable: the database did not take it.
    """
    rules = first.rules
    computers = SystemRandom().sample(NAMES, rules.players - 1)
    seats = (SeatRow(SEAT, *player), *(SeatRow(seat, None, name) for seat, name in enumerate(computers, 1)))
    terms = Terms(spectators=False, private=True, first=True)
    row = new_row(rules, LEVEL, pace, player[0], seats, terms)
    row = replace(row, bot_key=first.key, dealer=first.dealer)
    await service.writer.put(Job(row.id, made=row))
    await service.tables.advance(row.id)
    return await service.tables.table(row.id)
