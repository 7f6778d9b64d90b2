"""All that one viewer of one table may know, as one value.

Pages and the JSON face are encoders of it and get nothing else, so that no face can show what another hides.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from jacknine.game import Event, Reason, View
from jacknine.server.prefs import Pace

Kind = Literal["human", "computer", "stand_in", "empty"]


ANYBODY: Final = -1
"""Stands in a view's ``me`` for all who sit at a table, where something is made once for all of them. He sees what
everybody may see and has no seat: for places, names and sides there are signs (:func:`jacknine.server.faces.for_one`).
He is on no side, so what puts the viewer's own side first is not made for him.
"""
PARTNER: Final = (-4, -3)
"""The same by side, for the two partners of it: he has a side but no seat."""


class RoomView(msgspec.Struct, frozen=True, kw_only=True):
    """What goes on at a table beside the game, as one viewer may know it.

    ``gathering``: it waits for people. ``host`` is the seat that decides for it, ``open`` are the seats one may
    take, ``replaced`` those for which the host lets a computer player play. ``asking`` is the seat that wants to
    take back its last decision, ``asked``: the viewer is asked for it, ``may_undo``: he may take back his own,
    ``may_hint``: he may ask what an expert would do. ``deadline`` is when the time for a decision is up, in
    milliseconds since 1970, at a table with a clock. ``people`` is by seat a tag of the person who sits there, the same
    wherever he sits, empty for computer players. ``phrases`` are what each has just said: a number and the phrase.
    ``coming`` is by seat the name of who waits for it until the deal is over, ``waits`` the seat for which the
    viewer does. ``daily`` is the day whose deals are played, ``deals`` their number. ``position`` is the
    line that was played on from, once that is done. ``taught``: what happens is explained to the viewer; None where it
    never is.
    """

    gathering: bool = False
    host: int | None = None
    open: tuple[int, ...] = ()
    replaced: tuple[int, ...] = ()
    asking: int | None = None
    asked: bool = False
    may_undo: bool = False
    may_hint: bool = False
    clock: int = 0
    deadline: int | None = None
    spectators: bool = True
    listed: bool = False
    daily: str = ""
    deals: int = 0
    position: str = ""
    taught: bool | None = None
    people: tuple[str, ...] = ()
    phrases: tuple[tuple[int, str] | None, ...] = ()
    coming: tuple[str | None, ...] = ()
    waits: int | None = None


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """One viewer's knowledge of a table.

    ``code`` names the table in its address, ``seq`` is the number of the last action in its log. ``me`` is the viewer's
    seat, None for a spectator, and less than 0 where it stands for several (:data:`ANYBODY`). ``names``, ``kinds``,
    ``present`` and ``comings``, how often somebody has gone or come back, go by seat. ``reasons`` says, on the viewer's
    turn to play, why each of his other cards may not be played. ``news`` are the events of the last actions that he may
    see, newest last, no more than a trick's worth. ``commitment`` is the hash published when the cards were dealt,
    ``revealed`` nonce and seed (hexadecimal) once that deal is over. ``host``: the viewer decides for the table.
    ``line`` is the rule set. ``ready`` are the seats that wait for the next deal, ``end_votes`` those that want to end
    the match; ``ended``: it was ended by agreement. ``rematch`` is the code of the table that follows this one.
    ``room`` is what goes on beside the game.
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
    room: RoomView = RoomView()
    comings: tuple[int, ...] = ()
