"""What happened, and who may see it: the news that an action makes."""

from __future__ import annotations

from typing import Literal, NamedTuple

from jacknine.rules.auction import Call

EventKind = Literal[
    "dealt",
    "called",
    "contract",
    "thrown_in",
    "picked_up",
    "swapped",
    "laid_away",
    "declared",
    "played",
    "ekka",
    "belote",
    "rebelote",
    "trick",
    "roem",
    "declarations",
    "belot",
    "claimed",
    "false_claim",
    "deal_over",
    "match_over",
]


class Event(NamedTuple):
    """One piece of news. ``only`` is the seat that alone may see it, None for everybody.

    ``cards`` is a mask, ``points`` what the news is worth, ``call`` what was said.
    """

    kind: EventKind
    seat: int | None = None
    cards: int = 0
    points: int = 0
    call: Call | None = None
    only: int | None = None


def visible_to(events: tuple[Event, ...], seat: int | None) -> tuple[Event, ...]:
    """The events that a seat (None: a spectator) may see."""
    return tuple(event for event in events if event.only is None or event.only == seat)
