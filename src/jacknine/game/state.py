"""Everything that is true at one moment of a match.

Values only: nothing here changes, decides or asks for chance. Seats are absolute and numbered in turn order; what a
seat may know of a state is in :mod:`jacknine.game.view`.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeVar

from jacknine.game.events import Event
from jacknine.rules.auction import Said, Status
from jacknine.rules.contract import Contract
from jacknine.rules.dealing import Layout
from jacknine.rules.declarations import Declared
from jacknine.rules.scoring import Sheet
from jacknine.rules.table import Table
from jacknine.rules.variant import Rules

Phase = Literal["auction", "swap", "discard", "play", "over"]
Value = TypeVar("Value")

KINGS_AND_QUEENS = sum(0b01100000 << (8 * suit) for suit in range(4))


class Trick(NamedTuple):
    """A finished trick: its cards in the order played from ``leader``, who won it, its points (last-trick bonus
    included) and roem.
    """

    leader: int
    cards: tuple[int, ...]
    winner: int
    points: int
    roem: int
    ekka: bool = False
    """Its lead was an announced Ekka."""


class Outcome(NamedTuple):
    """How a deal ended: the contract and its sheet, or ``sheet`` None when the cards were thrown in."""

    dealer: int
    contract: Contract | None
    sheet: Sheet | None


class DealState(NamedTuple):
    """One deal, from the first call to its sheet.

    ``hands`` are the cards held now, ``dealt`` the hands with which card play began (or would have), as masks.
    ``trick`` is the trick in progress, ``best`` its winning card and ``best_seat`` who played that, ``ekka`` 1 if its
    lead was an announced Ekka. ``captured`` are the card points each seat has taken, ``roem`` the roem of each seat,
    ``open_roem`` roem that was won and not called yet. ``found`` are the declarations of each seat and ``announced``
    whether they were announced; ``shown_seat`` holds the best one after trick 1. ``belote_said`` are, by seat, the
    kings and queens of trump said so far; ``belote_silent`` pairs let go.
    """

    phase: Phase
    dealer: int
    eldest: int
    turn: int | None
    layout: Layout
    calls: tuple[Said, ...]
    status: Status
    contract: Contract | None
    table: Table
    hands: tuple[int, ...]
    dealt: tuple[int, ...]
    laid_away: int
    leader: int
    trick: tuple[int, ...]
    best: int
    best_seat: int
    ekka: int
    tricks: tuple[Trick, ...]
    captured: tuple[int, ...]
    roem: tuple[int, ...]
    open_roem: int
    found: tuple[tuple[Declared, ...], ...]
    announced: tuple[bool, ...]
    shown_seat: int | None
    belote_said: tuple[int, ...]
    belote_silent: tuple[int, ...]
    swapped: int | None
    claimed_by: int | None
    outcome: Outcome | None


class State(NamedTuple):
    """A match: the rules, the score so far, and the deal on the table.

    ``deal`` is None before the first deal. While ``over`` is False and the deal is None or over, the next action is
    chance (a Deal). ``totals`` and ``held`` are points a side; ``winner`` is a side, None for a draw.
    """

    rules: Rules
    dealer: int
    totals: tuple[int, ...]
    held: tuple[int, ...]
    deal_number: int
    deal: DealState | None
    outcomes: tuple[Outcome, ...]
    over: bool
    winner: int | None

    @property
    def to_deal(self) -> bool:
        """Whether the next action is the deal."""
        return not self.over and (self.deal is None or self.deal.phase == "over")

    @property
    def turn(self) -> int | None:
        """The seat whose decision the game waits for, if it waits for one."""
        return None if self.deal is None else self.deal.turn


Step = tuple[DealState, list[Event]]
"""The deal after a decision, and the news."""


def trump_seven(deal: DealState) -> int:
    """The mask of the seven in the turned card's suit (docs/games/bela.md 1.3)."""
    return 1 << (deal.layout.turned[0] & ~7)


def replaced(values: tuple[Value, ...], index: int, value: Value) -> tuple[Value, ...]:
    """A tuple with one value changed."""
    return (*values[:index], value, *values[index + 1 :])
