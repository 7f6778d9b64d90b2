"""The scoring in which card points become game points: 16 a deal with trump, 26 without.

See docs/games/baloot.md 2.5 and 2.7.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from jacknine.rules.contract import NO_TRUMP
from jacknine.rules.scoring import Sheet, SheetWriter, Tally

TRUMP_DEAL = 16
SUN_DEAL = 26
TRUMP_ALL = 25
SUN_ALL = 44


@dataclass(frozen=True, slots=True)
class GamePointScoring:
    """The buyer needs more game points than the others; otherwise they take everything.

    hokum_66: when both sides' points with trump end in 6, the odd point goes to the side whose points are counted, or
    is taken from the larger side. exact_tie: level to the last card point, the buyer keeps his half, or the others
    take all, or (``recorded``) the others with trump while a deal without is split. pair_counts: the pair helps to
    decide the deal. all_takes_projects: a side that took every trick gets the others' declarations too.
    all_multiplied: the bonus for all tricks is multiplied in a doubled deal. reverse: what the others get from an
    eldest buyer without trump who holds an ace and takes no trick, 0 for no such rule. doubled_tie: who loses a
    doubled deal that is level. declared_factor: what doubling does to declarations: twice at every level, twice when
    doubled once and single above, or as often as the stake. target: what a side writes that wins a deal for the
    match.
    """

    hokum_66: Literal["counting_side", "smaller_side"] = "counting_side"
    exact_tie: Literal["buyer", "opponents", "recorded"] = "buyer"
    pair_counts: bool = True
    all_takes_projects: bool = False
    all_multiplied: bool = False
    reverse: int = 0
    doubled_tie: Literal["last_raiser_loses", "first_doubler_loses", "buyer_wins"] = "last_raiser_loses"
    declared_factor: Literal["cap2", "double_only", "level"] = "cap2"
    target: int = 152

    def score(self, tally: Tally) -> Sheet:
        sheet = SheetWriter(tally.sides)
        all_tricks = tally.all_tricks()
        if tally.contract.for_match:
            return self._for_match(sheet, tally)
        if all_tricks is not None:
            return self._all_tricks(sheet, tally, all_tricks)
        made = self._is_made(tally)
        if tally.contract.multiplier > 1:
            return self._doubled(sheet, tally, made is not False)
        for side, points in enumerate(self.converted(tally)):
            sheet.add("cards", side, points, tally.cards[side])
            sheet.add("declarations", side, tally.declared[side])
            sheet.add("belote", side, tally.belote[side])
        if made is False:
            sheet.move("failed", tally.taker, 1 - tally.taker, sheet.total(tally.taker))
        return sheet.sheet(made)

    def converted(self, tally: Tally) -> tuple[int, ...]:
        """Card points as game points, by side (2.5)."""
        others = 1 - tally.taker
        counting = tally.taker if tally.raiser_side == others else others
        if tally.contract.key == NO_TRUMP:
            counted, total = _sun_points(tally.cards[counting]), SUN_DEAL
        else:
            counted, total = (tally.cards[counting] + 4) // 10, TRUMP_DEAL
            both_six = all(points % 10 == 6 for points in tally.cards)
            if both_six and self.hokum_66 == "smaller_side" and tally.cards[counting] > tally.cards[1 - counting]:
                counted -= 1
        return tuple(counted if side == counting else total - counted for side in range(2))

    def _is_made(self, tally: Tally) -> bool | None:
        """Whether the buyer keeps his points; None when a level deal is split."""
        taker, others = tally.taker, 1 - tally.taker
        points = self.converted(tally)
        game = [points[side] + tally.declared[side] + self.pair_counts * tally.belote[side] for side in (taker, others)]
        if game[0] != game[1]:
            return game[0] > game[1]
        sun = tally.contract.key == NO_TRUMP
        unit = 5 if sun else 10
        raw = [tally.cards[side] + unit * (tally.declared[side] + tally.belote[side]) for side in (taker, others)]
        if raw[0] != raw[1]:
            return raw[0] > raw[1]
        if tally.contract.multiplier > 1:
            return self.doubled_tie != "last_raiser_loses" or tally.raiser_side != taker
        if self.exact_tie == "recorded":
            return None if sun else False
        return self.exact_tie == "buyer"

    def _declared_times(self, tally: Tally) -> int:
        level = tally.contract.multiplier
        if self.declared_factor == "level" or level == 1:
            return level
        return 2 if self.declared_factor == "cap2" or level == 2 else 1

    def _doubled(self, sheet: SheetWriter, tally: Tally, made: bool) -> Sheet:
        """The winner takes everything, times the stake; the pair is never multiplied (2.7)."""
        winner = tally.taker if made else 1 - tally.taker
        level = tally.contract.multiplier
        worth = SUN_DEAL if tally.contract.key == NO_TRUMP else TRUMP_DEAL
        sheet.add("doubled", winner, worth * level, level)
        sheet.add("declarations", winner, sum(tally.declared) * self._declared_times(tally))
        sheet.add("belote", winner, sum(tally.belote))
        return sheet.sheet(made)

    def _for_match(self, sheet: SheetWriter, tally: Tally) -> Sheet:
        winner = tally.all_tricks()
        if winner is None:
            winner = tally.taker if self._is_made(tally) is not False else 1 - tally.taker
        sheet.add("for_match", winner, self.target)
        return sheet.sheet(winner == tally.taker, match_to=winner)

    def _all_tricks(self, sheet: SheetWriter, tally: Tally, winner: int) -> Sheet:
        """All tricks to one side: its bonus replaces the deal's points, the others write nothing."""
        sun = tally.contract.key == NO_TRUMP
        level = tally.contract.multiplier if self.all_multiplied else 1
        reversed_ = self.reverse and sun and winner != tally.taker and tally.taker_is_eldest and tally.taker_held_ace
        if reversed_:
            sheet.add("reverse_all_tricks", winner, self.reverse)
        else:
            sheet.add("all_tricks", winner, (SUN_ALL if sun else TRUMP_ALL) * level, level)
        declared = sum(tally.declared) if self.all_takes_projects else tally.declared[winner]
        sheet.add("declarations", winner, declared * self._declared_times(tally))
        sheet.add("belote", winner, tally.belote[winner])
        return sheet.sheet(winner == tally.taker)


def _sun_points(points: int) -> int:
    """Without trump: units 1 to 4 go down, 6 to 9 up, 5 stays; then a fifth."""
    unit = points % 10
    rounded = points if unit == 5 else points - unit if unit < 5 else points + 10 - unit
    return rounded // 5
