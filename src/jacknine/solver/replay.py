"""A line of play counted by the engine's kernels: who won what.

What the solver says is held against this by the tests, and a line's points are told to people from here. Needs no
numpy.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from jacknine.rules.table import compile_table
from jacknine.rules.trick import beats, points_of, roem_of
from jacknine.solver.position import Position


@dataclass(frozen=True, slots=True)
class Played:
    """What each seat has won: card points with the last trick's, and roem; and who won the tricks in order."""

    points: tuple[int, ...]
    roem: tuple[int, ...]
    winners: tuple[int, ...]

    def camp_points(self, position: Position) -> tuple[int, int]:
        """The card points of camp 0 and of camp 1."""
        ours = sum(points for seat, points in enumerate(self.points) if position.camps[seat] == 0)
        return ours, sum(self.points) - ours

    def difference(self, position: Position) -> int:
        """Camp 0 minus camp 1: cards, roem, and the bonus for all tricks."""
        ours, theirs = self.camp_points(position)
        roem = sum(-points if position.camps[seat] else points for seat, points in enumerate(self.roem))
        groups = {position.groups[seat] for seat in self.winners} | {
            group for group in position.groups if position.taken & group
        }
        sweep = 0
        if len(groups) == 1:
            sweep = position.bonus()[0] if groups == {1} else -position.bonus()[1]
        return ours - theirs + roem + sweep


def replay(position: Position, cards: Iterable[int]) -> Played:
    """What comes of a position when these cards follow, to the end of the deal or to a trick's end.

    Raises:
        ValueError: a card is not in the hand of the seat on turn, or a trick is left unfinished.
    """
    rules = position.rules
    table = compile_table(rules, position.key, position.locked)
    hands, leader, laid = list(position.hands), position.leader, list(position.trick)
    points, roem, winners = [0] * rules.players, [0] * rules.players, []
    for card in cards:
        seat = (leader + len(laid)) % rules.players
        if not hands[seat] >> card & 1:
            raise ValueError(f"seat {seat} does not hold card {card}")
        hands[seat] &= ~(1 << card)
        laid.append(card)
        if len(laid) < rules.players:
            continue
        best = 0
        for place in range(1, rules.players):
            if beats(table, laid[place], laid[best]):
                best = place
        winner = (leader + best) % rules.players
        trick = sum(1 << one for one in laid)
        points[winner] += points_of(table, trick) + (0 if any(hands) else rules.last_trick)
        roem[winner] += roem_of(table, trick) if rules.roem is not None else 0
        winners.append(winner)
        leader, laid = winner, []
    if laid:
        raise ValueError("the line ends in the middle of a trick")
    return Played(tuple(points), tuple(roem), tuple(winners))
