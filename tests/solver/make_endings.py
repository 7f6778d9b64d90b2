"""Write the endings of every game with their exact values: `python -m tests.solver.make_endings [COUNT]`.

The values come from plain alpha-beta over the engine's kernels, compiled, without a table or any other idea of the
solver's. Every game gets COUNT endings (2,000 at first) of three to five tricks, some begun in the middle of a trick.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import defaultdict
from random import Random
from typing import Any

import numpy as np
from numba import njit

from jacknine.rules import trick
from jacknine.rules.table import ACES, OVER, SUIT, TRUMPS, compile_table
from jacknine.solver.position import Position
from jacknine.solver.runtime import KERNEL_MODULES
from tests.solver.family import games, random_position, reference_of
from tests.solver.files import ENDINGS

assert trick.__name__ in KERNEL_MODULES, "only registered kernels can be compiled"
beats, points_of, roem_of = trick.beats, trick.points_of, trick.roem_of
legal_lead, legal_follow = trick.legal_lead, trick.legal_follow


# Not cached: a cached function that calls itself crashes the next process.
@njit("int64(int64[:],int64[:],int64[:],int64[:],int64,int64,int64[:],int64,int64,int64,int64,int64,int64)")
def play(
    table: Any, hands: Any, camps: Any, groups: Any, leader: int, place: int, laid: Any, won: int, alpha: int,
    beta: int, ours: int, theirs: int, last: int,
) -> int:  # fmt: skip
    """The best difference from here on; ``laid`` are the cards on the table."""
    players = hands.size
    if place == players:
        best, winner, cards = laid[0], leader, 0
        for i in range(players):
            cards |= 1 << laid[i]
            if i and beats(table, laid[i], best):
                best, winner = laid[i], (leader + i) % players
        over = True
        for seat in range(players):
            over = over and hands[seat] == 0
        worth = points_of(table, cards) + roem_of(table, cards) + (last if over else 0)
        gain = worth if camps[winner] == 0 else -worth
        won |= groups[winner]
        if over:
            return gain + (ours if won == 1 else (-theirs if won == 2 or won == 4 else 0))
        none = np.zeros(players, np.int64)
        return gain + play(
            table,
            hands,
            camps,
            groups,
            winner,
            place - players,
            none,
            won,
            alpha - gain,
            beta - gain,
            ours,
            theirs,
            last,
        )
    seat = (leader + place) % players
    if place == 0:
        legal = legal_lead(table, hands[seat])
    else:
        best, winner, left = laid[0], leader, 0
        for i in range(place):
            left |= 1 << laid[i]
            if i and beats(table, laid[i], best):
                best, winner = laid[i], (leader + i) % players
        for other in range(players):
            left |= hands[other]
        partner = 1 if players == 4 and (winner ^ seat) & 1 == 0 else 0
        plain = table[TRUMPS] != 0 and table[TRUMPS] >> laid[0] & 1 == 0 and table[ACES] >> laid[0] & 1 == 0
        ekka = 1 if plain and left & table[OVER + laid[0]] == 0 and table[SUIT] >= 0 else 0
        legal = legal_follow(table, hands[seat], laid[0], best, partner, place, ekka * table[table.size - 1])
    value = -100000 if camps[seat] == 0 else 100000
    for card in range(36):
        if legal >> card & 1:
            hands[seat] ^= 1 << card
            laid[place] = card
            found = play(table, hands, camps, groups, leader, place + 1, laid, won, alpha, beta, ours, theirs, last)
            hands[seat] ^= 1 << card
            if camps[seat] == 0:
                value = max(value, found)
                alpha = max(alpha, value)
            else:
                value = min(value, found)
                beta = min(beta, value)
            if alpha >= beta:
                break
    return value


def card_values(position: Position, bonus: tuple[int, int], legal: list[int]) -> dict[int, int]:
    """The exact difference after each card."""
    rules = position.rules
    # One more number says whether the best card left counts as an announced ekka.
    table = np.array([*compile_table(rules, position.key, position.locked), int(rules.ekka != "none")], np.int64)
    hands = np.array(position.hands, np.int64)
    camps, groups = np.array(position.camps, np.int64), np.array(position.groups, np.int64)
    place = len(position.trick)
    seat = position.turn
    values = {}
    for card in legal:
        hands[seat] ^= 1 << card
        laid = np.zeros(rules.players, np.int64)
        laid[: place + 1] = [*position.trick, card]
        values[card] = int(
            play(
                table, hands, camps, groups, position.leader, place + 1, laid, position.taken, -100000, 100000, *bonus,
                rules.last_trick,
            )
        )  # fmt: skip
        hands[seat] ^= 1 << card
    return values


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    chance = Random(20_26)
    by_game = defaultdict(list)
    for game in games():
        by_game[game[0].variant].append(game)
    with gzip.GzipFile(ENDINGS, "wb", mtime=0) as out:
        for name, ways in by_game.items():
            for number in range(count):
                rules, key, locked = ways[number % len(ways)]
                tricks = chance.choices((3, 4, 5), (3, 4, 3))[0]
                position = random_position(chance, rules, key, locked, tricks, chance.randrange(rules.players))
                bonus = chance.choice((position.bonus(), (0, 0), (90, 90)))
                legal = reference_of(position, (0, 0)).legal(position.hands, position.leader, position.trick)
                told = {
                    "rules": rules.line, "key": key, "locked": locked, "hands": position.hands,
                    "leader": position.leader, "trick": position.trick, "taken": position.taken,
                    "taker": position.taker, "bonus": bonus, "values": card_values(position, bonus, legal),
                }  # fmt: skip
                out.write(json.dumps(told, separators=(",", ":")).encode("ascii") + b"\n")
            print(name, count, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
