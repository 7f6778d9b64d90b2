"""The auction of rising bids: a value and a denomination, each bid above the last, with coinche and surcoinche.

See docs/games/coinche.md 1.5 and 1.13 A20 to A22.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from jacknine.rules.auction import PASS, Call, Said, Seating, Status
from jacknine.rules.contract import SUIT_KEYS, Contract, Goal

COINCHE = Call("coinche")
SURCOINCHE = Call("surcoinche")


@dataclass(frozen=True, slots=True)
class Ladder:
    """Bids from ``lowest`` to ``highest`` by tens, then capot, then (where played) générale.

    ``keys`` are the denominations. A coinche closes the bidding and multiplies the bid by two, a surcoinche by
    ``surcoinche``; both members of the bidding side may answer. ``any_time``: a coinche need not wait for its turn.
    ``capot`` and ``generale`` are the values of those bids; 0 leaves générale out. ``coinche_capot``: a promise of
    every trick may be coinched too.
    """

    lowest: int = 80
    highest: int = 160
    keys: tuple[str, ...] = SUIT_KEYS
    capot: int = 250
    generale: int = 0
    surcoinche: int = 4
    any_time: bool = False
    coinche_capot: bool = True

    def status(self, seating: Seating, calls: Sequence[Said]) -> Status:
        contract: Contract | None = None
        turn = seating.eldest
        passes = 0
        for index, (seat, call) in enumerate(calls):
            if call == COINCHE:
                assert contract is not None
                doubled = replace(contract, multiplier=2, raiser=seat)
                return self._answers(seating, doubled, seat, calls[index + 1 :])
            passes = passes + 1 if call == PASS else 0
            if call != PASS:
                contract = self._contract(seat, call)
            turn = (seat + 1) % seating.players
        if passes == seating.players - (contract is not None):
            return Status(None, contract=contract, void=contract is None)
        opponents = [seat for seat in range(seating.players) if self._may_coinche(seating, contract, seat)]
        legal = [PASS, *self._higher(contract)] + ([COINCHE] if turn in opponents else [])
        anytime = tuple(Said(seat, COINCHE) for seat in opponents if self.any_time and seat != turn)
        return Status(turn, tuple(legal), contract, anytime=anytime)

    def calls(self) -> tuple[Call, ...]:
        return (PASS, *self._higher(None), COINCHE, SURCOINCHE)

    def multipliers(self, contract: Contract) -> tuple[int, ...]:
        if contract.goal != "points" and not self.coinche_capot:
            return (1,)
        return (1, 2, self.surcoinche)

    def levels(self, goal: Goal) -> tuple[int, ...]:
        """The values of the bids that promise something."""
        sweeps = {"capot": self.capot, "generale": self.generale}
        if goal == "points":
            return tuple(range(self.lowest, self.highest + 1, 10))
        return (sweeps[goal],) if sweeps[goal] else ()

    def _answers(self, seating: Seating, contract: Contract, coincher: int, calls: Sequence[Said]) -> Status:
        """After a coinche: both members of the bidding side may surcoinche or decline, in turn order."""
        side = seating.side(contract.taker)
        waiting = [seat for seat in seating.from_seat(coincher) if seating.side(seat) == side]
        for seat, call in calls:
            if call == SURCOINCHE:
                return Status(None, contract=replace(contract, multiplier=self.surcoinche, raiser=seat))
            waiting.remove(seat)
        if not waiting:
            return Status(None, contract=contract)
        return Status(waiting[0], (PASS, SURCOINCHE), contract)

    def _may_coinche(self, seating: Seating, contract: Contract | None, seat: int) -> bool:
        if contract is None or (contract.goal != "points" and not self.coinche_capot):
            return False
        return seating.side(seat) != seating.side(contract.taker)

    def _contract(self, seat: int, call: Call) -> Contract:
        if call.word == "capot":
            return Contract(call.key, seat, self.capot, "capot", called=call.word)
        if call.word == "generale":
            return Contract(call.key, seat, self.generale, "generale", called=call.word)
        return Contract(call.key, seat, call.level, called=call.word)

    def _higher(self, contract: Contract | None) -> list[Call]:
        """The bids above the one that stands, lowest first."""
        level = contract.level if contract is not None else self.lowest - 10
        bids = [
            Call("bid", key, value)
            for value in range(max(level + 10, self.lowest), self.highest + 1, 10)
            for key in self.keys
        ]
        if level < self.capot:
            bids += [Call("capot", key) for key in self.keys]
        if level < self.generale:
            bids += [Call("generale", key) for key in self.keys]
        return bids
