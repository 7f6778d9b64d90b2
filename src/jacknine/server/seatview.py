"""All that one viewer of one table may know, as one value.

Pages and the JSON face are encoders of it and get nothing else, so that no face can show what another hides.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from jacknine.game import Event, Reason, View
from jacknine.server.prefs import Pace

Kind = Literal["human", "computer", "stand_in", "empty"]


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """One viewer's knowledge of a table.

    ``code`` names the table in its address, ``seq`` is the number of the last action in its log. ``me`` is the
    viewer's seat, None for a spectator. ``names``, ``kinds`` and ``present`` go by seat. ``reasons`` says, on the
    viewer's turn to play, why each of his other cards may not be played. ``news`` are the events of the last actions
    that he may see, newest last, no more than a trick's worth. ``commitment`` is the hash published when the cards
    were dealt, ``revealed`` nonce and seed (hexadecimal) once that deal is over. ``host``: the viewer made the table.
    ``line`` is the rule set. ``ready`` are the seats that wait for the next deal, ``end_votes`` those that want to end
    the match; ``ended``: it was ended by agreement. ``rematch`` is the code of the table that follows this one.
    """

    code: str
    seq: int
    me: int | None
    view: View
    names: tuple[str, ...]
    kinds: tuple[Kind, ...]
    present: tuple[bool, ...]
    reasons: dict[int, Reason]
    news: tuple[Event, ...]
    commitment: str
    revealed: tuple[str, str] | None
    host: bool
    level: str
    pace: Pace
    game: str
    line: str
    ready: tuple[int, ...]
    end_votes: tuple[int, ...]
    ended: bool
    rematch: str | None
