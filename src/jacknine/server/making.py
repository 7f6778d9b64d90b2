"""What is settled about a table when it is made."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from typing import Final, TypeVar

from jacknine.rules.settings import SettingsError
from jacknine.rules.variant import Rules
from jacknine.server.codes import new_code
from jacknine.server.room import PLAIN, Person, Terms
from jacknine.server.store import GameRow, SeatRow

CODE_LENGTH: Final = 10
NAMES: Final = ("Ana", "Bilal", "Chloé", "Daan", "Emina", "Farid", "Greta", "Hugo", "Ivo", "Jana", "Karim", "Lotte")
"""What computer players are called."""

Word = TypeVar("Word", bound=str)


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def founders(host: int, seats: tuple[SeatRow, ...]) -> tuple[Person, ...]:
    """The people among these seats, the host first."""
    people = [Person(one.seat, one.player_id) for one in seats if one.player_id is not None]
    return tuple(sorted(people, key=lambda one: one.player != host))


def new_row(
    rules: Rules, level: str, pace: str, host: int, seats: tuple[SeatRow, ...], terms: Terms = PLAIN
) -> GameRow:
    """What is settled about a new table, with a code, a first dealer and a key of its own."""
    return GameRow(
        id=new_code(CODE_LENGTH),
        line=rules.line,
        level=level,
        pace=pace,
        dealer=secrets.randbelow(rules.players),
        host=host,
        bot_key=secrets.token_bytes(16),
        created_at=now(),
        due_at=now(),
        seats=seats,
        terms=terms,
        founders=founders(host, seats),
    )


def known(name: str, value: str, values: Sequence[Word]) -> Word:
    """The value, if it is one of those allowed.

    Raises:
        SettingsError: it is not; the message lists them.
    """
    for one in values:
        if one == value:
            return one
    raise SettingsError(f"there is no {name} {value!r}; it is {' | '.join(values)}")
