"""Playing on: from a moment of a finished deal, or from a position that somebody brought along in a line.

From a deal it is a new table whose log begins as the old one's did; from a line, one that begins in that position and
ends with its deal.

Cards follow from seeds, so a game can be played on if the seed of every deal up to then is known: that of a table is,
and that of a record which a table wrote.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Final

import sqlalchemy as sa

from jacknine.game import State
from jacknine.game.codec import action_text
from jacknine.notation.fair import commitment
from jacknine.rules.variant import Rules
from jacknine.server import store
from jacknine.server.archive import Played
from jacknine.server.log import Entry, Secret
from jacknine.server.making import NAMES, new_row, now
from jacknine.server.prefs import Pace
from jacknine.server.room import Terms
from jacknine.server.service import Service
from jacknine.server.store import SeatRow
from jacknine.server.tables import Table
from jacknine.server.writer import action_values, game_values, seat_values

LEVEL: Final = "hard"
"""The computer players where the game that is played on names none."""


class Unsealed(ValueError):
    """The seeds of a game are not known, so no table can deal its cards."""


def beginning(played: Played, number: int, actions: int) -> tuple[list[tuple[int | None, str]], list[Secret]]:
    """Who did what up to an action of a deal, as a log tells it, and the secrets of its deals.

    Raises:
        Unsealed: a deal has no seed.
    """
    said: list[tuple[int | None, str]] = []
    known = []
    if any(played.game.totals):
        # A table begins with nothing on either side.
        raise Unsealed(played.code)
    for place, deal in enumerate(played.game.deals[:number], 1):
        if deal.seal is None:
            raise Unsealed(played.code)
        secret = Secret(deal.seal.nonce, deal.seal.seed, commitment(deal.seal.nonce, deal.seal.seed))
        known.append(secret)
        said.append((None, f"deal {secret.commitment}"))
        done = deal.actions[:actions] if place == number else deal.actions
        said += [(action.seat, action_text(action)) for action in done]
    return said, known


async def play_on(
    service: Service, played: Played, number: int, actions: int, seat: int, player: tuple[int, str], pace: Pace
) -> Table:
    """A table at which a player (id and name) goes on in a seat, computer players in all others.

    Raises:
        Unsealed: the cards cannot be dealt again.
        StoreUnavailable: the database did not take it.
    """
    said, known = beginning(played, number, actions)
    rules = played.game.rules
    seats = _seats(rules, seat, player)
    row = replace(new_row(rules, played.level or LEVEL, pace, player[0], seats), dealer=played.game.dealer)
    entries = [
        Entry(row.id, seq, who, "system" if who is None else "human" if who == seat else "computer", text, None, now())
        for seq, (who, text) in enumerate(said, 1)
    ]
    async with service.store.writing() as connection:
        await connection.execute(sa.insert(store.game), game_values(row) | {"head_seq": len(entries)})
        await connection.execute(sa.insert(store.seat), seat_values(row))
        await connection.execute(sa.insert(store.action), [action_values(entry) for entry in entries])
        await connection.execute(
            sa.insert(store.deal_secret),
            [
                {
                    "table_id": row.id,
                    "deal_no": place,
                    "nonce": one.nonce,
                    "seed": one.seed,
                    "commitment": one.commitment,
                }
                for place, one in enumerate(known, 1)
            ],
        )
    table = await service.tables.table(row.id)
    service.tables.timers.set(row.id, 0)
    return table


async def play_position(
    service: Service, state: State, line: str, seat: int, player: tuple[int, str], pace: Pace
) -> Table:
    """The same from the position that a line tells, to the end of its deal.

    Raises:
        StoreUnavailable: the database did not take it.
    """
    seats = _seats(state.rules, seat, player)
    terms = Terms(spectators=False, private=True, position=line)
    row = replace(new_row(state.rules, LEVEL, pace, player[0], seats, terms), dealer=state.dealer)
    async with service.store.writing() as connection:
        await connection.execute(sa.insert(store.game), game_values(row))
        await connection.execute(sa.insert(store.seat), seat_values(row))
    table = await service.tables.table(row.id)
    service.tables.timers.set(row.id, 0)
    return table


def _seats(rules: Rules, seat: int, player: tuple[int, str]) -> tuple[SeatRow, ...]:
    """A player in one seat, computer players in all others."""
    computers = secrets.SystemRandom().sample(NAMES, rules.players)
    return tuple(
        SeatRow(one, player[0] if one == seat else None, player[1] if one == seat else computers[one])
        for one in range(rules.players)
    )
