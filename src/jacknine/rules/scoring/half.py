"""The scoring in which the taker has to bring in more than the others.

Whoever accepted the trump must come out ahead on cards and bonuses together; otherwise the others write everything. See
docs/games/belote.md 1.9 and 1.10, docs/games/klaverjas.md 1.5, docs/games/bela.md 1.6.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from jacknine.rules.scoring import Sheet, SheetWriter, Tally


@dataclass(frozen=True, slots=True)
class HalfScoring:
    """More than half makes it, and a trick.

    all_tricks: what a side with every trick gets on top of its card points; ``all_tricks_defence`` the same for a
    side that did not take. tie: at equality the taker makes it, fails, or his points are held for the winner of the
    next deal. tie_belote: in that case the pair is paid at once, held with the rest, or left out when the points are
    compared. belote_on_fail: who keeps the pair of a taker who failed. trickless: what becomes of the declarations of
    a side without a trick, and ``trickless_belote`` of its pair; ``trickless_taker``: that holds for the taker's side
    too (otherwise a taker without a trick has failed like any other). beaten_on_fail: declarations that lost the
    comparison are written too when the taker failed. solo_fail: with three seats, who gets the points of a caller who
    failed, and with them those held over. solo_all_tricks_pair: whether two seats together count as all tricks.
    """

    all_tricks: int
    all_tricks_defence: int
    tie: Literal["held", "made", "fails"] = "fails"
    tie_belote: Literal["paid_now", "held", "ignored"] = "paid_now"
    belote_on_fail: Literal["holder", "winner"] = "winner"
    trickless: Literal["lost", "to_others", "kept"] = "lost"
    trickless_belote: Literal["lost", "to_others", "kept"] = "kept"
    trickless_taker: bool = False
    beaten_on_fail: bool = False
    solo_fail: Literal["vanish", "higher_opponent", "each"] = "vanish"
    solo_all_tricks_pair: bool = False

    def running(self, tally: Tally) -> Sheet:
        sheet = SheetWriter(tally.sides)
        self._brought_in(sheet, tally, list(tally.belote))
        return sheet.sheet(None)

    def score(self, tally: Tally) -> Sheet:
        sheet = SheetWriter(tally.sides)
        belote = list(tally.belote)
        self._brought_in(sheet, tally, belote)
        taker, others = tally.taker, tally.others()
        against = sum(sheet.total(side) for side in others)
        balance = sheet.total(taker) - against
        if self.tie_belote == "ignored":
            balance -= belote[taker] - sum(belote[side] for side in others)
        if tally.tricks[taker] and (balance > 0 or (balance == 0 and self.tie == "made")):
            return self._finish(sheet, tally, True, [taker])
        if tally.tricks[taker] and balance == 0 and self.tie == "held":
            return self._hold(sheet, tally, belote)
        heirs = self._heirs(sheet, tally)
        self._fail(sheet, tally, belote, heirs)
        return self._finish(sheet, tally, False, heirs)

    def _brought_in(self, sheet: SheetWriter, tally: Tally, belote: list[int]) -> None:
        """Everything that is written before the contract is judged; ``belote`` is brought up to date."""
        sheet.each("cards", tally.cards)
        self._bonuses(sheet, tally, belote)
        if tally.finished:
            self._all_tricks(sheet, tally)

    def _bonuses(self, sheet: SheetWriter, tally: Tally, belote: list[int]) -> None:
        """Declarations, pairs and roem, less what a side without a trick loses."""
        for side in range(tally.sides):
            sheet.add("declarations", side, tally.declared[side])
            sheet.add("belote", side, tally.belote[side])
            sheet.add("roem", side, tally.roem[side])
            if tally.tricks[side] or (side == tally.taker and not self.trickless_taker):
                continue
            for rule, points, line in (
                (self.trickless, tally.declared[side], "trickless_declarations"),
                (self.trickless_belote, tally.belote[side], "trickless_belote"),
            ):
                if rule != "kept":
                    sheet.add(line, side, -points)
                if rule == "to_others" and tally.finished:
                    sheet.add(line, 1 - side, points)
            if self.trickless_belote != "kept":
                if self.trickless_belote == "to_others":
                    belote[1 - side] += belote[side]
                belote[side] = 0

    def _all_tricks(self, sheet: SheetWriter, tally: Tally) -> None:
        side = tally.all_tricks()
        if side is not None:
            sheet.add("all_tricks", side, self.all_tricks if side == tally.taker else self.all_tricks_defence)
        elif self.solo_all_tricks_pair and tally.sides > 2 and not tally.tricks[tally.taker]:
            for other in tally.others():
                sheet.add("all_tricks", other, self.all_tricks_defence // 2)

    def _heirs(self, sheet: SheetWriter, tally: Tally) -> list[int]:
        """The sides that each get what a failed taker loses, and what was held over."""
        others = tally.others()
        if len(others) == 1 or self.solo_fail == "each":
            return others
        if self.solo_fail == "vanish":
            return []
        by_turn = sorted(others, key=lambda side: (side - tally.first) % tally.sides)
        return [max(by_turn, key=sheet.total)]

    def _fail(self, sheet: SheetWriter, tally: Tally, belote: list[int], heirs: list[int]) -> None:
        taker = tally.taker
        kept = belote[taker] if self.belote_on_fail == "holder" else 0
        lost = sheet.total(taker) - kept
        sheet.add("failed", taker, -lost)
        for side in heirs:
            sheet.add("failed", side, lost)
            if self.beaten_on_fail:
                sheet.add("beaten_declarations", side, sum(tally.beaten))

    def _hold(self, sheet: SheetWriter, tally: Tally, belote: list[int]) -> Sheet:
        taker = tally.taker
        kept = 0 if self.tie_belote == "held" else belote[taker]
        owed = sheet.total(taker) - kept
        sheet.add("held", taker, -owed)
        held = tuple(points + (owed if side == taker else 0) for side, points in enumerate(tally.held))
        return sheet.sheet(None, held)

    @staticmethod
    def _finish(sheet: SheetWriter, tally: Tally, made: bool, winners: list[int]) -> Sheet:
        """Doubling, then the points held over, which go to the winner of the deal once it was judged."""
        factor = tally.contract.multiplier
        if factor > 1:
            winner = winners[0]
            for loser in range(tally.sides):
                if loser != winner:
                    sheet.move("doubled_lost", loser, winner, sheet.total(loser))
            sheet.add("doubled", winner, sheet.total(winner) * (factor - 1), factor)
        for side in range(tally.sides) if tally.factor > 1 else ():
            sheet.add("factor", side, sheet.total(side) * (tally.factor - 1), tally.factor)
        for side in winners:
            sheet.add("held_won", side, sum(tally.held))
        return sheet.sheet(made)
