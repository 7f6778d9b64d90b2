"""Whether what a case says was counted in a deal can have been: tricks, card points, pairs, roem, the stake.

A sheet can be written for any numbers; one for numbers that no deal can have answers a question nobody can ask.
"""

from __future__ import annotations

from typing import Final

from jacknine.analysis.cases import CaseError
from jacknine.rules.contract import Contract
from jacknine.rules.scoring import Tally
from jacknine.rules.table import POINTS, compile_table
from jacknine.rules.variant import Rules

DECLARED: Final = 2_000
"""More than any hands can declare."""
HELD: Final = 10_000
"""More than any deals leave over."""


def check_counted(chosen: Rules, tally: Tally) -> None:
    """Hold the numbers of a tally against the pack and the rules.

    Raises:
        CaseError: a number that cannot be; the message names it and what it may be.
    """
    tricks = chosen.hand_size
    if min(tally.tricks) < 0 or sum(tally.tricks) != tricks:
        raise CaseError(f"tricks are {_list(tally.tricks)}: a deal has {tricks}")
    _check_cards(chosen, tally, tricks)
    pairs = len(chosen.denomination(tally.contract.key).belote_suits) * bool(chosen.pair_points)
    allowed = tuple(chosen.pair_points * number for number in range(pairs + 1))
    if sum(tally.belote) not in allowed or not {*tally.belote} <= {*allowed}:
        raise CaseError(f"belote is {_list(tally.belote)}: the sides can have {_or(allowed)} together")
    dearest = chosen.roem.dearest if chosen.roem is not None else 0
    for roem, won in zip(tally.roem, tally.tricks, strict=True):
        if roem % 10 or not 0 <= roem <= dearest * won:
            raise CaseError(f"roem is {_list(tally.roem)}: it comes in tens, 0 to {dearest} a trick won")


def _check_cards(chosen: Rules, tally: Tally, tricks: int) -> None:
    """Card points are those of the cards played; who has won no trick has none, unless he took and laid cards away."""
    table = compile_table(chosen, tally.contract.key)
    worths = sorted(table[POINTS + card] for card in range(36) if chosen.pack >> card & 1)
    most = sum(worths) + chosen.last_trick
    least = sum(worths[: tricks * chosen.players]) + chosen.last_trick
    if min(tally.cards) < 0 or not least <= sum(tally.cards) <= most:
        whole = f"{most}" if least == most else f"{least} to {most}"
        raise CaseError(f"card_points are {_list(tally.cards)}: the cards and the last trick are {whole} together")
    for side, (points, won) in enumerate(zip(tally.cards, tally.tricks, strict=True)):
        laid_away = chosen.dealing.discard and side == tally.taker
        if points and not won and not laid_away:
            raise CaseError(f"card_points are {_list(tally.cards)}: side {side} has won no trick, so it has 0")


def check_multiplier(chosen: Rules, contract: Contract, multiplier: int) -> None:
    """Hold a stake against what can be said in the auction.

    Raises:
        CaseError: no call leads to it.
    """
    allowed = chosen.auction.multipliers(contract)
    if multiplier not in allowed:
        raise CaseError(f"multiplier is {multiplier}: under these settings it is {_or(allowed)}")


def _list(numbers: tuple[int, ...]) -> str:
    return " and ".join(map(str, numbers))


def _or(numbers: tuple[int, ...]) -> str:
    return " or ".join(map(str, numbers))
