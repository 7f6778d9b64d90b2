"""What a lesson is written in: sentences, the sentence of a setting, tables, and examples that the engine answers.

A part is a plan. It names messages and lays out cards, and never says what is allowed, who wins or what is scored:
that comes from the engine when the lesson is given under the rules really in force.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

When = Mapping[str, str | tuple[str, ...]]
"""Settings and the values under which a part has its place."""


@dataclass(frozen=True, slots=True)
class Say:
    """A sentence that holds under all settings, or under those of ``when``."""

    key: str
    when: When = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class By:
    """The sentence of the value that a setting has. Where ``when`` is not fulfilled the setting changes nothing."""

    setting: str
    when: When = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Orders:
    """The table of ranks and points, from every denomination of the rules."""

    when: When = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Worths:
    """The table of what declarations or roem are worth."""

    when: When = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick in progress and the hand that plays next; without a hand, a whole trick.

    ``key`` is the denomination; ``table`` the cards in the order played. ``fallen`` are cards of earlier tricks.
    """

    key: str
    table: str
    hand: str = ""
    fallen: str = ""
    locked: bool = False
    when: When = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Away:
    """The hand of a caller with extra cards, some of which are to be laid away."""

    key: str
    hand: str
    when: When = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Auction:
    """Calls from eldest on, and what the next to speak might think of saying.

    Calls that come after the end of the auction are left out. ``turned`` are the cards turned up, ``hands`` the first
    cards of some seats (seat 0 is eldest), ``totals`` the match points before the deal.
    """

    calls: str
    ask: str = ""
    turned: str = ""
    hands: Mapping[int, str] = field(default_factory=dict)
    totals: tuple[int, ...] = ()
    when: When = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Hands:
    """Hands by seat from eldest on, and what they declare."""

    key: str
    hands: tuple[str, ...]
    taker: int = 0
    when: When = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rest:
    """The cards that are left, by seat; the first seat is to lead and claims all tricks."""

    key: str
    hands: tuple[str, ...]
    when: When = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Score:
    """What the sides brought in, the taker's first; the sheet is the engine's.

    ``pairs`` counts kings and queens of trump held together. ``bid`` is the level promised, ``goal`` what kind of
    promise, ``times`` the doubling, spoken last by side ``raiser``.
    """

    cards: tuple[int, ...]
    tricks: tuple[int, ...]
    declared: tuple[int, ...] = ()
    beaten: tuple[int, ...] = ()
    pairs: tuple[int, ...] = ()
    roem: tuple[int, ...] = ()
    held: tuple[int, ...] = ()
    key: str = "H"
    bid: str = ""
    times: int = 1
    raiser: int | None = None
    when: When = field(default_factory=dict)


Part = Say | By | Orders | Worths | Trick | Away | Auction | Hands | Rest | Score


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter of the rules of a game, in the order in which it is read."""

    key: str
    parts: tuple[Part, ...]
