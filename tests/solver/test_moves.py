"""The search has a text of the rules of its own: it has to say what the engine's kernels say."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from jacknine.cards import cards_of
from jacknine.rules import trick
from jacknine.rules.table import compile_table
from jacknine.rules.trick import points_of, roem_of
from jacknine.rules.variant import Rules
from jacknine.solver import desk as at
from jacknine.solver import drive
from jacknine.solver.api import Solver
from jacknine.solver.moves import points, roem
from jacknine.solver.runtime import address, compiled
from tests.solver.family import games, random_position, reference_of
from tests.support import long_count

WAYS = [pytest.param(*game, id=f"{game[0].line} {game[1]}{' locked' if game[2] else ''}") for game in games()]


@compiled
def trick_worth(memory: at.Ints, cards: int) -> tuple[int, int]:
    return points(address(memory), cards), roem(address(memory), cards)


@pytest.mark.parametrize(("chosen", "key", "locked"), WAYS)
def test_legal_cards_winners_and_points_are_the_engines(chosen: Rules, key: str, locked: bool) -> None:
    chance = Random(f"{chosen.line} {key}")
    solver = Solver(table_bits=4)
    memory = solver.desk.memory
    for _ in range(long_count(8, 500)):
        players = chosen.players
        tricks = chance.randrange(1, min(10, chosen.pack.bit_count() // players) + 1)
        position = random_position(chance, chosen, key, locked, tricks, chance.randrange(players))
        board = solver.place(position, bonus=(0, 0))
        reference = reference_of(position, (0, 0))
        hands, leader, laid = list(position.hands), position.leader, position.trick
        while any(hands):
            seat = (leader + len(laid)) % players
            legal = reference.legal(tuple(hands), leader, laid)
            assert list(cards_of(board.cards(drive.legal_cards(memory)))) == legal
            assert memory[at.SEAT] == seat
            card = chance.choice(legal)
            hands[seat] &= ~(1 << card)
            laid = (*laid, card)
            gain = drive.play_card(memory, 1 << board.bit_of[card])
            if len(laid) < players:
                continue
            cards = sum(1 << one for one in laid)
            winner = reference.best(leader, laid)[1]
            assert memory[at.SEAT] == winner
            worth = points_of(board.table, cards) + (0 if any(hands) else position.rules.last_trick)
            extra = roem_of(board.table, cards) if board.counts_roem else 0
            assert trick_worth(memory, board.bits(cards)) == (
                points_of(board.table, cards) * board.unit, extra * board.unit // 2
            )  # fmt: skip
            half = extra * board.unit // 2
            assert gain == (-half if position.camps[winner] else worth * board.unit + half)
            leader, laid = winner, ()


@compiled
def kernels(table: Any, hand: int, led: int, best: int, partner: int, place: int, ekka: int) -> tuple[int, ...]:
    """All kernels, called from compiled code."""
    return (
        legal_lead(table, hand),
        legal_follow(table, hand, led, best, partner, place, ekka),
        int(beats(table, led, best)),
        points_of_cards(table, hand),
        roem_of_cards(table, hand & -hand | 1 << led | 1 << best),
    )


legal_lead, legal_follow, beats = trick.legal_lead, trick.legal_follow, trick.beats
points_of_cards, roem_of_cards = trick.points_of, trick.roem_of


def test_compiled_kernels_say_what_interpreted_ones_say() -> None:
    chance = Random(23)
    for chosen, key, locked in games():
        table = compile_table(chosen, key, locked)
        array = np.array(table, np.int64)
        pack = list(cards_of(chosen.pack))
        for _ in range(long_count(20, 2_000)):
            cards = chance.sample(pack, chance.randrange(3, 11))
            led, best, *held = cards
            hand = sum(1 << card for card in held)
            asked = (hand, led, best, chance.randrange(2), chance.randrange(1, 4), chance.randrange(2))
            low = hand & -hand | 1 << led | 1 << best
            assert kernels(array, *asked) == (
                trick.legal_lead(table, hand),
                trick.legal_follow(table, *asked),
                int(trick.beats(table, led, best)),
                points_of(table, hand),
                roem_of(table, low),
            )
