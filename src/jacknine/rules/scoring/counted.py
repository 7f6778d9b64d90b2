"""The scoring in which nobody can fail: each side writes what it brought in, times the factor of what is played.

See docs/games/jass.md 1.8.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from jacknine.rules.scoring import Sheet, SheetWriter, Tally


@dataclass(frozen=True, slots=True)
class CountedScoring:
    """Card points, declarations and pair of each side, times the factor of the denomination.

    all_tricks: what a side with every trick gets on top of its card points. defence_times: how often that side writes
    both if it did not take. trickless: what becomes of the declarations of a side without a trick.
    """

    all_tricks: int
    defence_times: int = 1
    trickless: Literal["kept", "lost"] = "kept"

    def score(self, tally: Tally) -> Sheet:
        sheet = SheetWriter(tally.sides)
        sheet.each("cards", tally.cards)
        winner = tally.all_tricks()
        if winner is not None:
            sheet.add("all_tricks", winner, self.all_tricks)
            if winner != tally.taker and self.defence_times > 1:
                sheet.add("all_tricks_defence", winner, sheet.total(winner) * (self.defence_times - 1))
        sheet.each("declarations", tally.declared)
        for side in range(tally.sides):
            if self.trickless == "lost" and not tally.tricks[side]:
                sheet.add("trickless_declarations", side, -tally.declared[side])
        sheet.each("belote", tally.belote)
        for side in range(tally.sides) if tally.factor > 1 else ():
            sheet.add("factor", side, sheet.total(side) * (tally.factor - 1), tally.factor)
        return sheet.sheet(None)

    def running(self, tally: Tally) -> Sheet:
        return self.score(tally)
