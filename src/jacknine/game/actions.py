"""What can happen in a game: decisions of seats, and the deal, which is chance.

Actions are values. They say who acts and what; whether that is allowed only the engine knows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from jacknine.rules.auction import Call


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: the order of the shuffled pack, and of the pile of low cards where a suit is turned from it."""

    cards: tuple[int, ...]
    pile: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Speak:
    """A seat makes a call in the auction."""

    seat: int
    call: Call


@dataclass(frozen=True, slots=True)
class Swap:
    """A seat changes its trump seven for the turned card."""

    seat: int


@dataclass(frozen=True, slots=True)
class Discard:
    """The taker lays cards away (a mask)."""

    seat: int
    cards: int


@dataclass(frozen=True, slots=True)
class Declare:
    """A seat announces its declarations, before its first card."""

    seat: int


@dataclass(frozen=True, slots=True)
class Play:
    """A seat plays a card. ``said``: with a word, which is the pair's name for a king or queen of trump, Ekka for a
    lead.
    """

    seat: int
    card: int
    said: bool = False


@dataclass(frozen=True, slots=True)
class Roem:
    """A seat calls the roem of the trick that its side has just won."""

    seat: int


@dataclass(frozen=True, slots=True)
class Skip:
    """A seat lets something go that it might have done (a swap, the roem of the last trick)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Claim:
    """The seat on lead claims all tricks that are left."""

    seat: int


Action = Deal | Speak | Swap | Discard | Declare | Play | Roem | Skip | Claim
Decision = Speak | Swap | Discard | Declare | Play | Roem | Skip | Claim

PLAYS: Final = tuple(tuple(Play(seat, card) for card in range(36)) for seat in range(4))
"""Every silent play, made once: the engine hands these out."""
