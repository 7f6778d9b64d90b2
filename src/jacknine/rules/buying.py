"""The auction in which a turned card is bought: in its suit, in another suit, or without trump.

A contract without trump beats one in a suit; an earlier speaker may take it from a later one. See
docs/games/baloot.md 2.2 and 2.7.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from jacknine.cards import RANKS, SUITS, cards_of, rank_letter, suit_of
from jacknine.rules.auction import PASS, Call, Raises, Said, Seating, Status, multipliers_of
from jacknine.rules.contract import NO_TRUMP, SUIT_KEYS, Contract

HOKUM = Call("hokum")
SUN = Call("sun")
ASHKAL = Call("ashkal")
KAWESH = Call("kawesh")
LOW = frozenset("789")


@dataclass(frozen=True, slots=True)
class Buying:
    """Two rounds, eldest first: hokum in the turned suit (in another one in the second round), sun, ashkal, or pass.

    sun_priority: earlier speakers may overcall a sun always, when an ace is turned, or never; ``over_partner``: also
    their own partner's; ``priority_round2``: in the second round too, where otherwise a sun ends the auction at once.
    ashkal is sun in which the partner takes the turned card, for the third and fourth speaker. confirm: a hokum
    bidder whom nobody overcalled is asked once more and may turn it into sun. raises: doubling of a hokum; sun_raise:
    doubling of a sun, by a side at ``low_total`` or less against one above it. kawesh: a hand of sevens, eights and
    nines may cancel the deal.
    """

    sun_priority: Literal["always", "ace_only", "off"] = "always"
    over_partner: bool = True
    priority_round2: bool = False
    ashkal_after_passes: bool = False
    ashkal_on_ace: bool = True
    ashkal_round2: bool = False
    ashkal_buyer: Literal["caller", "partner"] = "caller"
    confirm: bool = False
    raises: Raises | None = None
    sun_raise: Raises | None = None
    low_total: int = 100
    kawesh: bool = False
    kawesh_same_dealer: bool = False

    def status(self, seating: Seating, calls: Sequence[Said]) -> Status:
        standing: Contract | None = None
        for index, (seat, call) in enumerate(calls[: 2 * seating.players]):
            second = index >= seating.players
            if call == KAWESH:
                return Status(None, void=True, same_dealer=self.kawesh_same_dealer)
            if call in (SUN, ASHKAL):
                contract = self._sun(seating, seat, call)
                return self._overcalls(seating, contract, seat, second, calls[index + 1 :])
            if call != PASS:
                standing = self._hokum(seating, seat, call)
            last_of_round = seating.place(seat) == seating.players - 1
            if last_of_round and standing is not None:
                return self._confirmed(seating, standing, second, calls[index + 1 :])
        if len(calls) == 2 * seating.players:
            return Status(None, void=True)
        return self._to_speak(seating, standing, len(calls))

    def calls(self) -> tuple[Call, ...]:
        bids = [PASS, HOKUM, *(Call("hokum", key) for key in SUIT_KEYS), SUN, ASHKAL, *([KAWESH] * self.kawesh)]
        raises = [call for one in (self.raises, self.sun_raise) if one is not None for call in one.calls()]
        return tuple(dict.fromkeys([*bids, *raises]))

    def multipliers(self, contract: Contract) -> tuple[int, ...]:
        return multipliers_of(self.sun_raise if contract.key == NO_TRUMP else self.raises)

    def _to_speak(self, seating: Seating, standing: Contract | None, spoken: int) -> Status:
        """Who speaks next in the round, and his calls.

        Raises:
            ValueError: no card is turned.
        """
        if not seating.turned:
            raise ValueError("a card has to be turned before anybody can buy it")
        seat = seating.seat(spoken % seating.players)
        second = spoken >= seating.players
        calls = [PASS]
        if standing is None:
            turned = SUITS[suit_of(seating.turned[0])]
            calls += [Call("hokum", key) for key in SUIT_KEYS if key != turned] if second else [HOKUM]
        calls.append(SUN)
        if self._ashkal_open(seating, seat, standing, second):
            calls.append(ASHKAL)
        if self.kawesh and standing is None and self._all_low(seating, seat):
            calls.append(KAWESH)
        return Status(seat, tuple(calls), standing)

    def _ashkal_open(self, seating: Seating, seat: int, standing: Contract | None, second: bool) -> bool:
        return (
            seating.place(seat) >= 2
            and (self.ashkal_round2 or not second)
            and (self.ashkal_on_ace or not self._ace_turned(seating))
            and not (self.ashkal_after_passes and standing is not None)
        )

    @staticmethod
    def _ace_turned(seating: Seating) -> bool:
        return rank_letter(seating.turned[0]) == RANKS[-1]

    @staticmethod
    def _all_low(seating: Seating, seat: int) -> bool:
        return seating.hands is None or all(rank_letter(card) in LOW for card in cards_of(seating.hands[seat]))

    @staticmethod
    def _hokum(seating: Seating, seat: int, call: Call) -> Contract:
        key = call.key or SUITS[suit_of(seating.turned[0])]
        return Contract(key, seat, card_to=seat, called="hokum")

    def _sun(self, seating: Seating, seat: int, call: Call) -> Contract:
        partner = seating.seat(seating.place(seat) + 2)
        if call == SUN:
            return Contract(NO_TRUMP, seat, card_to=seat, called="sun")
        buyer = seat if self.ashkal_buyer == "caller" else partner
        return Contract(NO_TRUMP, buyer, card_to=partner, called="ashkal")

    def _overcalls(
        self, seating: Seating, contract: Contract, caller: int, second: bool, calls: Sequence[Said]
    ) -> Status:
        """After a sun: each earlier speaker may take it over, in order; the first to do so is the buyer."""
        open_to_overcall = self.sun_priority == "always" or (
            self.sun_priority == "ace_only" and self._ace_turned(seating)
        )
        earlier = [seating.seat(place) for place in range(seating.place(caller))]
        if not open_to_overcall or (second and not self.priority_round2):
            earlier = []
        waiting = [seat for seat in earlier if self.over_partner or seating.side(seat) != seating.side(caller)]
        for index, (seat, call) in enumerate(calls[: len(waiting)]):
            if call == SUN:
                return self._raised(seating, self._sun(seating, seat, call), calls[index + 1 :])
        if len(calls) < len(waiting):
            return Status(waiting[len(calls)], (PASS, SUN), contract)
        return self._raised(seating, contract, calls[len(waiting) :])

    def _confirmed(self, seating: Seating, hokum: Contract, second: bool, calls: Sequence[Said]) -> Status:
        """A hokum that nobody overcalled."""
        if not self.confirm:
            return self._raised(seating, hokum, calls)
        if not calls:
            return Status(hokum.taker, (HOKUM, SUN), hokum)
        if calls[0].call == SUN:
            sun = self._sun(seating, hokum.taker, SUN)
            return self._overcalls(seating, sun, hokum.taker, second, calls[1:])
        return self._raised(seating, hokum, calls[1:])

    def _raised(self, seating: Seating, contract: Contract, calls: Sequence[Said]) -> Status:
        raises = self.raises
        if contract.key == NO_TRUMP:
            side = seating.side(contract.taker)
            others = [total for other, total in enumerate(seating.totals) if other != side]
            poor_against_rich = bool(others) and max(others) <= self.low_total < seating.totals[side]
            raises = self.sun_raise if poor_against_rich else None
        if raises is None:
            return Status(None, contract=contract)
        return raises.status(seating, contract, calls)
