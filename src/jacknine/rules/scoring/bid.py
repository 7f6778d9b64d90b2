"""The scoring in which the taker has promised points and is paid for the promise.

See docs/games/coinche.md 1.11, 1.13 A12 to A19, 3.1 to 3.4.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from jacknine.rules.scoring import Sheet, SheetWriter, Tally

Rounding = Literal["half_up", "half_down", "complement", "none"]
CARD_TOTAL = 162


@dataclass(frozen=True, slots=True)
class BidScoring:
    """The bid has to be reached.

    floor: points the taker needs at least, whatever he bid. belote_counts, declarations_count: whether they help to
    reach the bid. test_rounded: the bid is compared with the points as they are written. base: what a failed or
    doubled deal is worth beside the bid. capot: what all tricks are worth in a made deal instead of their card points
    (``capot_by_key`` where a denomination differs); None: they stay what they are. doubled_capot_base,
    defence_capot_base: the base of a doubled deal in which the taker took all tricks, and of a failed one in which
    the others did. flat_capot: a capot contract is worth 500 flat. belote_to_winner: every pair goes to the side that
    wins a failed or doubled deal. bid_only: card points are not written. scaled_from: denominations whose card points
    are brought from that total to 162.
    """

    floor: int = 82
    belote_counts: bool = True
    declarations_count: bool = True
    test_rounded: bool = False
    rounding: Rounding = "half_up"
    base: int = 160
    capot: int | None = 250
    capot_by_key: Mapping[str, int] = field(default_factory=dict)
    doubled_capot_base: int = 160
    defence_capot_base: int = 160
    flat_capot: bool = False
    belote_to_winner: bool = False
    bid_only: bool = False
    scaled_from: Mapping[str, int] = field(default_factory=dict)

    def score(self, tally: Tally) -> Sheet:
        cards = self._scaled(tally)
        written = self._written(tally, cards)
        declared = self._declared(tally)
        made = self._is_made(tally, cards, declared, written)
        sheet = SheetWriter(tally.sides)
        if made and tally.contract.multiplier == 1:
            self._pay_made(sheet, tally, cards, written, declared)
        else:
            self._pay_winner(sheet, tally, made, declared)
        return sheet.sheet(made, tally.held)

    def _scaled(self, tally: Tally) -> tuple[int, ...]:
        total = self.scaled_from.get(tally.contract.key, CARD_TOTAL)
        if total == CARD_TOTAL:
            return tally.cards
        taker = (2 * tally.cards[tally.taker] * CARD_TOTAL + total) // (2 * total)
        return tuple(taker if side == tally.taker else CARD_TOTAL - taker for side in range(tally.sides))

    def _written(self, tally: Tally, cards: tuple[int, ...]) -> tuple[int, ...]:
        """The card points as the score sheet writes them."""
        if self.rounding == "none":
            return cards
        if self.rounding == "complement":
            taker = _nearest_ten(cards[tally.taker], 5)
            whole = _nearest_ten(sum(cards), 5)
            return tuple(taker if side == tally.taker else whole - taker for side in range(tally.sides))
        return tuple(_nearest_ten(points, 5 if self.rounding == "half_up" else 4) for points in cards)

    @staticmethod
    def _declared(tally: Tally) -> list[int]:
        """Declarations by side, those of a side without a trick gone to the other (3.3)."""
        winner = tally.all_tricks()
        if winner is None:
            return list(tally.declared)
        return [sum(tally.declared) if side == winner else 0 for side in range(tally.sides)]

    def _is_made(self, tally: Tally, cards: tuple[int, ...], declared: list[int], written: tuple[int, ...]) -> bool:
        taker, other = tally.taker, 1 - tally.taker
        if not tally.tricks[taker]:
            return False
        if tally.contract.goal == "generale":
            return tally.taker_took_all
        if tally.contract.goal == "capot":
            return tally.all_tricks() == taker
        own, theirs = (cards[side] + self.belote_counts * tally.belote[side] for side in (taker, other))
        if self.declarations_count and any(declared):
            own, theirs = own + declared[taker], theirs + declared[other]
            if own <= theirs:
                return False
        tested = own + written[taker] - cards[taker] if self.test_rounded else own
        return tested >= tally.contract.level and own >= self.floor

    def _pay_made(
        self, sheet: SheetWriter, tally: Tally, cards: tuple[int, ...], written: tuple[int, ...], declared: list[int]
    ) -> None:
        taker = tally.taker
        capot = tally.all_tricks() == taker
        if tally.contract.goal == "capot" and self.flat_capot:
            sheet.add("capot_flat", taker, 500)
        else:
            for side in range(tally.sides) if not self.bid_only else ():
                if capot and self.capot is not None:
                    value = self.capot_by_key.get(tally.contract.key, self.capot)
                    sheet.add("all_tricks", side, value if side == taker else 0)
                else:
                    sheet.add("cards", side, written[side], cards[side])
            sheet.add("bid_made", taker, tally.contract.level)
        for side in range(tally.sides):
            sheet.add("belote", side, tally.belote[side])
            sheet.add("declarations", side, declared[side])

    def _pay_winner(self, sheet: SheetWriter, tally: Tally, made: bool, declared: list[int]) -> None:
        """A failed or doubled deal: the winner writes base and bid, the other side nothing but its pair."""
        contract = tally.contract
        winner = tally.taker if made else 1 - tally.taker
        factor = contract.multiplier
        if contract.goal == "capot" and self.flat_capot:
            sheet.add("capot_flat", winner, 500 * (1 if factor == 1 else 2 if factor == 2 else 4))
        else:
            if not self.bid_only:
                sheet.add("base", winner, self._base(tally, made))
            sheet.add("bid_made" if made else "bid_failed", winner, contract.level * factor, factor)
        sheet.add("declarations", winner, sum(declared))
        for side in range(tally.sides):
            keeper = winner if self.belote_to_winner else side
            sheet.add("belote", keeper, tally.belote[side])

    def _base(self, tally: Tally, made: bool) -> int:
        if tally.all_tricks() != (tally.taker if made else 1 - tally.taker):
            return self.base
        special = self.doubled_capot_base if made else self.defence_capot_base
        return self.base if special == 160 else special


def _nearest_ten(points: int, five: int) -> int:
    """Rounded to the nearest ten; a last digit of five goes up with ``five`` 5, down with 4."""
    return (points + five) // 10 * 10
