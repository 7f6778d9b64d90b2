"""What every computer player is: a function of a view and a seed. And the plainest one, which plays at random."""

from __future__ import annotations

from typing import Protocol

from jacknine.bots.chance import Chance
from jacknine.game import Decision, View


class Bot(Protocol):
    """A computer player.

    It sees only a :class:`~jacknine.game.View`, keeps nothing between decisions, and answers the same view and seed
    with the same decision.
    """

    def decide(self, view: View, seed: int) -> Decision:
        """The decision of the seat whose view this is, always one of ``view.legal``.

        ``seed`` may be any whole number; one seed serves a whole match, for what has happened is mixed into it.

        Raises:
            ValueError: it is not the turn of this view's seat.
        """
        ...


def choices(view: View) -> tuple[Decision, ...]:
    """The decisions a view offers.

    Raises:
        ValueError: it is not the turn of this view's seat.
    """
    if not view.legal:
        raise ValueError(f"seat {view.seat} has nothing to decide: the turn is with {view.turn}")
    return view.legal


class RandomPlayer:
    """Any legal decision is as good as another: the yardstick for players that think, and a tester of engines."""

    def decide(self, view: View, seed: int) -> Decision:
        legal = choices(view)
        return legal[Chance(seed, view).below(len(legal))]


random_player = RandomPlayer()
