"""Fit the first guess of the exact solver anew: `python -m tools.fit_guess [DEALS]` prints the table of weights.

For each kind of game random whole deals are solved, and the values fitted by least squares on who holds which card, who
leads, who has the longest trumps, and who is short in suits and has trumps. The lines go into solver/guess.py.
"""

from __future__ import annotations

import sys
from random import Random

import numpy as np

from jacknine.cards import cards_of
from jacknine.rules.variant import Rules
from jacknine.solver import desk as at
from jacknine.solver.api import Budget, Position, Solver
from jacknine.solver.guess import KINDS
from jacknine.variants import parse_line

SAMPLES = {
    "trump": ("belote", "H"),
    "roem": ("klaverjas", "H"),
    "iber": ("bela", "H"),
    "plain": ("baloot", "N"),
    "all": ("coinche(sa_ta=on)", "A"),
    "caller": ("bela(players=3)", "H"),
    "two": ("bela(players=2)", "H"),
    "jass": ("jass", "H"),
    "down": ("jass", "U"),
    "up": ("jass", "B"),
}
BUDGET = Budget(nodes=2_000_000)


def random_deal(chance: Random, rules: Rules, key: str) -> Position:
    size = min(10, rules.pack.bit_count() // rules.players)
    cards = list(cards_of(rules.pack))
    chance.shuffle(cards)
    hands = tuple(sum(1 << card for card in cards[size * i : size * (i + 1)]) for i in range(rules.players))
    return Position(rules, key, hands, chance.randrange(rules.players))


def features(solver: Solver, position: Position) -> list[float]:
    """Nine strengths of the highest place, nine of the others added up, then what else the guess looks at."""
    memory = solver.desk.memory
    hands = [int(memory[at.HANDS + seat]) for seat in range(position.rules.players)]
    signs = [1 - 2 * camp for camp in position.camps]
    row = [0.0] * 18
    for hand, sign in zip(hands, signs, strict=True):
        for bit in cards_of(hand):
            row[bit % 9 + (0 if bit >= 27 else 9)] += sign
    longest, short = [0, 0], 0
    for hand, camp, sign in zip(hands, position.camps, signs, strict=True):
        trumps = (hand >> 27).bit_count()
        longest[camp] = max(longest[camp], trumps)
        for place in range(3):
            short += sign * max(0, 2 - (hand >> 9 * place & at.SUIT).bit_count()) * min(2, trumps)
    return [*row, signs[position.leader], longest[0] - longest[1], short, 1]


def main() -> None:
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    solver = Solver(table_bits=18)
    for kind, (line, key) in SAMPLES.items():
        assert kind in KINDS
        rules, chance = parse_line(line), Random(1)
        rows, values = [], []
        for _ in range(deals):
            position = random_deal(chance, rules, key)
            solution = solver.solve(position, cards=False, budget=BUDGET)
            if not solution.exact:
                continue
            rows.append(features(solver, position))
            # The search's value less half of all points.
            values.append(solution.value / 2)
        if not any(rules.denomination(key).trump is not None for _ in rows):
            for row in rows:
                # Without a trump suit all places are alike.
                row[9:18] = [a + b for a, b in zip(row[:9], row[9:18], strict=True)]
                row[:9] = [0.0] * 9
                row[19] = row[20] = 0
        if kind != "caller":
            for row in rows:
                row[21] = 0
        matrix, target = np.array(rows), np.array(values)
        weights, *_ = np.linalg.lstsq(matrix, target, rcond=None)
        spread = np.std(target - matrix @ weights)
        if rules.denomination(key).trump is None:
            weights[:9] = weights[9:18]
        top, rest, others = (np.round(part * 16).astype(int).tolist() for part in np.split(weights, [9, 18]))
        print(f"    {kind!r}: ({top}, {rest}, {others}),  # {len(rows)} deals, {np.std(target):.1f} -> {spread:.1f}")


if __name__ == "__main__":
    main()
