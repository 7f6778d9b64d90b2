"""A cheat, for measuring only: it sees every hand and plays the cards exactly. No table offers it.

It is the ceiling for players that see a view, the same deals and calls given: what lies between them and it is what
better reading of the hidden cards could still win. Its calls are those of an honest player. In jass, whose whole deals
are out of reach, it is as good as its budget.
"""

from __future__ import annotations

from typing import Final

from jacknine.bots import player
from jacknine.game import Decision, Declare, Play, Roem, State, Swap, legal, view
from jacknine.rules.variant import Rules
from jacknine.solver.api import Budget, Interval, Solver
from jacknine.solver.position import position_of

CALLS: Final = "hard"
"""The level that makes its calls."""
PATIENCE: Final = Budget(nodes=1_000_000)
"""Enough for any deal of 32 cards."""
LARGE_TABLE: Final = 20
"""Bits of the table for 36 cards."""


class OpenCards:
    """Plays the card that is worth most to its side with all hands open: points, roem and the bonus for all tricks."""

    def __init__(self, rules: Rules) -> None:
        self._solver = Solver(LARGE_TABLE) if rules.pack.bit_count() > 32 else Solver()
        self._caller = player(CALLS)

    def decide_open(self, state: State, seed: int) -> Decision:
        """The decision of the seat on turn of a state, with all hands open."""
        offered = legal(state)
        plays = [decision for decision in offered if isinstance(decision, Play)]
        free = next((decision for decision in offered if isinstance(decision, Swap | Declare | Roem)), None)
        if free is not None:
            return free
        if not plays:
            return self._caller.decide(view(state, state.turn), seed)
        if len(plays) == 1:
            return plays[0]
        card = self._best(state)
        return max((play for play in plays if play.card == card), key=lambda play: play.said)

    def _best(self, state: State) -> int:
        position = position_of(state)
        found = self._solver.solve(position, budget=PATIENCE)
        sign = 1 if position.camps[position.turn] == 0 else -1

        def worth(bounds: Interval) -> int:
            return sign * (bounds.low + bounds.high)

        return max(found.cards, key=lambda card: worth(found.cards[card]))
